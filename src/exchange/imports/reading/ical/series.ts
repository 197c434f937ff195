import { explain, type ImportExplanation } from '../../explanations.ts'
import type { Component } from './components.ts'
import type { Event } from './event.ts'
import { dayKey, localIn, type Series, timeKey } from './occurrences.ts'
import { ruleOf } from './rule.ts'
import type { Steps } from './steps.ts'
import { type Time, timeOf, timesOf } from './times.ts'
import type { Zones } from './zones.ts'

const MOST_RULES = 5
const MOST_DATES = 5000

/** Throws when a rule is invalid. */
export function seriesOf(
  master: Event,
  overrides: readonly Component[],
  moved: readonly Event[],
  zones: Zones,
  { steps, tell }: { readonly steps: Steps; readonly tell: (what: ImportExplanation) => void },
): Series {
  const { component, start } = master
  const times = (name: string): Time[] => {
    const all = (component.get(name) ?? []).flatMap(property => timesOf(property, zones)).slice(0, MOST_DATES)
    const good = all.filter(each => each !== undefined)
    if (good.length < all.length) tell(explain('dates_unknown', { property: name }))
    return good
  }
  if (component.has('EXRULE')) tell(explain('exrule_ignored'))
  const excluded = new Set<string>()
  const exclude = (time: Time) => {
    const local = localIn(time, start)
    excluded.add(time.is_day || start.is_day ? dayKey(local) : timeKey(local))
  }
  for (const time of times('EXDATE')) exclude(time)
  for (const override of overrides) {
    const property = override.get('RECURRENCE-ID')?.[0]
    const time = property && timeOf(property, zones)
    if (time) exclude(time)
    if (/^thisandfuture$/i.test(property?.params.RANGE ?? '')) tell(explain('later_dates_not_changed'))
  }
  return {
    master,
    rules: (component.get('RRULE') ?? [])
      .slice(0, MOST_RULES)
      .map(({ value }) => ruleOf(value, start, steps)),
    extra: times('RDATE'),
    excluded,
    moved,
  }
}
