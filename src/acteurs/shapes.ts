import type { Static } from 'typebox'
import {
  about,
  Email,
  Id,
  Link,
  List,
  Name,
  Nullable,
  named,
  Obj,
  Optional,
  Patch,
  Slug,
  SOME_ID,
  Text,
  Timestamp,
  Version,
  Word,
  WordOf,
} from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { ACTEUR_TYPES, BADGES } from '../../shared/words/acteurs.ts'
import { CommuneInBrief } from '../communes/shapes.ts'
import { Deleted, Order } from '../kernel/lists/list-filters.ts'
import { pageQuery } from '../kernel/lists/paging.ts'
import { type AttachedImage, ImageWanted, ShownImage } from '../media/attached.ts'

export const ActeurType = named('ActeurType', WordOf(ACTEUR_TYPES))
const Badge = named('Badge', WordOf(BADGES))

////////////////////////////////////////////////////////////////////////////// what is read

const fields = {
  id: Id,
  nom: Text(200),
  slug: Slug,
  type: ActeurType,
  commune_id: Nullable(Id),
  /** Everywhere it may publish: its own first, then its zone. */
  commune_ids: List(Id),
  description: Nullable(Text(5000)),
  adresse: Nullable(Text(500)),
  telephone: Nullable(Text(30)),
  email: Nullable(Text(254)),
  site_web: about('`http` or `https`', Nullable(Text(2000))),
  horaires: about('When it is open, in its own words', Nullable(Text(2000))),
  siret: Nullable(Text(14)),
  rna: Nullable(Text(10)),
  image: Type.Unsafe<ShownImage | null>({ ...Nullable(ShownImage), 'x-extension': true }),
  valide: about('Whether the back-office has checked it', Type.Boolean()),
  valide_le: Nullable(Timestamp),
  badge: Nullable(Badge),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Version,
}
/** The public record. */
export const Acteur = named('Acteur', Obj(fields))
export type Acteur = Static<typeof Acteur>
/** As stored: the addresses of the picture are added when it is shown. */
export type StoredActeur<A> = Omit<A, 'image'> & { readonly image: AttachedImage | null }

const Count = Type.Integer({ minimum: 0 })
export const AdminActeur = named(
  'AdminActeur',
  Obj({
    ...fields,
    active: about('False: the public finds it no more, its members write nothing', Type.Boolean()),
    can_publish: about('Its publications need no review', Type.Boolean()),
    deleted_at: Nullable(Timestamp),
    merged_into: about('Deleted, because it was put into this one', Nullable(Id)),
    commune: about('Its own', Nullable(CommuneInBrief)),
    owners_count: Count,
    /** Publications that are not deleted, in any state. */
    publications_count: Count,
  }),
)
export type AdminActeur = Static<typeof AdminActeur>

////////////////////////////////////////////////////////////////////////////// what is asked

/** Ids have the form of a slug too. */
export const IdOrSlug = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 100,
  description: 'Its id; its slug, or the id of an acteur merged into it, answers 301',
})

export const CommuneQuery = Obj({
  ...pageQuery,
  q: Optional(about('A part of the name', Text(100, 0))),
  type: Optional(about('Only of this kind', ActeurType)),
})

export const AdminQuery = Obj({
  ...pageQuery,
  q: Optional(about('A part of the name or commune, a postal code, a SIRET or RNA', Text(100, 0))),
  commune_id: Optional(about('Only those of this commune, or with it in their zone', Id)),
  type: Optional(about('Only of this kind', ActeurType)),
  valide: Optional(about('Only those that were checked, or not', Type.Boolean())),
  active: Optional(about('Only those that are active, or not', Type.Boolean())),
  badge: Optional(about('Only those with this badge', Badge)),
  can_publish: Optional(about('Only those that publish without review, or not', Type.Boolean())),
  deleted: Optional(about('Whether deleted ones are listed', Deleted)),
  sort: Optional(
    about(
      Order('nom_asc'),
      named(
        'ActeurSort',
        Word(['nom_asc', 'created_at_desc', 'created_at_asc'], {
          nom_asc: 'by name, without accents and case',
          created_at_desc: 'the newest first',
          created_at_asc: 'the oldest first',
        }),
      ),
    ),
  ),
})
export type AdminQuery = Static<typeof AdminQuery>

////////////////////////////////////////////////////////////////////////////// what is written

export const written = {
  nom: Text(200),
  slug: Slug,
  type: ActeurType,
  commune_id: Id,
  commune_ids: Type.Array(Id, { maxItems: 500 }),
  description: Nullable(Text(5000)),
  adresse: Nullable(Text(500)),
  telephone: Nullable(Text(30)),
  email: Nullable(Email),
  site_web: Nullable(Link),
  horaires: Nullable(Text(2000)),
  /** Spaces are removed and letters capitalised. */
  siret: Nullable(Text(30)),
  rna: Nullable(Text(20)),
  image: Nullable(ImageWanted),
}
export const NewActeur = named(
  'NewActeur',
  Obj({
    nom: Name(200),
    slug: Optional(written.slug),
    type: written.type,
    commune_id: written.commune_id,
    commune_ids: Optional(written.commune_ids),
    description: Optional(written.description),
    adresse: Optional(written.adresse),
    telephone: Optional(written.telephone),
    email: Optional(written.email),
    site_web: Optional(written.site_web),
    horaires: Optional(written.horaires),
    siret: Optional(written.siret),
    rna: Optional(written.rna),
  }),
  { nom: 'Comité des fêtes', type: 'association', commune_id: SOME_ID, telephone: '02 38 00 00 00' },
)

export const ActeurChanges = named('ActeurChanges', Patch(written), {
  description: 'Bals, brocantes et feu de la Saint-Jean.',
  site_web: 'https://comite.exemple.fr',
})
export type ActeurChanges = Static<typeof ActeurChanges>

export const Validation = named('ActeurValidation', Obj({ valide: Optional(Type.Boolean()) }), {
  valide: true,
})
export const BadgeChange = named('BadgeChange', Obj({ badge: Nullable(Badge) }), { badge: 'verifie' })
export const Activation = named('ActeurActivation', Obj({ active: Type.Boolean() }), { active: true })
export const PublishingRight = named('PublishingRight', Obj({ can_publish: Type.Boolean() }), {
  can_publish: true,
})
