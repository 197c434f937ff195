import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { atMost } from '../kernel/crowds/concurrency.ts'
import { Problem } from '../kernel/errors.ts'
import { kindOf } from './kinds.ts'
import type { Answer, Picture, PictureSet, Reencoded, Refused, Source, Wanted } from './reencode.ts'

/**
 * Pictures of strangers as pictures of ours, one after the other in one process beside the service (`reencode.ts`). It is
 * kept for the next picture for a while, and ended when one takes too long.
 */
const PROGRAM = fileURLToPath(new URL('reencode.ts', import.meta.url))
/** Who takes more of the processor than `workMs` is no picture; who has not answered after `patienceMs` may be one, another time. */
interface Effort {
  readonly workMs: number
  readonly patienceMs: number
}
const FOR_ONE: Effort = { workMs: 8_000, patienceMs: 10_000 }
/** Seven pictures of one. */
const FOR_A_SET: Effort = { workMs: 16_000, patienceMs: 20_000 }
const IDLE_MS = 30_000
/** Each may hold its bytes meanwhile. */
const WAITING = 16
const inTurn = atMost(1, WAITING)

let kept: ChildProcess | undefined
let leaving: NodeJS.Timeout | undefined

/** The machine had no time or no memory for it: nothing is said of the picture. */
export class NotNow extends Problem {
  constructor() {
    super('unavailable', { headers: { 'retry-after': '30' } })
  }
}

/** Undefined: it is no picture, or one that cannot be shown. Refused with 503 while too many others wait. */
export async function reencoded(bytes: Buffer, effort = FOR_ONE): Promise<Reencoded | undefined> {
  if (kindOf(bytes) === undefined) return undefined
  const answer = await answered({ one: bytes }, effort)
  return 'webp' in answer ? answer : undefined
}

/** In every width, of a file whose first bytes were looked at, or of bytes. Refused with 503 while too many others wait. */
export async function pictureSet(picture: Source, effort = FOR_A_SET): Promise<PictureSet | Refused> {
  if ('bytes' in picture && kindOf(Buffer.from(picture.bytes)) === undefined) return UNREADABLE
  const answer = await answered({ set: picture }, effort)
  return 'files' in answer || 'refused' in answer ? answer : UNREADABLE
}
const UNREADABLE: Refused = { refused: 'unreadable' }

const answered = (wanted: Picture, { workMs, patienceMs }: Effort): Promise<Answer> =>
  inTurn(async () => {
    clearTimeout(leaving)
    const worker = kept?.connected ? kept : start()
    kept = undefined
    const outcome = await ask(worker, { ...wanted, workMs }, patienceMs)
    if (typeof outcome !== 'string') {
      keep(worker)
      return outcome
    }
    worker.kill('SIGKILL')
    if (outcome === 'late') throw new NotNow()
    return UNREADABLE
  })

/** Nothing of the service's settings goes along, and nothing of it is written anywhere. */
const start = () => fork(PROGRAM, { serialization: 'advanced', stdio: 'ignore', env: {}, execArgv: [] })

/** `down`: it ended over this picture. `late`: no answer in time, or killed from outside, as where memory is short. */
function ask(worker: ChildProcess, wanted: Wanted, patienceMs: number): Promise<Answer | 'down' | 'late'> {
  const { promise, resolve } = Promise.withResolvers<Answer | 'down' | 'late'>()
  const patience = setTimeout(resolve, patienceMs, 'late')
  worker.removeAllListeners()
  worker.once('message', answer => resolve(answer as Answer))
  worker.once('exit', (_code, signal) => resolve(signal === 'SIGKILL' ? 'late' : 'down'))
  worker.on('error', () => resolve('late'))
  worker.ref()
  worker.channel?.ref()
  worker.send(wanted)
  return promise.finally(() => clearTimeout(patience))
}

/** An idle one keeps no service from ending, and ends with it. */
function keep(worker: ChildProcess): void {
  worker.removeAllListeners()
  worker.on('error', () => {})
  worker.unref()
  worker.channel?.unref()
  leaving = setTimeout(() => worker.kill(), IDLE_MS).unref()
  kept = worker
}

/**
 * For a command, which ends before it would by itself: the idle process goes now. Waited for: a command that is run inside
 * a container would leave it to process 1, which collects no children but its own.
 */
export async function letGo(): Promise<void> {
  clearTimeout(leaving)
  const worker = kept
  kept = undefined
  if (!worker || worker.exitCode !== null || worker.signalCode !== null) return
  worker.ref()
  const gone = once(worker, 'exit')
  worker.kill()
  await gone
}
