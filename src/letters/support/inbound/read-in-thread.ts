import { Problem } from '../../../kernel/refusals/errors.ts'
import { threadPool, workInThread } from '../../../kernel/threads/thread-pool.ts'
import { type Incoming, readMail } from './incoming.ts'
import { isLate, readBeginning } from './late.ts'

/**
 * A mail may be crafted to be slow to parse: ten megabytes of wrapped lines take 9 s, 64 KiB of an unclosed link 900
 * ms, 4 KiB of empty lines 40 ms. Mails longer than a few lines are parsed in a thread, which keeps the event loop
 * free.
 */
const SMALL_BYTES = 4 * 1024
const FEW_LINES = 256

export const isSmall = (raw: Buffer): boolean =>
  raw.length <= SMALL_BYTES && raw.toString('latin1').split('\n', FEW_LINES + 1).length <= FEW_LINES

const NAME = 'support.read'
interface Limits {
  readonly workMs?: number
  readonly patienceMs?: number
}
type Said = { readonly mail: Incoming } | { readonly refused: true }
const threads = threadPool<Uint8Array, Said>(NAME, import.meta.url, lost =>
  lost.why === 'late'
    ? new Problem('unavailable', { cause: lost, headers: { 'retry-after': '30' } })
    : new Problem('invalid_webhook_payload', { cause: lost }),
)

/** With its bytes, of which a draft may be made. `late` is the refusal of a mail of which the beginning alone was read. */
export type ReceivedMail = Incoming & { readonly raw: Buffer; readonly late?: Problem }

const read = new WeakMap<Buffer, Promise<ReceivedMail>>()

/** The same bytes are parsed once, however often the transaction is retried. Only tests change the limits. */
export function readOnce(raw: Buffer, limits: Limits = {}): Promise<ReceivedMail> {
  const known = read.get(raw)
  if (known) return known
  const reading = (isSmall(raw) ? readMail(raw) : readApart(raw, limits)).then(
    mail => ({ ...mail, raw }),
    async error => {
      if (!isLate(error)) throw error
      return { ...(await readBeginning(raw)), raw, late: error }
    },
  )
  read.set(raw, reading)
  return reading
}

/** A mail beyond the clock is unavailable, so that the mail server sends it again. */
export async function readApart(raw: Buffer, limits: Limits = {}): Promise<Incoming> {
  const answer = await threads.run(new Uint8Array(raw), limits)
  if ('refused' in answer) throw new Problem('invalid_webhook_payload')
  return { ...answer.mail, key: Buffer.from(answer.mail.key) }
}

workInThread<Uint8Array, Said, never, never>(NAME, bytes =>
  readMail(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).then(
    mail => ({ mail }),
    () => ({ refused: true }),
  ),
)
