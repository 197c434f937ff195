import { Data, Id, Obj } from '../../../shared/shapes.ts'
import type { Trail } from '../../kernel/records/audit.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { takeBack } from '../../letters/mail/take-back.ts'
import { territoryOf } from '../../people/access/permissions.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { type Overturned, rejectAgain } from '../../territory/claims/undo.ts'
import { type ClosedReport, closeReportAgain } from '../publications/moderation/reports.ts'
import { undoOperation } from '../publications/moderation/undo.ts'
import { itemFor, refuseUngoverned } from './admin.ts'
import { deleteOutcome, type Outcome } from './outcomes.ts'
import { type Locked, lockAppeal, reopenAppeal } from './queries.ts'
import { AppealItem } from './shapes.ts'

/** Undoes the outcome of an appeal, as long as nobody was told. */

export const undo = signedIn.write({
  summary: 'Undo the outcome of an appeal until its mail leaves; afterwards 409 `already_sent`',
  description:
    'The appeal waits again. What an overturned decision changed is put back; `stale_version` if it has changed since.',
  params: Obj({ id: Id }),
  reply: Data(AppealItem),
  errors: ['already_sent'],
  versioned: true,
  async run(context) {
    const { tx, params, caller, audit, refuseStale } = context
    const appeal = found(await lockAppeal(tx, caller, params.id))
    refuseStale(appeal.version)
    await refuseUngoverned(tx, caller, appeal)
    const outcome = await deleteOutcome(tx, appeal.id)
    if (!outcome || outcome.appeal_version !== appeal.version) throw new Problem('stale_version')
    if (outcome.mail_id !== null) {
      const [mail] = await takeBack(tx, [outcome.mail_id])
      if (!mail?.cancelled || mail.told) throw new Problem('already_sent')
    }
    if (!(await putBack(context, appeal, outcome))) throw new Problem('stale_version')
    await reopenAppeal(tx, appeal.id)
    audit.record({
      id: appeal.publication_id ?? appeal.claim_id ?? appeal.id,
      action: appeal.claim_id === null ? 'publication.appeal_decided' : 'claim.appeal_decided',
      before: { appeal: appeal.status },
      after: { appeal: 'pending' },
    })
    return { data: await itemFor(tx, caller, appeal.id) }
  },
})

/** False where the record has changed since. */
async function putBack(
  context: Parameters<typeof undoOperation>[0] & { readonly caller: Parameters<typeof territoryOf>[0] },
  { status, report_id, claim_id }: Locked,
  { operation_ids, before }: Outcome,
): Promise<boolean> {
  if (status !== 'overturned') return true
  const { tx, caller } = context
  if (claim_id !== null) return before !== null && (await rejectAgain(tx, claim_id, before as Overturned))
  if (report_id !== null)
    return before !== null && (await closeReportAgain(tx, report_id, before as ClosedReport))
  const audit: Trail = {
    considered: () => context.audit.considered(),
    record: change => context.audit.record({ action: 'publication.moderation_undone', ...change }),
  }
  for (const id of operation_ids.toReversed()) {
    const undone = await undoOperation({ ...context, audit }, id, territoryOf(caller, 'moderation'))
    if (undone?.restored.length !== 1) return false
  }
  return true
}
