import { isDeepStrictEqual } from 'node:util'
import { sql, type Tx } from '../../kernel/db/db.ts'
import type { Trail } from '../../kernel/records/audit.ts'
import { found } from '../../kernel/refusals/errors.ts'
import {
  askAgain,
  lockMember,
  lockTeamMember,
  type Membership,
  mergeMember,
  removeMember,
  setMember,
  type TeamMember,
} from '../../people/users/members.ts'

/** The members of merged acteurs, and their separation. */

/** Merges of earlier versions do not say who was only invited. */
type Stored = Membership & Partial<TeamMember>

export interface Brought {
  readonly user_id: string
  readonly before: Stored | null
  readonly after: Stored
}

/** They also stay members of the merged acteur, which is deleted. */
export async function addMembers(tx: Tx, from: string, into: string): Promise<Brought[]> {
  const members = await tx.all<TeamMember & { user_id: string }>(sql`
    select user_id, role, permissions, accepted_at is null as asked from actor_users where acteur_id = ${from} order by user_id`)
  const brought: Brought[] = []
  for (const { user_id, ...member } of members) {
    const before = (await lockTeamMember(tx, into, user_id)) ?? null
    const after = found(
      (await mergeMember(tx, { acteurId: into, userId: user_id, ...member })) ?? before ?? undefined,
    )
    brought.push({ user_id, before, after })
  }
  return brought
}

interface Parting {
  readonly tx: Tx
  readonly audit: Trail
}

/**
 * Restores the members' earlier rights. A change made since the merge applies to both acteurs: nobody gets more in the
 * restored one than they now have in the remaining one.
 */
export async function takeMembersBack(
  { tx, audit }: Parting,
  { from, into }: { readonly from: string; readonly into: string },
  brought: readonly Brought[],
): Promise<void> {
  for (const { user_id, before, after } of brought) {
    const now = await lockTeamMember(tx, into, user_id)
    if (!now || !isDeepStrictEqual(now, { asked: now.asked, ...after }))
      await limit({ tx, audit }, from, user_id, now)
    else if (before) {
      await setMember(tx, { acteurId: into, userId: user_id, ...before })
      if (before.asked) await askAgain(tx, into, user_id)
    } else await removeMember(tx, into, user_id)
  }
}

async function limit(
  { tx, audit }: Parting,
  acteurId: string,
  userId: string,
  most: Membership | undefined,
): Promise<void> {
  const had = await lockMember(tx, acteurId, userId)
  const left = had && most && lesser(had, most)
  if (!had || isDeepStrictEqual(had, left)) return
  if (left) await setMember(tx, { acteurId, userId, ...left })
  else await removeMember(tx, acteurId, userId)
  audit.record({
    id: acteurId,
    action: left ? 'acteur.member_set' : 'acteur.member_removed',
    before: { user_id: userId, ...had },
    after: left ? { user_id: userId, ...left } : { user_id: null, role: null },
  })
}

/** The rights that both memberships include; an owner has all. */
function lesser(one: Membership, other: Membership): Membership {
  if (other.role === 'owner') return one
  const kept = one.role === 'owner' ? other.permissions : one.permissions
  return { role: 'editor', permissions: kept.filter(right => other.permissions.includes(right)) }
}
