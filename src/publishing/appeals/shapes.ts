import type { Static } from 'typebox'
import {
  about,
  Data,
  Email,
  Id,
  Nullable,
  named,
  Obj,
  Optional,
  Text,
  Timestamp,
  Version,
  Word,
  WordOf,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { APPEAL_KINDS, APPEAL_STATUSES, CONTESTED } from '../../../shared/words/appeals.ts'
import { pageQuery } from '../../kernel/lists/paging.ts'
import { telling } from '../../letters/mail/shapes.ts'
import { PersonInBrief } from '../../people/access/in-brief.ts'
import { Assignee } from '../../people/teamwork/assignments.ts'
import { ReasonCode } from '../publications/shapes.ts'

/** What appeals send and get. */

const MOST = 2000
const Kind = named('AppealKind', WordOf(APPEAL_KINDS))
const Status = named('AppealStatus', WordOf(APPEAL_STATUSES))
const Decision = named('ContestedDecision', WordOf(CONTESTED))

export const NewAppeal = named(
  'NewAppeal',
  Obj({ message: about('Why the decision is contested', Text(MOST)) }),
  { message: 'Le vide-grenier est bien organisé par l’association, et non par un commerce.' },
)
export type NewAppeal = Static<typeof NewAppeal>

/** By the link of a mail. */
export const Contest = named(
  'Contest',
  Obj({
    id: Optional(about('Which decision, where the mail is about several', Id)),
    ...NewAppeal.properties,
  }),
  { message: 'Le vide-grenier est bien organisé par l’association, et non par un commerce.' },
)
export type Contest = Static<typeof Contest>

/** An appeal as whoever made it sees it. */
export const OwnAppeal = named(
  'OwnAppeal',
  Obj({
    id: Id,
    status: Status,
    message: Nullable(Text(MOST)),
    answer: about('The reasons of the outcome', Nullable(Text(MOST))),
    answered_at: Nullable(Timestamp),
    created_at: Timestamp,
  }),
)
export type OwnAppeal = Static<typeof OwnAppeal>
export const OwnAppealState = Data(
  named(
    'OwnAppealState',
    Obj({
      contestable: about('The present decision can be contested', Type.Boolean()),
      appeal: about('The appeal against the present decision, else the newest one', Nullable(OwnAppeal)),
    }),
  ),
)

export const Appeal = named(
  'Appeal',
  Obj({
    id: Id,
    kind: Kind,
    status: Status,
    decision: Decision,
    reason_code: Nullable(ReasonCode),
    reason: about('The words of the contested decision', Nullable(Text(1000))),
    decided_at: about('When the contested decision was taken', Timestamp),
    decider: about('Who took it', Nullable(PersonInBrief)),
    publication_id: Nullable(Id),
    claim_id: Nullable(Id),
    nom: about('Title of the publication, or name of the claimed acteur', Text(300, 0)),
    report: about(
      'The report whose outcome is contested',
      Nullable(Obj({ reason: ReasonCode, message: Nullable(Text(1000)), created_at: Timestamp })),
    ),
    assignee: Assignee,
    by: about('The account that contests; null without one', Nullable(PersonInBrief)),
    email: about('The address of somebody without an account', Nullable(Email)),
    message: about('Null once it is forgotten', Nullable(Text(MOST))),
    answer: Nullable(Text(MOST)),
    answerer: Nullable(PersonInBrief),
    answered_at: Nullable(Timestamp),
    created_at: Timestamp,
    version: Version,
  }),
)
export type Appeal = Static<typeof Appeal>

export const AppealItem = named(
  'AppealItem',
  Obj({
    ...Appeal.properties,
    own_decision: about('The caller took the contested decision', Type.Boolean()),
    alone: about('Nobody but the caller can decide this appeal', Type.Boolean()),
  }),
)
export type AppealItem = Static<typeof AppealItem>

export const AppealsQuery = Obj({
  ...pageQuery,
  status: Optional(about('`pending` are the oldest first, all others the newest', Status)),
  kind: Optional(about('Only appeals of this kind', Kind)),
  q: Optional(
    about(
      'Part of the message, answer or address; words of the publication, of the acteur or of the person’s name; or the whole address of their account',
      Text(100, 0),
    ),
  ),
})
export type AppealsQuery = Static<typeof AppealsQuery>

export const AppealDecision = named(
  'AppealDecision',
  Obj({
    status: named(
      'AppealOutcome',
      Word(['upheld', 'overturned'], {
        upheld: APPEAL_STATUSES.upheld.means,
        overturned: APPEAL_STATUSES.overturned.means,
      }),
    ),
    answer: about('The reasons, which are mailed to whoever contests', Text(MOST)),
  }),
  { status: 'upheld', answer: 'Le texte renvoie vers une page de paris en ligne.' },
)
export type AppealDecision = Static<typeof AppealDecision>
export const DecidedAppeal = named('DecidedAppeal', Obj({ data: AppealItem, meta: Obj(telling) }))
