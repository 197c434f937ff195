import { type Static, Type } from 'typebox'
import { MODERATION_STATUSES } from '../access/permissions.ts'
import { Deleted } from '../kernel/lists/list-filters.ts'
import { pageQuery } from '../kernel/lists/paging.ts'
import {
  Day,
  Email,
  Id,
  Link,
  List,
  Nullable,
  named,
  Obj,
  OneOf,
  Optional,
  Patch,
  Slug,
  Text,
  Timestamp,
  Version,
} from '../kernel/routes/shapes.ts'
import { telling } from '../mail/shapes.ts'
import { DUPLICATE_REASONS } from './duplicates.ts'

const ModerationStatus = named('ModerationStatus', OneOf(...MODERATION_STATUSES))
export const REASON_CODES = [
  'spam',
  'inappropriate',
  'false_information',
  'illegal',
  'duplicate',
  'off_topic',
  'other',
] as const
export type ReasonCode = (typeof REASON_CODES)[number]
const ReasonCode = named('ReasonCode', OneOf(...REASON_CODES))
/** The outcome of a report. */
export const OUTCOMES = ['kept', 'removed'] as const
export type Outcome = (typeof OUTCOMES)[number]

////////////////////////////////////////////////////////////////////////////// what is read

const TypeInBrief = named('PublicationTypeInBrief', Obj({ id: Id, slug: Slug, nom: Text(100) }))
const fields = {
  id: Id,
  title: Text(200),
  body: Text(20_000),
  status: ModerationStatus,
  type_id: Id,
  type: TypeInBrief,
  /** Null for a publication that an import created without an acteur. */
  acteur_id: Nullable(Id),
  acteur: Nullable(Obj({ id: Id, nom: Text(200), slug: Slug })),
  commune_id: Id,
  commune_ids: List(Id),
  date_debut: Nullable(Day),
  date_fin: Nullable(Day),
  lieu: Nullable(Text(200)),
  image_url: Nullable(Text(2000)),
  source_url: Nullable(Text(2000)),
  en_avant: Type.Boolean(),
  featured_until: Nullable(Timestamp),
  epingle: Type.Boolean(),
  publie_le: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Version,
}
export const Publication = named('Publication', Obj(fields))
export type Publication = Static<typeof Publication>

const decided = {
  moderation_status: ModerationStatus,
  valide: Type.Boolean(),
  moderation_reason: Nullable(Text(1000)),
  moderation_reason_code: Nullable(ReasonCode),
  moderated_at: Nullable(Timestamp),
}
/** As members of its acteur see it: in every state, with the decision and its reason. */
export const OwnPublication = named('OwnPublication', Obj({ ...fields, ...decided }))
export type OwnPublication = Static<typeof OwnPublication>

export const AdminPublication = named(
  'AdminPublication',
  Obj({
    ...fields,
    ...decided,
    deleted_at: Nullable(Timestamp),
    moderated_by: Nullable(Id),
    reports_count: Type.Integer({ minimum: 0 }),
    import_source_id: Nullable(Id),
    created_by: Nullable(Id),
    duplicate_key: Optional(Id),
    duplicate_reason: Optional(OneOf(...DUPLICATE_REASONS)),
    duplicate_count: Optional(Type.Integer({ minimum: 2 })),
  }),
)
export type AdminPublication = Static<typeof AdminPublication>

export const Created = named(
  'CreatedPublication',
  Obj({ id: Id, status: ModerationStatus, title: Text(200) }),
)

/** Public lists have no total: their cost does not grow with the number of publications. */
const OpenPageMeta = named(
  'OpenPageMeta',
  Obj({
    page: Type.Integer({ minimum: 1 }),
    per_page: Type.Integer({ minimum: 1 }),
    has_more: Type.Boolean(),
    next: Nullable(Type.String({ 'x-extension': true })),
  }),
)
export const PublicPage = named('PublicationPage', Obj({ data: List(Publication), meta: OpenPageMeta }))

////////////////////////////////////////////////////////////////////////////// what is asked

const narrowing = {
  ...pageQuery,
  q: Optional(Text(200, 0)),
  /** A slug; an unknown one finds nothing. */
  type: Optional(Text(100)),
  type_id: Optional(Id),
  from: Optional(Day),
  to: Optional(Day),
  sort: Optional(OneOf('publie_le_desc', 'date_debut_asc', 'relevance', 'featured')),
}
export const PublicQuery = Obj({ ...narrowing, acteur_id: Optional(Id), commune_id: Optional(Id) })
export const ActeurQuery = Obj({ ...narrowing, commune_id: Optional(Id) })
export const CommuneQuery = Obj({ ...narrowing, acteur_id: Optional(Id) })
export type PublicQuery = Static<typeof PublicQuery>

