/** The opening hours of one day of the week. */

export interface Slot {
  /** `HH:MM`, in the time zone of the commune. */
  readonly de: string
  readonly a: string
}

export interface OpenDay {
  /** Monday is 1. */
  readonly jour: number
  /** None: closed. */
  readonly plages: readonly Slot[]
  /** A condition in brackets, such as `sauf juillet`: whether it is open then is unknown. */
  readonly note: string | null
}
