import { Data, Id, Obj } from '../../../shared/shapes.ts'
import type { Db, Tx } from '../../kernel/db/db.ts'
import { Paged, pageOf } from '../../kernel/lists/paging.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { type Caller, territoryOf } from '../../people/access/permissions.ts'
import { beyondTerritory, idsGoverned } from '../../people/access/territory.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { readByNobodyElse } from '../../people/teamwork/colleagues.ts'
import { reopenAfterAppeal } from '../../territory/claims/undo.ts'
import { decide as decidePublication } from '../publications/moderation/decide.ts'
import type { DecisionContext } from '../publications/moderation/operations.ts'
import { planModeration, planRestoration } from '../publications/moderation/plans.ts'
import { reopenReport } from '../publications/moderation/reports.ts'
import { lockPublication } from '../publications/queries.ts'
import { mailOutcome } from './mails.ts'
import { recordOutcome } from './outcomes.ts'
import {
  conditionsOf,
  findAppeal,
  type Locked,
  lockAppeal,
  orderOf,
  pageOfAppeals,
  saveOutcome,
} from './queries.ts'
import { Appeal, AppealDecision, AppealItem, AppealsQuery, DecidedAppeal } from './shapes.ts'

/** Appeals in the back-office. Each lies in the area of the contested decision, moderation or claims. */

export const list = signedIn.read({
  summary: 'Appeals in the caller’s areas: `pending` the oldest first, others the newest first',
  query: AppealsQuery,
  reply: Paged(Appeal),
  errors: ['page_too_deep'],
  async run({ db, query, caller }) {
    const page = pageOf(query, orderOf(query))
    const conditions = await conditionsOf(db, caller, query)
    return await pageOfAppeals(db, conditions, page)
  },
})

export const byId = signedIn.read({
  summary: 'One appeal, with the contested decision, and whether the caller took it',
  params: Obj({ id: Id }),
  reply: Data(AppealItem),
  run: async ({ db, params, caller }) => ({ data: await itemFor(db, caller, params.id) }),
})

export async function itemFor(db: Db, caller: Caller, id: string): Promise<AppealItem> {
  const appeal = found(await findAppeal(db, caller, id))
  return {
    ...appeal,
    own_decision: appeal.decider?.id === caller.id,
    alone: await isAlone(db, caller, appeal),
  }
}

/** Whether nobody else may decide about the contested record. */
const isAlone = async (
  db: Db,
  caller: Caller,
  { publication_id, claim_id }: Pick<Appeal, 'publication_id' | 'claim_id'>,
): Promise<boolean> =>
  (publication_id === null
    ? await readByNobodyElse(db, 'claims', [claim_id ?? ''], caller.id)
    : await readByNobodyElse(db, 'publications', [publication_id], caller.id)
  ).length > 0

export const decide = signedIn.write({
  summary: 'Uphold or overturn a contested decision, with reasons that are mailed to whoever contests it',
  description:
    'Whoever took the decision is refused (`own_decision`) while somebody else can decide. Overturned, a publication is published, the report is open again, or the claim waits again. It can be undone until the mail leaves, a minute later.',
  params: Obj({ id: Id }),
  body: AppealDecision,
  reply: DecidedAppeal,
  errors: ['appeal_already_decided', 'own_decision', 'claim_conflict'],
  conflicts: { claims_one_pending: 'claim_conflict' },
  versioned: true,
  async run(context) {
    const { tx, params, body, caller, audit, refuseStale } = context
    const appeal = found(await lockAppeal(tx, caller, params.id))
    if (appeal.status !== 'pending') throw new Problem('appeal_already_decided')
    refuseStale(appeal.version)
    await refuseUngoverned(tx, caller, appeal)
    if (appeal.decided_by === caller.id && !(await isAlone(tx, caller, appeal)))
      throw new Problem('own_decision')
    await saveOutcome(tx, appeal.id, body, caller.id)
    audit.record({
      id: appeal.publication_id ?? appeal.claim_id ?? appeal.id,
      action: appeal.claim_id === null ? 'publication.appeal_decided' : 'claim.appeal_decided',
      before: { appeal: 'pending' },
      after: { appeal: body.status },
    })
    const left = body.status === 'overturned' ? await overturn(context, appeal) : {}
    const mailed = await mailOutcome(context, appeal, body)
    const mail = mailed?.mail ?? null
    await recordOutcome(tx, appeal.id, {
      operation_ids: [],
      before: null,
      ...left,
      mail_id: mailed?.id ?? null,
    })
    return { data: await itemFor(tx, caller, appeal.id), meta: { mail } }
  },
})

/** A claim is decided where its acteur may be governed. */
export async function refuseUngoverned(tx: Tx, caller: Caller, { claim_id }: Locked): Promise<void> {
  const asked = { id: caller.id, territory: territoryOf(caller, 'claims') }
  if (claim_id !== null && (await idsGoverned(tx, 'claims', [claim_id], asked)).length === 0)
    throw beyondTerritory()
}

/** After the outcome is saved: the trigger `close_appeals` leaves decided appeals alone. */
async function overturn(
  context: DecisionContext,
  { kind, publication_id, report_id, claim_id }: Locked,
): Promise<Partial<Parameters<typeof recordOutcome>[2]>> {
  const { tx, now } = context
  const id = claim_id ?? report_id ?? publication_id ?? ''
  if (kind === 'claim') return { before: await reopenAfterAppeal(tx, id, now) }
  if (kind === 'report') return { before: found(await reopenReport(tx, id)) }
  const operation_ids: string[] = []
  const before = found(await lockPublication(tx, id))
  if (before.deleted_at !== null) {
    const { meta } = await decidePublication(context, [before], planRestoration)
    operation_ids.push(meta.operation_id)
  }
  const row = found(await lockPublication(tx, id))
  const { meta } = await decidePublication(
    context,
    [row],
    planModeration({ moderation_status: 'published' }, 'backoffice', now),
  )
  return { operation_ids: [...operation_ids, meta.operation_id] }
}
