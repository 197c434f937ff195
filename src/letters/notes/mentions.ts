import { Data, Id, named, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { found, invalid, type Language } from '../../kernel/refusals/errors.ts'
import type { Caller } from '../../people/access/permissions.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { type Shared, whoRead } from '../../people/teamwork/colleagues.ts'
import { deskPage } from '../mail/links.ts'
import { HELD, queueMail, type Sender } from '../mail/outbox.ts'
import { takeBack } from '../mail/take-back.ts'

/** Mentions of colleagues in notes: each gets a mail, and finds the note in their own list until they tick it off. */

const Ticked = named('TickedMention', Obj({ done: Type.Boolean() }), { done: true })

interface Noted {
  readonly kind: Shared
  readonly recordId: string
  /** The column of `note_mentions` that refers to the note. */
  readonly column: Sql
  readonly noteId: string
}
type Mentioning = Sender & { readonly caller: Caller; readonly language: Language }

/** Mentioning oneself does nothing. The note's text is not in the mail, which is read outside. */
export async function mention(
  context: Mentioning,
  { kind, recordId, column, noteId }: Noted,
  userIds: readonly string[] = [],
): Promise<void> {
  const { tx, caller, config, language } = context
  const reading = await whoRead(tx, kind, recordId, userIds)
  for (const [at, id] of userIds.entries()) {
    if (id === caller.id) continue
    if (!reading.has(id))
      throw invalid(
        `mentions[${at}]`,
        'cette personne ne peut pas l’ouvrir : elle n’a pas ce rôle, ou pas ce territoire',
        'this person cannot open it: they lack the role, or the territory',
      )
    const person = await tx.one<{ email: string | null; by: string | null }>(sql`
      select email, (select nom from users where id = ${caller.id}) as by from users where id = ${id}`)
    const mail =
      person?.email &&
      (await queueMail(context, {
        template: 'note-mention',
        to: { email: person.email },
        language,
        data: { by: person.by ?? '', kind, link: deskPage(config, kind, recordId) },
        held: HELD.decision,
      }))
    await tx.run(sql`
      insert into note_mentions (${column}, user_id, mail_id) values (${noteId}, ${id}, ${mail ? mail.id : null})`)
  }
}

export const tickOff = signedIn.write({
  summary: 'Tick off a note that mentions the caller, or take that back',
  params: Obj({ id: Id }),
  body: Ticked,
  reply: Data(Obj({ done: Type.Boolean() })),
  async run({ tx, params, body, caller }) {
    const { done } = body
    found(
      await tx.one(sql`
        update note_mentions set done_at = case when ${done} then coalesce(done_at, now()) end
        where id = ${params.id} and user_id = ${caller.id} returning id`),
    )
    return { data: { done } }
  },
})

/** Cancels the mails about a note that is removed, unless they were sent. */
export async function withdrawMentions(tx: Tx, column: Sql, noteId: string): Promise<void> {
  const mails = await tx.all<{ id: string }>(
    sql`select mail_id as id from note_mentions where ${column} = ${noteId} and mail_id is not null`,
  )
  await takeBack(
    tx,
    mails.map(({ id }) => id),
  )
}
