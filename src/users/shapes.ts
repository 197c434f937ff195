import type { Static } from 'typebox'
import { namesOf } from '../../shared/fields/field.ts'
import {
  about,
  Data,
  Email,
  Id,
  List,
  Name,
  Nullable,
  named,
  Obj,
  Optional,
  Patch,
  Text,
  Timestamp,
  Version,
  Word,
  WordOf,
} from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { MEMBER_PERMISSIONS, MEMBER_ROLES, ROLES, USER_STATUSES } from '../../shared/words/access.ts'
import { LANGUAGES } from '../kernel/errors.ts'
import { Order } from '../kernel/lists/list-filters.ts'
import { pageQuery } from '../kernel/lists/paging.ts'

/** Name and id only, never an address. */
export const PersonInBrief = named('PersonInBrief', Obj({ id: Id, nom: Nullable(Text(200)) }))

export const RoleName = named('Role', WordOf(ROLES))
export const UserStatus = named('UserStatus', WordOf(USER_STATUSES))

const Status = UserStatus

export const MemberRole = named('MemberRole', WordOf(MEMBER_ROLES))
export const MemberPermission = named('MemberPermission', WordOf(MEMBER_PERMISSIONS))
const NewMembership = named(
  'NewMembership',
  Obj({
    acteur_id: Id,
    role: MemberRole,
    permissions: List(MemberPermission, namesOf(MEMBER_PERMISSIONS).length),
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

export const person = {
  id: about(
    'The id of the person throughout the API: not the `user.id` of `/auth`, which is the account at the issuer',
    Id,
  ),
  /** Verified addresses only. */
  email: Nullable(Text(254)),
  nom: Nullable(Text(200)),
  status: Status,
  roles: List(RoleName),
  acteurs: List(Membership),
  created_at: Timestamp,
  last_seen_at: Nullable(Timestamp),
}
/** An invited user who has never signed in. */
const Invited = named(
  'Invited',
  Obj({
    email: Email,
    at: about('When they were last written to; null: not by this service', Nullable(Timestamp)),
  }),
)
export const User = named(
  'User',
  Obj({
    ...person,
    version: Version,
    invited: Type.Unsafe<Static<typeof Invited> | null>({
      ...Nullable(Invited),
      description: 'Null once they have signed in',
      'x-extension': true,
    }),
    second_factor: Type.Boolean({ 'x-extension': true }),
    sessions: Type.Integer({
      minimum: 0,
      description: 'In how many browsers they are signed in now',
      'x-extension': true,
    }),
  }),
)
export type User = Static<typeof User>
export type Person = Omit<User, 'version' | 'invited' | 'second_factor' | 'sessions'>
export const UserChanges = named('UserChanges', Patch({ nom: Nullable(Name(200)), status: Status }), {
  nom: 'Anne Martin',
})
export type UserChanges = Static<typeof UserChanges>

const USER_ORDERS = ['created_at_desc', 'nom_asc', 'last_seen_desc'] as const
export const UsersQuery = Obj({
  ...pageQuery,
  q: Optional(about('A part of the address or name', Text(100, 0))),
  role: Optional(about('Only those with this role', RoleName)),
  status: Optional(about('Only active users, or suspended ones', Status)),
  acteur_id: Optional(about('Only the members of this acteur', Id)),
  team: Optional(
    Type.Boolean({ description: '`true`: only those with a role; `false`: only those without' }),
  ),
  expected: Optional(
    Type.Boolean({
      description: '`true`: only those who have never signed in; `false`: only those who have',
    }),
  ),
  sort: Optional(
    about(
      Order('created_at_desc'),
      Word(USER_ORDERS, {
        created_at_desc: 'the newest first',
        nom_asc: 'by name, those without one last',
        last_seen_desc: 'those who were here last, first',
      }),
    ),
  ),
})
export type UsersQuery = Static<typeof UsersQuery>

export const RolesOfUser = Data(Obj({ user_id: Id, roles: List(RoleName) }))

/** What users change of their own record; the address belongs to sign-in. */
export const MyChanges = named(
  'MyChanges',
  Obj({ nom: about('Beside their decisions, for their colleagues', Name(200)) }),
  { nom: 'Maëlle Le Goff' },
)

/** An invited user with the rights granted so far. */
export const NewUser = named(
  'NewUser',
  Obj({
    email: Email,
    nom: Optional(Nullable(Name(200))),
    roles: Optional(List(RoleName, namesOf(ROLES).length)),
    acteurs: Optional(List(NewMembership, 20)),
    language: Optional(Word(LANGUAGES, { fr: 'the mail is in French', en: 'it is in English' })),
  }),
  {
    email: 'nouvelle.personne@exemple.fr',
    nom: 'Anne Martin',
    roles: ['operator_moderation'],
    language: 'fr',
  },
)

export const RoleInBody = named(
  'NewRole',
  Obj({
    role: about(
      `One of ${namesOf(ROLES)
        .map(role => `\`${role}\``)
        .join(', ')}`,
      Type.String({ maxLength: 100 }),
    ),
  }),
  { role: 'operator_moderation' },
)

export const Closing = named(
  'AccountToClose',
  Obj({
    left_alone: List(
      Obj({
        acteur_id: Id,
        nom: Text(200),
        colleagues: about('How many others write for it', Type.Integer({ minimum: 0 })),
      }),
    ),
  }),
)
