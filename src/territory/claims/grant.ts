import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import type { Trail } from '../../kernel/records/audit.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { unknownId } from '../../people/access/unknown-ids.ts'
import { heldAddress } from '../../people/users/held-address.ts'
import { addMember, lockMember } from '../../people/users/members.ts'
import { type Account, inviteUser } from '../../people/users/queries.ts'
import type { Undecided } from './queries.ts'
import type { ClaimDecision } from './shapes.ts'

/** An approval grants one membership to one user. */

interface GrantContext {
  readonly tx: Tx
  readonly audit: Trail
}

/** Returns the new member and the membership before. Refuses suspended accounts: they could not use it. */
export async function grant({ tx, audit }: GrantContext, claim: Undecided, decision: ClaimDecision) {
  const { id: userId, status } = await grantee({ tx, audit }, claim, decision)
  if (status === 'suspended') throw new Problem('account_suspended')
  const { role = 'owner', permissions = [] } = decision
  const before = await lockMember(tx, claim.acteur_id, userId)
  const after = await addMember(tx, { acteurId: claim.acteur_id, userId, role, permissions })
  return { user_id: userId, before, after }
}

/**
 * The user chosen by the operator, else the claimant's account, else the user with the claim's address, invited if
 * necessary.
 */
async function grantee(
  { tx, audit }: GrantContext,
  claim: Undecided,
  { user_id }: ClaimDecision,
): Promise<Account> {
  if (user_id) {
    const user = await findUser(tx, user_id)
    if (user) return user
    throw unknownId('user_id', 'user')
  }
  const claimant = claim.claimant_user_id && (await findUser(tx, claim.claimant_user_id))
  if (claimant) return claimant
  if (claim.email === null) throw new Problem('claimant_unknown')
  const email = await heldAddress(tx, claim.email)
  const holder = await holderOf(tx, email)
  if (holder) return holder
  const invited = await inviteUser(tx, email, claim.nom)
  if (invited) {
    audit.record({ id: invited.id, action: 'user.invited', after: { claim_id: claim.id } })
    return { ...invited, status: 'active' }
  }
  // Another approval invited the same person a moment earlier.
  const other = await holderOf(tx, email)
  if (!other) throw new Problem('claimant_unknown')
  return other
}

const findUser = (db: Db, id: string) =>
  db.one<Account>(sql`select id, status from users where id = ${id} for key share`)

/** A verified address takes precedence over an invited one. */
const holderOf = (db: Db, email: string) =>
  db.one<Account>(sql`
    select id, status from users where email = lower(${email}) or invited_email = lower(${email})
    order by email is null limit 1`)
