import { type Static, Type } from 'typebox'
import { Deleted, Order } from '../../kernel/lists/list-filters.ts'
import { pageQuery } from '../../kernel/lists/paging.ts'
import { about, Day, Id, named, Obj, Optional, Text, Word } from '../../kernel/routes/shapes.ts'
import { ModerationStatus } from '../shapes.ts'

/** What the lists of publications are asked. */

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
    about(
      'The slug of a type, as `/publications/types` has them; one that nobody knows finds nothing',
      Text(100),
    ),
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

export const MineQuery = Obj({
  ...pageQuery,
  acteur_id: ofActeur,
  moderation_status: inStatus,
})
export const MairieQuery = Obj({
  ...pageQuery,
  scope: Optional(
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
  ),
  moderation_status: inStatus,
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
        }),
      ),
    ),
  ),
  q: Optional(
    about(
      'Words of title, place and text; accents, case and endings do not matter. `"two words"` is a phrase, `-word` leaves out',
      Text(200, 0),
    ),
  ),
  commune_id: forCommune,
  acteur_id: ofActeur,
  type_id: Optional(about('Only of this type', Id)),
  moderation_status: inStatus,
  valide: Optional(about('Only what is switched on, or off', Type.Boolean())),
  deleted: Optional(about('What of deleted ones is listed', Deleted)),
  duplicates: Optional(about('`true`: only what says the same as another one, in groups', Type.Boolean())),
  reported: Optional(about('Only what has open reports, or none', Type.Boolean({ 'x-extension': true }))),
  import_source_id: Optional(about('Only what this import source brought', { ...Id, 'x-extension': true })),
  from: Optional(
    about('Only what was written on this day of Paris or later', { ...Day, 'x-extension': true }),
  ),
  to: Optional(
    about('Only what was written on this day of Paris or before', { ...Day, 'x-extension': true }),
  ),
})
export type AdminQuery = Static<typeof AdminQuery>
