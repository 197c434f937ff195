import { Temporal } from 'temporal-polyfill'
import { hourIn, secondsOfDayLeft, todayIn } from './days.ts'

/** How long a page stays right: until the day ends, an hour that it names comes, or something that it shows changes. */
export class Holds {
  readonly #fuseau: string
  readonly #now: Date
  readonly #shows = new Set<string>()
  #hour: string | undefined

  constructor(fuseau: string, now: Date) {
    this.#fuseau = fuseau
    this.#now = now
  }

  /** From this hour of today on it says something else: `12:30`; `24:00` is the end of the day. */
  until(hour: string): void {
    if (hour < '24:00' && hour > hourIn(this.#fuseau, this.#now) && hour < (this.#hour ?? '24:00'))
      this.#hour = hour
  }

  /** It shows these, beside its commune, or what belongs to them. */
  show(ids: readonly (string | null)[]): void {
    for (const id of ids) if (id !== null) this.#shows.add(id)
  }

  of(communeId: string): { readonly shows: readonly string[]; readonly holdsMs: number } {
    const ofDay = secondsOfDayLeft(this.#fuseau, this.#now) * 1_000
    return {
      shows: [communeId, ...this.#shows],
      holdsMs: Math.min(ofDay, this.#hour === undefined ? ofDay : this.#msTo(this.#hour)),
    }
  }

  #msTo(hour: string): number {
    const today = Temporal.PlainDate.from(todayIn(this.#fuseau, this.#now))
    const at = today.toZonedDateTime({ timeZone: this.#fuseau, plainTime: hour }).epochMilliseconds
    return Math.max(0, at - this.#now.getTime())
  }
}
