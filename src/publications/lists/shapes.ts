import type { Static, TSchema } from 'typebox'
import { namesOf } from '../../../shared/fields/field.ts'
import { about, Day, Id, named, Obj, Optional, Text, Timestamp, Word } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { MODERATION_STATUSES } from '../../../shared/words/moderation.ts'
import { Departement } from '../../communes/shapes.ts'
import { Deleted, Order } from '../../kernel/lists/list-filters.ts'
import { pageQuery } from '../../kernel/lists/paging.ts'
import { Decider } from '../beside.ts'
import { ModerationStatus } from '../shapes.ts'

/** The queries of the lists of publications. */

const PublicSort = named(
  'PublicationSort',
  Word(['publie_le_desc', 'date_debut_asc', 'relevance', 'featured'], {
    publie_le_desc:
      'the newest first; without `sort` the same, on the page of an acteur behind what it pinned',
    date_debut_asc: 'events by their first day, then what is no event',
    relevance: 'with `q`, what fits best first; without words, the newest first',
    featured: 'what is put in front, then the newest',
  }),
)
const narrowing = {
  ...pageQuery,
  q: Optional(
    about(
      'Words of title, place and text; accents, case and endings do not matter. `"two words"` is a phrase, `-word` leaves out',
      Text(200, 0),
    ),
  ),
  type: Optional(
    about('The slug of a type from `/publications/types`; an unknown one finds nothing', Text(100)),
  ),
  type_id: Optional(about('The id of a type; goes before `type`', Id)),
  from: Optional(about('Only events that begin on this day or later', Day)),
  to: Optional(about('Only events that begin on this day or before', Day)),
  sort: Optional(about('In which order', PublicSort)),
}
const ofActeur = Optional(about('Only what this acteur publishes', Id))
const forCommune = Optional(about('Only what is shown for this commune', Id))
const inStatus = Optional(about('Only what was decided so last', ModerationStatus))
export const PublicQuery = Obj({ ...narrowing, acteur_id: ofActeur, commune_id: forCommune })
export const ActeurQuery = Obj({ ...narrowing, commune_id: forCommune })
export const CommuneQuery = Obj({ ...narrowing, acteur_id: ofActeur })
export type PublicQuery = Static<typeof PublicQuery>

/** A filter that extends the agreed interface. */
const further = <T extends TSchema>(description: string, shape: T) =>
  Optional(about(description, { ...shape, 'x-extension': true }))

const OWN_SORTS = ['created_at_desc', 'created_at_asc', 'date_debut_desc', 'title_asc'] as const
export type OwnSort = (typeof OWN_SORTS)[number]
const OWN_STATES = ['en_ligne', 'en_attente', 'programmees', 'refusees', 'retirees'] as const
export type OwnState = (typeof OWN_STATES)[number]

/** The filters of members' lists. */
const ofMembers = {
  q: further('Words of title, place and text, as in `GET /publications`', Text(200, 0)),
  etat: further(
    'Only in this state',
    named(
      'OwnState',
      Word(OWN_STATES, {
        en_ligne: 'everybody sees it now',
        en_attente: 'it waits for a decision, or for the hour that goes with it',
        programmees: 'it is let through, and its hour is still to come',
        refusees: 'the back-office, a town hall or an import refused it',
        retirees: 'its own acteur took it back, or it is switched off',
      }),
    ),
  ),
  sort: further(
    Order('created_at_desc'),
    named(
      'OwnPublicationSort',
      Word(OWN_SORTS, {
        created_at_desc: 'the newest first',
        created_at_asc: 'the oldest first',
        date_debut_desc: 'events, the latest day first; then what is no event',
        title_asc: 'by title, without accents and case',
      }),
    ),
  ),
  moderation_status: inStatus,
}
const Count = Type.Integer({ minimum: 0 })
/** Counts by state. The states are disjoint and cover all but deleted publications. */
export const OwnCounts = named(
  'OwnPublicationCounts',
  Obj({ en_ligne: Count, en_attente: Count, programmees: Count, refusees: Count, retirees: Count }),
)
export type OwnCounts = Static<typeof OwnCounts>

