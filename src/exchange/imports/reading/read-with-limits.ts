import type { Door, Fetched, FetchOptions } from '../../../kernel/fetch/fetch.ts'
import { FetchRefused, type RefusedCode } from '../../../kernel/fetch/fetch.ts'
import { type TaskLost, threadPool, workInThread } from '../../../kernel/threads/thread-pool.ts'
import { explain, type ImportExplanation } from '../explanations.ts'
import { type Reading, type SeenColumns, type SourceToRead, Unreadable } from './item.ts'

/**
 * Reads a source without blocking the event loop: short documents here, all others in a thread that can be ended. On broken
 * documents parsers may take the square of their length: a feed of 127 KiB took thirty seconds, a small calendar with crafted
 * rules two. The thread fetches nothing itself: it asks for each address, which goes through the one door. If small ones
 * were read there too, the first one would cost 400 ms of processor and 40 MB more, again after each idle minute.
 */
const SMALL_BYTES = 4 * 1024
const CALENDAR = /begin:v|rrule/i

/** The parsers, three hundred files, are loaded with the first source that is read. */
const parsers = () => import('./read-source.ts')

type Outcome = Reading | 'not_modified'
interface Limits {
  /** Limit of CPU time. */
  readonly workMs?: number
  /** Limit by the clock. */
  readonly patienceMs?: number
}
type ReadDoor = Pick<Door, 'fetch'>
interface Task {
  readonly source: SourceToRead
  readonly now: Date
}
interface Ask {
  readonly url: string
  readonly options: FetchOptions
}
/** An error as it is passed between threads. */
type PlainError =
  | { readonly refused: { code: RefusedCode; status: number | null; retryAfter: number | null } }
  | { readonly unreadable: ImportExplanation; readonly columns: SeenColumns | undefined }
  | { readonly broken: string }
type Answer = { readonly fetched: Fetched } | { readonly error: PlainError }
type Result = { readonly outcome: Outcome } | { readonly error: PlainError }

const NAME = 'imports.read'
const threads = threadPool<Task, Result, Ask, Answer>(NAME, import.meta.url, refusalOf)

/** Throws `FetchRefused` or `Unreadable`. */
export async function readWithLimits(
  door: ReadDoor,
  source: SourceToRead,
  now: Date,
  signal: AbortSignal,
  limits: Limits = {},
): Promise<Outcome> {
  const answers: (() => Promise<Fetched>)[] = []
  let costly = false
  const watched: ReadDoor = {
    async fetch(url, options) {
      const answer = await door.fetch(url, { ...options, signal }).catch((error: unknown) => {
        answers.push(() => Promise.reject(error))
        throw error
      })
      answers.push(async () => answer)
      costly ||= answer.status === 'ok' && isCostly(answer.bytes)
      // Throws to stop reading on this thread; the worker thread starts again from the beginning.
      if (costly) throw new Error('to be read in the thread')
      return answer
    },
  }
  const { readSource } = await parsers()
  const here = await readSource(watched, source, now, signal).catch(error => {
    if (!costly) throw error
  })
  if (here !== undefined && !costly) return here
  // Pages are not fetched twice: the worker thread first gets the stored answers and errors, in order.
  const replaying: ReadDoor = {
    fetch: async (url, options) => {
      const known = answers.shift()
      return known ? await known() : await door.fetch(url, { ...options, signal })
    },
  }
  return await readApart(replaying, { source, now }, signal, limits)
}

const isCostly = (bytes: Buffer) => bytes.length > SMALL_BYTES || CALENDAR.test(bytes.toString('latin1'))

async function readApart(door: ReadDoor, task: Task, signal: AbortSignal, limits: Limits): Promise<Outcome> {
  const answer = ({ url, options }: Ask): Promise<Answer> =>
    door.fetch(url, options).then(
      fetched => ({ fetched }),
      error => ({ error: plainError(error) }),
    )
  const outcome = await threads.run(task, { ...limits, signal, answer })
  if ('error' in outcome) throw errorFrom(outcome.error)
  return outcome.outcome
}

function refusalOf({ why }: TaskLost): Error {
  if (why === 'aborted') return new FetchRefused('aborted')
  // The machine is busy: the next reading may be in time.
  if (why === 'late') return new Unreadable(explain('reading_broke'))
  if (why === 'too long') return new Unreadable(explain('reading_too_long'))
  return new Unreadable(explain('reading_too_big'))
}

function plainError(error: unknown): PlainError {
  if (error instanceof FetchRefused) {
    const { code, status, retryAfter } = error
    return { refused: { code, status, retryAfter } }
  }
  if (error instanceof Unreadable) return { unreadable: error.explanation, columns: error.columns }
  return { broken: error instanceof Error ? error.name : typeof error }
}

function errorFrom(error: PlainError): Error {
  if ('refused' in error) {
    const { code, status, retryAfter } = error.refused
    return new FetchRefused(code, { retryAfter, ...(status !== null && { status }) })
  }
  if ('unreadable' in error) return new Unreadable(error.unreadable, { columns: error.columns })
  return new Error(`A reading broke in its thread: ${error.broken}`)
}

////////////////////////////////////////////////////////////////////////////// in the thread

/** Asks the service to fetch, and waits for the answer. */
const doorOf = (ask: (ask: Ask) => Promise<Answer>): ReadDoor => ({
  async fetch(url, { signal: _, ...options } = {}) {
    const answer = await ask({ url, options })
    if ('error' in answer) throw errorFrom(answer.error)
    const { fetched } = answer
    // A Buffer arrives as a plain Uint8Array.
    return fetched.status === 'ok' ? { ...fetched, bytes: Buffer.from(fetched.bytes) } : fetched
  },
})

workInThread<Task, Result, Ask, Answer>(
  NAME,
  async ({ source, now }, ask) => {
    const { readSource } = await parsers()
    return await readSource(doorOf(ask), source, now).then(
      outcome => ({ outcome }),
      error => ({ error: plainError(error) }),
    )
  },
  parsers,
)
