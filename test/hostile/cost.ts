import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { test } from 'node:test'
import { composed, FIXED, type Hostile } from './texts.ts'

/**
 * What reading costs, and how that grows: a text four times as long may take four times as long. `HOSTILE_SEED` makes
 * other texts, `HOSTILE_TEXTS` that many of them for each reader.
 */
const SEED = Number(process.env.HOSTILE_SEED ?? 20_260_105)
const TEXTS = Number(process.env.HOSTILE_TEXTS ?? 24)

/** Nobody waits longer for another one's text, on a machine that is as quick as an ordinary one. */
const LIMIT_MS = 50
/** What `floor` takes there: the limit grows with what it takes here and now. */
const FLOOR_MS = 2
const STEEP = 1.5
/** What costs a fifth of the limit where it is as large as is accepted may grow as it likes: it grows no further. */
const MEASURABLE_MS = 10
/** Some systems count the time of the processor in steps of 4 ms: as many readings as take ten of them. */
const SAMPLE_MS = 40
const LOOKS = 8
const GLANCES = 4

export type Read = (text: string) => unknown

/** On the event loop, whatever it is given up to the largest that is accepted. */
export function holdsNobodyUp(name: string, largest: number, read: Read, texts = FIXED): void {
  test(`${name}: whatever it is made of, it holds nobody up`, async () => {
    for (const hostile of [...texts, ...composed(SEED, TEXTS)]) await judge(hostile, largest, read)
  })
}

export const composedNow = (count = TEXTS) => composed(SEED, count)
export const named = ({ name }: Hostile) => `${name} (HOSTILE_SEED=${SEED})`

async function judge(hostile: Hostile, largest: number, read: Read): Promise<void> {
  const text = hostile.make(largest)
  // By the clock, which a busy machine makes longer and never shorter: nearly all of them are done with here.
  const whole = await glance(read, text)
  if (whole < MEASURABLE_MS) return
  const quarter = hostile.make(Math.floor(largest / 4))
  const power = (more: number, less: number) => Math.log(more / less) / Math.log(text.length / quarter.length)
  const part = Math.min(await clockOf(read, quarter), await clockOf(read, quarter))
  if (whole < LIMIT_MS && power(whole, part) < STEEP) return
  let [ms, less] = [Infinity, Infinity]
  for (let look = 0; look < LOOKS; look++) {
    ms = Math.min(ms, await costOf(read, text))
    if (ms < MEASURABLE_MS) return
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

/** Refused: that may cost no more. */
const tried = async (read: Read, text: string) => {
  try {
    await read(text)
  } catch {}
}

/** The shortest of a few: a text that is measured at length takes a hundred readings. */
async function glance(read: Read, text: string): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let times = 0; times < GLANCES && shortest >= MEASURABLE_MS; times++)
    shortest = Math.min(shortest, await clockOf(read, text))
  return shortest
}

export async function clockOf(read: Read, text: string): Promise<number> {
  const since = performance.now()
  await tried(read, text)
  return performance.now() - since
}

/**
 * The shortest of several readings by the clock, or their average by the processor where that is less: collections of
 * garbage are none of its own cost, and neither is what else the machine does.
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

/** The longest that this thread was busy in one go while something went on elsewhere. */
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
