import { createHash } from 'node:crypto'
import { Data, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import type { MailNote } from '../../../shared/words/mailed-drafts.ts'
import type { Db } from '../../kernel/db/db.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { type PrepareContext, write } from '../../kernel/routes/action.ts'
import { giveBack, type Limit, perDay, perHour, takeOne } from '../../kernel/routes/limits.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { draftPage, draftsPage, houses } from '../../letters/mail/links.ts'
import { type Sender as MailSender, queueMail } from '../../letters/mail/outbox.ts'
import type { Incoming } from '../../letters/support/inbound/incoming.ts'
import { isLate } from '../../letters/support/inbound/late.ts'
import type { ReceivedMail } from '../../letters/support/inbound/read-in-thread.ts'
import { receiveMail } from '../../letters/support/inbound/receive.ts'
import { callerById } from '../../people/access/rights.ts'
import { countDrafts, insertDraft, MOST_DRAFTS } from '../../publishing/drafts/queries.ts'
import { standingIn } from '../../publishing/publications/standing.ts'
import { attachFiles, type KeptFiles, keepFiles, releaseFiles } from './files.ts'
import { type Accepted, judge, mayWrite, type Refused } from './judge.ts'
import { acteurOfTokens, beginMail, eventType, isKnownMail, noteMail } from './queries.ts'
import { readDraftApart } from './reading/in-thread.ts'
import type { MailedDraft } from './reading/read-mail.ts'

/**
 * The mail server posts each incoming mail, and may repeat it until it has an answer. A mail to the address of an acteur
 * becomes a draft of its sender, who is answered by one mail; any other one belongs to a conversation.
 */
export const receive = write({
  summary: 'Receive a mail as raw bytes, for its conversation, a new one, or a draft',
  // Parsed before a database connection is taken: a large mail may take seconds.
  body: Type.Unsafe<ReceivedMail>({
    type: 'string',
    format: 'binary',
    examples: [
      'From: Anne Martin <anne@exemple.fr>\r\nTo: support@exemple.fr\r\nSubject: Horaires\r\nMessage-ID: <1@exemple.fr>\r\n\r\nBonjour, êtes-vous ouverts lundi ?\r\n',
    ],
  }),
  reply: Data(Obj({ received: Type.Boolean() })),
  errors: ['invalid_webhook_payload', 'storage_low'],
  async prepare(context): Promise<Prepared | undefined> {
    const { db, body: mail, config } = context
    if (mail.late && (await mayComeAgain(db.pool, mail.raw))) throw mail.late
    if (mail.acteurTokens.length === 0 || (await isKnownMail(db.pool, mail.key))) return undefined
    const verdict = await judge(db.pool, mail, config)
    if ('refused' in verdict) return verdict
    return (await beyondLimits(verdict, context)) ?? (await readAndKeep(verdict, context))
  },
  async run({ tx, body: mail, prepared, config, enqueue, now, log }) {
    const received = { data: { received: true } }
    if (mail.acteurTokens.length === 0) {
      await receiveMail(tx, mail, log)
      return received
    }
    if (prepared === undefined || !(await beginMail(tx, mail.key))) return received
    const mailing = { tx, config, enqueue }
    const outcome = 'refused' in prepared ? prepared : await makeDraft(mailing, mail, prepared, now)
    if ('refused' in outcome) {
      await noteMail(tx, mail.key, outcome.refused, outcome.acteurId)
      log.info({ outcome: outcome.refused }, 'mail to an acteur refused')
      await tell(mailing, mail, outcome)
    } else await noteMail(tx, mail.key, 'draft', outcome.acteur.id)
    return received
  },
  async release(prepared, context) {
    if (prepared && 'files' in prepared) await releaseFiles(prepared.files.kept, context)
  },
})

type Ready = Accepted & { readonly draft: MailedDraft; readonly files: KeptFiles }
type Prepared = Refused | Ready
type Preparing = Omit<PrepareContext<undefined, undefined, undefined>, 'body'> & {
  readonly body: ReceivedMail
}

////////////////////////////////////////////////////////////////////////////// limits

const OF_MEMBER = perHour('mailed-draft', 20, 'user')
const OF_ACTEUR = perDay('mailed-draft-acteur', 100, 'user')
/** Answers to refused mails. */
const TOLD = perDay('mailed-draft-refused', 3, 'user')

/**
 * Deliveries of a mail that a busy machine did not read in time, on all nodes: Postfix makes so many within about five
 * hours. The next one is taken by its headers and its beginning, so that a person sees it; the mail server would try for
 * days, then give up.
 */
const LATE: Limit = { name: 'mail-late', most: 8, seconds: 7 * 24 * 3600, by: 'address' }

const mayComeAgain = (db: Db, raw: Buffer): Promise<boolean> =>
  take(db, LATE, createHash('sha256').update(raw).digest('base64url'), { rateLimitScale: 1 })

/** Before the slow work: so much of it is done for a member and an acteur. */
async function beyondLimits({ sender, acteur }: Accepted, context: Preparing): Promise<Refused | undefined> {
  const { db, config } = context
  const isWithin =
    (await take(db.pool, OF_MEMBER, sender.id, config)) && (await take(db.pool, OF_ACTEUR, acteur.id, config))
  return isWithin ? undefined : { refused: 'too_many', acteurId: acteur.id, told: sender }
}

async function take(
  db: Db,
  limit: Limit,
  subject: string,
  { rateLimitScale }: Pick<Config, 'rateLimitScale'>,
): Promise<boolean> {
  if (rateLimitScale === 0) return true
  try {
    await takeOne(db, limit, subject, rateLimitScale)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'rate_limited') return false
    throw error
  }
}

