import { signedIn } from '../../access/visitors.ts'
import type { Language } from '../../kernel/errors.ts'
import { AlreadyDone } from '../../kernel/routes/action.ts'
import { refusePastFeature, refuseTimeWithoutApproval } from '../rules.ts'
import { type Asked, actOf } from './acts.ts'
import { choose, filterOf, leftAside, lockChosen } from './chosen.ts'
import type { Deciding } from './deciding.ts'
import { acceptOperation, ONE_UNDER_WAY } from './in-pieces.ts'
import { perform } from './perform.ts'
import { AT_ONCE, BulkDecision, BulkDeletion, BulkFeature, BulkOutcome, type Selected } from './shapes.ts'

/** What is done to many publications: those that are named, or all that a filter finds. */

const bulk = {
  reply: BulkOutcome,
  errors: ['total_changed'],
  conflicts: ONE_UNDER_WAY,
  mayBeDone: true,
  description:
    'Up to 500 are done within the request (200). Of a filter that finds more, those that it finds now are done by a job (202); what somebody touches before its turn comes fails as `stale_version`. One such operation at a time for each person.',
} as const

export const moderateMany = signedIn.write({
  ...bulk,
  summary: 'Decide about many publications, named or found by a filter; each that changed leaves one trace',
  body: BulkDecision,
  async run(context) {
    const { ids, filter, expected_total, ...decision } = context.body
    refuseTimeWithoutApproval(decision)
    return await toAll(context, { action: 'moderate', ...decision })
  },
})

export const featureMany = signedIn.write({
  ...bulk,
  summary: 'Put many publications in front, named or found by a filter, or take them back',
  body: BulkFeature,
  async run(context) {
    const { ids, filter, expected_total, ...feature } = context.body
    refusePastFeature(feature, context.now)
    return await toAll(context, { action: 'feature', ...feature })
  },
})

export const deleteMany = signedIn.write({
  ...bulk,
  summary: 'Delete many publications, named or found by a filter; they can be restored',
  body: BulkDeletion,
  run: context => toAll(context, { action: 'delete' }),
})

async function toAll(
  context: Deciding & { readonly body: Selected; readonly language: Language },
  asked: Asked,
) {
  const { tx, body, now, audit, language } = context
  const found = filterOf(body)
  if (found && found.expected > AT_ONCE) {
    audit.considered()
    const { id, total } = await acceptOperation(context, found, asked)
    return {
      data: { updated: [], unchanged: [], failed: [] },
      meta: { operation_id: id, mail: null, queued: total },
    }
  }
  const chosen = found
    ? await choose(tx, found.filter, found.expected)
    : [...new Set(body.ids)].map(id => ({ id }))
  const { present, left } = await lockChosen(tx, chosen, asked.action)
  const { changed, unchanged, meta } = await perform(context, present, actOf(asked, now))
  return new AlreadyDone({
    data: {
      updated: changed.map(({ id }) => id),
      unchanged: unchanged.map(({ id }) => id),
      failed: left.map(one => leftAside(one, language)),
    },
    meta,
  })
}