export const MineQuery = Obj({ ...pageQuery, acteur_id: ofActeur, ...ofMembers })
export const MineCountsQuery = Obj({ acteur_id: ofActeur })
const mairieScope = Optional(
  about(
    'Whose. Without it `own`',
    named(
      'MairieScope',
      Word(['own', 'commune', 'all'], {
        own: 'what the town hall wrote itself',
        commune: 'what others publish for its communes',
        all: 'both',
      }),
    ),
  ),
)
export const MairieQuery = Obj({ ...pageQuery, scope: mairieScope, ...ofMembers })
export const MairieCountsQuery = Obj({ scope: mairieScope })
export type OwnFilter = Pick<Static<typeof MineQuery>, 'q' | 'etat' | 'moderation_status'>

export const ADMIN_SORTS = [
  'created_at_desc',
  'created_at_asc',
  'publie_le_desc',
  'publie_le_asc',
  'title_asc',
  'reports_desc',
  'urgency',
] as const

/** Several of these values, separated by commas. */
const Words = (values: readonly string[]) => {
  const one = `(${values.join('|')})`
  return Type.String({ pattern: `^${one}(,${one}){0,${values.length - 1}}$` })
}
const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
const Ids = Type.String({ pattern: `^${UUID}(,${UUID}){0,99}$` })

const filters = {
  q: narrowing.q,
  commune_id: forCommune,
  departement: further(
    'Only what is shown for a commune of this departement: `45`, `2A`, `974`',
    Departement,
  ),
  acteur_id: ofActeur,
  type_id: Optional(about('Only of this type', Id)),
  moderation_status: Optional(
    about(
      'Only what was decided so last: `pending`, `approved`, `published` or `rejected`; several with commas between',
      Words(namesOf(MODERATION_STATUSES)),
    ),
  ),
  moderation_by: further('Only what was decided last by', Decider),
  valide: Optional(about('Only what is switched on, or off', Type.Boolean())),
  visible: further('Only publicly visible ones, or only hidden ones', Type.Boolean()),
  scheduled: further('Only scheduled ones, or all others', Type.Boolean()),
  deleted: Optional(about('Whether deleted ones are listed', Deleted)),
  reported: further('Only what has open reports, or none', Type.Boolean()),
  import_source_id: further('Only what this import source brought', Id),
  created_by: further('Only what this person wrote', Id),
  moderated_by: further('Only what this person decided last', Id),
  ids: further('Only these, 100 at most, with commas between', Ids),
  from: further('Only what was written on this day of Paris or later', Day),
  to: further('Only what was written on this day of Paris or before', Day),
  since: further(
    'Only what came after this instant, or after the publication with this id',
    Type.Union([Timestamp, Id]),
  ),
  updated_since: further('Only what was changed since this instant', Timestamp),
  duplicates: Optional(about('`true`: only duplicates, in groups', Type.Boolean())),
}
/** The filter of the list, also accepted by bulk decisions. */
export const AdminFilter = named(
  'AdminPublicationFilter',
  about('As `GET /admin/publications` has them; none: all that is not deleted', Obj(filters)),
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
          created_at_desc: 'the newest first',
          created_at_asc: 'the oldest first',
          publie_le_desc: 'by when they were published, the latest first; never published ones last',
          publie_le_asc: 'by when they were published, the earliest first; never published ones last',
          title_asc: 'by title, without accents and case',
          reports_desc: 'the most reported first',
          urgency:
            'what is reported, the most reported first; then events of the next two weeks, the next one first; then the oldest',
        }),
      ),
    ),
  ),
  exact_total: further('`true`: count the exact total, however long it takes', Type.Boolean()),
  ...filters,
})
export type AdminQuery = Static<typeof AdminQuery>
