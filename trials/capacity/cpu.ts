import { readFileSync } from 'node:fs'
import { childrenOf } from '../mixed/nodes.ts'

/** As Linux counts them. */
const TICKS_A_SECOND = 100

/** Seconds of processor that a process has had, with those it began: what ended is in its own account. */
export function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Behind the name, which may hold anything: utime, stime and the two of children that ended.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND
    return childrenOf(pid).reduce((sum, child) => sum + cpuOf(child), own)
  } catch {
    return 0
  }
}
