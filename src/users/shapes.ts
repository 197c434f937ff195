import { type Static, Type } from 'typebox'
import { AREAS, MEMBER_PERMISSIONS, MEMBER_ROLES, ROLES, USER_STATUSES } from '../access/permissions.ts'
import { pageQuery } from '../kernel/lists/paging.ts'
import {
  Data,
  Id,
  List,
  Nullable,
  named,
  Obj,
  OneOf,
  Optional,
  Patch,
  Text,
  Timestamp,
} from '../kernel/routes/shapes.ts'

export const RoleName = named('Role', OneOf(...ROLES))
const Status = named('UserStatus', OneOf(...USER_STATUSES))

const Membership = named(
  'Membership',
  Obj({
    acteur_id: Id,
    nom: Text(200),
    role: OneOf(...MEMBER_ROLES),
    permissions: List(OneOf(...MEMBER_PERMISSIONS)),
  }),
)

const person = {
  id: Id,
  /** Only ever a verified address. */
  email: Nullable(Text(254)),
  nom: Nullable(Text(200)),
  status: Status,
  roles: List(RoleName),
  acteurs: List(Membership),
  created_at: Timestamp,
  last_seen_at: Nullable(Timestamp),
}
export const User = named('User', Obj(person))
export type User = Static<typeof User>

export const UserChanges = named('UserChanges', Patch({ nom: Nullable(Text(200)), status: Status }))
export type UserChanges = Static<typeof UserChanges>

export const UsersQuery = Obj({
  ...pageQuery,
  q: Optional(Text(100, 0)),
  role: Optional(RoleName),
  status: Optional(Status),
})
export type UsersQuery = Static<typeof UsersQuery>

export const RolesOfUser = Data(Obj({ user_id: Id, roles: List(RoleName) }))

/** The rights of the user, so that a client shows only what they may do. */
export const Me = named(
  'Me',
  Obj({
    ...person,
    areas: List(OneOf(...AREAS)),
    mairies: List(Obj({ acteur_id: Id, commune_id: Id, nom: Text(200) })),
  }),
)

export const RoleInBody = Obj({ role: Type.String({ maxLength: 100 }) })
