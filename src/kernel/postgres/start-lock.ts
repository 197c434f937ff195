import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../refusals/refusal.ts'
import { codeOf, isAlive, messageOf, read, token } from './tools.ts'

/** The locks held by this process: another file with our process id is from before a restart. */
const held = new Set<string>()

/**
 * A lock file with the holder's process id, under which one process at a time copies programs, prepares the cluster and
 * starts the server. Removes the file of an ended process, and one that is too old (its process id may be reused).
 */
export async function withStartLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const file = join(dataDir, 'postgres.starting')
  const mine = `${process.pid} ${token()}`
  held.add(mine)
  try {
    while (!take(file, mine)) {
      const holder = read(file)
      const age = Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
      if (holder !== undefined && isOver(holder, age)) discard(file, holder)
      else await sleep(20)
    }
    return await work()
  } finally {
    held.delete(mine)
    if (read(file) === mine) fs.rmSync(file, { force: true })
  }
}

function take(file: string, mine: string): boolean {
  try {
    fs.writeFileSync(file, mine, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw new Refusal(`DATA_DIR cannot be written: ${messageOf(error)}.`)
  }
}

function isOver(holder: string, age: number): boolean {
  if (age > 120_000) return true
  const pid = Number.parseInt(holder, 10)
  if (pid === process.pid) return !held.has(holder)
  // Empty: it is being written, or its writer was killed.
  return pid > 0 ? !isAlive(pid) : age > 2_000
}

/** Removes the file only if it is unchanged: another process may have replaced it and hold the lock now. */
function discard(file: string, judged: string): void {
  const aside = `${file}.${token()}`
  try {
    fs.renameSync(file, aside)
    if (read(aside) !== judged) fs.linkSync(aside, file)
  } catch {}
  fs.rmSync(aside, { force: true })
}
