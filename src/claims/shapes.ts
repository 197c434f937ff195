import { type Static, Type } from 'typebox'
import { Order } from '../kernel/lists/list-filters.ts'
import { pageQuery } from '../kernel/lists/paging.ts'
import {
  about,
  Email,
  Id,
  Nullable,
  named,
  Obj,
  Optional,
  SOME_ID,
  Text,
  Timestamp,
  Version,
  Word,
} from '../kernel/routes/shapes.ts'
import { Telling } from '../mail/shapes.ts'
import { MemberPermission, MemberRole } from '../users/shapes.ts'

/** What somebody may decide about a claim. */
export const DECISIONS = ['approved', 'rejected'] as const
export const STATUSES = ['pending', ...DECISIONS, 'expired'] as const
const Status = named(
  'ClaimStatus',
  Word(STATUSES, {
    pending: 'nobody has decided',
    approved: 'the claimant is a member of the acteur',
    rejected: 'refused; the claimant was told',
    expired: 'nobody decided in time',
  }),
)

export const NewClaim = named(
  'NewClaim',
  Obj({
    acteur_id: Id,
    message: Text(2000),
    nom: Optional(Nullable(Text(200))),
    email: Optional(Nullable(Email)),
    telephone: Optional(Nullable(Text(30))),
  }),
  {
    acteur_id: SOME_ID,
    message: 'Je suis la présidente du comité.',
    nom: 'Anne Martin',
    email: 'anne@exemple.fr',
  },
)
export const Submitted = named(
  'SubmittedClaim',
  Obj({ id: Id, status: Word(['pending'], { pending: 'somebody of the back-office decides' }) }),
)

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
  status: Optional(about('Only those that stand so', Status)),
  acteur_id: Optional(about('Only for this acteur', Id)),
  commune_id: Optional(about('Only for acteurs of this commune', Id)),
  q: Optional(
    about(
      'A part of what the claimant wrote or of how they are reached, or words of the acteur',
      Text(100, 0),
    ),
  ),
  sort: Optional(
    about(
      Order('created_at_desc'),
      named(
        'ClaimSort',
        Word(['created_at_desc', 'created_at_asc'], {
          created_at_desc: 'the newest first',
          created_at_asc: 'the oldest first',
        }),
      ),
    ),
  ),
})
export type ClaimsQuery = Static<typeof ClaimsQuery>

export const ClaimDecision = named(
  'ClaimDecision',
  Obj({
    status: Word(DECISIONS, {
      approved: 'the claimant becomes a member of the acteur',
      rejected: 'refused',
    }),
    note: Optional(Nullable(Text(1000))),
    user_id: Optional(Nullable(Id)),
    role: Optional(MemberRole),
    permissions: Optional(Type.Array(MemberPermission, { maxItems: 2, uniqueItems: true })),
  }),
  { status: 'rejected', note: 'Merci de nous écrire depuis l’adresse du comité.' },
)
export type ClaimDecision = Static<typeof ClaimDecision>
