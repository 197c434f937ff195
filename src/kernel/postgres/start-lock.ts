import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../refusal.ts'
import { codeOf, isAlive, messageOf, read, token } from './tools.ts'

/** The locks that this process holds: a file with our number that is not among them is from before a restart. */
const held = new Set<string>()

/**
 * The lock under which one process at a time copies, prepares and starts: a file with the holder's process id. The file of
 * a process that has ended is removed; so is one that is too old, in case the id belongs to another program now.
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
  // Without a number: it is being written, or its writer was killed.
  return pid > 0 ? !isAlive(pid) : age > 2_000
}

/** Removes the file only if its text has not changed: of two processes that do so, the first may hold the lock by now. */
function discard(file: string, judged: string): void {
  const aside = `${file}.${token()}`
  try {
    fs.renameSync(file, aside)
    if (read(aside) !== judged) fs.linkSync(aside, file)
  } catch {}
  fs.rmSync(aside, { force: true })
}
