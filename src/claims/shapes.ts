import { type Static, Type } from 'typebox'
import { MEMBER_PERMISSIONS, MEMBER_ROLES } from '../access/permissions.ts'
import { pageQuery } from '../kernel/lists/paging.ts'
import {
  Email,
  Id,
  Nullable,
  named,
  Obj,
  OneOf,
  Optional,
  Text,
  Timestamp,
  Version,
} from '../kernel/routes/shapes.ts'
import { Telling } from '../mail/shapes.ts'

/** What somebody may decide about a claim. */
export const DECISIONS = ['approved', 'rejected'] as const
export const STATUSES = ['pending', ...DECISIONS, 'expired'] as const
const Status = named('ClaimStatus', OneOf(...STATUSES))

export const NewClaim = named(
  'NewClaim',
  Obj({
    acteur_id: Id,
    message: Text(2000),
    nom: Optional(Nullable(Text(200))),
    email: Optional(Nullable(Email)),
    telephone: Optional(Nullable(Text(30))),
  }),
)
export const Submitted = named('SubmittedClaim', Obj({ id: Id, status: OneOf('pending') }))

export const Claim = named(
  'Claim',
  Obj({
    id: Id,
    acteur_id: Id,
    acteur: Obj({ id: Id, nom: Text(200) }),
    /** What the claimant wrote and how to reach them: null twelve months after the decision. */
    message: Nullable(Text(2000)),
    status: Status,
    nom: Nullable(Text(200)),
    email: Nullable(Text(254)),
    telephone: Nullable(Text(30)),
    claimant_user_id: Nullable(Id),
    decided_at: Nullable(Timestamp),
    decided_by: Nullable(Id),
    note: Nullable(Text(1000)),
    created_at: Timestamp,
    version: Version,
  }),
)
export type Claim = Static<typeof Claim>

export const Decided = named('DecidedClaim', Obj({ data: Claim, meta: Telling }))

export const ClaimsQuery = Obj({
  ...pageQuery,
  status: Optional(Status),
  acteur_id: Optional(Id),
  commune_id: Optional(Id),
  q: Optional(Text(100, 0)),
  sort: Optional(OneOf('created_at_desc', 'created_at_asc')),
})
export type ClaimsQuery = Static<typeof ClaimsQuery>

export const Decision = named(
  'ClaimDecision',
  Obj({
    status: OneOf(...DECISIONS),
    note: Optional(Nullable(Text(1000))),
    user_id: Optional(Nullable(Id)),
    role: Optional(OneOf(...MEMBER_ROLES)),
    permissions: Optional(Type.Array(OneOf(...MEMBER_PERMISSIONS), { maxItems: 2, uniqueItems: true })),
  }),
)
export type Decision = Static<typeof Decision>
