import type { ModerationStatus } from '../../../../shared/words/moderation.ts'
import { type Sql, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Language } from '../../../kernel/refusals/errors.ts'
import { HELD, type Mail, type Queued, queueMail, type Sender } from '../../../letters/mail/outbox.ts'
import type { Addressee } from '../../../letters/mail/shapes.ts'
import { type TakenBack, takeBack } from '../../../letters/mail/take-back.ts'
import type { MailContent } from '../../../letters/mail/templates/all.ts'
import type { Withdrawal } from '../../../letters/mail/templates/publications.ts'
import { addressOf } from '../record.ts'

/** The mails of an operation: held for a minute, and cancelled or corrected when the operation is undone. */

/** The mails about decisions; each lists the titles of the publications. */
export type DecisionMail = Extract<MailContent, { template: keyof typeof ABOUT }>
const ABOUT = {
  'publication-rejected': 'rejection',
  'changes-requested': 'rejection',
  'report-outcome': 'report',
  'publication-corrected': 'correction',
} as const satisfies Record<string, Withdrawal['about']>

export interface HeldMail extends Queued {
  readonly content: DecisionMail
  /** In the order of the titles. */
  readonly publicationIds: readonly string[]
  readonly to: Addressee
}

interface Person {
  readonly email: string
}

export async function queueHeldMail(
  context: Sender & { readonly held?: number },
  content: DecisionMail,
  publicationIds: readonly string[],
  { to, as, language }: { readonly to: Person; readonly as: Addressee; readonly language: Language },
): Promise<HeldMail> {
  const mail = await queueMail(context, {
    ...content,
    to,
    language,
    held: context.held ?? HELD.decision,
  } as Mail)
  return { ...mail, content, publicationIds, to: as }
}

/** Records which publications of the operation each mail is about. */
export const linkMails = (tx: Tx, operationId: string, mails: readonly HeldMail[]) =>
  mails.length === 0
    ? undefined
    : tx.run(sql`
        insert into moderation_letters (mail_id, operation_id, publication_ids, template, data)
        select mail_id, ${operationId}, array(select jsonb_array_elements_text(publication_ids)::uuid), template, data
        from jsonb_to_recordset(${JSON.stringify(
          mails.map(({ id, content, publicationIds }) => ({
            mail_id: id,
            publication_ids: publicationIds,
            ...content,
          })),
        )}::jsonb) as l(mail_id uuid, publication_ids jsonb, template text, data jsonb)`)

type LinkedMail = DecisionMail & { readonly mail_id: string; readonly publication_ids: readonly string[] }

/** Cancels the mails that have not left; those that still apply are queued again after the undo. */
export async function cancelMails(tx: Tx, operationId: string): Promise<void> {
  const mails = await tx.all<{ mail_id: string }>(
    sql`select mail_id from moderation_letters where operation_id = ${operationId}`,
  )
  await takeBack(
    tx,
    mails.map(({ mail_id }) => mail_id),
  )
}

/** Pieces of the mails of an undone operation: `ids` are mails. */
export const mailPieces = (operationId: string, piece: number): Sql => sql`
  select 'withdraw' as step, null::uuid as user_id, array_agg(mail_id order by mail_id) as ids
  from (select mail_id, (row_number() over (order by mail_id) - 1) / ${piece}::int as piece
        from moderation_letters where operation_id = ${operationId}) numbered
  group by piece order by piece`

/** The restored publications that these mails are about. */
export const restoredInMails = async (
  tx: Tx,
  operationId: string,
  mailIds: readonly string[],
): Promise<string[]> =>
  (
    await tx.all<{ id: string }>(sql`
      select distinct i.publication_id as id from moderation_letters l
      join moderation_operation_items i on i.operation_id = l.operation_id and i.publication_id = any(l.publication_ids)
      where l.operation_id = ${operationId} and l.mail_id = any(${[...mailIds]}::uuid[]) and i.version_after = 0`)
  ).map(({ id }) => id)

/**
 * Cancels the mails about restored publications. A mail that was sent is followed by a correction; one that was cancelled
 * is queued again for the publications that stay decided.
 */
export async function takeMailsBack(
  context: Sender,
  operationId: string,
  restored: readonly string[],
  /** The mails to look at; by default those about restored publications. */
  mailIds?: readonly string[],
): Promise<void> {
  const { tx } = context
  const linked = await tx.all<LinkedMail>(sql`
    select mail_id, publication_ids, template, data from moderation_letters
    where operation_id = ${operationId}
      and ${mailIds ? sql`mail_id = any(${[...mailIds]}::uuid[])` : sql`publication_ids && ${[...restored]}::uuid[]`}
    order by mail_id`)
  if (linked.length === 0) return
  const mails = new Map(
    (
      await takeBack(
        tx,
        linked.map(one => one.mail_id),
      )
    ).map(mail => [mail.id, mail]),
  )
  await tx.run(sql`delete from moderation_letters where mail_id = any(${[...mails.keys()]}::uuid[])`)
  const undone = new Set(restored)
  const standing = await statusesOf(tx, linked, restored)
  const again: HeldMail[] = []
  for (const one of linked) {
    const mail = mails.get(one.mail_id)
    if (!mail?.recipient_email) continue
    const to = { email: mail.recipient_email }
    if (mail.told) {
      const repeated = REPEATED[one.template]
      const holds = (id: string) => repeated !== undefined && standing.get(id) === repeated.status
      await queueWithdrawal(context, one, mail, to, id => undone.has(id) && !holds(id))
      await queueWithdrawal(context, one, mail, to, holds, repeated?.about)
    }
    const rest = partOf(one, id => !undone.has(id))
    if (mail.cancelled && !mail.told && rest.ids.length > 0)
      again.push(await queueAgain(context, one, mail, to, rest))
  }
  await linkMails(tx, operationId, again)
}

