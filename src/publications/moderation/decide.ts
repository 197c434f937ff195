import { userIdOf } from '../../access/permissions.ts'
import { leaving } from '../../mail/shapes.ts'
import { itemForAdmin } from '../badges.ts'
import { pushAlerts } from '../push-alerts.ts'
import type { Locked } from '../queries.ts'
import {
  authorPieces,
  closeReports,
  isAnnounced,
  mailAuthors,
  mailReporters,
  reporterPieces,
  withOpenReports,
} from './decision-mails.ts'
import { linkMails } from './held-mails.ts'
import { type DecisionContext, type DecisionMeta, openOperation, type Touched } from './operations.ts'
import type { Plan, Planner } from './plans.ts'

/** A decision, step by step: plan it, apply it (save, close reports, audit), queue the mails about it. */

export interface Decided extends Pick<Plan, 'changed' | 'unchanged'> {
  readonly meta: DecisionMeta
}

/** The rows must be locked, in id order. */
export async function decide(
  context: DecisionContext,
  rows: readonly Locked[],
  planner: Planner,
): Promise<Decided> {
  const { tx, caller } = context
  const plan = planner(rows)
  const { operationId, reportersToMail } = await applyPlan(context, plan, touched =>
    openOperation(tx, userIdOf(caller), touched, plan),
  )
  const { moderation_status: status } = plan
  const mails = [
    ...(isAnnounced(status) && plan.changed.length > 0
      ? await mailAuthors(context, status, authorPieces(operationId, status, caller.id))
      : []),
    ...(reportersToMail ? await mailReporters(context, reporterPieces(operationId)) : []),
  ]
  await linkMails(tx, operationId, mails)
  const { changed, unchanged } = plan
  return { changed, unchanged, meta: { operation_id: operationId, mail: leaving(mails) } }
}

/** Decides about one publication and returns the updated record. */
export async function decideOne(context: DecisionContext, before: Locked, planner: Planner) {
  const { meta } = await decide(context, [before], planner)
  const { tx, config } = context
  return { data: await itemForAdmin(tx, before.id, config), meta }
}

/** Saves a plan. `recordOperation` records the rows before they change and returns the operation's id. */
export async function applyPlan(
  context: DecisionContext,
  plan: Plan,
  recordOperation: (touched: Touched) => Promise<string>,
): Promise<{ operationId: string; reportersToMail: boolean }> {
  const { tx, caller, audit } = context
  const { changed, unchanged } = plan
  const outcomes = [...changed, ...unchanged].flatMap(row => {
    const outcome = plan.reportOutcome(row)
    return outcome ? [{ id: row.id, outcome }] : []
  })
  const closesReports = outcomes.length > 0
  const answered = closesReports ? await withOpenReports(tx, unchanged) : []
  const operationId = await recordOperation({ changed: changed.map(({ id }) => id), answered })
  if (changed.length > 0) await plan.save(tx, caller.id)
  await pushAlerts(
    context,
    changed.map(({ id }) => id),
  )
  const reportersToMail = closesReports && (await closeReports(tx, outcomes, operationId))
  audit.considered()
  for (const row of changed) audit.record(plan.change(row))
  for (const id of answered) audit.record({ id, action: 'publication.reports_kept' })
  return { operationId, reportersToMail }
}
