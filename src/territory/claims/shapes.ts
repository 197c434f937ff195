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
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { CLAIM_STATUSES, EMAIL_MARKS, EXCHANGES, MARKS, SIRET_MARKS } from '../../../shared/words/claims.ts'
import { Order } from '../../kernel/lists/list-filters.ts'
import { pageQuery } from '../../kernel/lists/paging.ts'
import { MailStatus, Telling, telling } from '../../letters/mail/shapes.ts'
import { DIRECTIONS } from '../../letters/support/shapes.ts'
import { CommuneInBrief, PersonInBrief } from '../../people/access/in-brief.ts'
import { AssignedTo, Assignee } from '../../people/teamwork/assignments.ts'
import { MemberPermission, MemberRole } from '../../people/users/shapes.ts'
import { AdminActeur } from '../acteurs/shapes.ts'
import { Call, Evidence, LetterState, OfficialAddress } from './evidence-shapes.ts'

export const DECISIONS = ['approved', 'rejected'] as const
const Status = named('ClaimStatus', WordOf(CLAIM_STATUSES))

/** The most entries in a claim's record; `GET /admin/claims?acteur_id=` lists all. */
export const MOST_EARLIER = 20
export const MOST_OWNERS = 100
export const MOST_SAID = 50
export const MOST_OBJECTIONS = 10
export const MOST_MINE = 100
/** Attempts to enter the code of one letter. */
export const MOST_ATTEMPTS = 5

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
export type NewClaim = Static<typeof NewClaim>
export const Submitted = named(
  'SubmittedClaim',
  Obj({
    id: Id,
    status: Word(['pending'], { pending: 'waits for a decision of the back-office' }),
    needs: Optional({
      ...about(
        'What the claim lacks to be approved. Left out where it lacks nothing',
        Word(['email'], {
          email:
            'an account or an e-mail address of the claimant. Ask for it beforehand: until this claim ends, only a signed-in user can claim the acteur',
        }),
      ),
      'x-extension': true,
    }),
  }),
)

const Exchange = named('ClaimExchange', WordOf(EXCHANGES))

const ClaimedActeur = named(
  'ClaimedActeur',
  Obj({
    id: Id,
    nom: Text(200),
    commune: about('The acteur’s own commune', Nullable(CommuneInBrief)),
  }),
)

export const Claim = named(
  'Claim',
  Obj({
    id: Id,
    acteur_id: Id,
    acteur: ClaimedActeur,
    /** Message and contacts are set to null twelve months after the decision. */
    message: Nullable(Text(2000)),
    status: Status,
    nom: Nullable(Text(200)),
    email: Nullable(Text(254)),
    telephone: Nullable(Text(30)),
    claimant_user_id: Nullable(Id),
    decided_at: Nullable(Timestamp),
    decided_by: Nullable(Id),
    note: about('Internal note, for colleagues only', Nullable(Text(1000))),
    reason: about('Why it was rejected, for the claimant to read', Nullable(Text(1000))),
    expires_at: about('When the claim lapses if it is not decided', Timestamp),
    assignee: Assignee,
    notes_count: Type.Integer({
      minimum: 0,
      description: 'How many notes colleagues wrote about it',
      'x-extension': true,
    }),
    exchange: about('Null if the claimant was asked no question', Nullable(Exchange)),
    created_at: Timestamp,
    version: Version,
  }),
)
export type Claim = Static<typeof Claim>

const Count = Type.Integer({ minimum: 0 })
const Agreement = named(
  'ClaimAgreement',
  Obj({
    email: WordOf(EMAIL_MARKS),
    telephone: WordOf(MARKS),
    siret: about('Compares the SIRET in the message', WordOf(SIRET_MARKS)),
    rna: about('Compares the RNA number in the message', WordOf(MARKS)),
  }),
)

const ClaimMessage = named(
  'ClaimMessage',
  Obj({
    id: Id,
    thread_id: about('The support conversation that contains the message', Id),
    direction: Word(DIRECTIONS, { inbound: 'received', outbound: 'sent by the back-office' }),
    nom: Nullable(Text(200)),
    body: Text(5000),
    created_at: Timestamp,
    delivery: about('Delivery of the mail; null for received messages', Nullable(MailStatus)),
  }),
)

