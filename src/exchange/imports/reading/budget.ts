/** Time that is left for work which may have no end. */
export interface Budget {
  left(): boolean
  spentMs(): number
}

/**
 * Time of this thread's processor: on a busy machine a reading must not bring less than on an idle one, nor a run less than its
 * dry run.
 */
export function budgetOf(ms: number): Budget {
  const since = process.threadCpuUsage()
  const spentMs = () => {
    const { user, system } = process.threadCpuUsage(since)
    return (user + system) / 1000
  }
  return { left: () => spentMs() < ms, spentMs }
}
