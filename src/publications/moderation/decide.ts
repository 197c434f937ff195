import type { Deciders } from '../../access/permissions.ts'
import type { Change } from '../../kernel/audit.ts'
import { typed } from '../../kernel/db/columns.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { leaving } from '../../mail/shapes.ts'
import type { Locked } from '../queries.ts'
import { MODERATION, type Moderation, moderationOf, reportOutcomeOf, standsAsBefore } from '../rules.ts'
import type { Deciding, Done, Ruling } from './deciding.ts'
import { keepLetters } from './held-mails.ts'
import { closeReportsOf, reportedAmong, tellAuthors, tellReporters } from './mails.ts'
import { type OperationAction, openOperation } from './operations.ts'

/** Carries out a decision, whoever made it: saved, traced, reports closed, authors and reporters told. */

export interface Decided {
  readonly updated: readonly Locked[]
  readonly unchanged: readonly Locked[]
  readonly meta: Done
}

/** The rows are locked already, in id order. */
export async function decide(
  context: Deciding,
  publications: readonly Locked[],
  ruling: (before: Locked) => Moderation,
  by: Exclude<Deciders, 'import'>,
  action: Extract<OperationAction, 'moderate' | 'valide'> = 'moderate',
): Promise<Decided> {
  const { tx, caller, audit } = context
  const rulings = publications.map(before => ({ before, after: ruling(before) }))
  const changes = rulings.filter(({ before, after }) => !standsAsBefore(before, after))
  const ids = changes.map(({ before }) => before.id)
  const moved = new Set(ids)
  const unchanged = publications.filter(({ id }) => !moved.has(id))
  // A decision of the back-office, also one that changes nothing, answers the reports.
  const answers = by === 'backoffice'
  const answered = answers ? await reportedAmong(tx, unchanged) : []
  const [first] = rulings
  const operationId = await openOperation(
    tx,
    caller.id,
    { changed: ids, answered },
    {
      action,
      ...(first && { moderation_status: first.after.moderation_status }),
    },
  )
  await save(tx, caller.id, changes)
  const outcomes = rulings.map(({ before, after }) => ({ id: before.id, outcome: reportOutcomeOf(after) }))
  const told = answers ? await closeReportsOf(tx, outcomes, operationId) : []
  const letters = [...(await tellAuthors(context, changes)), ...(await tellReporters(context, told))]
  await keepLetters(tx, operationId, letters)
  audit.considered()
  for (const { before, after } of changes) audit.record(traceOf(before.id, before, after))
  return {
    updated: publications.filter(({ id }) => moved.has(id)),
    unchanged,
    meta: { operation_id: operationId, mail: leaving(letters) },
  }
}

export const traceOf = (id: string, before: Moderation, after: Moderation): Change => ({
  id,
  before: moderationOf(before),
  after: moderationOf(after),
})

/** An unchanged time is not written back: the API has milliseconds, the row microseconds. */
const save = (tx: Tx, userId: string, changes: readonly Ruling[]) =>
  tx.run(sql`
    update publications p set moderation_status = d.moderation_status, valide = d.valide,
      publie_le = coalesce(d.publie_le, p.publie_le), moderation_by = d.moderation_by,
      moderation_reason = d.moderation_reason, moderation_reason_code = d.moderation_reason_code,
      moderated_at = now(), moderated_by = ${userId}
    from jsonb_to_recordset(${JSON.stringify(
      changes.map(({ before, after }) => ({
        ...after,
        id: before.id,
        publie_le: after.publie_le === before.publie_le ? null : after.publie_le,
      })),
    )}::jsonb) as d(id uuid, ${typed(MODERATION)})
    where p.id = d.id`)
