import type { Static } from 'typebox'
import { EpciCode } from '../../../shared/fields/communes.ts'
import { namesOf } from '../../../shared/fields/field.ts'
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
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { MEMBER_PERMISSIONS, MEMBER_ROLES, ROLES, USER_STATUSES } from '../../../shared/words/access.ts'
import { Order } from '../../kernel/lists/list-filters.ts'
import { pageQuery } from '../../kernel/lists/paging.ts'
import { LANGUAGES } from '../../kernel/refusals/errors.ts'
import { CommuneInBrief } from '../access/in-brief.ts'

/** Name and id only, never an address. */

const RoleName = named('Role', WordOf(ROLES))
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

const RoleTerritory = named(
  'RoleTerritory',
  Obj({
    role: RoleName,
    communes: List(CommuneInBrief),
    epcis: List(Obj({ code: Text(9), nom: Text(200) })),
  }),
)
const RoleTerritories = Type.Unsafe<Static<typeof RoleTerritory>[]>({
  ...List(RoleTerritory),
  'x-extension': true,
})

export const person = {
  id: about(
    'The id of the user throughout the API; it differs from the `user.id` of `/auth`, which is the account at the issuer',
    Id,
  ),
  /** Verified addresses only. */
  email: Nullable(Text(254)),
  nom: Nullable(Text(200)),
  status: Status,
  roles: List(RoleName),
  territories: about('The roles that are limited to communes; the others reach everywhere', RoleTerritories),
  acteurs: List(Membership),
  created_at: Timestamp,
  last_seen_at: Nullable(Timestamp),
}
/** An invited user who has never signed in. */
const Invited = named(
  'Invited',
  Obj({
    email: Email,
    at: about('When the last invitation was mailed; null if this service mailed none', Nullable(Timestamp)),
  }),
)
export const User = named(
  'User',
  Obj({
    ...person,
    version: Version,
    invited: Type.Unsafe<Static<typeof Invited> | null>({
      ...Nullable(Invited),
      description: 'Null once the user has signed in',
      'x-extension': true,
    }),
    second_factor: Type.Boolean({ 'x-extension': true }),
    sessions: Type.Integer({
      minimum: 0,
      description: 'The number of current sessions',
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
  q: Optional(about('Part of the e-mail address or name', Text(100, 0))),
  role: Optional(about('Only users with this role', RoleName)),
  status: Optional(about('Only users with this status', Status)),
  acteur_id: Optional(about('Only members of this acteur', Id)),
  team: Optional(
    Type.Boolean({ description: '`true`: only users with a role; `false`: only users without' }),
  ),
  expected: Optional(
    Type.Boolean({
      description: '`true`: only users who have never signed in; `false`: only users who have',
    }),
  ),
  sort: Optional(
    about(
      Order('created_at_desc'),
      Word(USER_ORDERS, {
        created_at_desc: 'newest first',
        nom_asc: 'by name, users without a name last',
        last_seen_desc: 'by last visit, latest first',
      }),
    ),
  ),
})
export type UsersQuery = Static<typeof UsersQuery>

export const RolesOfUser = Data(
  named(
    'UserRoles',
    Obj({
      user_id: Id,
      roles: List(RoleName),
      territories: Optional(about('Only where a role is limited to communes', RoleTerritories)),
    }),
  ),
)

/** What users change of their own record; the address belongs to sign-in. */
export const MyChanges = named(
  'MyChanges',
  Obj({ nom: about('The name that colleagues see beside the user’s decisions', Name(200)) }),
  { nom: 'Maëlle Le Goff' },
)

const communes = Optional(
  Type.Unsafe<string[]>({
    ...List(Id, 500),
    description:
      'Limits the role to these communes, and to those of `epcis`; without both it is for everywhere',
    'x-extension': true,
  }),
)
const epcis = Optional(
  Type.Unsafe<string[]>({
    ...List(EpciCode, 50),
    description: 'Codes (SIREN) of intercommunalities: all of their communes',
    'x-extension': true,
  }),
)
const NewTerritory = named('NewTerritory', Obj({ role: RoleName, communes, epcis }))

/** An invited user with the rights granted so far. */
export const NewUser = named(
  'NewUser',
  Obj({
    email: Email,
    nom: Optional(Nullable(Name(200))),
    roles: Optional(List(RoleName, namesOf(ROLES).length)),
    territories: Optional(
      Type.Unsafe<Static<typeof NewTerritory>[]>({
        ...List(NewTerritory, namesOf(ROLES).length),
        description: 'Limits roles of `roles` to communes; the others are for everywhere',
        'x-extension': true,
      }),
    ),
    acteurs: Optional(List(NewMembership, 20)),
    language: Optional(Word(LANGUAGES, { fr: 'invites in French', en: 'invites in English' })),
  }),
  {
    email: 'nouvelle.personne@exemple.fr',
    nom: 'Anne Martin',
    roles: ['operator_moderation'],
    territories: [{ role: 'operator_moderation', epcis: ['243500139'] }],
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
    communes,
    epcis,
  }),
  { role: 'operator_moderation', epcis: ['243500139'] },
)

export const LeftAlone = List(
  named(
    'ActeurLeftAlone',
    Obj({
      acteur_id: Id,
      nom: Text(200),
      colleagues: about('The number of its other members', Type.Integer({ minimum: 0 })),
    }),
  ),
)
export const Closing = named('AccountToClose', Obj({ left_alone: LeftAlone }))
