import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { FairSemaphore } from '../kernel/concurrency/fair-semaphore.ts'
import { Problem } from '../kernel/errors.ts'
import { kindOf } from './kinds.ts'
import type { PictureSet, ReencodeRequest, ReencodeResult, Refused, Source } from './reencode.ts'

/**
 * Pictures of strangers as pictures of ours, encoded one at a time in a process beside the service (`reencode.ts`), which is kept
 * for the next picture for a while, and ended when one takes too long.
 */
const PROGRAM = fileURLToPath(new URL('reencode.ts', import.meta.url))
/** A picture that takes more of the processor than `workMs` is refused for good; one without an answer after `patienceMs`, for now. */
interface Effort {
  readonly workMs: number
  readonly patienceMs: number
}
/** Seven pictures of one. */
const EFFORT: Effort = { workMs: 16_000, patienceMs: 20_000 }
const IDLE_MS = 30_000

/** The machine had no time or no memory for it: nothing is said of the picture. */
export class NotNow extends Problem {
  constructor() {
    super('unavailable', { headers: { 'retry-after': '30' } })
  }
}

type Encoding = (picture: Source, effort: Effort) => Promise<ReencodeResult>

/** One process, one picture after the other. */
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

  /** An idle one keeps no service from ending, and ends with it. */
  function keep(worker: ChildProcess): void {
    worker.removeAllListeners()
    worker.on('error', () => {})
    worker.unref()
    worker.channel?.unref()
    leaving = setTimeout(() => worker.kill(), IDLE_MS).unref()
    kept = worker
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

/** Each asker in turn: one at work and two waiting. One more is refused, and nobody else. */
const turns = new FairSemaphore({
  places: 1,
  each: 1,
  waiting: 2,
  patienceMs: 60_000,
  refusal: 'unavailable',
})

/** In every width, of a file whose first bytes were looked at, or of bytes. `asker`: whoever takes turns with the others. */
export async function pictureSet(
  picture: Source,
  asker: string,
  effort = EFFORT,
): Promise<PictureSet | Refused> {
  if ('bytes' in picture && kindOf(Buffer.from(picture.bytes)) === undefined) return UNREADABLE
  return await turns.run(asker, () => encoded(picture, effort))
}
const UNREADABLE: Refused = { refused: 'unreadable' }

/** Nothing of the service's settings goes along, and nothing of it is written anywhere. */
const start = () => fork(PROGRAM, { serialization: 'advanced', stdio: 'ignore', env: {}, execArgv: [] })

/** `down`: it ended over this picture. `late`: no answer in time, or killed from outside, as where memory is short. */
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
 * For a command, which ends before they would by themselves: idle processes go now. Waited for: a command that is run inside
 * a container would leave them to process 1, which collects no children but its own.
 */
export { letGo }