/**
 * “Correct and publish” is two decisions. The mail about the first says whether the text is online, so that while it has
 * not left, it is queued again after the second, and after an undo.
 */
export async function retellCorrections(context: Sender, ids: readonly string[]): Promise<void> {
  const { tx, config } = context
  const corrections = await tx.all<
    LinkedMail & { readonly template: 'publication-corrected'; operation_id: string; is_online: boolean }
  >(sql`
    select l.mail_id, l.operation_id, l.publication_ids, l.template, l.data, coalesce(p.visible_le <= now(), false) as is_online
    from mails m join moderation_letters l on l.mail_id = m.id join publications p on p.id = l.publication_ids[1]
    where m.status = 'queued' and m.template = 'publication-corrected' and p.id = any(${[...ids]}::uuid[])
    order by m.id`)
  for (const { operation_id, is_online, ...one } of corrections) {
    const [id = ''] = one.publication_ids
    const online = is_online ? addressOf({ id }, config) : null
    if (online === (one.data.online ?? null)) continue
    const [mail] = await takeBack(tx, [one.mail_id])
    if (!mail?.recipient_email || !mail.cancelled || mail.told) continue
    await tx.run(sql`delete from moderation_letters where mail_id = ${one.mail_id}`)
    const to = { email: mail.recipient_email }
    const data = { ...one.data, online }
    const again = { ...mail, seconds: HELD.decision }
    await linkMails(tx, operation_id, [
      await queueAgain(
        context,
        { ...one, data },
        again,
        to,
        partOf(one, () => true),
      ),
    ])
  }
}

/** Some of the publications of a mail: their ids, the titles it lists, and how many more there are. */
function partOf(mail: LinkedMail, wanted: (id: string) => boolean) {
  const some = mail.publication_ids
    .map((id, at) => ({ id, title: mail.data.titles[at] }))
    .filter(({ id }) => wanted(id))
  const titles = some.flatMap(({ title }) => title ?? [])
  return { ids: some.map(({ id }) => id), titles, more: some.length - titles.length }
}

/** Decisions that may follow one of their own kind: where the undo took back the later one, the earlier still holds. */
const REPEATED: Partial<
  Record<DecisionMail['template'], { readonly status: ModerationStatus; readonly about: Withdrawal['about'] }>
> = {
  'changes-requested': { status: 'changes_requested', about: 'comment' },
  'publication-rejected': { status: 'rejected', about: 'refusal' },
}

/** The statuses of the restored publications, where one of these mails tells a decision that may be repeated. */
async function statusesOf(
  tx: Tx,
  mails: readonly LinkedMail[],
  restored: readonly string[],
): Promise<ReadonlyMap<string, ModerationStatus>> {
  if (!mails.some(({ template }) => REPEATED[template])) return new Map()
  const rows = await tx.all<{ id: string; moderation_status: ModerationStatus }>(sql`
    select id, moderation_status from publications where id = any(${[...restored]}::uuid[])`)
  return new Map(rows.map(({ id, moderation_status }) => [id, moderation_status]))
}

/** A reply to the mail that it withdraws, so that it is delivered after it. */
const queueWithdrawal = async (
  context: Sender,
  mail: LinkedMail,
  { language, message_id }: TakenBack,
  to: Person,
  concerned: (id: string) => boolean,
  about: Withdrawal['about'] = ABOUT[mail.template],
) => {
  const { ids, titles, more } = partOf(mail, concerned)
  if (ids.length === 0) return
  await queueMail(context, {
    template: 'decision-withdrawn',
    data: { titles, more, about },
    to,
    language,
    inReplyTo: message_id,
  })
}

async function queueAgain(
  context: Sender,
  { template, data }: LinkedMail,
  { language, seconds }: TakenBack,
  to: Person,
  { ids, ...named }: ReturnType<typeof partOf>,
): Promise<HeldMail> {
  const content = { template, data: { ...data, ...named, ...('at' in data && { at: new Date(data.at) }) } }
  const mail = await queueMail(context, { ...content, to, language, held: seconds } as Mail)
  return {
    ...mail,
    content: content as DecisionMail,
    publicationIds: ids,
    to: { as: 'author', id: null, nom: null },
  }
}

/** A mail lists so many titles, and counts the others. */
export const NAMED = 500

/** For an operation stopped while it queued its mails: only recipients without a mail about the publication. */
export const NOT_YET_MAILED = 'not_yet_mailed'
export type Whom = typeof NOT_YET_MAILED | undefined
export const whom = (which: Whom, operationId: string, { template }: Pick<DecisionMail, 'template'>): Sql =>
  which === NOT_YET_MAILED
    ? sql`not exists (
        select from moderation_letters l join mails m on m.id = l.mail_id
        where l.operation_id = ${operationId} and l.template = ${template}
          and due.publication_id = any(l.publication_ids) and lower(m.recipient_email) = lower(due.email))`
    : sql`true`
