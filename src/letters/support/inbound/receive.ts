import { sql, type Tx } from '../../../kernel/db/db.ts'
import { Problem } from '../../../kernel/refusals/errors.ts'
import type { Log } from '../../../kernel/telemetry/log.ts'
import { stopDigests } from '../../digests/queries.ts'
import { markReturned } from '../../mail/leases.ts'
import { digestTokenOf } from '../../mail/links.ts'
import { unsubscribeGone } from '../../weekly-mail/subscribers.ts'
import { addInbound } from '../messages.ts'
import { type LockedThread, lockThread, openThread, setThread } from '../queries.ts'
import type { Bounce } from './bounces.ts'
import type { Incoming, Person } from './incoming.ts'
import { markBounced, threadFor } from './threading.ts'

/** Adds a mail to its conversation, or begins a new one; the same mail twice is one message. */
export async function receiveMail(tx: Tx, mail: Incoming, log: Log): Promise<void> {
  if (await isNew(tx, mail)) await note(tx, mail, await file(tx, mail, log))
}

const OUTCOMES = ['opened', 'added', 'bounce', 'left out'] as const
type Outcome = (typeof OUTCOMES)[number]
/** The state of a receipt: begun, then the outcome. */
export const RECEIPTS = ['begun', ...OUTCOMES] as const

async function file(tx: Tx, mail: Incoming, log: Log): Promise<Outcome> {
  if (mail.bounce) return (await cameBack(tx, mail.bounce, mail.tokens, log)) ? 'bounce' : 'left out'
  if (!mail.from) throw new Problem('invalid_webhook_payload')
  const found = await threadFor(tx, mail, mail.from)
  const thread = found === undefined ? undefined : await lockWhereItGoesOn(tx, found)
  // An absence note that answers another mail of the service opens no thread.
  if (!thread && mail.nature === 'answer') return 'left out'

  const id = thread?.id ?? (await open(tx, mail, mail.replyTo ?? mail.from))
  await addInbound(tx, id, {
    nom: mail.from.nom,
    email: mail.from.email,
    body: mail.body,
    messageId: mail.messageId,
    automatic: mail.nature !== 'person',
    attachments: mail.attachments,
  })
  if (!thread) return 'opened'
  if (mail.nature === 'person') await setThread(tx, id, { ...thread, status: 'open', unread: true })
  return 'added'
}

/** The thread may be merged while this mail waits for its lock. */
async function lockWhereItGoesOn(tx: Tx, id: string): Promise<LockedThread | undefined> {
  const thread = await lockThread(tx, id)
  return thread?.merged_into ? await lockWhereItGoesOn(tx, thread.merged_into) : thread
}

/** By the Message-ID alone, which cannot be guessed: providers black out the address. */
async function unsubscribeComplaining(tx: Tx, about: readonly string[]): Promise<boolean> {
  const mail = await tx.one<{ message_id: string; unsubscribe_url: string | null }>(sql`
    select message_id, unsubscribe_url from mails
    where message_id = any(${[...about]}::text[]) order by place desc limit 1`)
  if (!mail) return false
  await unsubscribeGone(tx, mail.message_id)
  const token = mail.unsubscribe_url === null ? undefined : digestTokenOf(mail.unsubscribe_url)
  if (token !== undefined) await stopDigests(tx, token)
  return true
}

/** A bounce of a support answer, or of any other mail: a decision, a link, a notice. */
async function cameBack(tx: Tx, bounce: Bounce, tokens: readonly string[], log: Log): Promise<boolean> {
  if (bounce.isComplaint) return await unsubscribeComplaining(tx, bounce.about)
  if (await markBounced(tx, bounce, tokens)) return true
  const mail = bounce.failed ? await markReturned(tx, bounce.about, bounce.words) : undefined
  if (mail) log.warn({ mail: mail.id, template: mail.template }, 'mail bounced')
  if (mail && bounce.isAddressGone) await unsubscribeGone(tx, mail.message_id)
  return mail !== undefined
}

const open = (tx: Tx, { subject, language }: Incoming, { nom, email }: Person) =>
  openThread(tx, { subject, nom, email, userId: null, language, communeId: null })

/** A second copy waits here for the first (unique index), and is answered as received. */
const isNew = async (tx: Tx, { key }: Incoming): Promise<boolean> =>
  (await tx.run(sql`
    insert into support_receipts (key, outcome) values (${key}, 'begun') on conflict do nothing`)) === 1

const note = (tx: Tx, { key }: Incoming, outcome: Outcome) =>
  tx.run(sql`update support_receipts set outcome = ${outcome} where key = ${key}`)
