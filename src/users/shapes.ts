import { type Static, Type } from 'typebox'
import { AREAS, MEMBER_PERMISSIONS, MEMBER_ROLES, ROLES, USER_STATUSES } from '../access/permissions.ts'
import { pageQuery } from '../kernel/lists/paging.ts'
import {
  about,
  Data,
  Id,
  List,
  Nullable,
  named,
  Obj,
  Optional,
  Patch,
  Text,
  Timestamp,
  Word,
} from '../kernel/routes/shapes.ts'

/** Who somebody is, beside an id: never an address. */
export const PersonInBrief = named('PersonInBrief', Obj({ id: Id, nom: Nullable(Text(200)) }))

export const RoleName = named(
  'Role',
  Word(ROLES, {
    admin: 'everything; the interface calls it `platform_admin`',
    operator_moderation: 'publications',
    operator_claims: 'acteurs and claims',
    operator_support: 'conversations',
    operator_communes: 'communes and defibrillators',
    operator_imports: 'import sources',
  }),
)
const Status = named(
  'UserStatus',
  Word(USER_STATUSES, { active: 'lets them in', suspended: 'shuts them out: no session, no token' }),
)

export const MemberRole = named(
  'MemberRole',
  Word(MEMBER_ROLES, {
    owner: 'may do everything for the acteur',
    editor: 'may do what `permissions` say',
  }),
)
export const MemberPermission = named(
  'MemberPermission',
  Word(MEMBER_PERMISSIONS, {
    manage_publications: 'writes, edits and deletes its publications',
    publish_publications: 'pins, and publishes without review where the acteur may',
  }),
)
const Membership = named(
  'Membership',
  Obj({
    acteur_id: Id,
    nom: Text(200),
    role: MemberRole,
    permissions: List(MemberPermission),
  }),
)

const person = {
  id: about(
    'The id of the person throughout the API: not the `user.id` of `/auth`, which is the account at the issuer',
    Id,
  ),
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

export const UserChanges = named('UserChanges', Patch({ nom: Nullable(Text(200)), status: Status }), {
  nom: 'Anne Martin',
})
export type UserChanges = Static<typeof UserChanges>

export const UsersQuery = Obj({
  ...pageQuery,
  q: Optional(about('A part of the address or name', Text(100, 0))),
  role: Optional(about('Only those with this role', RoleName)),
  status: Optional(about('Only those who are let in, or shut out', Status)),
})
export type UsersQuery = Static<typeof UsersQuery>

export const RolesOfUser = Data(Obj({ user_id: Id, roles: List(RoleName) }))

/** The rights of the user, so that a client shows only what they may do. */
export const Me = named(
  'Me',
  Obj({
    ...person,
    areas: List(
      Word(AREAS, {
        moderation: 'publications',
        claims: 'acteurs and claims',
        support: 'conversations',
        communes: 'communes and defibrillators',
        imports: 'import sources',
        dashboard: 'the numbers of the day',
        reserved: 'users, subscriptions and the audit trail',
      }),
    ),
    mairies: List(Obj({ acteur_id: Id, commune_id: Id, nom: Text(200) })),
  }),
)

export type Me = Static<typeof Me>

/** What somebody may change of their own; the address belongs to their sign-in. */
export const MyChanges = named(
  'MyChanges',
  Obj({ nom: about('Beside their decisions, for their colleagues', Text(200)) }),
  { nom: 'Maëlle Le Goff' },
)

export const RoleInBody = named(
  'NewRole',
  Obj({
    role: about(`One of ${ROLES.map(role => `\`${role}\``).join(', ')}`, Type.String({ maxLength: 100 })),
  }),
  { role: 'operator_moderation' },
)
