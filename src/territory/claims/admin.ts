import { Id, Obj } from '../../../shared/shapes.ts'
import { Paged, paged, pageOf } from '../../kernel/lists/paging.ts'
import { withoutPosition } from '../../kernel/lists/segments.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { territoryOf } from '../../people/access/permissions.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { forCaller } from '../../people/teamwork/assignments.ts'
import { grant } from './grant.ts'
import { mailOutcome } from './mails.ts'
import {
  conditionsOf,
  countClaims,
  findClaim,
  listClaims,
  lockUndecided,
  ORDERS,
  saveDecision,
} from './queries.ts'
import { refuseDeletedActeur, refuseFieldsOfOtherDecision } from './rules.ts'
import { Claim, ClaimDecision, ClaimsQuery, Decided } from './shapes.ts'
import { recordDecision } from './undo.ts'

/** Claims in the back-office: list and decision. */

export const list = signedIn.read({
  summary: 'Claims, newest first; `q` searches messages, claimants’ contacts and acteurs’ names',
  query: ClaimsQuery,
  reply: Paged(Claim),
  errors: ['page_too_deep'],
  async run({ db, query, caller }) {
    const page = pageOf(query, ORDERS[query.sort ?? 'created_at_desc'])
    const conditions = await conditionsOf(db, forCaller(query, caller), territoryOf(caller, 'claims'))
    const rows = listClaims(db, conditions, page)
    return await paged(page, rows, () => countClaims(db, conditions), withoutPosition)
  },
})

export const decide = signedIn.write({
  summary: 'Approve a claim (the claimant becomes a member) or reject it; the claimant is notified',
  params: Obj({ id: Id }),
  body: ClaimDecision,
  reply: Decided,
  errors: ['claim_already_decided', 'claimant_unknown'],
  versioned: true,
  async run(context) {
    const { tx, params, body, caller, audit, refuseStale } = context
    refuseFieldsOfOtherDecision(body)
    const claim = found(await lockUndecided(tx, params.id))
    if (claim.status !== 'pending') throw new Problem('claim_already_decided')
    refuseStale(claim.version)
    refuseDeletedActeur(claim, body)
    const { status, note = null, reason = null } = body
    await saveDecision(tx, claim.id, { status, note, reason, by: caller.id })
    const granted = status === 'approved' ? await grant(context, claim, body) : undefined
    const mailed = await mailOutcome(context, claim.id, status, granted?.user_id)
    await recordDecision(tx, claim.id, { granted, mail: mailed?.id })
    const rights = granted && { user_id: granted.user_id, ...granted.after }
    audit.record({ id: claim.id, before: { status: 'pending' }, after: { status, ...rights } })
    const data = found(await findClaim(tx, claim.id))
    return { data, meta: { mail: mailed?.mail ?? null, undo_version: data.version } }
  },
})
