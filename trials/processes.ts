import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Server } from '../test/fixtures/cluster.ts'

/** Clock ticks per second on Linux. */
const TICKS_A_SECOND = 100

/** CPU seconds of a process and its ended children. */
export function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which may contain anything: utime, stime and those of ended children.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND
    return childrenOf(pid).reduce((sum, child) => sum + cpuOf(child), own)
  } catch {
    return 0
  }
}

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

export const postmasterOf = ({ folder }: Server): number =>
  Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
