import { constants, getPriority, setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** On Linux, a sixth of the usual scheduling weight: on a busy machine the work slows down but does not starve. */
const STEPS = 8

/**
 * Lowers the priority of this process below that of the service; in a worker thread, that of the thread (Linux only, other
 * systems have no priority per thread).
 */
export function lowerPriority(): void {
  if (!isMainThread && process.platform !== 'linux') return
  try {
    setPriority(Math.min(getPriority() + STEPS, constants.priority.PRIORITY_LOW))
  } catch {
    // A sandbox may forbid it; the work can still be done.
  }
}
