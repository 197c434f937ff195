import { constants, getPriority, setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** Linux: a sixth of the weight of the others, so that a full machine slows it down and does not starve it. */
const STEPS = 8

/**
 * Below whoever answers requests, at whatever priority the service itself was started. Of this process; in a thread, which only
 * Linux gives a priority of its own, of that thread.
 */
export function lowerPriority(): void {
  if (!isMainThread && process.platform !== 'linux') return
  try {
    setPriority(Math.min(getPriority() + STEPS, constants.priority.PRIORITY_LOW))
  } catch {
    // A sandbox may forbid it: the work is done all the same.
  }
}
