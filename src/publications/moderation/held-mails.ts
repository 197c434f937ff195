import { type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import type { Language } from '../../kernel/errors.ts'
import { HELD, type Mail, type Queued, type Sender, sendMail } from '../../mail/outbox.ts'
import type { Addressee } from '../../mail/shapes.ts'
import { type TakenBack, takeBack } from '../../mail/take-back.ts'
import type { Letter } from '../../mail/templates/all.ts'
import type { Withdrawal } from '../../mail/templates/publications.ts'

/** The mails of an operation: held back for a minute, and taken back with what they tell of. */

/** Those of decisions about publications: each names them by their titles. */
export type DecisionLetter = Extract<Letter, { template: keyof typeof ABOUT }>
const ABOUT = {
  'publication-rejected': 'rejection',
  'report-outcome': 'report',
  'publication-corrected': 'correction',
} as const satisfies Record<string, Withdrawal['about']>

export interface Held extends Queued {
  readonly letter: DecisionLetter
  /** In the order of its titles. */
  readonly publicationIds: readonly string[]
  readonly to: Addressee
}

interface Person {
  readonly email: string
}

/** `held`: longer than a decision's mails wait by themselves. */
export async function hold(
  context: Sender & { readonly held?: number },
  letter: DecisionLetter,
  publicationIds: readonly string[],
  { to, as, language }: { readonly to: Person; readonly as: Addressee; readonly language: Language },
): Promise<Held> {
  const mail = await sendMail(context, {
    ...letter,
    to,
    language,
    held: context.held ?? HELD.decision,
  } as Mail)
  return { ...mail, letter, publicationIds, to: as }
}

export const keepLetters = (tx: Tx, operationId: string, letters: readonly Held[]) =>
  letters.length === 0
    ? undefined
    : tx.run(sql`
        insert into moderation_letters (mail_id, operation_id, publication_ids, template, data)
        select mail_id, ${operationId}, array(select jsonb_array_elements_text(publication_ids)::uuid), template, data
        from jsonb_to_recordset(${JSON.stringify(
          letters.map(({ id, letter, publicationIds }) => ({
            mail_id: id,
            publication_ids: publicationIds,
            ...letter,
          })),
        )}::jsonb) as l(mail_id uuid, publication_ids jsonb, template text, data jsonb)`)

type Kept = DecisionLetter & { readonly mail_id: string; readonly publication_ids: readonly string[] }

/** They do not leave as long as it is not known which of them still hold. */
export async function withhold(tx: Tx, operationId: string): Promise<void> {
  const letters = await tx.all<{ mail_id: string }>(
    sql`select mail_id from moderation_letters where operation_id = ${operationId}`,
  )
  await takeBack(
    tx,
    letters.map(({ mail_id }) => mail_id),
  )
}

/** The letters of an operation that was put back in part, so many in a piece: `ids` are mails. */
export const lettersOf = (operationId: string, piece: number): Sql => sql`
  select 'withdraw' as step, null::uuid as user_id, array_agg(mail_id order by mail_id) as ids
  from (select mail_id, (row_number() over (order by mail_id) - 1) / ${piece}::int as piece
        from moderation_letters where operation_id = ${operationId}) numbered
  group by piece order by piece`

/** Of what these mails tell of, what was put back. */
export const restoredIn = async (
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
 * What has not left does not leave; what it told of the publications that stay as they were decided is written again, also
 * where that is all of them. Who was told already is told what does not hold any more.
 */
export async function takeLettersBack(
  context: Sender,
  operationId: string,
  restored: readonly string[],
  /** These, which are withheld; else those that tell of what is restored. */
  withheld?: readonly string[],
): Promise<void> {
  const { tx } = context
  const kept = await tx.all<Kept>(sql`
    select mail_id, publication_ids, template, data from moderation_letters
    where operation_id = ${operationId}
      and ${withheld ? sql`mail_id = any(${[...withheld]}::uuid[])` : sql`publication_ids && ${[...restored]}::uuid[]`}
    order by mail_id`)
  if (kept.length === 0) return
  const mails = new Map(
    (
      await takeBack(
        tx,
        kept.map(one => one.mail_id),
      )
    ).map(mail => [mail.id, mail]),
  )
  await tx.run(sql`delete from moderation_letters where mail_id = any(${[...mails.keys()]}::uuid[])`)
  const undone = new Set(restored)
  const again: Held[] = []
  for (const letter of kept) {
    const mail = mails.get(letter.mail_id)
    if (!mail?.recipient_email) continue
    const person = { email: mail.recipient_email }
    if (mail.told && letter.publication_ids.some(id => undone.has(id)))
      await withdraw(context, letter, mail, person, undone)
    const rest = about(letter, id => !undone.has(id))
    if (mail.cancelled && !mail.told && rest.ids.length > 0)
      again.push(await repeat(context, letter, mail, person, rest))
  }
  await keepLetters(tx, operationId, again)
}

/** Of the publications that it is about, some: their ids, the titles that it names, and how many more there are. */
function about(letter: Kept, wanted: (id: string) => boolean) {
  const some = letter.publication_ids
    .map((id, at) => ({ id, title: letter.data.titles[at] }))
    .filter(({ id }) => wanted(id))
  const titles = some.flatMap(({ title }) => title ?? [])
  return { ids: some.map(({ id }) => id), titles, more: some.length - titles.length }
}

/** As an answer to the mail that it withdraws: it cannot come before it. */
const withdraw = (
  context: Sender,
  letter: Kept,
  { language, message_id }: TakenBack,
  to: Person,
  undone: ReadonlySet<string>,
) => {
  const { titles, more } = about(letter, id => undone.has(id))
  return sendMail(context, {
    template: 'decision-withdrawn',
    data: { titles, more, about: ABOUT[letter.template] },
    to,
    language,
    inReplyTo: message_id,
  })
}

async function repeat(
  context: Sender,
  { template, data }: Kept,
  { language, seconds }: TakenBack,
  to: Person,
  { ids, ...named }: ReturnType<typeof about>,
): Promise<Held> {
  const letter = { template, data: { ...data, ...named, ...('at' in data && { at: new Date(data.at) }) } }
  const mail = await sendMail(context, { ...letter, to, language, held: seconds } as Mail)
  return {
    ...mail,
    letter: letter as DecisionLetter,
    publicationIds: ids,
    to: { as: 'author', id: null, nom: null },
  }
}
