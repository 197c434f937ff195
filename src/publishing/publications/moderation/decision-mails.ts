import type { ModerationStatus, ReasonCode } from '../../../../shared/words/moderation.ts'
import { type Sql, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Language } from '../../../kernel/refusals/errors.ts'
import { newAppealLink } from '../../../letters/appeal-links/links.ts'
import { readsAnswers } from '../../../letters/mail/addresses.ts'
import { editPage, helpPage, returnedPage } from '../../../letters/mail/links.ts'
import type { Change } from '../../../letters/mail/templates/corrections.ts'
import type { ReportOutcome } from '../decisions.ts'
import type { Locked } from '../queries.ts'
import { type DecisionMail, type HeldMail, queueHeldMail } from './held-mails.ts'
import type { DecisionContext } from './operations.ts'

/** The mails about a decision, to authors and reporters. */

export const withOpenReports = async (tx: Tx, publications: readonly { id: string }[]): Promise<string[]> =>
  (
    await tx.all<{ publication_id: string }>(sql`
      select distinct publication_id from publication_reports
      where closed_at is null and publication_id = any(${publications.map(({ id }) => id)}::uuid[])`)
  ).map(row => row.publication_id)

/** A report with the address to mail: the one that was left, or else that of the reporter's account. */
const REACHED = sql`(
  select r.*, u.id as user_id, u.nom, coalesce(r.email, u.email) as address
  from publication_reports r left join users u on u.id = substring(r.reporter from '^user:(.*)$')::uuid)`

/** Returns whether a reporter may get a mail. */
export const closeReports = async (
  tx: Tx,
  outcomes: readonly { id: string; outcome: ReportOutcome }[],
  operationId: string,
): Promise<boolean> =>
  (
    await tx.all<{ told: boolean }>(sql`
      update publication_reports r set closed_at = now(), outcome = d.outcome, operation_id = ${operationId}
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as d(id uuid, outcome text)
      where r.publication_id = d.id and r.closed_at is null
      returning r.email is not null or r.reporter like 'user:%' as told`)
  ).some(({ told }) => told)

////////////////////////////////////////////////////////////////////////////// recipients

/** A mail lists so many titles, and counts the others. */
const NAMED = 500

/** For an operation stopped while it queued its mails: only recipients without a mail about the publication. */
export const NOT_YET_MAILED = 'not_yet_mailed'
type Whom = typeof NOT_YET_MAILED | undefined
const whom = (which: Whom, operationId: string, { template }: Pick<DecisionMail, 'template'>): Sql =>
  which === NOT_YET_MAILED
    ? sql`not exists (
        select from moderation_letters l join mails m on m.id = l.mail_id
        where l.operation_id = ${operationId} and l.template = ${template}
          and due.publication_id = any(l.publication_ids) and lower(m.recipient_email) = lower(due.email))`
    : sql`true`

/** One mail per reporter and operation: `ids` are the reports. Nobody gets mail about their own decision. */
export const reporterPieces = (operationId: string, which?: Whom): Sql => sql`
  select 'reporter' as step, null::uuid as user_id, array_agg(id order by id) as ids
  from (
    select r.id, r.publication_id, r.language, r.outcome, r.address as email
    from ${REACHED} r join moderation_operations o on o.id = r.operation_id
    where r.operation_id = ${operationId} and r.address is not null
      and (r.email is not null or r.user_id is distinct from o.user_id)) due
  where ${whom(which, operationId, { template: 'report-outcome' })}
  group by email, language, outcome`

export async function mailReporters(context: DecisionContext, due: Sql): Promise<HeldMail[]> {
  const answerable = readsAnswers(context.config)
  const mails = await context.tx.all<{
    email: string
    id: string | null
    nom: string | null
    language: Language
    outcome: ReportOutcome
    reports: string[]
    ids: string[]
    titles: string[]
  }>(sql`
    select r.address as email, r.user_id as id, r.nom, r.language, r.outcome, due.ids as reports, about.ids, about.titles
    from (${due}) due join ${REACHED} r on r.id = due.ids[1] and r.address is not null
    cross join lateral (
      select array_agg(p.id order by one.id) as ids, (array_agg(p.title order by one.id))[1:${NAMED}] as titles
      from publication_reports one join publications p on p.id = one.publication_id where one.id = any(due.ids)) about
    order by r.id`)
  const held: HeldMail[] = []
  for (const { email, id, nom, language, outcome, reports, ids, titles } of mails) {
    const contest = await newAppealLink(context, 'report', reports)
    held.push(
      await queueHeldMail(
        context,
        {
          template: 'report-outcome',
          data: { titles, more: ids.length - titles.length, outcome, answerable, contest },
        },
        ids,
        { to: { email }, as: { as: 'reporter', id, nom }, language },
      ),
    )
  }
  return held
}

/** The mail to authors about a decision with this status. */
const ANNOUNCED = {
  rejected: 'publication-rejected',
  changes_requested: 'changes-requested',
} as const satisfies Partial<Record<ModerationStatus, DecisionMail['template']>>
type Announced = keyof typeof ANNOUNCED
export const isAnnounced = (status: ModerationStatus | null | undefined): status is Announced =>
  status != null && status in ANNOUNCED

/** Of what was sent back already: the author is told another comment. */
const isCommented = (status: Announced): Sql =>
  status === 'changes_requested' ? sql`or i.moderation_reason is distinct from p.moderation_reason` : sql``

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
        and (i.moderation_status <> ${status} ${isCommented(status)})
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
    }
  >(sql`
    select u.id as user_id, u.email, u.nom, case when first.created_by = u.id then 'author' else 'owner' end as "as",
           due.ids, about.titles, first.moderation_by = 'backoffice' as contestable, first.moderation_reason as reason, first.moderation_reason_code as code,
           case when ${isMember(sql`first`, sql`u.id`)} then first.acteur_id end as acteur_id
    from (${due}) due
    join users u on u.id = due.user_id and u.email is not null
    join publications first on first.id = due.ids[1]
    cross join lateral (
      select array_agg(coalesce(p.title, '') order by each.at) as titles
      from unnest(due.ids[1:${NAMED}]) with ordinality as each(id, at) left join publications p on p.id = each.id) about
    order by first.id, u.id`)
  const held: HeldMail[] = []
  for (const { ids, titles, reason, code, acteur_id, contestable, ...person } of mails) {
    const more = ids.length - titles.length
    const [id = ''] = ids
    const link =
      acteur_id &&
      (ids.length > 1
        ? returnedPage(config, acteur_id, status === 'rejected' ? 'refusees' : 'a_corriger')
        : editPage(config, acteur_id, id))
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
    select u.*, ${isMember(sql`p`, sql`u.user_id`)} as is_member from (${concerned}) u, publications p where p.id = ${id} order by user_id`
  for (const { is_member, ...person } of await tx.all<Recipient & { is_member: boolean }>(people)) {
    const link = is_member && acteur_id ? editPage(config, acteur_id, id) : null
    const help = helpPage(config)
    const data = { titles: [title], changes, at: now, link, help, answerable: readsAnswers(config) }
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
