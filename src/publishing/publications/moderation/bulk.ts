import type { Language } from '../../../kernel/refusals/errors.ts'
import { AlreadyDone } from '../../../kernel/routes/action.ts'
import { territoryOf } from '../../../people/access/permissions.ts'
import { type SignedIn, signedIn } from '../../../people/access/visitors.ts'
import { refusePastFeature, refuseUnfitDecision } from '../rules.ts'
import { acceptOperation, ONE_UNDER_WAY } from './bulk-job.ts'
import { type Decided, decide } from './decide.ts'
import type { DecisionContext } from './operations.ts'
import { planRequested, type RequestedDecision } from './plans.ts'
import { asRead, filterOf, lockSelected, type Skipped, selectByFilter, skippedRecord } from './selection.ts'
import { AT_ONCE, BulkDecision, BulkDeletion, BulkFeature, BulkOutcome, type Selected } from './shapes.ts'

/** Bulk decisions: about publications listed by id, or all that match a filter. */

const bulk = {
  reply: BulkOutcome,
  errors: ['total_changed'],
  conflicts: ONE_UNDER_WAY,
  mayBeDone: true,
  description:
    'Up to 500 publications are processed within the request (200). With `ids`, send the `versions` that were read, so that what others changed since is left as it is. If a filter finds more, a job processes them (202), and a publication that changes before its turn fails with `stale_version`. Each user can have one such operation at a time.',
} as const

export const moderateMany = signedIn.write({
  ...bulk,
  summary: 'Decide many publications, by ids or by a filter; one audit row for each change',
  body: BulkDecision,
  async run(context) {
    const { ids, versions, filter, expected_total, ...decision } = context.body
    refuseUnfitDecision(decision)
    return await decideMany(context, { action: 'moderate', ...decision })
  },
})

export const featureMany = signedIn.write({
  ...bulk,
  summary: 'Feature or unfeature many publications, by ids or by a filter',
  body: BulkFeature,
  async run(context) {
    const { ids, versions, filter, expected_total, ...feature } = context.body
    refusePastFeature(feature, context.now)
    return await decideMany(context, { action: 'feature', ...feature })
  },
})

export const deleteMany = signedIn.write({
  ...bulk,
  summary: 'Delete many publications, by ids or by a filter; they can be restored',
  body: BulkDeletion,
  run: context => decideMany(context, { action: 'delete' }),
})

/** Decides at once about up to 500 publications; more are left to a job. */
async function decideMany(
  context: DecisionContext & SignedIn & { readonly body: Selected; readonly language: Language },
  requested: RequestedDecision,
) {
  const { tx, body, now, audit, language } = context
  const byFilter = filterOf(body, context.caller)
  const territory = territoryOf(context.caller, 'moderation')
  if (byFilter && byFilter.expected > AT_ONCE) {
    audit.considered()
    const { id, total } = await acceptOperation(context, { ...byFilter, territory }, requested)
    return {
      data: { updated: [], unchanged: [], failed: [] },
      meta: { operation_id: id, mail: null, queued: total },
    }
  }
  const selected = byFilter
    ? await selectByFilter(tx, byFilter.filter, byFilter.expected, territory)
    : asRead(body.ids ?? [], body.versions)
  const { locked, skipped } = await lockSelected(tx, selected, requested, territory)
  const decided = await decide(context, locked, planRequested(requested, now))
  return new AlreadyDone(bulkOutcome(decided, skipped, language))
}

export const bulkOutcome = (
  { changed, unchanged, meta }: Decided,
  skipped: readonly Skipped[],
  language: Language,
) => ({
  data: {
    updated: changed.map(({ id }) => id),
    unchanged: unchanged.map(({ id }) => id),
    failed: skipped.map(one => skippedRecord(one, language)),
  },
  meta,
})
