import { Data, Id, Obj } from '../../../../shared/shapes.ts'
import { retention } from '../../../foundation/retention.ts'
import { sql, type Tx } from '../../../kernel/db/db.ts'
import { newestFirst, readPage } from '../../../kernel/lists/orders.ts'
import { Paged, pageOf, pageQuery } from '../../../kernel/lists/paging.ts'
import { olderThan } from '../../../kernel/records/retention.ts'
import { Problem } from '../../../kernel/refusals/errors.ts'
import { AlreadyDone } from '../../../kernel/routes/action.ts'
import { oneAddress } from '../../../letters/mail/addresses.ts'
import { type Counting, mayMail, REPORTS } from '../../../letters/mailboxes/limits.ts'
import { isWithin } from '../../../people/access/app-sources.ts'
import { personInBrief } from '../../../people/access/in-brief.ts'
import { territoryOf } from '../../../people/access/permissions.ts'
import type { Territory } from '../../../people/access/territory.ts'
import { anyone, signedIn } from '../../../people/access/visitors.ts'
import { isMuted, recordOf } from './reporters.ts'
import { NewReport, Received, Report } from './shapes.ts'

/** Reports by readers; decisions of the back-office close them. */

export const create = anyone.write({
  summary: 'Report a publication; repeated reports of the same person within a day count as one',
  params: Obj({ id: Id }),
  body: NewReport,
  reply: Data(Received),
  errors: ['scope_violation', 'reports_suspended'],
  mayBeDone: true,
  async run(context) {
    const { tx, params, body, source, caller, addressHash, language, audit } = context
    // The lock makes two simultaneous reports by one person one, and keeps the counter exact.
    const publication = await tx.one<{
      acteur_id: string | null
      commune_ids: string[]
      edited_at: string
    }>(sql`
      select acteur_id, commune_ids, edited_at from publications
      where id = ${params.id} and visible_le <= now() for no key update`)
    if (!publication) throw new Problem('not_found')
    if (!isWithin(source, publication)) throw new Problem('scope_violation')
    const email = body.email ? oneAddress(body.email, 'email') : null
    const reporter = caller ? `user:${caller.id}` : `address:${addressHash}`
    if (await isMuted(tx, reporter)) throw new Problem('reports_suspended')
    const earlier = await earlierReport(tx, params.id, reporter)
    if (earlier) return new AlreadyDone(received(earlier.id))

    // Beyond the limit the report counts all the same, and its mailbox is told nothing.
    const reached = email !== null && (await mayReach(context, email)) ? email : null
    const report = await tx.one<{ id: string }>(sql`
      insert into publication_reports (publication_id, reason, message, email, language, reporter)
      values (${params.id}, ${body.reason}, ${body.message ?? null}, ${reached}, ${language}, ${reporter})
      returning id`)
    if (!report) throw new Problem('internal_error')
    audit.record({ id: params.id, after: { report_id: report.id, reason: body.reason } })
    return received(report.id)
  },
})

/** A signed-in reporter's own address is proven: no stranger chose it. */
async function mayReach(
  context: Counting & { readonly caller: { readonly id: string } | undefined },
  email: string,
): Promise<boolean> {
  const { tx, caller } = context
  const isOwn =
    caller &&
    (await tx.one(sql`select from users where id = ${caller.id} and lower(email) = ${email.toLowerCase()}`))
  return isOwn !== undefined || (await mayMail(context, email, REPORTS))
}

const received = (id: string) => ({ data: { id, status: 'received' as const } })

/**
 * An earlier report by the same person: within a day, or about a publication that was kept since and has not changed.
 */
const earlierReport = (tx: Tx, publicationId: string, reporter: string) =>
  tx.one<{ id: string }>(sql`
    select r.id from publication_reports r join publications p on p.id = r.publication_id
    where r.publication_id = ${publicationId} and r.reporter = ${reporter}
      and (r.created_at > now() - interval '24 hours' or (r.outcome = 'kept' and r.closed_at >= p.edited_at))
    order by r.id limit 1`)

export const ofPublication = signedIn.read({
  summary: 'Reports of one publication, newest first',
  params: Obj({ id: Id }),
  query: Obj(pageQuery),
  reply: Paged(Report),
  errors: ['page_too_deep'],
  async run({ db, params, query, caller }) {
    const page = pageOf(query, NEWEST)
    const listed = reportsOf(params.id, territoryOf(caller, 'moderation'))
    const [exists, answer] = await Promise.all([
      db.one(sql`select from publications where id = ${params.id}`),
      readPage<Report>(db, page, listed),
    ])
    if (!exists) throw new Problem('not_found')
    return answer
  },
})

const NEWEST = newestFirst(sql`id`)
const reportsOf = (id: string, territory: Territory) => ({
  columns: sql`
    id, publication_id, reason, message, email,
    ${personInBrief(sql`substring(reporter from '^user:(.*)$')::uuid`)} as reporter,
    ${recordOf(territory)} as record,
    case when closed_at is null then 'open' else 'closed' end as status, outcome, created_at, closed_at`,
  from: sql`publication_reports r`,
  conditions: [sql`publication_id = ${id}`],
})

/** Removes the reporter and the message; reason and outcome stay. */
export const forgetReporters = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update publication_reports set email = null, message = null, reporter = null
    where reporter is not null and ${olderThan(retention.reporters.kept, sql`greatest(created_at, closed_at)`)}`)

/** An overturned outcome: the report is open again, and the publication is among the reported ones. */
export async function reopenReport(tx: Tx, id: string): Promise<ClosedReport | undefined> {
  const before = await tx.one<ClosedReport>(sql`
    select closed_at::text, outcome, operation_id from publication_reports where id = ${id} for update`)
  await tx.run(sql`
    update publication_reports set closed_at = null, outcome = null, operation_id = null where id = ${id}`)
  return before
}

export interface ClosedReport {
  readonly closed_at: string
  readonly outcome: string
  readonly operation_id: string | null
}

/** The overturning is undone. False for a report that was closed again since. */
export const closeReportAgain = async (
  tx: Tx,
  id: string,
  { closed_at, outcome, operation_id }: ClosedReport,
) =>
  (await tx.run(sql`
    update publication_reports set closed_at = ${closed_at}::timestamptz, outcome = ${outcome},
      operation_id = (select id from moderation_operations where id = ${operation_id})
    where id = ${id} and closed_at is null`)) > 0
