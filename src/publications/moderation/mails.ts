import { type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import type { Language } from '../../kernel/errors.ts'
import { readsAnswers } from '../../mail/addresses.ts'
import type { Change } from '../../mail/templates/corrections.ts'
import type { Locked } from '../queries.ts'
import type { ReasonCode } from '../reasons.ts'
import type { Deciding } from './deciding.ts'
import { type DecisionLetter, type Held, hold } from './held-mails.ts'
import type { ReportOutcome } from './shapes.ts'

/** Who gets mail about a decision: reporters and authors. */

export const reportedAmong = async (tx: Tx, publications: readonly { id: string }[]): Promise<string[]> =>
  (
    await tx.all<{ publication_id: string }>(sql`
      select distinct publication_id from publication_reports
      where closed_at is null and publication_id = any(${publications.map(({ id }) => id)}::uuid[])`)
  ).map(row => row.publication_id)

/** Whether a reporter left an address, and is told. */
export const closeReportsOf = async (
  tx: Tx,
  outcomes: readonly { id: string; outcome: ReportOutcome }[],
  operationId: string,
): Promise<boolean> =>
  (
    await tx.all<{ told: boolean }>(sql`
      update publication_reports r set closed_at = now(), outcome = d.outcome, operation_id = ${operationId}
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as d(id uuid, outcome text)
      where r.publication_id = d.id and r.closed_at is null
      returning r.email is not null as told`)
  ).some(({ told }) => told)

////////////////////////////////////////////////////////////////////////////// the letters that an operation owes

/** Of the publications that a letter is about, it names so many; how many more there are, it says. */
const NAMED = 500

/** Of an operation that was stopped while it wrote: those whom no letter of it names this publication. */
export const UNTOLD = 'untold'
type Whom = typeof UNTOLD | undefined
const whom = (which: Whom, operationId: string, { template }: Pick<DecisionLetter, 'template'>): Sql =>
  which === UNTOLD
    ? sql`not exists (
        select from moderation_letters l join mails m on m.id = l.mail_id
        where l.operation_id = ${operationId} and l.template = ${template}
          and due.publication_id = any(l.publication_ids) and lower(m.recipient_email) = lower(due.email))`
    : sql`true`

/** One letter to each reporter, however many publications are decided at once: `ids` are their reports. */
export const reportersOf = (operationId: string, which?: Whom): Sql => sql`
  select 'reporter' as step, null::uuid as user_id, array_agg(id order by id) as ids
  from publication_reports due where operation_id = ${operationId} and email is not null
    and ${whom(which, operationId, { template: 'report-outcome' })}
  group by email, language, outcome`

export async function tellReporters(context: Deciding, due: Sql): Promise<Held[]> {
  const answerable = readsAnswers(context.config)
  const letters = await context.tx.all<{
    email: string
    language: Language
    outcome: ReportOutcome
    ids: string[]
    titles: string[]
  }>(sql`
    select r.email, r.language, r.outcome, about.ids, about.titles
    from (${due}) due join publication_reports r on r.id = due.ids[1] and r.email is not null
    cross join lateral (
      select array_agg(p.id order by one.id) as ids, (array_agg(p.title order by one.id))[1:${NAMED}] as titles
      from publication_reports one join publications p on p.id = one.publication_id where one.id = any(due.ids)) about
    order by r.id`)
  const held: Held[] = []
  for (const { email, language, outcome, ids, titles } of letters)
    held.push(
      await hold(
        context,
        {
          template: 'report-outcome',
          data: { titles, more: ids.length - titles.length, outcome, answerable },
        },
        ids,
        { to: { email }, as: { as: 'reporter', id: null, nom: null }, language },
      ),
    )
  return held
}

/** One letter to each author of what an operation of `by` has rejected, and still is: `ids` are their publications. */
export const authorsOf = (operationId: string, by: string, which?: Whom): Sql => sql`
  select 'author' as step, user_id, array_agg(publication_id order by publication_id) as ids
  from (${whoAnswersFor(
    sql`
      select p.* from moderation_operation_items i join publications p on p.id = i.publication_id
      where i.operation_id = ${operationId} and i.moderation_status <> 'rejected'
        and p.moderation_status = 'rejected' and p.created_by is not null and p.created_by <> ${by}`,
    by,
  )}) due
  where ${whom(which, operationId, { template: 'publication-rejected' })}
  group by user_id`

/** A rejection is told with its reason: a statement of reasons, as European law asks of who hosts others' words. */
export async function tellAuthors(context: Deciding, due: Sql): Promise<Held[]> {
  const { tx, now, config } = context
  const letters = await tx.all<
    Concerned & {
      readonly ids: readonly string[]
      readonly titles: readonly string[]
      readonly reason: string | null
      readonly code: ReasonCode | null
    }
  >(sql`
    select u.id as user_id, u.email, u.nom, case when first.created_by = u.id then 'author' else 'owner' end as "as",
           due.ids, about.titles, first.moderation_reason as reason, first.moderation_reason_code as code
    from (${due}) due
    join users u on u.id = due.user_id and u.email is not null
    join publications first on first.id = due.ids[1]
    cross join lateral (
      select array_agg(coalesce(p.title, '') order by each.at) as titles
      from unnest(due.ids[1:${NAMED}]) with ordinality as each(id, at) left join publications p on p.id = each.id) about
    order by first.id, u.id`)
  const held: Held[] = []
  for (const { ids, titles, reason, code, ...person } of letters) {
    const more = ids.length - titles.length
    const data = { titles, more, reason, code, at: now, answerable: readsAnswers(config) }
    held.push(await hold(context, { template: 'publication-rejected', data }, ids, addressed(person)))
  }
  return held
}

/** Who wrote it learns what a moderator changed in it. */
export async function tellCorrected(
  context: Deciding,
  { id, title, created_by }: Locked,
  changes: readonly Change[],
): Promise<Held[]> {
  const { tx, caller, now, config } = context
  if (created_by === null || created_by === caller.id) return []
  const held: Held[] = []
  const concerned = whoAnswersFor(sql`select * from publications where id = ${id}`, caller.id)
  for (const person of await tx.all<Concerned>(sql`${concerned} order by user_id`)) {
    const data = { titles: [title], changes, at: now, answerable: readsAnswers(config) }
    held.push(await hold(context, { template: 'publication-corrected', data }, [id], addressed(person)))
  }
  return held
}

interface Concerned {
  readonly user_id: string
  readonly email: string
  readonly nom: string | null
  readonly as: 'author' | 'owner'
}
const addressed = ({ user_id, email, nom, as }: Concerned) =>
  ({ to: { email }, as: { as, id: user_id, nom }, language: 'fr' }) as const

/**
 * Its author, as long as they belong to its acteur; of somebody who left, the acteur's owners, whose words it may hold
 * by now. Who decides oneself is not written to.
 */
const whoAnswersFor = (publications: Sql, by: string): Sql => sql`
  select p.id as publication_id, u.id as user_id, u.email, u.nom,
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
