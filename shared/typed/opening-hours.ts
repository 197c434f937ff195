import { clockTime } from '../event-time.ts'
import { conditionIn } from './opening-conditions.ts'
import type { OpenDay, Slot } from './opening-day.ts'
import { inOrder } from './opening-order.ts'
import { dayIn, rulesOf, WITH_HOLIDAYS } from './opening-rules.ts'
import { isOpenLine, opened } from './opening-start.ts'
import { DAYS, wordsOf } from './opening-words.ts'

/**
 * Opening hours, as people and the directory of town halls write them: `Du lundi au vendredi de 9 h à 12 h`,
 * `Lundi : 9h00-12h00 (sauf juillet)`, `Mo-Fr 09:00-12:00`. A text is understood entirely or not at all: hours that are
 * half understood would send people to a closed door.
 */

/** A list of a hundred acteurs reads as many texts: 2 000 letters each took 34 ms. */
const LONGEST = 600

/** All seven days, or undefined for a text that is not understood. */
export function readOpeningHours(text: string): readonly OpenDay[] | undefined {
  if (text.length > LONGEST) return undefined
  const whole = opened(text)
  if (isOpenLine(whole)) return undefined
  const read = wordsOf(whole)
  // A condition has words that the others have not.
  const { rest, condition } =
    typeof read === 'string' ? conditionIn(whole) : { rest: undefined, condition: undefined }
  const words = rest === undefined ? read : wordsOf(rest)
  const ordered = typeof words === 'string' ? undefined : inOrder(words)
  const rules = ordered && rulesOf(ordered)
  // `fermé le lundi` alone does not say when it is open.
  if (!rules || rules.every(({ slots }) => slots.length === 0)) return undefined
  // A condition about one rule does not say which of several it means.
  if (condition?.isOfOne && rules.filter(({ slots }) => slots.length > 0).length > 1) return undefined
  const week = DAYS.map((_, at) => dayIn(rules, at + 1))
  if (!week.every(day => day !== undefined)) return undefined
  const isClosed = (jour: number) => week[jour - 1]?.plages.length === 0
  if (condition?.jours?.some(isClosed)) return undefined
  const isOpen = rules.some(({ note }) => note?.endsWith(WITH_HOLIDAYS))
  const named = ordered.filter(({ kind }) => kind === 'holidays').length
  // Open, and closed?
  if (isOpen && named > 1) return undefined
  const holidays = named > 0 && !isOpen ? HOLIDAYS : null
  if (!holidays && !condition) return week
  return week.map(day => {
    const isMeant = condition && (condition.jours?.includes(day.jour) ?? true)
    const notes = [day.note, holidays, isMeant ? condition.text : null].filter(Boolean)
    return day.plages.length === 0 ? day : { ...day, note: notes.join(', ') || null }
  })
}

/** Said of every day with hours: whether it is a holiday is not known here. */
const HOLIDAYS = 'sauf jours fériés'

/** The first part that has a word which is not known: `sur rendez-vous`. */
export function unknownPart(text: string): string | undefined {
  const words = wordsOf(opened(text))
  return typeof words === 'string' ? /^[^,;:]{1,40}/.exec(words)?.[0].trim() : undefined
}

export const slotShown = ({ de, a }: Slot) => `${clockTime('fr', de)}\u00a0– ${clockTime('fr', a)}`

/** Days with the same hours in one line: `Lundi au vendredi : 9 h – 12 h`. As written where they are not understood. */
export function hoursInBrief(hours: string): string {
  const week = readOpeningHours(hours)
  if (!week) return hours
  const lines: { days: string[]; said: string }[] = []
  for (const { jour, plages, note } of week) {
    const day = DAYS[jour - 1] ?? ''
    const said = `${plages.map(slotShown).join(', ')}${note ? ` (${note})` : ''}`
    const last = lines.at(-1)
    if (last?.said === said) last.days.push(day)
    else lines.push({ days: [day], said })
  }
  return lines
    .filter(({ said }) => said !== '')
    .map(({ days, said }) => {
      const joined = days.length > 2 ? `${days[0]} au ${days.at(-1)}` : days.join(' et ')
      return `${joined.charAt(0).toUpperCase()}${joined.slice(1)}\u00a0: ${said}`
    })
    .join('\n')
}
