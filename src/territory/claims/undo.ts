import { isDeepStrictEqual } from 'node:util'
import { Data, Id, Obj } from '../../../shared/shapes.ts'
import { retention } from '../../foundation/retention.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/records/retention.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { removeUnmet } from '../../people/users/expected.ts'
import { lockMember, type Membership, removeMember, setMember } from '../../people/users/members.ts'
import { mailOutcome, mailReopening } from './mails.ts'
import { findClaim, isByCode, saveDecision } from './queries.ts'
import { Claim } from './shapes.ts'

/** Undoes the last decision of a claim, if nothing it changed has changed since. */

export const undo = signedIn.write({
  summary: 'Undo the decision of a claim: it waits again, and the membership of an approval is removed',
  description:
    'Cancels the mail if it was not sent yet; otherwise notifies the claimant that the claim is reviewed again. Refused with `stale_version` if claim, acteur or membership have changed since, or another approval gave the same person that acteur since; what a town hall’s own proof granted is taken back also if acteur or membership have, and no other proof gives that acteur away; its claim is refused where another one waits.',
  params: Obj({ id: Id }),
  reply: Data(Claim),
  errors: ['claim_conflict'],
  conflicts: { claims_one_pending: 'claim_conflict' },
  versioned: true,
  async run(context) {
    const { tx, params, audit, refuseStale } = context
    const claim = found(await lockDecided(tx, params.id))
    refuseStale(claim.version)
    const decision = await deleteDecision(tx, claim.id)
    const isSame = decision?.acteur_version === claim.acteur_version || claim.by_code
    if (decision?.claim_version !== claim.version || !isSame) throw new Problem('stale_version')
    const { user_id, member_before, member_after } = decision
    if (user_id !== null) await takeRightsBack(tx, claim, { ...decision, user_id })
    // The account that the approval opened goes with it, unless the person has come meanwhile.
    if (user_id !== null && (await wasInvitedBy(tx, claim.id, user_id)) && (await removeUnmet(tx, user_id)))
      audit.record({ id: user_id, action: 'user.invitation_withdrawn', before: { claim_id: claim.id } })
    if (claim.by_code) await closeOfficialWay(tx, claim.id)
    const status = (claim.by_code && (await refuseBeside(context, claim))) || 'pending'
    if (status === 'pending') await reopen(tx, claim.id, context.now)
    if (decision.mail_id !== null) await mailReopening(context, decision.mail_id, claim.acteur)
    if (status === 'rejected') await mailOutcome(context, claim.id, status)
    const rights = (member: Membership | null) =>
      user_id === null ? {} : { role: member?.role ?? null, permissions: member?.permissions ?? null }
    audit.record({
      id: claim.id,
      before: { status: claim.status, user_id, ...rights(member_after) },
      after: { status, user_id: null, ...rights(member_before) },
    })
    return { data: found(await findClaim(tx, claim.id)) }
  },
})

const wasInvitedBy = async (tx: Tx, claimId: string, userId: string): Promise<boolean> =>
  (await tx.one(sql`
    select from audit_log where entity_id = ${userId} and action = 'user.invited' and after ->> 'claim_id' = ${claimId}
    limit 1`)) !== undefined

const lockDecided = (tx: Tx, id: string) =>
  tx.one<{
    id: string
    status: Claim['status']
    version: number
    acteur_id: string
    acteur: string
    acteur_version: number
    by_code: boolean
  }>(sql`
    select c.id, c.status, c.version, c.acteur_id, a.nom as acteur, a.version as acteur_version, ${isByCode(sql`c`)} as by_code
    from claims c join acteurs a on a.id = c.acteur_id where c.id = ${id} for update of c for share of a`)

/** A member who got in by a code cannot keep the rights by changing something: nobody had decided about them. */
async function takeRightsBack(
  tx: Tx,
  { acteur_id: acteurId, by_code }: { readonly acteur_id: string; readonly by_code: boolean },
  decision: Decision & { readonly user_id: string },
) {
  const { user_id: userId, member_before, member_after } = decision
  const member = await lockMember(tx, acteurId, userId)
  if (!by_code && !isDeepStrictEqual(member, member_after)) throw new Problem('stale_version')
  if (await isGrantedAgain(tx, acteurId, decision)) throw new Problem('stale_version')
  if (member_before) await setMember(tx, { acteurId, userId, ...member_before })
  else await removeMember(tx, acteurId, userId)
}

