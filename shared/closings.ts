/** Days on which an acteur is closed although its hours say otherwise. */
export interface Closing {
  /** The first day. */
  readonly du: string
  /** The last day. */
  readonly au: string
  readonly motif: string | null
}

export const MOST_CLOSINGS = 20
export const FURTHEST_CLOSING_DAYS = 400

/** The last day of the closings that cover this day or follow each other from it on; undefined on other days. */
export function closedUntil(closings: readonly Closing[], day: string): string | undefined {
  let until: string | undefined
  for (let at: string | undefined = day; at !== undefined; ) {
    const asked: string = at
    const last = closings
      .filter(({ du, au }) => du <= asked && asked <= au)
      .map(({ au }) => au)
      .sort()
      .at(-1)
    until = last ?? until
    at = last === undefined ? undefined : dayAfter(last)
  }
  return until
}

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
