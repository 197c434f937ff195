import { type Static, Type } from 'typebox'
import { pageQuery } from '../kernel/lists/paging.ts'
import {
  about,
  Id,
  List,
  Nullable,
  named,
  Obj,
  Optional,
  Patch,
  Slug,
  Text,
  Version,
} from '../kernel/routes/shapes.ts'
import { details } from './details/shapes.ts'

export const CodeInsee = named('CodeInsee', Type.String({ pattern: '^(\\d{2}|2[AB])\\d{3}$' }))
export const CodePostal = named('CodePostal', Type.String({ pattern: '^\\d{5}$' }))
export const Departement = named('Departement', Type.String({ pattern: '^(\\d{2,3}|2[AB])$' }))
const Region = Type.String({ pattern: '^\\d{2,3}$' })

export const Commune = named(
  'Commune',
  Obj({
    id: Id,
    slug: Slug,
    nom: Text(200),
    code_insee: Nullable(CodeInsee),
    codes_postaux: List(CodePostal),
    departement: Nullable(Departement),
    region: Nullable(Region),
    population: Nullable(Type.Integer({ minimum: 0 })),
    latitude: Nullable(Type.Number()),
    longitude: Nullable(Type.Number()),
    mairie_actor_id: Nullable(Id),
    version: Version,
  }),
)
export type Commune = Static<typeof Commune>

const fields = {
  nom: Text(200),
  slug: Slug,
  code_insee: Nullable(CodeInsee),
  codes_postaux: Type.Array(CodePostal, { maxItems: 50, uniqueItems: true }),
  departement: Nullable(Departement),
  region: Nullable(Region),
  population: Nullable(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
  latitude: Nullable(Type.Number({ minimum: -90, maximum: 90 })),
  longitude: Nullable(Type.Number({ minimum: -180, maximum: 180 })),
  mairie_actor_id: Nullable(Id),
}

export const NewCommune = named(
  'NewCommune',
  Obj({
    nom: fields.nom,
    slug: Optional(fields.slug),
    code_insee: Optional(fields.code_insee),
    codes_postaux: Optional(fields.codes_postaux),
    departement: Optional(fields.departement),
    region: Optional(fields.region),
    population: Optional(fields.population),
    latitude: Optional(fields.latitude),
    longitude: Optional(fields.longitude),
    mairie_actor_id: Optional(fields.mairie_actor_id),
    ...details,
  }),
  { nom: 'Sainte-Œuvre-sur-Loire', departement: '45', codes_postaux: ['45999'], population: 3412 },
)
export type NewCommune = Static<typeof NewCommune>

export const CommuneChanges = named('CommuneChanges', Patch({ ...fields, ...details }), {
  population: 3420,
  elus: [{ nom: 'Delaunay', prenom: 'Zoé', fonction: 'Maire' }],
})

export const CommunesQuery = Obj({
  ...pageQuery,
  q: Optional(
    about(
      'The beginning of the name, a postal code or a code of INSEE; accents, hyphens and articles do not matter',
      Text(100, 0),
    ),
  ),
  departement: Optional(about('Only those of this departement, by its code: `45`, `2A`, `974`', Departement)),
})
