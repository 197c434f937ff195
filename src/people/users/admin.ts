import type { Static } from 'typebox'
import { namesOf } from '../../../shared/fields/field.ts'
import { about, Data, Id, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { ROLES, type Role } from '../../../shared/words/access.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { Paged, paged, pageOf } from '../../kernel/lists/paging.ts'
import { found, invalid, Problem } from '../../kernel/refusals/errors.ts'
import { read, write } from '../../kernel/routes/action.ts'
import { lockForSuspension } from '../access/api-keys.ts'
import { findNamedCommunes } from '../access/named-communes.ts'
import { unknownId } from '../access/unknown-ids.ts'
import { countUsers, listUsers, ORDERS, withoutKeys } from './list.ts'
import {
  findUser,
  grantRole,
  lockAdministrators,
  lockUser,
  otherActiveAdministrators,
  type RoleLimits,
  revokeRole,
  saveUser,
  UNLIMITED,
} from './queries.ts'
import { refuseLosingTheLastAdmin } from './rules.ts'
import { RoleInBody, RolesOfUser, User, UserChanges, UsersQuery } from './shapes.ts'

export const list = read({
  summary: 'Users and invited people, newest first; `q` searches addresses and names',
  query: UsersQuery,
  reply: Paged(User),
  errors: ['page_too_deep'],
  async run({ db, query }) {
    const page = pageOf(query, ORDERS[query.sort ?? 'created_at_desc'])
    return await paged(page, listUsers(db, query, page), () => countUsers(db, query), withoutKeys)
  },
})

export const byId = read({
  summary: 'One user',
  params: Obj({ userId: Id }),
  reply: Data(User),
  async run({ db, params }) {
    const user = await findUser(db, params.userId)
    if (!user) throw new Problem('not_found')
    return { data: user }
  },
})

export const update = write({
  summary: 'Rename, suspend or reactivate a user; a suspension ends all their sessions at once',
  params: Obj({ userId: Id }),
  body: UserChanges,
  reply: Data(User),
  errors: ['last_admin'],
  versioned: true,
  async run({ tx, params, body, audit, refuseStale }) {
    if (body.status === 'suspended') await lockForSuspension(tx, params.userId)
    await lockAdministrators(tx)
    const before = found(await lockUser(tx, params.userId))
    refuseStale(before.version)
    const after = { ...before, ...body }
    refuseLosingTheLastAdmin(before, after, await otherActiveAdministrators(tx, before.id))
    await saveUser(tx, before.id, after)
    // A name is personal data: the audit trail records that it changed, not its value.
    const trace = ({ nom, status }: User, renamed: boolean) => ({
      status,
      ...(renamed && { nom: nom && '…' }),
    })
    const renamed = before.nom !== after.nom
    audit.record({ id: before.id, before: trace(before, false), after: trace(after, renamed) })
    return { data: found(await findUser(tx, before.id)) }
  },
})

export const assignRole = write({
  summary: 'Grant a user a role, everywhere or for some communes; a role already held gets the new limits',
  params: Obj({ userId: Id }),
  body: RoleInBody,
  reply: RolesOfUser,
  async run({ tx, params: { userId }, body, audit }) {
    const role = roleNamed(body.role)
    const limits = await limitsOf(tx, role, body)
    const { before, after } = await changeRole(tx, userId, () => grantRole(tx, userId, role, limits))
    audit.record({ id: userId, before: rolesTrace(before), after: rolesTrace(after) })
    return { data: rolesOf(after) }
  },
})

export const removeRole = write({
  summary: 'Revoke a role of a user; without effect if the user does not have it',
  params: Obj({ userId: Id, role: about('The role to revoke', Type.String()) }),
  reply: RolesOfUser,
  errors: ['last_admin'],
  async run({ tx, params: { userId, role }, audit }) {
    const revoked = roleNamed(role)
    const { before, after } = await changeRole(tx, userId, () => revokeRole(tx, userId, revoked))
    audit.record({ id: userId, before: rolesTrace(before), after: rolesTrace(after) })
    return { data: rolesOf(after) }
  },
})

/** Also used by commands: an administrator must remain in any case. */
export async function changeRole(tx: Tx, userId: string, change: () => Promise<unknown>) {
  await lockAdministrators(tx)
  const before = await lockUser(tx, userId)
  if (!before) throw new Problem('not_found')
  await change()
  const after = await findUser(tx, userId)
  if (!after) throw new Problem('not_found')
  refuseLosingTheLastAdmin(before, after, await otherActiveAdministrators(tx, userId))
  return { before, after }
}

/** `territories` is there where a role is limited. */
const rolesOf = ({ id, roles, territories }: User) => ({
  user_id: id,
  roles,
  ...(territories.length > 0 && { territories }),
})

/** For the audit trail: ids instead of names. */
export const rolesTrace = ({ roles, territories }: Pick<User, 'roles' | 'territories'>) => ({
  roles,
  territories: territories.map(({ role, communes, epcis }) => ({
    role,
    commune_ids: communes.map(({ id }) => id),
    epci_codes: epcis.map(({ code }) => code),
  })),
})

/** `at` stands before the names of the fields in a refusal. */
export async function limitsOf(
  tx: Tx,
  role: Role,
  { communes = [], epcis = [] }: Pick<Static<typeof RoleInBody>, 'communes' | 'epcis'>,
  at = '',
): Promise<RoleLimits> {
  if (communes.length === 0 && epcis.length === 0) return UNLIMITED
  if (role === 'admin')
    throw invalid(
      `${at}communes`,
      'le rôle « Administration » vaut partout',
      'the role "admin" is for everywhere',
    )
  const [commune_ids, epci_codes] = [[...new Set(communes)], [...new Set(epcis)]]
  const known = await findNamedCommunes(tx, commune_ids)
  if (!commune_ids.every(id => known.get(id)?.merged === false)) throw unknownId(`${at}communes`, 'commune')
  const found = await tx.all(sql`select from epcis where code = any(${epci_codes}::text[])`)
  if (found.length < epci_codes.length)
    throw invalid(
      `${at}epcis`,
      'n’est le code d’aucune intercommunalité',
      'is not the code of any intercommunality',
    )
  return {
    commune_ids: commune_ids.length > 0 ? commune_ids : null,
    epci_codes: epci_codes.length > 0 ? epci_codes : null,
  }
}

function roleNamed(name: string): Role {
  const role = namesOf(ROLES).find(one => one === name)
  if (role) return role
  const list = namesOf(ROLES).join(', ')
  throw invalid('role', `doit être l’un des rôles : ${list}`, `must be one of the roles: ${list}`)
}
