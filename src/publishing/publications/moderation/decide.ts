import { randomUUIDv7 } from 'node:crypto'
import { pipelined } from '../../../kernel/db/db.ts'
import { leaving } from '../../../letters/mail/shapes.ts'
import { type Caller, userIdOf } from '../../../people/access/permissions.ts'
import { itemForAdmin } from '../badges.ts'
import { pushAlerts } from '../push-alerts.ts'
import type { Locked } from '../queries.ts'
import { authorPieces, isAnnounced, mailAuthors } from './decision-mails.ts'
import { linkMails, retellCorrections } from './held-mails.ts'
import { type DecisionContext, type DecisionMeta, openOperation, type Touched } from './operations.ts'
import type { Plan, Planner } from './plans.ts'
import { closeReports, mailReporters, reporterPieces, withOpenReports } from './report-outcomes.ts'

/** A decision, step by step: plan it, apply it (save, close reports, audit), queue the mails about it. */

export interface Decided extends Pick<Plan, 'changed' | 'unchanged'> {
  readonly meta: DecisionMeta
}

const nothing = async () => undefined

/** The rows must be locked, in id order. */
export const decide = async (
  context: DecisionContext,
  rows: readonly Locked[],
  planner: Planner,
): Promise<Decided> => (await decideAndRead(context, rows, planner, nothing)).decided

/** Decides about one publication and returns the updated record. */
export async function decideOne(
  context: DecisionContext & { readonly caller: Caller },
  before: Locked,
  planner: Planner,
) {
  const reading = () => itemForAdmin(context.tx, before.id, context)
  const { decided, answer } = await decideAndRead(context, [before], planner, reading)
  return { data: answer, meta: decided.meta }
}

async function decideAndRead<Answer>(
  context: DecisionContext,
  rows: readonly Locked[],
  planner: Planner,
  reading: () => Promise<Answer>,
): Promise<{ decided: Decided; answer: Answer }> {
  const { tx, caller } = context
  const plan = planner(rows)
  const operationId = randomUUIDv7()
  const recording = (touched: Touched) => openOperation(tx, userIdOf(caller), touched, plan, operationId)
  const { reportersToMail, answer } = await applyPlan(context, plan, operationId, recording, reading)
  const { moderation_status: status } = plan
  const mails = [
    ...(isAnnounced(status) && plan.changed.length > 0
      ? await mailAuthors(context, status, authorPieces(operationId, status, caller.id))
      : []),
    ...(reportersToMail ? await mailReporters(context, reporterPieces(operationId)) : []),
  ]
  await linkMails(tx, operationId, mails)
  const corrected = plan.changed.filter(({ just_edited }) => just_edited)
  if (corrected.length > 0)
    await retellCorrections(
      context,
      corrected.map(({ id }) => id),
    )
  const { changed, unchanged } = plan
  const meta = { operation_id: operationId, mail: leaving(mails) }
  return { decided: { changed, unchanged, meta }, answer }
}

/**
 * Saves a plan. `recording` records the rows before they change; `reading` reads what a decision about one row answers. None of
 * the statements needs the answer to another, so they share a round trip; they are awaited in order, so that the first error is
 * the one that is thrown.
 */
export async function applyPlan<Answer>(
  context: DecisionContext,
  plan: Plan,
  operationId: string,
  recording: (touched: Touched) => Promise<unknown>,
  reading: () => Promise<Answer>,
): Promise<{ reportersToMail: boolean; answer: Answer }> {
  const { tx, caller, audit } = context
  const { changed, unchanged } = plan
  const outcomes = [...changed, ...unchanged].flatMap(row => {
    const outcome = plan.reportOutcome(row)
    return outcome ? [{ id: row.id, outcome }] : []
  })
  const closesReports = outcomes.length > 0
  const answered = closesReports && unchanged.length > 0 ? await withOpenReports(tx, unchanged) : []
  const ids = changed.map(({ id }) => id)
  const recorded = pipelined(recording({ changed: ids, answered }))
  const saved = pipelined(changed.length > 0 ? plan.save(tx, caller.id) : nothing())
  const pushed = pipelined(pushAlerts(context, ids))
  const closed = pipelined(closesReports ? closeReports(tx, outcomes, operationId) : Promise.resolve(false))
  const read = pipelined(reading())
  await recorded
  await saved
  await pushed
  const reportersToMail = await closed
  const answer = await read
  audit.considered()
  for (const row of changed) audit.record(plan.change(row))
  for (const id of answered) audit.record({ id, action: 'publication.reports_kept' })
  return { reportersToMail, answer }
}
