import { dayOfWeek, daysAfter } from '../../kernel/values/local-time.ts'
import { isHoliday } from '../../place/holidays.ts'
import { between } from './days.ts'
import type { Occasion } from './occasion.ts'
import { OCCASIONS } from './occasions.ts'
import type { Kind, Text } from './text.ts'

/** What takes place in the town from a day on. Pure. */

export interface Planned {
  readonly kind: Kind
  readonly text: Omit<Text, 'age'>
}

/** Days ahead that people plan for, and that a series is announced for. */
const AHEAD = 49
const SERIES_AHEAD = 56

export function agendaFrom(today: string): readonly Planned[] {
  const taken: Slot[] = []
  return OCCASIONS.flatMap(occasion => {
    const slots = slotsOf(occasion, today).filter(slot => !taken.some(other => meet(slot, other)))
    const [first, ...others] = occasion.repeats ? slots : slots.slice(0, 1)
    if (!first || first.day > daysAfter(today, AHEAD)) return []
    taken.push(first, ...others)
    return [
      planned(
        occasion,
        first.day,
        others.map(({ day }) => day),
      ),
    ]
  }).sort((one, other) => ((one.text.date_debut ?? '') < (other.text.date_debut ?? '') ? -1 : 1))
}

interface Slot {
  readonly lieu: string
  readonly day: string
  readonly last: string
  readonly from: string
  readonly to: string
}

/** An hour without an end is taken for two. */
function slotsOf({ on, further = 0, hours, lieu, kind, repeats }: Occasion, today: string): Slot[] {
  const [from = '00:00', to = hours ? laterBy(from, 2) : '23:59'] = hours ?? []
  return between(on, daysAfter(today, -further), daysAfter(today, SERIES_AHEAD))
    .filter(day => !repeats || !isClosed(kind, day))
    .map(day => (kind === 'conseil' ? workingDay(day) : day))
    .map(day => ({ lieu, day, last: daysAfter(day, further), from, to }))
    .filter(({ last }) => last >= today)
}

/** Days without events; offices are closed on public holidays too. */
const AT_HOME = ['12-24', '12-25', '12-31', '01-01']
const isClosed = (kind: Kind, day: string) =>
  AT_HOME.includes(day.slice(5)) || (kind === 'permanence' && isHoliday(day, null))

const laterBy = (hour: string, hours: number) =>
  `${String(Math.min(23, Number(hour.slice(0, 2)) + hours)).padStart(2, '0')}${hour.slice(2)}`

/** The council does not meet on a public holiday. */
export const workingDay = (day: string): string =>
  isHoliday(day, null) || dayOfWeek(day) > 5 ? workingDay(daysAfter(day, 1)) : day

export const meet = (one: Slot, other: Slot): boolean =>
  one.lieu === other.lieu &&
  one.day <= other.last &&
  other.day <= one.last &&
  one.from < other.to &&
  other.from < one.to

function planned(occasion: Occasion, date_debut: string, dates: readonly string[]): Planned {
  const {
    kind,
    by,
    title,
    body,
    lieu,
    hours: [heure_debut, heure_fin] = [],
    further,
    picture,
    annule,
  } = occasion
  return {
    kind,
    text: {
      by,
      title,
      body,
      lieu,
      type: 'evenement',
      date_debut,
      dates,
      ...(further && { date_fin: daysAfter(date_debut, further) }),
      ...(occasion.public && { public: occasion.public }),
      ...(occasion.gratuit !== undefined && { gratuit: occasion.gratuit }),
      ...(heure_debut && { heure_debut }),
      ...(heure_fin && { heure_fin }),
      ...(picture && { picture }),
      ...(annule && { annule: annule(Number(date_debut.slice(5, 7))) }),
    },
  }
}
