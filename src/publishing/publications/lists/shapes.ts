import type { Static, TSchema } from 'typebox'
import { Departement } from '../../../../shared/fields/communes.ts'
import { byName, namesOf } from '../../../../shared/fields/field.ts'
import { AlertLevel } from '../../../../shared/fields/publications.ts'
import {
  about,
  Day,
  Id,
  Ids,
  Nullable,
  named,
  Obj,
  Optional,
  SomeOf,
  Text,
  Timestamp,
  Word,
  WordOf,
} from '../../../../shared/shapes.ts'
import { Type } from '../../../../shared/type.ts'
import { MODERATION_STATUSES } from '../../../../shared/words/moderation.ts'
import { AUDIENCES, OWN_SORTS, OWN_STATES } from '../../../../shared/words/publications.ts'
import { Deleted, Order } from '../../../kernel/lists/list-filters.ts'
import { pageQuery } from '../../../kernel/lists/paging.ts'
import { AssignedTo } from '../../../people/teamwork/assignments.ts'
import { Decider } from '../beside.ts'
import { ReportOutcome } from '../decisions.ts'
import { ModerationStatus, ReasonCode } from '../shapes.ts'

/** The queries of the lists of publications. */

const PublicSort = named(
  'PublicationSort',
  Word(['publie_le_desc', 'date_debut_asc', 'relevance', 'featured'], {
    publie_le_desc:
      'newest first. Without `sort` too, except that pinned ones come first in the list of an acteur',
    date_debut_asc:
      'events by their first day, with `from` by their next day from then on; then news. With `q`, a word of more than 1 000 texts is searched in the next 5 000 events and in its newest 1 000 texts',
    relevance:
      'with `q`, best matches first, of the newest 500 (of the newest 1 000 publications, where a hundred of them match); without `q`, newest first',
    featured: 'featured ones, then newest first',
  }),
)
/** A filter that extends the agreed interface. */
const further = <T extends TSchema>(description: string, shape: T) =>
  Optional(about(description, { ...shape, 'x-extension': true }))

const narrowing = {
  ...pageQuery,
  q: Optional(
    about(
      'Words of title, place and text; accents, case and word endings do not matter. `"two words"` finds a phrase, `-word` excludes a word',
      Text(200, 0),
    ),
  ),
  type: Optional(
    about(
      'The slug of a type from `/publications/types`, or several separated by commas; an unknown slug finds nothing',
      Text(500),
    ),
  ),
  type_id: Optional(about('The id of a type; takes precedence over `type`', Id)),
  from: Optional(about('Only events with `date_debut` or one of `dates` on this day or later', Day)),
  to: Optional(
    about('Only events with a day on or before this day; with `from`, one day lies between both', Day),
  ),
  en_cours: Optional(
    about(
      '`true`: only events that are under way today, in Paris time: from their first to their last day, or on one of `dates`. `from` and `to` are ignored then',
      { ...Type.Boolean(), 'x-extension': true },
    ),
  ),
  en_vigueur: further('`true`: only alerts that are in force now; `false`: as without it', Type.Boolean()),
  niveau: further('Only alerts of this level', AlertLevel),
  public: further(
    'Only publications that say they are for one of these, separated by commas: `enfants,familles`',
    SomeOf(namesOf(AUDIENCES), { maxLength: 100 }),
  ),
  gratuit: further(
    '`true`: only publications that say they are free; `false`: those that say one pays',
    Type.Boolean(),
  ),
  updated_since: further(
    'Only publications changed since this instant; of more than 5 000 the last changed (`meta.complete` is false then). `GET /changes` also tells what is gone',
    Timestamp,
  ),
  ids: further(
    'Only these ids, separated by commas; 100 at most. Those that are not visible are left out',
    Ids(100),
  ),
  sort: Optional(about('The sort order of the list', PublicSort)),
}
const ofActeur = Optional(about('Only publications of this acteur', Id))
const forCommune = Optional(about('Only publications shown for this commune', Id))
const inStatus = Optional(about('Only publications with this status', ModerationStatus))
export const PublicQuery = Obj({
  ...narrowing,
  acteur_id: ofActeur,
  commune_id: forCommune,
  communes: further(
    'Only publications shown for one of these communes: ids separated by commas, 20 at most. Not with `commune_id`',
    Ids(20),
  ),
})
export const ActeurQuery = Obj({ ...narrowing, commune_id: forCommune })
export const CommuneQuery = Obj({ ...narrowing, acteur_id: ofActeur })
export type PublicQuery = Static<typeof PublicQuery>

/** The filters of members' lists. */
const ofMembers = {
  q: further('Words of title, place and text, as in `GET /publications`', Text(200, 0)),
  etat: further('Only in this state', named('OwnState', WordOf(OWN_STATES))),
  sort: further(Order('created_at_desc'), named('OwnPublicationSort', WordOf(OWN_SORTS))),
  moderation_status: inStatus,
}
const Count = Type.Integer({ minimum: 0 })
/** Counts by state. The states are disjoint and cover all but deleted publications. */
export const OwnCounts = named(
  'OwnPublicationCounts',
  Obj(byName(OWN_STATES, state => about(`How many are in this state: ${OWN_STATES[state].means}`, Count))),
)
export type OwnCounts = Static<typeof OwnCounts>
export const MineCounts = named(
  'MyPublicationCounts',
  Obj({
    ...OwnCounts.properties,
    vues_semaine: {
      ...Nullable(Count),
      description:
        'How often the pages of all of them were opened in the last seven days, at least; null for one to four',
      'x-extension': true,
    },
  }),
)

