import type { Static } from 'typebox'
import {
  about,
  Email,
  Id,
  List,
  Name,
  Nullable,
  named,
  Obj,
  Optional,
  SOME_ID,
  Text,
  Timestamp,
  Version,
  Word,
  WordOf,
} from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { CLAIM_STATUSES, EXCHANGES } from '../../shared/words/claims.ts'
import { AdminActeur } from '../acteurs/shapes.ts'
import { CommuneInBrief } from '../communes/shapes.ts'
import { Order } from '../kernel/lists/list-filters.ts'
import { pageQuery } from '../kernel/lists/paging.ts'
import { Telling, telling } from '../mail/shapes.ts'
import { DeliveryStatus, DIRECTIONS } from '../support/shapes.ts'
import { MemberPermission, MemberRole, PersonInBrief } from '../users/shapes.ts'
import { EMAIL_MARKS, MARKS, SIRET_MARKS } from './agreement.ts'

export const DECISIONS = ['approved', 'rejected'] as const
const Status = named('ClaimStatus', WordOf(CLAIM_STATUSES))

/** The most entries in a claim's record; `GET /admin/claims?acteur_id=` lists all. */
export const MOST_EARLIER = 20
export const MOST_OWNERS = 100
export const MOST_SAID = 50
export const MOST_OBJECTIONS = 10

export const NewClaim = named(
  'NewClaim',
  Obj({
    acteur_id: Id,
    message: Text(2000),
    nom: Optional(Nullable(Name(200))),
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

const Exchange = named('ClaimExchange', WordOf(EXCHANGES))

export const Claim = named(
  'Claim',
  Obj({
    id: Id,
    acteur_id: Id,
    acteur: Obj({ id: Id, nom: Text(200), commune: about('Its own', Nullable(CommuneInBrief)) }),
    /** Message and contacts: null twelve months after the decision. */
    message: Nullable(Text(2000)),
    status: Status,
    nom: Nullable(Text(200)),
    email: Nullable(Text(254)),
    telephone: Nullable(Text(30)),
    claimant_user_id: Nullable(Id),
    decided_at: Nullable(Timestamp),
    decided_by: Nullable(Id),
    note: about('Among colleagues', Nullable(Text(1000))),
    reason: about('What the claimant reads of a refusal', Nullable(Text(1000))),
    expires_at: about('Undecided, it lapses then', Timestamp),
    exchange: about('Null: they were asked nothing', Nullable(Exchange)),
    created_at: Timestamp,
    version: Version,
  }),
)
export type Claim = Static<typeof Claim>

const Count = Type.Integer({ minimum: 0 })
const Mark = (said: string) =>
  Word(MARKS, {
    same: `${said} is the acteur’s`,
    differs: `${said} is not the acteur’s`,
    unknown: 'one of both is not known',
  })
const Agreement = named(
  'ClaimAgreement',
  Obj({
    email: Word(EMAIL_MARKS, {
      same_address: 'it is the address of the acteur',
      same_domain: 'it is an address of the domain of the acteur, or of its site',
      public_domain: 'anybody may have an address of that domain: it says nothing',
      differs: 'it is an address of another domain',
      unknown: 'the acteur has no domain that is known, or the claimant gave no address',
    }),
    telephone: Mark('the telephone'),
    siret: Word(SIRET_MARKS, {
      same: 'the message names the SIRET of the acteur',
      same_company: 'the message names its SIREN, or another SIRET of it',
      differs: 'the message names another company',
      unknown: 'one of both is not known',
    }),
    rna: Mark('the RNA in the message'),
  }),
)

const ClaimMessage = named(
  'ClaimMessage',
  Obj({
    id: Id,
    thread_id: about('Where the whole conversation is, for the support', Id),
    direction: Word(DIRECTIONS, { inbound: 'written to us', outbound: 'what we asked' }),
    nom: Nullable(Text(200)),
    body: Text(5000),
    created_at: Timestamp,
    delivery: about('Of what we asked: a mail that came back reached nobody', Nullable(DeliveryStatus)),
  }),
)

/** For the decision: the claimant next to the acteur and its owners. */
export const ClaimItem = named(
  'ClaimItem',
  Obj({
    ...Claim.properties,
    acteur: Obj({
      ...AdminActeur.properties,
      commune: Nullable(CommuneInBrief),
      owners: about('Who answers for it now, by name', List(PersonInBrief, MOST_OWNERS)),
    }),
    claimant: about('Null: they have no account', Nullable(PersonInBrief)),
    decider: Nullable(PersonInBrief),
    agreement: Agreement,
    email_verified: about('The address that they gave is the proven one of their account', Type.Boolean()),
    conversation: about(
      'What they were asked and what they answered, the oldest first',
      List(ClaimMessage, MOST_SAID),
    ),
    objections: about(
      'What the owners of the acteur have written to us since the claim was made, the newest first',
      List(ClaimMessage, MOST_OBJECTIONS),
    ),
    conflicts: about('How often others asked for the same acteur meanwhile, and were refused', Count),
    earlier: about('Claims of the same acteur before this one, the newest first', List(Claim, MOST_EARLIER)),
  }),
)
export type ClaimItem = Static<typeof ClaimItem>

export const Decided = named(
  'DecidedClaim',
  Obj({
    data: Claim,
    meta: Obj({
      ...telling,
      undo_version: about(
        'What `POST /admin/claims/{id}/undo` takes as `If-Match`: this decision is taken back, and no later one',
        Version,
      ),
    }),
  }),
)

export const ClaimsQuery = Obj({
  ...pageQuery,
  status: Optional(about('Only in this state', Status)),
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
        Word(['created_at_desc', 'created_at_asc', 'expires_at_asc'], {
          created_at_desc: 'the newest first',
          created_at_asc: 'the oldest first',
          expires_at_asc: 'what waits by what lapses first; then what is decided, the newest first',
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
    note: Optional(about('Among colleagues', Nullable(Text(1000)))),
    reason: Optional(about('With a refusal: what the claimant reads', Nullable(Text(1000)))),
    user_id: Optional(Nullable(Id)),
    role: Optional(MemberRole),
    permissions: Optional(Type.Array(MemberPermission, { maxItems: 2, uniqueItems: true })),
  }),
  {
    status: 'rejected',
    reason: 'Merci de nous écrire depuis l’adresse du comité.',
    note: 'Inconnue au comité.',
  },
)
export type ClaimDecision = Static<typeof ClaimDecision>

export const Question = named('ClaimQuestion', Obj({ message: Text(5000) }), {
  message: 'Pouvez-vous nous écrire depuis l’adresse du comité ?',
})
export const AskedClaim = named('AskedClaim', Obj({ data: Claim, meta: Telling }))

const MailPreview = named(
  'ClaimLetter',
  Obj({
    subject: Text(300),
    opening: about('Everything before the words of whoever decides', Text(10_000)),
    closing: about('Everything after them', Text(10_000, 0)),
  }),
)
export const MailPreviews = named(
  'ClaimLetters',
  Obj({
    to: about('Null: the claimant cannot be written to', Nullable(Text(254))),
    approved: MailPreview,
    rejected: MailPreview,
    question: MailPreview,
  }),
)