////////////////////////////////////////////////////////////////////////////// the draft

async function readAndKeep(accepted: Accepted, context: Preparing): Promise<Prepared> {
  const { acteur, sender } = accepted
  try {
    const draft = await readDraftApart(context.body.raw, context.now)
    if (!draft) return { refused: 'unreadable', acteurId: acteur.id, told: sender }
    const files = await keepFiles(draft.files, { acteur: acteur.id, person: sender.id }, context)
    return { ...accepted, draft, files }
  } catch (error) {
    const { db, config, body } = context
    if (isLate(error) && !(await mayComeAgain(db.pool, body.raw)))
      return { refused: 'unreadable', acteurId: acteur.id, told: sender }
    // The mail server sends it again.
    if (config.rateLimitScale > 0) {
      await giveBack(db.pool, OF_MEMBER, sender.id, config.rateLimitScale)
      await giveBack(db.pool, OF_ACTEUR, acteur.id, config.rateLimitScale)
    }
    throw error
  }
}

async function makeDraft(
  mailing: MailSender,
  mail: Incoming,
  { acteur, sender, draft, files }: Ready,
  now: Date,
): Promise<Accepted | Refused> {
  const { tx, config } = mailing
  // Locks the user first: who was suspended or left meanwhile writes nothing.
  const drafts = await countDrafts(tx, sender.id)
  if ((await acteurOfTokens(tx, mail.acteurTokens))?.id !== acteur.id)
    return { refused: 'unknown_address', acteurId: acteur.id, told: sender }
  const caller = await callerById(tx, sender.id)
  if (!caller || !mayWrite(caller, await standingIn(tx, acteur.id, caller)))
    return { refused: 'not_a_member', acteurId: acteur.id }
  if (drafts >= MOST_DRAFTS) return { refused: 'drafts_full', acteurId: acteur.id, told: sender }
  const {
    images,
    documents,
    notes: missing,
  } = await attachFiles(tx, files.kept, { acteur: acteur.id, person: sender.id }, config)
  const notes = [...draft.notes, ...files.notes, ...missing]
  const { files: _files, notes: _notes, ...typed } = draft
  const type_id = draft.date_debut === '' ? null : ((await eventType(tx))?.id ?? null)
  const row = found(
    await insertDraft(tx, sender.id, {
      acteur_id: acteur.id,
      content: { ...typed, type_id, images, documents },
      from_mail: {
        received_at: now.toISOString(),
        notes: notes.map(({ code, texts }) => ({ code, texts: [...texts] })),
      },
    }),
  )
  await answer(mailing, mail, { acteur, sender, title: draft.title, notes, draftId: row.id })
  return { acteur, sender }
}

////////////////////////////////////////////////////////////////////////////// the answer

interface Made extends Accepted {
  readonly title: string
  readonly notes: readonly MailNote[]
  readonly draftId: string
}

const answer = (mailing: MailSender, mail: Incoming, { acteur, sender, title, notes, draftId }: Made) =>
  queueMail(mailing, {
    template: 'draft-ready',
    to: sender,
    language: mail.language,
    inReplyTo: mail.messageId,
    autoSubmitted: 'auto-replied',
    data: {
      acteur: acteur.nom,
      title,
      notes,
      link: draftPage(mailing.config, acteur.id, draftId),
    },
  })

/** Only a proven member is told, and not each time: no stranger gets mail by a forged sender. */
async function tell(
  mailing: MailSender,
  mail: Incoming,
  { refused, acteurId, told }: Refused,
): Promise<void> {
  const { tx, config } = mailing
  if (!told || !(await take(tx, TOLD, told.id, config))) return
  await queueMail(mailing, {
    template: 'mail-refused',
    to: told,
    language: mail.language,
    inReplyTo: mail.messageId,
    autoSubmitted: 'auto-replied',
    data: {
      subject: mail.subject,
      why: refused,
      link: acteurId === null ? houses(config) : draftsPage(config, acteurId),
    },
  })
}
