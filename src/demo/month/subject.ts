import type { Season } from '../town/days.ts'
import type { Kind } from '../town/text.ts'
import type { Author, VENUES } from './authors.ts'

/**
 * What associations, shops and small town halls write about. `{date}` is the day, `{rue}` a street, `{nom}` a first name;
 * each text has wordings for its title and its body.
 */

export interface Subject {
  readonly by: readonly Author[]
  readonly titles: readonly string[]
  readonly bodies: readonly string[]
  readonly season?: Season
  /** An event: 1 is Monday. */
  readonly event?: {
    readonly kind: Kind
    readonly days: readonly number[]
    readonly hours: readonly string[]
    readonly venue: keyof (typeof VENUES)[Author]
  }
  readonly type?: 'actualite' | 'annonce' | 'service'
}

type Event = NonNullable<Subject['event']>
export const event = (
  kind: Kind,
  days: readonly number[],
  hours: readonly string[],
  venue: Event['venue'],
) => ({
  event: { kind, days, hours, venue },
})

export const FRIDAY = [5] as const
export const SATURDAY = [6] as const
export const SUNDAY = [7] as const
export const WEEKEND = [6, 7] as const
export const EVENINGS = [1, 2, 4] as const