export const MineQuery = Obj({ ...pageQuery, acteur_id: ofActeur, ...ofMembers })
export const MineCountsQuery = Obj({ acteur_id: ofActeur })
const mairieScope = Optional(
  about(
    'Whose publications; `own` by default',
    named(
      'MairieScope',
      Word(['own', 'commune', 'all'], {
        own: 'publications of the town hall itself',
        commune: 'publications of other acteurs in its communes',
        all: 'both',
      }),
    ),
  ),
)
export const MairieQuery = Obj({ ...pageQuery, scope: mairieScope, ...ofMembers })
export const MairieCountsQuery = Obj({ scope: mairieScope })
export type OwnFilter = Pick<Static<typeof MineQuery>, 'q' | 'etat' | 'moderation_status'>

const ADMIN_SORTS = [
  'created_at_desc',
  'created_at_asc',
  'publie_le_desc',
  'publie_le_asc',
  'title_asc',
  'reports_desc',
  'urgency',
  'team',
] as const

const filters = {
  q: narrowing.q,
  commune_id: forCommune,
  departement: further(
    'Only publications shown for a commune of this departement: `45`, `2A`, `974`',
    Departement,
  ),
  acteur_id: ofActeur,
  type_id: Optional(about('Only publications of this type', Id)),
  moderation_status: Optional(
    about(
      `Only publications with this status: ${namesOf(MODERATION_STATUSES)
        .map(one => `\`${one}\``)
        .join(', ')}; several are separated by commas`,
      SomeOf(namesOf(MODERATION_STATUSES)),
    ),
  ),
  moderation_by: further('Only publications whose last decision was made by', Decider),
  valide: Optional(about('Only publications with this value of `valide`', Type.Boolean())),
  visible: further('`true`: only publicly visible publications; `false`: only hidden ones', Type.Boolean()),
  scheduled: further('`true`: only scheduled publications; `false`: all others', Type.Boolean()),
  deleted: Optional(about('Whether deleted publications are listed', Deleted)),
  reported: further(
    '`true`: only publications with open reports; `false`: only those without',
    Type.Boolean(),
  ),
  report_outcome: further('Only publications of which a report was closed with this outcome', ReportOutcome),
  import_source_id: further('Only publications imported from this source', Id),
  created_by: further('Only publications written by this user', Id),
  moderated_by: further('Only publications whose last decision was made by this user', Id),
  decided_from: further(
    'Only publications that the back-office decided last, on this day or later, in Paris time',
    Day,
  ),
  decided_to: further(
    'Only publications that the back-office decided last, on this day or before, in Paris time',
    Day,
  ),
  moderation_reason_code: further('Only publications whose last decision has this reason', ReasonCode),
  assigned_to: Optional(AssignedTo),
  late: further(
    '`true`: only publications that wait for longer than the team’s target; `false`: all others',
    Type.Boolean(),
  ),
  ids: further('Only these ids, separated by commas; 100 at most', Ids(100)),
  from: further('Only publications created on this day or later, in Paris time', Day),
  to: further('Only publications created on this day or before, in Paris time', Day),
  since: further(
    'Only publications created after this instant, or after the publication with this id',
    Type.Union([Timestamp, Id]),
  ),
  updated_since: further('Only publications changed since this instant', Timestamp),
  duplicates: Optional(about('`true`: only publications with duplicates, in groups', Type.Boolean())),
}
/** The filter of the list, also accepted by bulk decisions. */
export const AdminFilter = named(
  'AdminPublicationFilter',
  about(
    'The filters of `GET /admin/publications`; without any, all publications except deleted ones',
    Obj(filters),
  ),
)
export type AdminFilter = Static<typeof AdminFilter>

export const AdminQuery = Obj({
  ...pageQuery,
  sort: Optional(
    about(
      Order('created_at_desc'),
      named(
        'AdminPublicationSort',
        Word(ADMIN_SORTS, {
          created_at_desc: 'newest first',
          created_at_asc: 'oldest first',
          publie_le_desc: 'by `publie_le`, latest first; those without it last',
          publie_le_asc: 'by `publie_le`, earliest first; those without it last',
          title_asc: 'by title, ignoring accents and case',
          reports_desc: 'most reported first',
          urgency:
            'reported ones, most reported first; then events of the next two weeks, nearest first; then the others, oldest first',
          team: 'as the settings of the team say: `urgency`, or else `created_at_desc`',
        }),
      ),
    ),
  ),
  exact_total: further('`true`: counts the exact total, however long that takes', Type.Boolean()),
  ...filters,
})
export type AdminQuery = Static<typeof AdminQuery>
