import type { Static } from 'typebox'
import { ACTEUR_FIELDS, ActeurType } from '../../../shared/fields/acteurs.ts'
import { byName, each, having, repliesOf } from '../../../shared/fields/field.ts'
import {
  about,
  Id,
  Name,
  Nullable,
  named,
  Obj,
  Optional,
  optional,
  Patch,
  SOME_ID,
  Text,
  Timestamp,
  Version,
  Word,
  WordOf,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { ACTEUR_TYPES, BADGES } from '../../../shared/words/acteurs.ts'
import { Deleted, Order } from '../../kernel/lists/list-filters.ts'
import { pageQuery } from '../../kernel/lists/paging.ts'
import { type AttachedImage, ImageWanted, ShownImage } from '../../media/attached.ts'
import { CommuneInBrief } from '../../people/access/in-brief.ts'
import { Reach } from '../../people/access/reach.ts'
import { Ouverture } from '../communes/opening.ts'

export const Badge = named('Badge', WordOf(BADGES))

////////////////////////////////////////////////////////////////////////////// in replies

const fields = {
  id: Id,
  ...repliesOf(ACTEUR_FIELDS),
  image: Type.Unsafe<ShownImage | null>({ ...Nullable(ShownImage), 'x-extension': true }),
  ouverture: Ouverture,
  url: {
    ...Nullable(Text(2000)),
    description:
      'The address of its page for residents while it is active. Null for an acteur of no commune, and where the service has no such pages',
    'x-extension': true,
  },
  valide: about('Whether the back-office has validated the acteur', Type.Boolean()),
  valide_le: Nullable(Timestamp),
  badge: Nullable(Badge),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Version,
}
/** The public record. */
export const Acteur = named('Acteur', Obj(fields))
export type Acteur = Static<typeof Acteur>
/** As stored: the addresses of picture and page and the days of the hours are added when it is shown. */
export type StoredActeur<A> = Omit<A, 'image' | 'ouverture' | 'url'> & {
  readonly image: AttachedImage | null
  /** The slug of its own commune. */
  readonly commune_slug: string | null
}

const Count = Type.Integer({ minimum: 0 })
export const AdminActeur = named(
  'AdminActeur',
  Obj({
    ...fields,
    active: about('False hides it from the public and refuses writes of its members', Type.Boolean()),
    can_publish: about('Whether its publications appear without review', Type.Boolean()),
    deleted_at: Nullable(Timestamp),
    merged_into: about('The acteur that this one was merged into; null if it was not', Nullable(Id)),
    commune: about('The acteur’s own commune', Nullable(CommuneInBrief)),
    owners_count: Count,
    /** The publications of the caller's territory in any state, except deleted ones. */
    publications_count: Count,
    may: Reach,
  }),
)
export type AdminActeur = Static<typeof AdminActeur>

////////////////////////////////////////////////////////////////////////////// queries

/** Ids have the form of a slug too. */
export const IdOrSlug = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 100,
  description: 'The id. A slug, or the id of an acteur merged into it, redirects (301)',
})

export const CommuneQuery = Obj({
  ...pageQuery,
  q: Optional(about('Part of the name', Text(100, 0))),
  type: Optional(about('Only acteurs of this type', ActeurType)),
})

export const CountsQuery = Obj({ q: CommuneQuery.properties.q })
export const ActeurCounts = named(
  'ActeurCounts',
  Obj(byName(ACTEUR_TYPES, type => about(`How many have this type: ${ACTEUR_TYPES[type].means}`, Count))),
)

export const AdminQuery = Obj({
  ...pageQuery,
  q: Optional(about('Part of the name or commune, a postal code, a SIRET or an RNA number', Text(100, 0))),
  commune_id: Optional(about('Only acteurs of this commune, or with it in their zone', Id)),
  type: Optional(about('Only acteurs of this type', ActeurType)),
  valide: Optional(about('`true`: only validated acteurs; `false`: only others', Type.Boolean())),
  active: Optional(about('`true`: only active acteurs; `false`: only inactive ones', Type.Boolean())),
  badge: Optional(about('Only acteurs with this badge', Badge)),
  can_publish: Optional(
    about('`true`: only acteurs that publish without review; `false`: only others', Type.Boolean()),
  ),
  deleted: Optional(about('Whether deleted acteurs are listed', Deleted)),
  sort: Optional(
    about(
      Order('nom_asc'),
      named(
        'ActeurSort',
        Word(['nom_asc', 'created_at_desc', 'created_at_asc'], {
          nom_asc: 'by name, ignoring accents and case',
          created_at_desc: 'newest first',
          created_at_asc: 'oldest first',
        }),
      ),
    ),
  ),
})
export type AdminQuery = Static<typeof AdminQuery>

////////////////////////////////////////////////////////////////////////////// in requests

const schemas = each(ACTEUR_FIELDS, 'schema')
const written = { ...schemas, image: Nullable(ImageWanted) }
const { nom: _nom, type, commune_id, ...others } = schemas
export const NewActeur = named(
  'NewActeur',
  Obj({
    nom: Name(200),
    type,
    commune_id,
    ...optional(others),
    mairie: Optional(
      about(
        'Makes a validated town hall of its commune out of an acteur of type `mairie`; the commune must have none',
        Type.Boolean(),
      ),
    ),
  }),
  { nom: 'Comité des fêtes', type: 'association', commune_id: SOME_ID, telephone: '02 38 00 00 00' },
)

export type NewActeur = Static<typeof NewActeur>

export const ActeurChanges = named('ActeurChanges', Patch(written), {
  description: 'Bals, brocantes et feu de la Saint-Jean.',
  site_web: 'https://comite.exemple.fr',
})
export type ActeurChanges = Static<typeof ActeurChanges>

/** The changes that members may make. */
export const OwnActeurChanges = named(
  'OwnActeurChanges',
  Patch({ ...each(having(ACTEUR_FIELDS, 'own'), 'schema'), image: written.image }),
  { telephone: '02 38 00 00 00', horaires: 'Lundi et jeudi, de 17 h à 19 h' },
)

export const Validation = named('ActeurValidation', Obj({ valide: Optional(Type.Boolean()) }), {
  valide: true,
})
export const BadgeChange = named('BadgeChange', Obj({ badge: Nullable(Badge) }), { badge: 'verifie' })
export const Activation = named('ActeurActivation', Obj({ active: Type.Boolean() }), { active: true })
export const PublishingRight = named('PublishingRight', Obj({ can_publish: Type.Boolean() }), {
  can_publish: true,
})
