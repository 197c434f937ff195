import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { test } from 'node:test'
import { composed, FIXED, type Hostile } from './texts.ts'

/**
 * Measures the cost of reading and its growth: four times the text may take four times as long. `HOSTILE_SEED` changes
 * the texts, `HOSTILE_TEXTS` their number per reader.
 */
const SEED = Number(process.env.HOSTILE_SEED ?? 20_260_105)
const TEXTS = Number(process.env.HOSTILE_TEXTS ?? 24)

/** The longest time that one text may block other requests, on an ordinary machine. */
const LIMIT_MS = 50
/** The time of `floor` on that machine: the limit scales with its time here. */
const FLOOR_MS = 2
const STEEP = 1.5
/** If the largest accepted text takes less than half of the limit, growth does not matter. */
const MEASURABLE_MS = 25
/** Repeats readings, since some systems count CPU time in steps of 4 ms. */
const SAMPLE_MS = 40
/** Many: a busy machine is quiet for one of them. */
const LOOKS = 30
const GLANCES = 4

export type Read = (text: string) => unknown

/** For readers on the event loop, up to the largest accepted size. */
export function holdsNobodyUp(name: string, largest: number, read: Read, texts = FIXED): void {
  test(`${name}: whatever it is made of, it holds nobody up`, async () => {
    for (const hostile of [...texts, ...composed(SEED, TEXTS)]) await judge(hostile, largest, read)
  })
}

export const composedNow = (count = TEXTS) => composed(SEED, count)
export const named = ({ name }: Hostile) => `${name} (HOSTILE_SEED=${SEED})`

async function judge(hostile: Hostile, largest: number, read: Read): Promise<void> {
  const text = hostile.make(largest)
  // Wall-clock time first: enough for nearly all of them, since a busy machine only makes it longer.
  let whole = await clockOf(read, text)
  if (whole < MEASURABLE_MS) return
  const quarter = hostile.make(Math.floor(largest / 4))
  const power = (more: number, less: number) => Math.log(more / less) / Math.log(text.length / quarter.length)
  const part = Math.min(await clockOf(read, quarter), await clockOf(read, quarter))
  for (let times = 0; times < GLANCES; times++) {
    if (whole < LIMIT_MS && power(whole, part) < STEEP) return
    whole = Math.min(whole, await clockOf(read, text))
    if (whole < MEASURABLE_MS) return
  }
  let [ms, less] = [Infinity, Infinity]
  for (let look = 0; look < LOOKS; look++) {
    ms = Math.min(ms, await costOf(read, text))
    if (ms < MEASURABLE_MS || ms < limit() / 2) return
    less = Math.min(less, await costOf(read, quarter))
    if (!isLong(ms) && power(ms, less) < STEEP) return
  }
  const figures = `${ms.toFixed(1)} of ${limit().toFixed(1)} ms, to the power of ${power(ms, less).toFixed(2)}`
  assert.fail(`${named(hostile)}: ${figures}`)
}

export const isLong = (ms: number): boolean => ms >= LIMIT_MS && ms >= limit()

const RECORDS = JSON.stringify(Array.from({ length: 10_000 }, (_, n) => ({ id: n, nom: `Commune ${n}` })))
const floor = () => JSON.parse(RECORDS).map(({ nom }: { nom: string }) => nom.normalize('NFD').toLowerCase())

function limit(): number {
  let shortest = Number.POSITIVE_INFINITY
  for (let times = 0; times < 5; times++) {
    const since = performance.now()
    floor()
    shortest = Math.min(shortest, performance.now() - since)
  }
  return LIMIT_MS * Math.max(1, shortest / FLOOR_MS)
}

/** Being refused must not cost more. */
const tried = async (read: Read, text: string) => {
  try {
    await read(text)
  } catch {}
}

export async function clockOf(read: Read, text: string): Promise<number> {
  const since = performance.now()
  await tried(read, text)
  return performance.now() - since
}

/**
 * The shortest wall-clock time of several readings, or their average CPU time if that is less: excludes garbage
 * collection and other work on the machine.
 */
export async function costOf(read: Read, text: string): Promise<number> {
  const since = process.threadCpuUsage()
  let shortest = Number.POSITIVE_INFINITY
  for (let times = 1; ; times++) {
    shortest = Math.min(shortest, await clockOf(read, text))
    const { user, system } = process.threadCpuUsage(since)
    const spent = (user + system) / 1000
    if (spent >= SAMPLE_MS) return Math.min(shortest, spent / times)
  }
}

/** The longest time that this thread was blocked during the work. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    longest = Math.max(longest, (user + system) / 1000)
  }
  const timer = setInterval(look, 1)
  try {
    await work()
  } finally {
    clearInterval(timer)
    look()
  }
  return longest
}
