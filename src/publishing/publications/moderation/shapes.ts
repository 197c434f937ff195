import type { Static, TObject } from 'typebox'
import {
  about,
  Email,
  Id,
  List,
  Nullable,
  named,
  Obj,
  Optional,
  Patch,
  SOME_ID,
  Text,
  Timestamp,
  Version,
  Word,
} from '../../../../shared/shapes.ts'
import { Type } from '../../../../shared/type.ts'
import { telling } from '../../../letters/mail/shapes.ts'
import { PersonInBrief } from '../../../people/access/in-brief.ts'
import { decision, feature, ReportOutcome, someFeature } from '../decisions.ts'
import { AdminFilter } from '../lists/shapes.ts'
import { AdminPublication, ReasonCode } from '../shapes.ts'

////////////////////////////////////////////////////////////////////////////// decisions

/** Limit of a decision within the request. A job decides more, which only a filter can select. */
export const AT_ONCE = 500
const AT_MOST = 100_000
/** The publications of a bulk decision: ids or a filter. */
const selected = {
  ids: Optional(
    about(
      'The ids of the publications; send either `ids` or `filter`',
      Type.Array(Id, { minItems: 1, maxItems: AT_ONCE, uniqueItems: true }),
    ),
  ),
  versions: Optional(
    about(
      'The versions that were read, in the order of `ids`; a publication changed since fails with `stale_version`',
      { ...Type.Array(Version, { minItems: 1, maxItems: AT_ONCE }), 'x-extension': true },
    ),
  ),
  filter: Optional(
    about(
      'All publications that `GET /admin/publications` finds with this filter; requires `expected_total`',
      {
        ...AdminFilter,
        'x-extension': true,
      },
    ),
  ),
  expected_total: Optional(
    Type.Integer({
      minimum: 1,
      maximum: AT_MOST,
      description:
        'With `filter`: the `meta.total` of the list that the user saw. If the filter now finds another number, nothing is done and the reply is 409 `total_changed`',
      'x-extension': true,
    }),
  ),
}
export type Selected = Static<TObject<typeof selected>>
export const BulkDecision = named('BulkDecision', Obj({ ...selected, ...decision }), {
  ids: [SOME_ID],
  moderation_status: 'published',
})

export const Left = named(
  'LeftAside',
  Obj({
    id: Id,
    title: Type.Unsafe<string | null>({
      ...Nullable(Text(200)),
      description: 'Null if no publication has this id',
      'x-extension': true,
    }),
    error: Type.String(),
    message: Type.String(),
  }),
)
export type Left = Static<typeof Left>
const done = { operation_id: Type.String({ ...Id, 'x-extension': true }), ...telling }
const Done = named('Done', Obj(done))
const Queued = Optional(
  Type.Integer({
    minimum: 1,
    description:
      'Only with 202: a job processes this many publications, and the lists above are empty. `GET /admin/operations/{id}` shows its progress',
    'x-extension': true,
  }),
)
export const Moderated = named('ModeratedPublication', Obj({ data: AdminPublication, meta: Done }))
export const BulkOutcome = named(
  'BulkOutcome',
  Obj({
    data: Obj({ updated: List(Id), unchanged: List(Id), failed: List(Left) }),
    meta: Obj({ ...done, queued: Queued }),
  }),
)
export const UndoOutcome = named(
  'UndoneModeration',
  Obj({
    data: Obj({ restored: List(Id), skipped: List(Left) }),
    meta: Obj({ operation_id: Type.String({ ...Id, 'x-extension': true }), queued: Queued }),
  }),
)

////////////////////////////////////////////////////////////////////////////// duplicates

export const Alike = named(
  'AlikePublication',
  Obj({
    ...AdminPublication.properties,
    told_apart: about('A moderator has marked the two as different', Type.Boolean()),
  }),
)
export const TellApart = named('TellApart', Obj({ other_id: Id }), { other_id: SOME_ID })
export const KeepOne = named(
  'KeepOne',
  Obj({
    other_ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }),
    versions: Optional(
      about(
        'The versions that were compared, in the order of `other_ids`; a publication changed since is skipped',
        {
          ...Type.Array(Version, { minItems: 1, maxItems: 100 }),
        },
      ),
    ),
    reason: decision.reason,
  }),
  { other_ids: [SOME_ID], reason: 'Cette annonce est déjà en ligne.' },
)

////////////////////////////////////////////////////////////////////////////// switches

export const ValideToggle = named('ValideToggle', Obj({ valide: Optional(Type.Boolean()) }), {
  valide: false,
})
export const BulkFeature = named('BulkFeature', Obj({ ...selected, ...feature }), {
  ids: [SOME_ID],
  ...someFeature,
})
export const BulkDeletion = named('BulkDeletion', Patch(selected), { ids: [SOME_ID] })

////////////////////////////////////////////////////////////////////////////// reports

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
  Obj({ id: Id, status: Word(['received'], { received: 'stored; a moderator will look at it' }) }),
)
export const Report = named(
  'Report',
  Obj({
    id: Id,
    publication_id: Id,
    reason: ReasonCode,
    message: Nullable(Text(1000)),
    email: Nullable(Text(254)),
    reporter: about('The account that reported it; null for a visitor', Nullable(PersonInBrief)),
    record: about(
      'Of the same account or client network; null once it is forgotten',
      Nullable(
        Obj({
          removed: Type.Integer({
            description: 'Decided reports after which the publication was taken down',
          }),
          decided: Type.Integer(),
          muted_until: about('Until then its reports are refused', Nullable(Timestamp)),
        }),
      ),
    ),
    status: Word(['open', 'closed'], {
      open: 'waits for a decision',
      closed: 'closed by a decision about the publication',
    }),
    outcome: Nullable(ReportOutcome),
    created_at: Timestamp,
    closed_at: Nullable(Timestamp),
  }),
)
export type Report = Static<typeof Report>
