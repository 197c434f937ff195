import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { semaphore } from '../concurrency/semaphore.ts'
import { lowerPriority } from './lower-priority.ts'

/**
 * Runs work on untrusted input in worker threads, so that it cannot block the event loop. Threads are reused, since starting
 * one takes longer than most tasks; a task that exceeds a limit ends its thread. A task is judged by its CPU time: by the clock,
 * a busy machine would refuse what it can read an hour later.
 */
interface ThreadPool<Task, Outcome, Ask, Answer> {
  run(task: Task, options?: Options<Ask, Answer>): Promise<Outcome>
}

interface Options<Ask, Answer> {
  readonly signal?: AbortSignal | undefined
  /** Limit of CPU time: a task beyond it is lost for good. */
  readonly workMs?: number | undefined
  /** Limit by the clock: a task beyond it may be done another time. */
  readonly patienceMs?: number | undefined
  /** Answers questions that the thread asks the service; the clock begins anew with each answer. */
  readonly answer?: (ask: Ask) => Promise<Answer>
}

/** The thread ended before the task was done: by its CPU time, by the clock, by itself, or by the caller. */
export class TaskLost extends Error {
  readonly why: 'too long' | 'late' | 'broken' | 'aborted'

  constructor(why: TaskLost['why']) {
    super(`A task in a thread of its own was lost: ${why}.`)
    this.name = 'Lost'
    this.why = why
  }
}

const WORK_MS = 12_000
const PATIENCE_MS = 30_000
/** Pause before the CPU time is looked at again: at the first look a thread that shared its core has used less. */
const LOOK_MS = 50
/** To load what the work needs, which takes seconds on a busy machine and tells nothing about a task. */
const START_MS = 60_000
const MOST_MEGABYTES = 512
const AT_ONCE = 2
const IDLE_MS = 60_000
/** A thread is replaced after this many tasks, which frees memory that libraries keep. */
const MOST_TASKS = 200

type FromThread<Outcome, Ask> =
  | { readonly ready: true }
  | { readonly outcome: Outcome }
  | { readonly ask: Ask }
interface Thread {
  readonly worker: Worker
  tasks: number
  leaving?: NodeJS.Timeout
}

/** `file` must call `workInThread` with the same name. `refusal` converts a TaskLost to the caller's error. */
export function threadPool<Task, Outcome, Ask = never, Answer = never>(
  name: string,
  file: string,
  refusal: (lost: TaskLost) => Error = lost => lost,
): ThreadPool<Task, Outcome, Ask, Answer> {
  const idle: Thread[] = []
  const inFew = semaphore(AT_ONCE, Number.POSITIVE_INFINITY)

  const drop = (thread: Thread) => {
    clearTimeout(thread.leaving)
    const at = idle.indexOf(thread)
    if (at >= 0) idle.splice(at, 1)
    return thread.worker.terminate()
  }
  const begin = (): Thread => {
    const resourceLimits = { maxOldGenerationSizeMb: MOST_MEGABYTES }
    return { worker: new Worker(new URL(file), { workerData: { apart: name }, resourceLimits }), tasks: 0 }
  }
  const keep = (thread: Thread) => {
    if (++thread.tasks >= MOST_TASKS) return void drop(thread)
    thread.worker.removeAllListeners()
    thread.worker.on('error', () => void drop(thread))
    thread.worker.on('exit', () => void drop(thread))
    thread.worker.unref()
    thread.leaving = setTimeout(() => void drop(thread), IDLE_MS).unref()
    idle.push(thread)
  }

  async function runIn(thread: Thread, task: Task, options: Options<Ask, Answer>): Promise<Outcome> {
    const { worker } = thread
    const { signal, answer, workMs = WORK_MS, patienceMs = PATIENCE_MS } = options
    clearTimeout(thread.leaving)
    worker.removeAllListeners()
    worker.ref()
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    let patience: NodeJS.Timeout | undefined
    const wait = (ms = patienceMs) => {
      patience = setTimeout(() => reject(new TaskLost('late')), ms)
    }
    let stopWatching = () => {}
    const watch = () => {
      stopWatching = watchWork(worker, workMs, () => reject(new TaskLost('too long')))
    }
    const giveUp = () => reject(new TaskLost('aborted'))
    worker.on('message', async (message: FromThread<Outcome, Ask>) => {
      clearTimeout(patience)
      if ('ready' in message) {
        watch()
        return wait()
      }
      if ('outcome' in message) return resolve(message.outcome)
      try {
        const reply = await answer?.(message.ask)
        wait()
        worker.postMessage({ answer: reply })
      } catch (error) {
        reject(error)
      }
    })
    worker.once('error', () => reject(new TaskLost('broken')))
    worker.once('exit', () => reject(new TaskLost('broken')))
    signal?.addEventListener('abort', giveUp)
    if (thread.tasks > 0) watch()
    wait(thread.tasks === 0 ? START_MS : patienceMs)
    try {
      if (signal?.aborted) throw new TaskLost('aborted')
      worker.postMessage({ task })
      const outcome = await promise
      keep(thread)
      return outcome
    } catch (error) {
      await drop(thread)
      throw error
    } finally {
      clearTimeout(patience)
      stopWatching()
      signal?.removeEventListener('abort', giveUp)
    }
  }

  return {
    run: (task, options = {}) =>
      inFew(async () => {
        const kept = idle.pop()
        if (!kept) return await runIn(begin(), task, options)
        return await runIn(kept, task, options).catch(async error => {
          // The kept thread may have been ending already: retries in a new one.
          if (error instanceof TaskLost && error.why === 'broken') return await runIn(begin(), task, options)
          throw error
        })
      }).catch(error => {
        throw error instanceof TaskLost ? refusal(error) : error
      }),
  }
}

/**
 * Calls `over` once the thread has used so much CPU time from now on. A thread that is blocked does not tell its time: the
 * clock of the task does not wait for that.
 */
function watchWork(worker: Worker, workMs: number, over: () => void): () => void {
  let next: NodeJS.Timeout | undefined
  let stopped = false
  const usedMs = async () => {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1_000
  }
  const before = usedMs()
  const lookIn = (ms: number) => {
    // A thread that has ended tells nothing: its end is an event of its own.
    next = setTimeout(() => look().catch(() => {}), ms)
  }
  const look = async () => {
    const left = workMs - ((await usedMs()) - (await before))
    if (stopped) return
    if (left <= 0) over()
    else lookIn(Math.max(LOOK_MS, left))
  }
  before.catch(() => {})
  lookIn(workMs)
  return () => {
    stopped = true
    clearTimeout(next)
  }
}

/**
 * Runs in the thread: loads what the work needs, then handles one task after the other. `ask` sends a question to the
 * service and waits for the answer.
 */
export async function workInThread<Task, Outcome, Ask, Answer>(
  name: string,
  work: (task: Task, ask: (ask: Ask) => Promise<Answer>) => Promise<Outcome>,
  load?: () => Promise<unknown>,
): Promise<void> {
  const port = parentPort
  if (isMainThread || !port || (workerData as { apart?: unknown } | null)?.apart !== name) return
  await load?.()
  lowerPriority()
  let answered: ((answer: Answer) => void) | undefined
  const ask = (what: Ask) =>
    new Promise<Answer>(resolve => {
      answered = resolve
      port.postMessage({ ask: what })
    })
  port.on('message', async (message: { task: Task } | { answer: Answer }) => {
    if ('answer' in message) return answered?.(message.answer)
    port.postMessage({ outcome: await work(message.task, ask) })
  })
  port.postMessage({ ready: true })
}
