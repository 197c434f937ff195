import type { ModerationStatus, ReasonCode } from '../../../../shared/words/moderation.ts'
import { type Sql, sql } from '../../../kernel/db/db.ts'
import { newAppealLink } from '../../../letters/appeal-links/links.ts'
import { readsAnswers } from '../../../letters/mail/addresses.ts'
import { deskPage, editPage, helpPage, returnedPage } from '../../../letters/mail/links.ts'
import type { Change } from '../../../letters/mail/templates/corrections.ts'
import type { Locked } from '../queries.ts'
import { addressOf } from '../record.ts'
import { type DecisionMail, type HeldMail, NAMED, queueHeldMail, type Whom, whom } from './held-mails.ts'
import type { DecisionContext } from './operations.ts'

/** The mails about a decision to the authors. */

/** The mail to authors about a decision with this status. */
const ANNOUNCED = {
  rejected: 'publication-rejected',
  changes_requested: 'changes-requested',
} as const satisfies Partial<Record<ModerationStatus, DecisionMail['template']>>
type Announced = keyof typeof ANNOUNCED
export const isAnnounced = (status: ModerationStatus | null | undefined): status is Announced =>
  status != null && status in ANNOUNCED

/** The status stands and its words differ: the author is told them too, with a link to contest another refusal. */
const isToldAnew: Sql = sql`(i.moderation_reason, i.moderation_reason_code)
  is distinct from (p.moderation_reason, p.moderation_reason_code)`

/**
 * One mail per author and acteur about publications to which the operation gave this status and that still have it:
 * `ids` are the publications. The pages that the mail links to are those of one acteur.
 */
export const authorPieces = (operationId: string, status: Announced, by: string, which?: Whom): Sql => sql`
  select 'author' as step, user_id, array_agg(publication_id order by publication_id) as ids
  from (${recipientsFor(
    sql`
      select p.* from moderation_operation_items i join publications p on p.id = i.publication_id
      where i.operation_id = ${operationId}
        and (i.moderation_status <> ${status} or ${isToldAnew})
        and p.moderation_status = ${status} and p.created_by is distinct from ${by}
        and coalesce(p.created_by, p.created_by_key) is not null`,
    by,
  )}) due
  where ${whom(which, operationId, { template: ANNOUNCED[status] })}
  group by user_id, acteur_id`

/** The mail contains the reason: the EU Digital Services Act requires a statement of reasons. */
export async function mailAuthors(
  context: DecisionContext,
  status: Announced,
  due: Sql,
): Promise<HeldMail[]> {
  const { tx, now, config } = context
  const mails = await tx.all<
    Recipient & {
      readonly ids: readonly string[]
      readonly titles: readonly string[]
      readonly reason: string | null
      readonly code: ReasonCode | null
      readonly acteur_id: string | null
      readonly contestable: boolean
      readonly at_desk: boolean
    }
  >(sql`
    select u.id as user_id, u.email, u.nom, case when first.created_by = u.id then 'author' else 'owner' end as "as",
           due.ids, about.titles, first.moderation_by = 'backoffice' as contestable, first.moderation_reason as reason, first.moderation_reason_code as code,
           case when ${isMember(sql`first`, sql`u.id`)} then first.acteur_id end as acteur_id,
           exists (select from user_roles r where r.user_id = u.id and r.role = 'admin') as at_desk
    from (${due}) due
    join users u on u.id = due.user_id and u.email is not null
    join publications first on first.id = due.ids[1]
    cross join lateral (
      select array_agg(coalesce(p.title, '') order by each.at) as titles
      from unnest(due.ids[1:${NAMED}]) with ordinality as each(id, at) left join publications p on p.id = each.id) about
    order by first.id, u.id`)
  const held: HeldMail[] = []
  for (const { ids, titles, reason, code, acteur_id, contestable, at_desk, ...person } of mails) {
    const more = ids.length - titles.length
    const [id = ''] = ids
    // An administrator who is no member corrects at the desk.
    const link = acteur_id
      ? ids.length > 1
        ? returnedPage(config, acteur_id, status === 'rejected' ? 'refusees' : 'a_corriger')
        : editPage(config, acteur_id, id)
      : at_desk && status === 'changes_requested'
        ? deskPage(config, 'publications', id)
        : null
    const help = helpPage(config)
    const data = { titles, more, reason, at: now, link, help, answerable: readsAnswers(config) }
    const mail: DecisionMail =
      status === 'rejected'
        ? {
            template: ANNOUNCED[status],
            data: {
              ...data,
              code,
              contest: contestable ? await newAppealLink(context, 'publication', ids, person.user_id) : null,
            },
          }
        : { template: ANNOUNCED[status], data }
    held.push(await queueHeldMail(context, mail, ids, addressed(person)))
  }
  return held
}

/** Tells the author what a moderator changed. */
export async function mailCorrection(
  context: DecisionContext,
  { id, title, created_by, created_by_key, acteur_id }: Locked,
  changes: readonly Change[],
): Promise<HeldMail[]> {
  const { tx, caller, now, config } = context
  if ((created_by ?? created_by_key) === null || created_by === caller.id) return []
  const held: HeldMail[] = []
  const concerned = recipientsFor(sql`select * from publications where id = ${id}`, caller.id)
  const people = sql`
    select u.*, ${isMember(sql`p`, sql`u.user_id`)} as is_member, coalesce(p.visible_le <= now(), false) as is_online from (${concerned}) u, publications p where p.id = ${id} order by user_id`
  for (const { is_member, is_online, ...person } of await tx.all<
    Recipient & { is_member: boolean; is_online: boolean }
  >(people)) {
    const link = is_member && acteur_id ? editPage(config, acteur_id, id) : null
    const help = helpPage(config)
    const online = is_online ? addressOf({ id }, config) : null
    const data = { titles: [title], changes, at: now, link, online, help, answerable: readsAnswers(config) }
    held.push(
      await queueHeldMail(context, { template: 'publication-corrected', data }, [id], addressed(person)),
    )
  }
  return held
}

/** Whether the user may open the pages of the publication's acteur. */
const isMember = (publication: Sql, userId: Sql): Sql =>
  sql`exists (select from actor_users m where m.acteur_id = ${publication}.acteur_id and m.user_id = ${userId})`

interface Recipient {
  readonly user_id: string
  readonly email: string
  readonly nom: string | null
  readonly as: 'author' | 'owner'
}
const addressed = ({ user_id, email, nom, as }: Recipient) =>
  ({ to: { email }, as: { as, id: user_id, nom }, language: 'fr' }) as const

/** The author while a member of the acteur, afterwards its owners. Nobody gets mail about their own decision. */
const recipientsFor = (publications: Sql, by: string): Sql => sql`
  select p.id as publication_id, p.acteur_id, u.id as user_id, u.email, u.nom,
         case when p.belongs then 'author' else 'owner' end as "as"
  from (
    select p.id, p.acteur_id, p.created_by,
           p.acteur_id is null
             or exists (select from actor_users m where m.acteur_id = p.acteur_id and m.user_id = p.created_by)
             or exists (select from user_roles r where r.user_id = p.created_by and r.role = 'admin') as belongs
    from (${publications}) p) p
  cross join lateral (
    select id, email, nom from users where p.belongs and id = p.created_by
    union all
    select o.id, o.email, o.nom from actor_users m join users o on o.id = m.user_id
    where not p.belongs and m.acteur_id = p.acteur_id and m.role = 'owner' and o.status = 'active') u
  where u.email is not null and u.id <> ${by}`
