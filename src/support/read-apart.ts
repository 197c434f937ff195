import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { Problem } from '../kernel/errors.ts'
import { atMost } from '../kernel/turns.ts'
import { type Incoming, readMail } from './incoming.ts'

/**
 * A mail may be built to be slow to read (ten megabytes of wrapped lines: nine seconds). Ordinary ones are read at once;
 * a large one in a thread of its own, which is stopped when it takes too long, so that nobody else waits.
 */
/** A link that never ends costs the square of its length: 64 KiB of them 900 ms, 16 KiB 60. */
const ORDINARY_BYTES = 16 * 1024
const ORDINARY_LINES = 2_000
const PATIENCE_MS = 12_000
const MOST_MEGABYTES = 512
const inFew = atMost(2, Number.POSITIVE_INFINITY)

const read = new WeakMap<Buffer, Promise<Incoming>>()

/** The same bytes are read once, however often a transaction is tried. */
export function readOnce(raw: Buffer): Promise<Incoming> {
  const known = read.get(raw)
  if (known) return known
  const reading = isOrdinary(raw) ? readMail(raw) : inFew(() => readApart(raw))
  read.set(raw, reading)
  return reading
}

function isOrdinary(raw: Buffer): boolean {
  if (raw.length > ORDINARY_BYTES) return false
  let lines = 0
  for (const byte of raw) if (byte === 10) lines++
  return lines <= ORDINARY_LINES
}

type Said = { readonly mail: Incoming } | { readonly refused: true }

/** For the tests: whoever takes longer than `patienceMs` is stopped. */
export async function readApart(raw: Buffer, patienceMs = PATIENCE_MS): Promise<Incoming> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: new Uint8Array(raw),
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  const patience = setTimeout(() => void worker.terminate(), patienceMs)
  try {
    const said = await new Promise<Said>(resolve => {
      worker.once('message', resolve)
      worker.once('error', () => resolve({ refused: true }))
      worker.once('exit', () => resolve({ refused: true }))
    })
    if ('refused' in said) throw new Problem('invalid_webhook_payload')
    return { ...said.mail, key: Buffer.from(said.mail.key) }
  } finally {
    clearTimeout(patience)
    await worker.terminate()
  }
}

if (!isMainThread && workerData instanceof Uint8Array) {
  const bytes = workerData
  const said: Said = await readMail(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).then(
    mail => ({ mail }),
    () => ({ refused: true }),
  )
  parentPort?.postMessage(said)
}
