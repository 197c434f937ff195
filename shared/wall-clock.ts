/**
 * What a clock on a wall there shows: `2026-11-30T21:18:21`. From the parts of a date, because browsers disagree on how a
 * language writes a whole one: Canadian English is `2026-11-30` in one and `11/30/2026` in another.
 */
export function wallClock(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  return at => {
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
    for (const { type, value } of format.formatToParts(at)) parts[type] = value
    return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`
  }
}

export const parisClock = wallClock('Europe/Paris')
/** The day in Paris: `2026-11-30`. */
export const dayOf = (at: Date): string => parisClock(at).slice(0, 10)
