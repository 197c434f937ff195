import { type Sql, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Language } from '../../../kernel/refusals/errors.ts'
import { newAppealLink } from '../../../letters/appeal-links/links.ts'
import { readsAnswers } from '../../../letters/mail/addresses.ts'
import type { ReportOutcome } from '../decisions.ts'
import { type HeldMail, NAMED, queueHeldMail, type Whom, whom } from './held-mails.ts'
import type { DecisionContext } from './operations.ts'

/** The reports that a decision closes, and the mails to those who made them. */

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
