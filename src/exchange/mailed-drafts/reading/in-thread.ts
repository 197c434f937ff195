import { Problem } from '../../../kernel/refusals/errors.ts'
import { TaskLost, threadPool, workInThread } from '../../../kernel/threads/thread-pool.ts'
import { type DraftRead, type MailedDraft, readDraft } from './read-mail.ts'

/** A mail may be crafted to be slow to read: it is read in a thread, whatever its size. */

interface Task {
  readonly raw: Uint8Array
  readonly now: Date
  readonly withPosters: boolean
}
type Said = { readonly read: DraftRead } | { readonly refused: true }

const NAME = 'mailed_drafts.read'
const threads = threadPool<Task, Said>(NAME, import.meta.url)

/**
 * Undefined where it cannot be read, or takes too much CPU time. A poster that takes too much is not read. What a busy machine
 * does not read in time is unavailable: the mail server sends it again.
 */
export async function readDraftApart(raw: Buffer, now: Date): Promise<MailedDraft | undefined> {
  const plain = await apart({ raw, now, withPosters: false })
  const whole = plain?.wantsPoster ? await apart({ raw, now, withPosters: true }) : undefined
  return (whole ?? plain)?.draft
}

async function apart({ raw, ...task }: Task & { readonly raw: Buffer }): Promise<DraftRead | undefined> {
  try {
    const said = await threads.run({ raw: new Uint8Array(raw), ...task })
    return 'read' in said ? said.read : undefined
  } catch (error) {
    if (!(error instanceof TaskLost)) throw error
    if (error.why !== 'late') return undefined
    throw new Problem('unavailable', { cause: error, headers: { 'retry-after': '30' } })
  }
}

workInThread<Task, Said, never, never>(NAME, ({ raw, now, withPosters }) =>
  readDraft(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), now, { withPosters }).then(
    read => ({ read }),
    () => ({ refused: true }),
  ),
)
