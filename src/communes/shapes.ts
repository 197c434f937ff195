import type { Static } from 'typebox'
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
} from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { pageQuery } from '../kernel/lists/paging.ts'
import { details } from './details/shapes.ts'

export const CodeInsee = named('CodeInsee', Type.String({ pattern: '^(\\d{2}|2[AB])\\d{3}$' }))
export const CodePostal = named('CodePostal', Type.String({ pattern: '^\\d{5}$' }))
export const Departement = named('Departement', Type.String({ pattern: '^(\\d{2,3}|2[AB])$' }))
/** Shown beside an id in the back-office. */
export const CommuneInBrief = named(
  'CommuneInBrief',
  Obj({ id: Id, nom: Text(100), departement: Nullable(Text(3)) }),
)
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

/** The record itself, and each of its arrays. */
export const PARTS = ['fiche', 'elus', 'collectes', 'infos'] as const
export type Part = (typeof PARTS)[number]
export const PartVersions = named(
  'CommunePartVersions',
  Obj({ fiche: Version, elus: Version, collectes: Version, infos: Version }),
)
export type PartVersions = Static<typeof PartVersions>

export const KnownVersions = named(
  'CommuneKnownVersions',
  Type.Unsafe<Partial<PartVersions>>(
    about(
      'Instead of `If-Match`, the versions of the parts that were read: what others changed elsewhere refuses nothing',
      { ...Type.Partial(Obj(PartVersions.properties), { additionalProperties: false }), 'x-extension': true },
    ),
  ),
)
export const CommuneChanges = named(
  'CommuneChanges',
  Patch({
    ...fields,
    ...details,
    versions: KnownVersions,
  }),
  {
    population: 3420,
    elus: [{ nom: 'Delaunay', prenom: 'Zoé', fonction: 'Maire' }],
  },
)

export type CommuneChanges = Static<typeof CommuneChanges>

const asked = {
  ...pageQuery,
  q: Optional(
    about(
      'The beginning of the name, a postal code or a code of INSEE, or a name with a code or its departement (`35000 Rennes`, `Saint-Denis (93)`); accents, hyphens and articles do not matter',
      Text(100, 0),
    ),
  ),
  departement: Optional(about('Only those of this departement, by its code: `45`, `2A`, `974`', Departement)),
}
export const CommunesQuery = Obj(asked)

////////////////////////////////////////////////////////////////////////////// in the back-office

const yes = { 'x-extension': true } as const
export const AdminCommunesQuery = Obj({
  ...asked,
  mairie: Optional(about('Only those with an acteur as their town hall, or without', Type.Boolean(yes))),
  acteurs: Optional(about('Only those with acteurs of their own, or without', Type.Boolean(yes))),
  contact: Optional(
    about('Only those whose town hall has a telephone or an address for mail, or neither', Type.Boolean(yes)),
  ),
  fusionnee: Optional(about('True: those that merged into another one, and no others', Type.Boolean(yes))),
})
export type AdminCommunesQuery = Static<typeof AdminCommunesQuery>

const office = {
  ...Commune.properties,
  mairie_actor: Nullable(Obj({ id: Id, nom: Text(200) })),
  contact: about('Whether its town hall has a telephone or an address for mail', Type.Boolean()),
  successor: Nullable({ ...CommuneInBrief, description: 'The one it merged into' }),
}
export const AdminCommune = named('AdminCommune', Obj(office))
export type AdminCommune = Static<typeof AdminCommune>

const Count = Type.Integer({ minimum: 0 })
export const CommuneRecord = named(
  'CommuneRecord',
  Obj({
    ...office,
    merged: about('Those that merged into it', List(CommuneInBrief)),
    old_slugs: about('By which it is found as well', List(Slug)),
    versions: PartVersions,
    counts: Obj({
      acteurs: Count,
      publications: Count,
      elus: Count,
      collectes: Count,
      infos: Count,
      defibrillateurs: Count,
    }),
  }),
)
export type CommuneRecord = Static<typeof CommuneRecord>
