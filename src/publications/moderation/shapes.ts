import { type Static, Type } from 'typebox'
import {
  about,
  Email,
  Id,
  List,
  Nullable,
  named,
  Obj,
  Optional,
  SOME_ID,
  Text,
  Timestamp,
  Word,
} from '../../kernel/routes/shapes.ts'
import { telling } from '../../mail/shapes.ts'
import { AdminPublication, ModerationStatus, ReasonCode } from '../shapes.ts'

////////////////////////////////////////////////////////////////////////////// decisions

const decision = {
  moderation_status: ModerationStatus,
  reason: Optional(about('What its author is told', Nullable(Text(1000)))),
  reason_code: Optional(Nullable(ReasonCode)),
}
export const Decision = named(
  'ModerationDecision',
  Obj({
    ...decision,
    publie_le: Optional(
      about('With `approved` only: visible from then on', { ...Timestamp, 'x-extension': true }),
    ),
  }),
  { moderation_status: 'rejected', reason_code: 'duplicate', reason: 'Cette annonce est déjà en ligne.' },
)
export type Decision = Static<typeof Decision>
export const BulkDecision = named(
  'BulkDecision',
  Obj({
    ids: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }),
    ...decision,
  }),
  { ids: [SOME_ID], moderation_status: 'published' },
)

const Left = named('LeftAside', Obj({ id: Id, error: Type.String(), message: Type.String() }))
export type Left = Static<typeof Left>
const Done = named('Done', Obj({ operation_id: Type.String({ ...Id, 'x-extension': true }), ...telling }))
export const Moderated = named('ModeratedPublication', Obj({ data: AdminPublication, meta: Done }))
export const BulkOutcome = named(
  'BulkModeration',
  Obj({
    data: Obj({ updated: List(Id), unchanged: List(Id), failed: List(Left) }),
    meta: Done,
  }),
)
export const UndoOutcome = named(
  'UndoneModeration',
  Obj({ data: Obj({ restored: List(Id), skipped: List(Left) }) }),
)

export const ValideToggle = named('ValideToggle', Obj({ valide: Optional(Type.Boolean()) }), {
  valide: false,
})
export const Feature = named(
  'Feature',
  Obj({
    en_avant: Type.Boolean(),
    featured_until: Optional(Nullable(Timestamp)),
  }),
  { en_avant: true, featured_until: '2027-07-15T00:00:00Z' },
)

////////////////////////////////////////////////////////////////////////////// reports

/** The outcome of a report. */
export const OUTCOMES = ['kept', 'removed'] as const
export type ReportOutcome = (typeof OUTCOMES)[number]

export const NewReport = named(
  'NewReport',
  Obj({
    reason: ReasonCode,
    message: Optional(Nullable(Text(1000))),
    email: Optional(Nullable(Email)),
  }),
  { reason: 'false_information', message: 'Le bal a lieu le 13, et non le 14.' },
)
export const Received = named(
  'ReportReceived',
  Obj({ id: Id, status: Word(['received'], { received: 'it is kept, and somebody will look at it' }) }),
)
export const Report = named(
  'Report',
  Obj({
    id: Id,
    publication_id: Id,
    reason: ReasonCode,
    message: Nullable(Text(1000)),
    email: Nullable(Text(254)),
    status: Word(['open', 'closed'], { open: 'nobody has decided', closed: 'a decision has answered it' }),
    outcome: Nullable(
      Word(OUTCOMES, { kept: 'the publication stayed', removed: 'it was hidden, rejected or deleted' }),
    ),
    created_at: Timestamp,
    closed_at: Nullable(Timestamp),
  }),
)
export type Report = Static<typeof Report>