const Contact = Nullable(Text(2000))
/** For the decision: the claimant next to the acteur and its owners. */
export const ClaimItem = named(
  'ClaimItem',
  Obj({
    ...Claim.properties,
    acteur: Obj({
      ...AdminActeur.properties,
      commune: Nullable(CommuneInBrief),
      owners: about('The present owners, by name', List(PersonInBrief, MOST_OWNERS)),
    }),
    claimant: about('The account of the claimant; null if they have none', Nullable(PersonInBrief)),
    decider: Nullable(PersonInBrief),
    agreement: Agreement,
    evidence: about('What speaks for and against the claim, strongest first', List(Evidence)),
    register: about(
      'The town hall of the acteur’s commune, as the national directory has it; null if it has none, or was edited here',
      Nullable(
        named(
          'ClaimRegister',
          Obj({ telephone: Contact, email: Contact, site_web: Contact, adresse: Contact }),
        ),
      ),
    ),
    letter: about('The letter with a code; null if none was issued', Nullable(LetterState)),
    official: about('Of a waiting town hall', Nullable(OfficialAddress)),
    by_code: about(
      'Granted without a moderator, by a code to the official address or by the SIRET',
      Type.Boolean(),
    ),
    call: about('The last call to a known number of the acteur; null if there is none', Nullable(Call)),
    email_verified: about('The given address is the verified one of the claimant’s account', Type.Boolean()),
    conversation: about(
      'Questions to the claimant and their answers, oldest first',
      List(ClaimMessage, MOST_SAID),
    ),
    objections: about(
      'Messages that the owners of the acteur have sent since the claim was made, newest first',
      List(ClaimMessage, MOST_OBJECTIONS),
    ),
    conflicts: about('How many attempts to claim the same acteur were refused because of this claim', Count),
    earlier: about('Earlier claims of the same acteur, newest first', List(Claim, MOST_EARLIER)),
  }),
)
export type ClaimItem = Static<typeof ClaimItem>

/** A claim as its claimant sees it. */
export const MyClaim = named(
  'MyClaim',
  Obj({
    id: Id,
    status: Status,
    acteur: ClaimedActeur,
    message: Nullable(Text(2000)),
    created_at: Timestamp,
    expires_at: Claim.properties.expires_at,
    decided_at: Nullable(Timestamp),
    reason: Claim.properties.reason,
    exchange: Claim.properties.exchange,
    letter: about('The letter with a code; null if none was sent', Nullable(LetterState)),
    town_hall_of: about(
      'Of a waiting town hall: the commune at which it proves itself, by `GET /me/town-halls/{id}`',
      Nullable(Id),
    ),
    overturned: about(
      'For a claim that waits again: when its refusal was overturned on appeal, and why',
      Nullable(Obj({ at: about('When it was overturned', Timestamp), answer: Nullable(Text(2000)) })),
    ),
  }),
)
export type MyClaim = Static<typeof MyClaim>

export const Decided = named(
  'DecidedClaim',
  Obj({
    data: Claim,
    meta: Obj({
      ...telling,
      undo_version: about(
        'Send it as `If-Match` to `POST /admin/claims/{id}/undo`, so that only this decision is undone and no later one',
        Version,
      ),
    }),
  }),
)

export const ClaimsQuery = Obj({
  ...pageQuery,
  status: Optional(about('Only claims with this status', Status)),
  acteur_id: Optional(about('Only claims of this acteur', Id)),
  assigned_to: Optional(AssignedTo),
  by_code: Optional(about('`true`: only claims that a town hall’s own proof granted', Type.Boolean())),
  late: Optional({
    ...about(
      '`true`: only claims that wait for longer than the team’s target; `false`: all others',
      Type.Boolean(),
    ),
    'x-extension': true,
  }),
  commune_id: Optional(about('Only claims of acteurs of this commune', Id)),
  q: Optional(
    about('Part of the message or of the claimant’s contacts, or words of the acteur’s name', Text(100, 0)),
  ),
  sort: Optional(
    about(
      Order('created_at_desc'),
      named(
        'ClaimSort',
        Word(['created_at_desc', 'created_at_asc', 'expires_at_asc'], {
          created_at_desc: 'newest first',
          created_at_asc: 'oldest first',
          expires_at_asc: 'waiting claims by expiry, nearest first; then decided ones, newest first',
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
      rejected: 'the claim is refused',
    }),
    note: Optional(about('Internal note, for colleagues only', Nullable(Text(1000)))),
    reason: Optional(about('With `rejected`: the reason, for the claimant to read', Nullable(Text(1000)))),
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
    opening: about('The mail’s text before the operator’s own words', Text(10_000)),
    closing: about('The mail’s text after the operator’s own words', Text(10_000, 0)),
  }),
)
export const MailPreviews = named(
  'ClaimLetters',
  Obj({
    to: about('The recipient; null if the claimant has no e-mail address', Nullable(Text(254))),
    approved: MailPreview,
    rejected: MailPreview,
    question: MailPreview,
  }),
)
