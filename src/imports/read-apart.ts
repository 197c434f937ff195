import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Door, Fetched, FetchOptions } from '../kernel/fetch.ts'
import { FetchRefused, type RefusedCode } from '../kernel/fetch.ts'
import { atMost } from '../kernel/turns.ts'
import { type Reading, type SourceToRead, Unreadable, type UnreadableCode } from './reading/item.ts'
import { readSource } from './reading/read-source.ts'

/**
 * Nine megabytes of a feed take two seconds to read, and so may a small calendar whose rules were made to cost: these
 * are read in a thread of their own, which is stopped when it takes too long, so that nobody else waits. What is
 * fetched is fetched here, through the one door.
 */
const ORDINARY_BYTES = 128 * 1024
const CALENDAR = /begin:v|rrule/i
const PATIENCE_MS = 12_000
const MOST_MEGABYTES = 512
const inFew = atMost(2, Number.POSITIVE_INFINITY)

type Outcome = Reading | 'not_modified'
type ReadDoor = Pick<Door, 'fetch'>
/** An error of ours as it travels between threads. */
type Told =
  | { readonly refused: { code: RefusedCode; status: number | null; retryAfter: number | null } }
  | { readonly unreadable: { code: UnreadableCode; message: string } }
  | { readonly broken: string }
type FromThread =
  | { readonly url: string; readonly options: FetchOptions }
  | { readonly outcome: Outcome }
  | { readonly error: Told }
type ToThread = { readonly answer: Fetched } | { readonly error: Told }

/** Throws `FetchRefused` or `Unreadable`. For the tests: whoever takes longer than `patienceMs` is stopped. */
export async function read(
  door: ReadDoor,
  source: SourceToRead,
  now: Date,
  signal: AbortSignal,
  patienceMs = PATIENCE_MS,
): Promise<Outcome> {
  const answers: Fetched[] = []
  let costly = false
  const watched: ReadDoor = {
    async fetch(url, options) {
      const answer = await door.fetch(url, { ...options, signal })
      answers.push(answer)
      costly ||= answer.status === 'ok' && isCostly(answer.bytes)
      if (costly) throw new Unreadable('too_large', 'It is read apart.')
      return answer
    },
  }
  const here = await readSource(watched, source, now, signal).catch(error => {
    if (!costly) throw error
  })
  if (here !== undefined && !costly) return here
  // What was fetched is not asked for again: the thread is given the same answers in the same order.
  const replaying: ReadDoor = {
    fetch: async (url, options) => answers.shift() ?? (await door.fetch(url, { ...options, signal })),
  }
  return await inFew(() => readApart(replaying, source, now, signal, patienceMs))
}

const isCostly = (bytes: Buffer) => bytes.length > ORDINARY_BYTES || CALENDAR.test(bytes.toString('latin1'))

async function readApart(
  door: ReadDoor,
  source: SourceToRead,
  now: Date,
  signal: AbortSignal,
  patienceMs: number,
): Promise<Outcome> {
  const task: Task = { name: TASK, source, now }
  const worker = new Worker(new URL(import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  let patience: NodeJS.Timeout | undefined
  const settled = Promise.withResolvers<Outcome>()
  const { resolve, reject } = settled
  const giveUp = () => reject(new FetchRefused('aborted'))
  signal.addEventListener('abort', giveUp)
  const wait = () => {
    patience = setTimeout(
      () => reject(new Unreadable('too_large', 'It takes too long to be read.')),
      patienceMs,
    )
  }
  worker.on('message', async (message: FromThread) => {
    clearTimeout(patience)
    if ('outcome' in message) return resolve(message.outcome)
    if ('error' in message) return reject(errorFrom(message.error))
    const reply: ToThread = await door.fetch(message.url, message.options).then(
      answer => ({ answer }),
      error => ({ error: told(error) }),
    )
    wait()
    worker.postMessage(reply)
  })
  worker.once('error', () => reject(new Unreadable('too_large', 'It takes too much memory to be read.')))
  worker.once('exit', () => reject(new Unreadable('too_large', 'It could not be read to its end.')))
  wait()
  try {
    signal.throwIfAborted()
    return await settled.promise
  } finally {
    clearTimeout(patience)
    signal.removeEventListener('abort', giveUp)
    await worker.terminate()
  }
}

function told(error: unknown): Told {
  if (error instanceof FetchRefused) {
    const { code, status, retryAfter } = error
    return { refused: { code, status, retryAfter } }
  }
  if (error instanceof Unreadable) return { unreadable: { code: error.code, message: error.message } }
  return { broken: error instanceof Error ? error.name : typeof error }
}

function errorFrom(error: Told): Error {
  if ('refused' in error) {
    const { code, status, retryAfter } = error.refused
    return new FetchRefused(code, { retryAfter, ...(status !== null && { status }) })
  }
  if ('unreadable' in error) return new Unreadable(error.unreadable.code, error.unreadable.message)
  return new Error(`A reading broke in its thread: ${error.broken}`)
}

////////////////////////////////////////////////////////////////////////////// in the thread

const TASK = 'imports.read'
interface Task {
  readonly name: typeof TASK
  readonly source: SourceToRead
  readonly now: Date
}

/** Asks the service, which has the door, and waits for its answer. */
const doorOf = (port: NonNullable<typeof parentPort>): ReadDoor => ({
  fetch(url, { signal: _, ...options } = {}) {
    const reply = Promise.withResolvers<Fetched>()
    port.once('message', (message: ToThread) => {
      if ('error' in message) return reply.reject(errorFrom(message.error))
      const { answer } = message
      // A buffer arrives as the bare array that it is.
      reply.resolve(answer.status === 'ok' ? { ...answer, bytes: Buffer.from(answer.bytes) } : answer)
    })
    port.postMessage({ url, options } satisfies FromThread)
    return reply.promise
  },
})

if (!isMainThread && parentPort && (workerData as Partial<Task> | undefined)?.name === TASK) {
  const { source, now } = workerData as Task
  const port = parentPort
  const said: FromThread = await readSource(doorOf(port), source, now).then(
    outcome => ({ outcome }),
    error => ({ error: told(error) }),
  )
  port.postMessage(said)
}