export const MineQuery = Obj({
  ...pageQuery,
  acteur_id: Optional(Id),
  moderation_status: Optional(ModerationStatus),
})
export const MairieQuery = Obj({
  ...pageQuery,
  scope: Optional(OneOf('own', 'commune', 'all')),
  moderation_status: Optional(ModerationStatus),
})

export const ADMIN_SORTS = [
  'created_at_desc',
  'created_at_asc',
  'publie_le_desc',
  'publie_le_asc',
  'title_asc',
  'reports_desc',
] as const
export const AdminQuery = Obj({
  ...pageQuery,
  sort: Optional(OneOf(...ADMIN_SORTS)),
  q: Optional(Text(200, 0)),
  commune_id: Optional(Id),
  acteur_id: Optional(Id),
  type_id: Optional(Id),
  moderation_status: Optional(ModerationStatus),
  valide: Optional(Type.Boolean()),
  deleted: Optional(Deleted),
  duplicates: Optional(Type.Boolean()),
  reported: Optional(Type.Boolean({ 'x-extension': true })),
  import_source_id: Optional(Type.String({ ...Id, 'x-extension': true })),
  from: Optional(Type.String({ format: 'date', 'x-extension': true })),
  to: Optional(Type.String({ format: 'date', 'x-extension': true })),
})
export type AdminQuery = Static<typeof AdminQuery>

////////////////////////////////////////////////////////////////////////////// what is written

const written = {
  title: Text(200),
  body: Text(20_000),
  type_id: Id,
  commune_id: Id,
  commune_ids: Type.Array(Id, { maxItems: 50 }),
  date_debut: Nullable(Day),
  date_fin: Nullable(Day),
  lieu: Nullable(Text(200)),
  image_url: Nullable(Link),
  source_url: Nullable(Link),
  epingle: Type.Boolean(),
}
const create = {
  title: written.title,
  body: written.body,
  type_id: Optional(written.type_id),
  commune_ids: Optional(written.commune_ids),
  date_debut: Optional(written.date_debut),
  date_fin: Optional(written.date_fin),
  lieu: Optional(written.lieu),
  image_url: Optional(written.image_url),
  source_url: Optional(written.source_url),
  epingle: Optional(written.epingle),
}
export const NewPublication = named('NewPublication', Obj({ ...create, acteur_id: Id, commune_id: Id }))
/** The acteur is that of the path; without `commune_id`, its own commune. */
export const NewMairiePublication = named(
  'NewMairiePublication',
  Obj({ ...create, commune_id: Optional(Id) }),
)
export type NewPublication = Static<typeof NewPublication>

export const PublicationChanges = named('PublicationChanges', Patch(written))
export type PublicationChanges = Static<typeof PublicationChanges>

const decision = {
  moderation_status: ModerationStatus,
  reason: Optional(Nullable(Text(1000))),
  reason_code: Optional(Nullable(ReasonCode)),
}
export const Decision = named(
  'ModerationDecision',
  Obj({
    ...decision,
    publie_le: Optional(Type.String({ format: 'date-time', 'x-extension': true })),
  }),
)
export type Decision = Static<typeof Decision>
export const BulkDecision = named(
  'BulkDecision',
  Obj({
    ids: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }),
    ...decision,
  }),
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

export const ValideToggle = named('ValideToggle', Obj({ valide: Optional(Type.Boolean()) }))
export const Feature = named(
  'Feature',
  Obj({
    en_avant: Type.Boolean(),
    featured_until: Optional(Nullable(Timestamp)),
  }),
)

////////////////////////////////////////////////////////////////////////////// reports

export const NewReport = named(
  'NewReport',
  Obj({
    reason: ReasonCode,
    message: Optional(Nullable(Text(1000))),
    email: Optional(Nullable(Email)),
  }),
)
export const Received = named('ReportReceived', Obj({ id: Id, status: OneOf('received') }))
export const Report = named(
  'Report',
  Obj({
    id: Id,
    publication_id: Id,
    reason: ReasonCode,
    message: Nullable(Text(1000)),
    email: Nullable(Text(254)),
    status: OneOf('open', 'closed'),
    outcome: Nullable(OneOf(...OUTCOMES)),
    created_at: Timestamp,
    closed_at: Nullable(Timestamp),
  }),
)
export type Report = Static<typeof Report>
