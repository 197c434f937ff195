import { found } from '../../kernel/errors.ts'
import { leaving } from '../../mail/shapes.ts'
import { findForAdmin, type Locked } from '../queries.ts'
import { adminRecord } from '../record.ts'
import type { Act, Plan } from './acts.ts'
import type { Deciding, Done } from './deciding.ts'
import { keepLetters } from './held-mails.ts'
import { authorsOf, closeReportsOf, reportedAmong, reportersOf, tellAuthors, tellReporters } from './mails.ts'
import { openOperation, type Touched } from './operations.ts'

/** Carries out what was decided, whoever did: saved, traced, reports closed, authors and reporters told. */

export interface Performed extends Pick<Plan, 'changed' | 'unchanged'> {
  readonly meta: Done
}

/** The rows are locked already, in id order. */
export async function perform(context: Deciding, rows: readonly Locked[], act: Act): Promise<Performed> {
  const { tx, caller } = context
  const plan = act(rows)
  const { operationId, answered } = await carryOut(context, plan, touched =>
    openOperation(tx, caller.id, touched, plan),
  )
  const rejected = plan.moderation_status === 'rejected' && plan.changed.length > 0
  const letters = [
    ...(rejected ? await tellAuthors(context, authorsOf(operationId, caller.id)) : []),
    ...(answered ? await tellReporters(context, reportersOf(operationId)) : []),
  ]
  await keepLetters(tx, operationId, letters)
  const { changed, unchanged } = plan
  return { changed, unchanged, meta: { operation_id: operationId, mail: leaving(letters) } }
}

/** To one, by the back-office: answered as it stands then. */
export async function actOn(context: Deciding, before: Locked, act: Act) {
  const { meta } = await perform(context, [before], act)
  const { tx, config } = context
  return { data: adminRecord(found(await findForAdmin(tx, before.id)), config), meta }
}

/** `into`: the operation that all of it belongs to. `answered`: a reporter waits for a letter. */
export async function carryOut(
  { tx, caller, audit }: Deciding,
  plan: Plan,
  into: (touched: Touched) => Promise<string>,
): Promise<{ operationId: string; answered: boolean }> {
  const { changed, unchanged } = plan
  const outcomes = [...changed, ...unchanged].flatMap(row => {
    const outcome = plan.answer(row)
    return outcome ? [{ id: row.id, outcome }] : []
  })
  const answers = outcomes.length > 0
  const operationId = await into({
    changed: changed.map(({ id }) => id),
    answered: answers ? await reportedAmong(tx, unchanged) : [],
  })
  if (changed.length > 0) await plan.save(tx, caller.id)
  const answered = answers && (await closeReportsOf(tx, outcomes, operationId))
  audit.considered()
  for (const row of changed) audit.record(plan.trace(row))
  return { operationId, answered }
}
