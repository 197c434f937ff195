import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { atMost } from '../kernel/crowds/concurrency.ts'
import { kindOf } from './kinds.ts'
import type { Answer, PictureSet, Reencoded, Refused, Source, Wanted } from './reencode.ts'

/**
 * Pictures of strangers as pictures of ours, one after the other in one process beside the service (`reencode.ts`). It is
 * kept for the next picture for a while, and ended when one takes too long.
 */
const PROGRAM = fileURLToPath(new URL('reencode.ts', import.meta.url))
const PATIENCE_MS = 10_000
/** Seven pictures of one. */
const PATIENCE_FOR_A_SET_MS = 20_000
const IDLE_MS = 30_000
/** Each may hold its bytes meanwhile. */
const WAITING = 16
const inTurn = atMost(1, WAITING)

let kept: ChildProcess | undefined
let leaving: NodeJS.Timeout | undefined

/** Undefined: it is no picture, or one that cannot be shown. Refused with 503 while too many others wait. */
export async function reencoded(bytes: Buffer, patienceMs = PATIENCE_MS): Promise<Reencoded | undefined> {
  if (kindOf(bytes) === undefined) return undefined
  const answer = await answered({ one: bytes }, patienceMs)
  return 'webp' in answer ? answer : undefined
}

/** In every width, of a file whose first bytes were looked at, or of bytes. Refused with 503 while too many others wait. */
export async function pictureSet(
  picture: Source,
  patienceMs = PATIENCE_FOR_A_SET_MS,
): Promise<PictureSet | Refused> {
  if ('bytes' in picture && kindOf(Buffer.from(picture.bytes)) === undefined) return UNREADABLE
  const answer = await answered({ set: picture }, patienceMs)
  return 'files' in answer || 'refused' in answer ? answer : UNREADABLE
}
const UNREADABLE: Refused = { refused: 'unreadable' }

const answered = (wanted: Wanted, patienceMs: number): Promise<Answer> =>
  inTurn(async () => {
    clearTimeout(leaving)
    const worker = kept?.connected ? kept : start()
    kept = undefined
    const answer = await ask(worker, wanted, patienceMs)
    if (answer === undefined) {
      worker.kill('SIGKILL')
      return UNREADABLE
    }
    keep(worker)
    return answer
  })

/** Nothing of the service's settings goes along, and nothing of it is written anywhere. */
const start = () => fork(PROGRAM, { serialization: 'advanced', stdio: 'ignore', env: {}, execArgv: [] })

/** Undefined where it gave no answer. */
function ask(worker: ChildProcess, wanted: Wanted, patienceMs: number): Promise<Answer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
  const patience = setTimeout(resolve, patienceMs, undefined)
  worker.removeAllListeners()
  worker.once('message', answer => resolve(answer as Answer))
  worker.once('exit', () => resolve(undefined))
  worker.on('error', () => resolve(undefined))
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
