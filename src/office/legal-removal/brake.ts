import { sql, type Tx } from '../../kernel/db/db.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { deskPage } from '../../letters/mail/links.ts'
import { queueMail, type Sender } from '../../letters/mail/outbox.ts'
import { isThere, nameAmongColleagues } from '../../people/users/queries.ts'
import type { Forgotten } from './forget.ts'

/** Limits how many files a moderator removes alone, and mails each removal to the administrators. */

/** Removals an hour by a moderator; the next one is an administrator’s. */
const ALONE = 3

/** Counts in the audit trail. Two requests at once count one after the other. */
export async function refuseBeyondAlone(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`media.forgotten ${userId}`}, 0))`)
  const done = await tx.one<{ removals: number }>(sql`
    select count(distinct request_id)::int as removals from audit_log
    where at > now() - interval '1 hour' and user_id = ${userId} and action = 'media.forgotten'`)
  if ((done?.removals ?? 0) >= ALONE) throw new Problem('administrator_needed')
}

/** A mail names so many publications, and counts the others. */
const NAMED = 5

/** Mails every administrator who can sign in: who removed what, why and when. */
export async function mailAdministrators(
  sender: Sender,
  userId: string,
  reason: string,
  { keys, publications, until }: Forgotten & { readonly until: string | null },
  at: Date,
): Promise<void> {
  const { tx, config } = sender
  const by = await tx.one<{ nom: string | null }>(
    sql`select ${nameAmongColleagues(sql`u`)} as nom from users u where u.id = ${userId}`,
  )
  const shown = await tx.all<{ id: string; title: string }>(sql`
    select id, title from publications where id = any(${publications.slice(0, NAMED)}::uuid[]) order by id`)
  const administrators = await tx.all<{ email: string }>(sql`
    select u.email from users u join user_roles r on r.user_id = u.id
    where r.role = 'admin' and ${isThere} and u.email is not null order by u.id`)
  const data = {
    by: by?.nom ?? '',
    reason,
    at,
    files: keys.length,
    until: until === null ? null : new Date(until),
    items: shown.map(({ id, title }) => ({ title, link: deskPage(config, 'publications', id) })),
    more: publications.length - shown.length,
  }
  for (const { email } of administrators)
    await queueMail(sender, { template: 'files-removed', data, to: { email }, language: 'fr' })
}
