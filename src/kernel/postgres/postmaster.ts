import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { basename, join } from 'node:path'
import { env, read } from './tools.ts'

/** Finds the server process of a cluster. */

interface Server {
  readonly pid: number
  readonly socketDir: string
  readonly status: string
}

/** Found by its postmaster.pid. */
export function findServer(cluster: string): Server | undefined {
  const file = readPidFile(cluster)
  return file?.socketDir && isPostmaster(file.pid, cluster) ? file : undefined
}

export function readPidFile(cluster: string): Server | undefined {
  const lines = read(join(cluster, 'postmaster.pid'))?.split('\n')
  return lines && { pid: Number(lines[0]), socketDir: lines[4] ?? '', status: lines[7]?.trim() ?? '' }
}

/** Checks the command line too, since process ids are reused, above all in containers. */
export function isPostmaster(pid: number, cluster: string): boolean {
  if (!(pid > 0)) return false
  if (process.platform !== 'linux') {
    const ps = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8', env })
    return ps.stdout.includes(`postgres -D ${cluster} `)
  }
  const [program = '', ...args] = read(`/proc/${pid}/cmdline`)?.split('\0') ?? []
  if (basename(program) !== 'postgres') return false
  if (args.includes(cluster)) return true
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(cluster)
  } catch {
    return false
  }
}
