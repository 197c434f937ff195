const HOUR_MS = 3_600_000
/** Where the team has set no target. */
const USUAL_HOURS = 72

/** Undefined: not for long. `long`: for half of the target or more; `late`: for longer than the target. */
export function stepOf(
  since: Date,
  now: Date,
  targetHours: number | null | undefined,
): 'long' | 'late' | undefined {
  const hours = (now.getTime() - since.getTime()) / HOUR_MS
  const most = targetHours ?? USUAL_HOURS
  if (hours > most) return 'late'
  return hours >= most / 2 ? 'long' : undefined
}
