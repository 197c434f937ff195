import { sql, type Tx } from '../../kernel/db/db.ts'
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
  readonly nom?: string | null
}

export async function hold(
  context: Sender,
  letter: DecisionLetter,
  publicationIds: readonly string[],
  { to, as, language }: { readonly to: Person; readonly as: Addressee; readonly language: Language },
): Promise<Held> {
  const mail = await sendMail(context, { ...letter, to, language, held: HELD.decision } as Mail)
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

/**
 * What has not left does not leave; what it told of the publications that stay as they were decided is written again.
 * Who was told already is told that it does not hold any more.
 */
export async function takeLettersBack(
  context: Sender,
  operationId: string,
  restored: readonly string[],
): Promise<void> {
  const { tx } = context
  const kept = await tx.all<Kept>(sql`
    select mail_id, publication_ids, template, data from moderation_letters
    where operation_id = ${operationId} and publication_ids && ${[...restored]}::uuid[] order by mail_id`)
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
    const person = { email: mail.recipient_email, nom: mail.recipient_name }
    if (mail.told) await withdraw(context, letter, mail, person, undone)
    const rest = about(letter, id => !undone.has(id))
    if (mail.cancelled && !mail.told && rest.ids.length > 0)
      again.push(await repeat(context, letter, mail, person, rest))
  }
  await keepLetters(tx, operationId, again)
}

/** Of the publications that it names, some: their ids and titles. */
function about(letter: Kept, wanted: (id: string) => boolean) {
  const named = letter.publication_ids.map((id, at) => ({ id, title: letter.data.titles[at] ?? '' }))
  const some = named.filter(({ id }) => wanted(id))
  return { ids: some.map(({ id }) => id), titles: some.map(({ title }) => title) }
}

/** As an answer to the mail that it withdraws: it cannot come before it. */
const withdraw = (
  context: Sender,
  letter: Kept,
  { language, message_id }: TakenBack,
  to: Person,
  undone: ReadonlySet<string>,
) =>
  sendMail(context, {
    template: 'decision-withdrawn',
    data: { titles: about(letter, id => undone.has(id)).titles, about: ABOUT[letter.template] },
    to,
    language,
    inReplyTo: message_id,
  })

async function repeat(
  context: Sender,
  { template, data }: Kept,
  { language, seconds }: TakenBack,
  to: Person,
  { ids, titles }: { readonly ids: readonly string[]; readonly titles: readonly string[] },
): Promise<Held> {
  const letter = { template, data: { ...data, titles, ...('at' in data && { at: new Date(data.at) }) } }
  const mail = await sendMail(context, { ...letter, to, language, held: seconds } as Mail)
  return {
    ...mail,
    letter: letter as DecisionLetter,
    publicationIds: ids,
    to: { as: 'author', id: null, nom: null },
  }
}