/** Asked below the lock of the member: another approval gave the same rights since, and would be left without them. */
const isGrantedAgain = async (
  tx: Tx,
  acteurId: string,
  { user_id, since }: Decision & { readonly user_id: string },
): Promise<boolean> =>
  (await tx.one(sql`
    select from claim_decisions d join claims c on c.id = d.claim_id
    where d.user_id = ${user_id} and d.decided_at > ${since}::timestamptz
      and c.acteur_id = ${acteurId} and c.status = 'approved' limit 1`)) !== undefined

const closeOfficialWay = (tx: Tx, claimId: string) =>
  tx.run(sql`update claim_letters set granted_at = null, undone_at = now() where claim_id = ${claimId}`)

/** One claim of an acteur waits: beside that of somebody else, the proven one is refused instead. */
async function refuseBeside(
  { tx, caller }: { readonly tx: Tx; readonly caller: { readonly id: string } },
  { id, acteur_id }: { readonly id: string; readonly acteur_id: string },
): Promise<'rejected' | undefined> {
  const other = await tx.one(sql`
    select from claims where acteur_id = ${acteur_id} and status = 'pending' for key share`)
  if (!other) return undefined
  await saveDecision(tx, id, { status: 'rejected', note: null, reason: TAKEN_BACK, by: caller.id })
  return 'rejected'
}
const TAKEN_BACK = 'L’accès que la preuve de la mairie avait donné a été repris par l’équipe.'

/** A claim that would have expired meanwhile waits another day. */
const reopen = (tx: Tx, id: string, now: Date, days = 1) =>
  tx.run(sql`
    update claims set status = 'pending', decided_at = null, decided_by = null, note = null, reason = null,
      expires_at = greatest(expires_at, ${new Date(now.getTime() + days * DAY_MS).toISOString()}::timestamptz)
    where id = ${id}`)
const DAY_MS = 86_400_000

/** Days in which a claim is decided again whose refusal was overturned. */
const AGAIN_DAYS = 30

/** An overturned refusal: the claim waits again, and the refusal can no longer be undone. */
export async function reopenAfterAppeal(tx: Tx, id: string, now: Date): Promise<Overturned | null> {
  await deleteDecision(tx, id)
  const before = await tx.one<Omit<Overturned, 'version'>>(sql`
    select decided_at::text, decided_by, note, reason, expires_at::text from claims where id = ${id}`)
  await reopen(tx, id, now, AGAIN_DAYS)
  const after = await tx.one<{ version: number }>(sql`select version from claims where id = ${id}`)
  return before && after ? { ...before, ...after } : null
}

/** A refusal before an appeal overturned it, and the version of the claim since. */
export interface Overturned {
  readonly decided_at: string
  readonly decided_by: string | null
  readonly note: string | null
  readonly reason: string | null
  readonly expires_at: string
  readonly version: number
}

/** The overturning is undone. False for a claim that has changed since. */
export const rejectAgain = async (tx: Tx, id: string, before: Overturned): Promise<boolean> =>
  (await tx.run(sql`
    update claims set status = 'rejected', decided_at = ${before.decided_at}::timestamptz, decided_by = ${before.decided_by},
      note = ${before.note}, reason = ${before.reason}, expires_at = ${before.expires_at}::timestamptz
    where id = ${id} and status = 'pending' and version = ${before.version}`)) > 0

////////////////////////////////////////////////////////////////////////////// what a decision leaves behind

interface Decision {
  readonly claim_version: number
  readonly acteur_version: number
  /** When it was taken, to the microsecond. */
  readonly since: string
  readonly user_id: string | null
  readonly member_before: Membership | null
  readonly member_after: Membership | null
  readonly mail_id: string | null
}

/** Stores what an undo needs, in the transaction of the decision. */
export const recordDecision = (
  tx: Tx,
  claimId: string,
  {
    granted,
    mail,
  }: {
    readonly granted:
      | { user_id: string; before: Membership | undefined; after: Membership | undefined }
      | undefined
    readonly mail: string | undefined
  },
) =>
  tx.run(sql`
    insert into claim_decisions (claim_id, claim_version, acteur_version, user_id, member_before, member_after, mail_id)
    select c.id, c.version, a.version, ${granted?.user_id ?? null}, ${JSON.stringify(granted?.before ?? null)}::jsonb,
           ${JSON.stringify(granted?.after ?? null)}::jsonb, ${mail ?? null}
    from claims c join acteurs a on a.id = c.acteur_id where c.id = ${claimId}`)

const deleteDecision = (tx: Tx, claimId: string) =>
  tx.one<Decision>(
    sql`delete from claim_decisions where claim_id = ${claimId} returning *, decided_at::text as since`,
  )

/** Deletes decisions past their retention; they can no longer be undone. */
export const forgetDecisions = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from claim_decisions where ${olderThan(retention.claimDecisions.kept, sql`decided_at`)}`)
