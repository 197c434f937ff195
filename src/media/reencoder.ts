import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { FairSemaphore } from '../kernel/concurrency/fair-semaphore.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import { kindOf } from './kinds.ts'
import type { PictureSet, ReencodeRequest, ReencodeResult, Refused, Source } from './reencode.ts'

/**
 * Re-encodes pictures from outside, one at a time, in a separate process (`reencode.ts`). The process is kept for the
 * next picture for a while, and killed when one takes too long.
 */
const PROGRAM = fileURLToPath(new URL('reencode.ts', import.meta.url))
/** Exceeding the CPU limit (`workMs`) is permanent; the wall-clock timeout (`patienceMs`) is retryable. */
interface Effort {
  readonly workMs: number
  readonly patienceMs: number
}
/** Covers the seven files made from one picture. */
const EFFORT: Effort = { workMs: 16_000, patienceMs: 20_000 }
const IDLE_MS = 30_000

/** The machine lacked time or memory; the picture may be fine. */
export class NotNow extends Problem {
  constructor() {
    super('unavailable', { headers: { 'retry-after': '30' } })
  }
}

type Encoding = (picture: Source, effort: Effort) => Promise<ReencodeResult>

/** One process that takes one picture after the other. */
function encoder() {
  let kept: ChildProcess | undefined
  let leaving: NodeJS.Timeout | undefined

  const encoded: Encoding = async (picture, { workMs, patienceMs }) => {
    clearTimeout(leaving)
    const worker = kept?.connected ? kept : start()
    kept = undefined
    const outcome = await ask(worker, { ...picture, workMs }, patienceMs)
    if (typeof outcome !== 'string') {
      keep(worker)
      return outcome
    }
    worker.kill('SIGKILL')
    if (outcome === 'late') throw new NotNow()
    return UNREADABLE
  }

  /** An idle process does not keep the service running, and ends with it. */
  function keep(worker: ChildProcess): void {
    worker.removeAllListeners()
    worker.on('error', () => {})
    worker.unref()
    worker.channel?.unref()
    kept = worker
    // A picture that comes while it ends gets another process, else it would be refused as unreadable.
    leaving = setTimeout(() => {
      kept = undefined
      worker.kill()
    }, IDLE_MS).unref()
  }

  async function letGo(): Promise<void> {
    clearTimeout(leaving)
    const worker = kept
    kept = undefined
    if (!worker || worker.exitCode !== null || worker.signalCode !== null) return
    worker.ref()
    const gone = once(worker, 'exit')
    worker.kill()
    await gone
  }

  return { encoded, letGo }
}

const { encoded, letGo } = encoder()

/** The user and acteur that wait for an encoded picture. */
export interface Asker {
  /** Turns are by acteur: many members of one do not stand before another one. */
  readonly acteur: string
  readonly person: string
}

/** A fair queue: each acteur has one picture in progress. */
const turns = new FairSemaphore({
  places: 1,
  each: 1,
  waiting: 6,
  patienceMs: 60_000,
  refusal: 'unavailable',
})
/** One picture in progress and two waiting; more are refused. */
const ofPerson = new FairSemaphore({
  places: Number.POSITIVE_INFINITY,
  each: 3,
  waiting: 0,
  patienceMs: 0,
  refusal: 'unavailable',
})

/** Re-encodes in every width a file whose first bytes were checked, or bytes. */
export async function pictureSet(
  picture: Source,
  { acteur, person }: Asker,
  effort = EFFORT,
): Promise<PictureSet | Refused> {
  if ('bytes' in picture && kindOf(Buffer.from(picture.bytes)) === undefined) return UNREADABLE
  return await ofPerson.run(person, () => turns.run(acteur, () => encoded(picture, effort)))
}
const UNREADABLE: Refused = { refused: 'unreadable' }

/** Inherits no environment and no output of the service. */
const start = () => fork(PROGRAM, { serialization: 'advanced', stdio: 'ignore', env: {}, execArgv: [] })

/**
 * `down`: the process ended because of this picture. `late`: timeout, or killed from outside, for example for lack of
 * memory.
 */
function ask(
  worker: ChildProcess,
  wanted: ReencodeRequest,
  patienceMs: number,
): Promise<ReencodeResult | 'down' | 'late'> {
  const { promise, resolve } = Promise.withResolvers<ReencodeResult | 'down' | 'late'>()
  const patience = setTimeout(resolve, patienceMs, 'late')
  worker.removeAllListeners()
  worker.once('message', answer => resolve(answer as ReencodeResult))
  worker.once('exit', (_code, signal) => resolve(signal === 'SIGKILL' ? 'late' : 'down'))
  worker.on('error', () => resolve('late'))
  worker.ref()
  worker.channel?.ref()
  worker.send(wanted)
  return promise.finally(() => clearTimeout(patience))
}

/**
 * Ends idle processes, and waits for it: called by commands, which exit earlier than the idle timeout. In a container,
 * orphans would go to process 1, which does not reap them.
 */
export { letGo }
