import { namesOf } from '../../shared/fields/field.ts'
import { about, Data, Id, Obj } from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { ROLES, type Role } from '../../shared/words/access.ts'
import type { Tx } from '../kernel/db/db.ts'
import { found, invalid, Problem } from '../kernel/errors.ts'
import { Paged, paged, pageOf } from '../kernel/lists/paging.ts'
import { read, write } from '../kernel/routes/action.ts'
import { countUsers, listUsers, ORDERS, withoutKeys } from './list.ts'
import {
  findUser,
  grantRole,
  lockAdministrators,
  lockUser,
  otherActiveAdministrators,
  revokeRole,
  saveUser,
} from './queries.ts'
import { refuseLosingTheLastAdmin } from './rules.ts'
import { RoleInBody, RolesOfUser, User, UserChanges, UsersQuery } from './shapes.ts'

export const list = read({
  summary: 'Users, newest first; searched by a part of their address or name. Invited people too',
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
  summary: 'Rename, suspend or reactivate; a suspension ends all sessions at once',
  params: Obj({ userId: Id }),
  body: UserChanges,
  reply: Data(User),
  errors: ['last_admin'],
  versioned: true,
  async run({ tx, params, body, audit, refuseStale }) {
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
  summary: 'Give somebody a role',
  params: Obj({ userId: Id }),
  body: RoleInBody,
  reply: RolesOfUser,
  async run({ tx, params: { userId }, body, audit }) {
    const { before, after } = await changeRole(tx, userId, roleNamed(body.role), grantRole)
    audit.record({ id: userId, before: { roles: before }, after: { roles: after } })
    return { data: { user_id: userId, roles: [...after] } }
  },
})

export const removeRole = write({
  summary: 'Take a role away; one that is not held changes nothing',
  params: Obj({ userId: Id, role: about('The role to take away', Type.String()) }),
  reply: RolesOfUser,
  errors: ['last_admin'],
  async run({ tx, params: { userId, role }, audit }) {
    const { before, after } = await changeRole(tx, userId, roleNamed(role), revokeRole)
    audit.record({ id: userId, before: { roles: before }, after: { roles: after } })
    return { data: { user_id: userId, roles: [...after] } }
  },
})

/** Also used by commands: an administrator must remain in any case. */
export async function changeRole(tx: Tx, userId: string, role: Role, change: typeof grantRole) {
  await lockAdministrators(tx)
  const before = await lockUser(tx, userId)
  if (!before) throw new Problem('not_found')
  await change(tx, userId, role)
  const after = await findUser(tx, userId)
  if (!after) throw new Problem('not_found')
  refuseLosingTheLastAdmin(before, after, await otherActiveAdministrators(tx, userId))
  return { before: before.roles, after: after.roles }
}

function roleNamed(name: string): Role {
  const role = namesOf(ROLES).find(one => one === name)
  if (role) return role
  const list = namesOf(ROLES).join(', ')
  throw invalid('role', `doit être l'un des rôles : ${list}`, `must be one of the roles: ${list}`)
}
