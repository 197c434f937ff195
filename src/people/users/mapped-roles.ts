import type { Role } from '../../../shared/words/access.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { recordOne, type Signature } from '../../kernel/records/audit.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { rolesTrace } from './admin.ts'
import {
  findUser,
  lockAdministrators,
  lockUser,
  otherActiveAdministrators,
  type RoleLimits,
} from './queries.ts'
import type { MappedRole } from './role-map.ts'

/**
 * Gives a user the roles of their groups, and takes back those that the groups of this issuer gave. What a person gave
 * or removed stays so, and the last administrator remains.
 *
 * The locks are those of changes by hand (`changeRole`): sign-ins at the same time see what the one before did.
 */
export async function applyMappedRoles(
  tx: Tx,
  userId: string,
  { issuer, given }: MappedRoles,
  by: Omit<Signature, 'userId'>,
): Promise<void> {
  await lockAdministrators(tx)
  const before = found(await lockUser(tx, userId))
  const held = new Map((await heldRoles(tx, userId)).map(one => [one.role, one]))
  const wanted = await limitsByRole(tx, given)
  const removed = await removedRoles(tx, userId)
  let changes = 0
  for (const [role, limits] of wanted) {
    const own = held.get(role)
    if (removed.has(role) || (own && own.mapped_by !== issuer) || (own && isSame(own, limits))) continue
    changes += await saveMappedRole(tx, userId, issuer, role, limits)
  }
  for (const { role, mapped_by } of held.values()) {
    if (mapped_by !== issuer || wanted.has(role)) continue
    if (role === 'admin' && !(await otherActiveAdministrators(tx, userId))) continue
    changes += await takeMappedRole(tx, userId, issuer, role)
  }
  if (changes === 0) return
  const after = found(await findUser(tx, userId))
  await recordOne(tx, { ...by, userId }, 'user.roles_mapped', {
    id: userId,
    before: rolesTrace(before),
    after: { ...rolesTrace(after), issuer },
  })
}

export interface MappedRoles {
  readonly issuer: string
  readonly given: ReadonlyMap<Role, MappedRole>
}

interface Held extends RoleLimits {
  readonly role: Role
  readonly mapped_by: string | null
}
const heldRoles = (tx: Tx, userId: string) =>
  tx.all<Held>(sql`select role, mapped_by, commune_ids, epci_codes from user_roles where user_id = ${userId}`)

const removedRoles = async (tx: Tx, userId: string) =>
  new Set(
    (await tx.all<{ role: Role }>(sql`select role from removed_roles where user_id = ${userId}`)).map(
      ({ role }) => role,
    ),
  )

/** Places that do not exist (any more) are left out. A role of which none exists is not given: it would be everywhere. */
async function limitsByRole(tx: Tx, given: MappedRoles['given']): Promise<ReadonlyMap<Role, RoleLimits>> {
  const limits = new Map<Role, RoleLimits>()
  for (const { role, communes, epcis } of given.values()) {
    const everywhere = communes.length === 0 && epcis.length === 0
    const known = await tx.one<{ communes: string[]; epcis: string[] }>(sql`
      select array(select distinct coalesce(successor_id, id) from communes
                   where code_insee = any(${[...communes]}::text[]) order by 1) as communes,
             array(select code from epcis where code = any(${[...epcis]}::text[]) order by 1) as epcis`)
    const [commune_ids, epci_codes] = [orNull(known?.communes), orNull(known?.epcis)]
    if (everywhere || commune_ids || epci_codes) limits.set(role, { commune_ids, epci_codes })
  }
  return limits
}

const orNull = (list: readonly string[] | undefined) => (list && list.length > 0 ? list : null)

const isSame = (one: RoleLimits, other: RoleLimits) =>
  isSameSet(one.commune_ids, other.commune_ids) && isSameSet(one.epci_codes, other.epci_codes)
const isSameSet = (one: readonly string[] | null, other: readonly string[] | null) =>
  one === null || other === null ? one === other : [...one].sort().join() === [...other].sort().join()

const saveMappedRole = (tx: Tx, userId: string, issuer: string, role: Role, limits: RoleLimits) =>
  tx.run(sql`
    insert into user_roles (user_id, role, commune_ids, epci_codes, mapped_by)
    values (${userId}, ${role}, ${limits.commune_ids && [...limits.commune_ids]}::uuid[],
            ${limits.epci_codes && [...limits.epci_codes]}::text[], ${issuer})
    on conflict (user_id, role) do update set commune_ids = excluded.commune_ids, epci_codes = excluded.epci_codes`)

const takeMappedRole = (tx: Tx, userId: string, issuer: string, role: Role) =>
  tx.run(sql`delete from user_roles where user_id = ${userId} and role = ${role} and mapped_by = ${issuer}`)
