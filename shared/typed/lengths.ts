import { countOf } from './day.ts'

/** A length of time as people type it. */

const QUARTERS: ReadonlyMap<string, number> = new Map([
  ['un quart', 15],
  ['trois quarts', 45],
  ['3/4', 45],
])
const PARTS: ReadonlyMap<string, number> = new Map([
  ['une demi-heure', 30],
  ['une demi heure', 30],
  ['une heure et demie', 90],
])

/** `dans 2 heures`, `dans une demi-heure`, `dans 1h30`: minutes. */
export function minutesIn(typed: string): number | undefined {
  const [, length = ''] = /^(?:dans|d'ici|pendant|durant|pour|encore|in) (.+)$/.exec(typed) ?? []
  const [, quarters = ''] = /^(.+) d'heure$/.exec(length) ?? []
  const part = PARTS.get(length) ?? QUARTERS.get(quarters)
  if (part !== undefined) return part
  const [, hours, minutes] = /^(\d{1,2}) ?h ?([0-5]\d)$/.exec(length) ?? []
  if (minutes !== undefined) return Number(hours) * 60 + Number(minutes)
  const [, word = '', unit = ''] = /^(\d{1,3}|[a-z]+) ?(heure|h|hour|minute|min|mn)s?$/.exec(length) ?? []
  const count = countOf(word)
  return count === 0 ? undefined : count * (unit.startsWith('h') ? 60 : 1)
}
