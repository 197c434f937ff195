import { type Static, Type } from 'typebox'
import { Deleted } from '../kernel/lists/list-filters.ts'
import { pageQuery } from '../kernel/lists/paging.ts'
import {
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

export const TYPES = [
  'association',
  'commerce',
  'artisan',
  'mairie',
  'service_public',
  'ecole',
  'sante',
  'autre',
] as const
export const ActeurType = named('ActeurType', OneOf(...TYPES))
export const BADGES = ['officiel', 'verifie', 'partenaire'] as const
const Badge = named('Badge', OneOf(...BADGES))

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
  site_web: Nullable(Text(2000)),
  siret: Nullable(Text(14)),
  rna: Nullable(Text(10)),
  valide: Type.Boolean(),
  valide_le: Nullable(Timestamp),
  badge: Nullable(Badge),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Version,
}
/** The public record. */
export const Acteur = named('Acteur', Obj(fields))
export type Acteur = Static<typeof Acteur>

const Count = Type.Integer({ minimum: 0 })
export const AdminActeur = named(
  'AdminActeur',
  Obj({
    ...fields,
    active: Type.Boolean(),
    can_publish: Type.Boolean(),
    deleted_at: Nullable(Timestamp),
    owners_count: Count,
    /** Publications that are not deleted, in any state. */
    publications_count: Count,
  }),
)
export type AdminActeur = Static<typeof AdminActeur>

////////////////////////////////////////////////////////////////////////////// what is asked

export const CommuneQuery = Obj({
  ...pageQuery,
  q: Optional(Text(100, 0)),
  type: Optional(ActeurType),
})

export const AdminQuery = Obj({
  ...pageQuery,
  q: Optional(Text(100, 0)),
  commune_id: Optional(Id),
  type: Optional(ActeurType),
  valide: Optional(Type.Boolean()),
  active: Optional(Type.Boolean()),
  badge: Optional(Badge),
  can_publish: Optional(Type.Boolean()),
  deleted: Optional(Deleted),
  sort: Optional(OneOf('nom_asc', 'created_at_desc', 'created_at_asc')),
})
export type AdminQuery = Static<typeof AdminQuery>

////////////////////////////////////////////////////////////////////////////// what is written

const written = {
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
  /** As people type them: spaces are removed, letters made capital. */
  siret: Nullable(Text(30)),
  rna: Nullable(Text(20)),
}
export const NewActeur = named(
  'NewActeur',
  Obj({
    nom: written.nom,
    slug: Optional(written.slug),
    type: written.type,
    commune_id: written.commune_id,
    commune_ids: Optional(written.commune_ids),
    description: Optional(written.description),
    adresse: Optional(written.adresse),
    telephone: Optional(written.telephone),
    email: Optional(written.email),
    site_web: Optional(written.site_web),
    siret: Optional(written.siret),
    rna: Optional(written.rna),
  }),
)

export const ActeurChanges = named('ActeurChanges', Patch(written))
export type ActeurChanges = Static<typeof ActeurChanges>

export const Validation = Obj({ valide: Optional(Type.Boolean()) })
export const BadgeChange = Obj({ badge: Nullable(Badge) })
export const Activation = Obj({ active: Type.Boolean() })
export const PublishingRight = Obj({ can_publish: Type.Boolean() })
