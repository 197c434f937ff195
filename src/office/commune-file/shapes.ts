import type { Static, TSchema } from 'typebox'
import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { COLLECTE_FIELDS, CodeInsee, ELU_FIELDS, INFO_FIELDS } from '../../../shared/fields/communes.ts'
import { each } from '../../../shared/fields/field.ts'
import { PLACE_FIELDS } from '../../../shared/fields/places.ts'
import { ANNOUNCED, WRITTEN } from '../../../shared/fields/publications.ts'
import {
  Day,
  Id,
  Nullable,
  Obj,
  OneOf,
  Optional,
  optional,
  Slug,
  Text,
  Timestamp,
  WordOf,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { NATURES } from '../../../shared/words/actes.ts'
import { DECIDERS } from '../../../shared/words/moderation.ts'
import { MOST_DOCUMENTS, MOST_IMAGES } from '../../media/attached.ts'
import { ModerationStatus, ReasonCode } from '../../publishing/publications/shapes.ts'
import { Badge } from '../../territory/acteurs/shapes.ts'

/**
 * The file of a commune: a ZIP of JSON lines, a resource a file, with pictures and documents. Fields that a later release adds
 * are optional, so that files of earlier ones are read for ever.
 */

export const FORMAT = 'parvis-commune'
/** Grows when a file can no longer be read by the rules below. */
export const FORMAT_VERSION = 1

const Count = Type.Integer({ minimum: 0 })
const Version = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })
/** A commune by its INSEE code, or by its slug where it has none. */
const Commune = Type.String({ pattern: '^(2[AB]\\d{3}|[a-z0-9]+(-[a-z0-9]+)*)$', maxLength: 100 })

export const Manifest = Obj({
  format: OneOf(FORMAT),
  version: Type.Integer({ minimum: 1 }),
  parvis: Text(100),
  exported_at: Timestamp,
  commune: Obj({ code_insee: Nullable(CodeInsee), nom: Text(200), slug: Slug }),
  /** Lines by resource. */
  counts: Type.Record(Type.String({ maxLength: 40 }), Count),
  /** Pictures and documents that the store no longer had. */
  absent: Type.Array(Id, { maxItems: 1_000_000 }),
  /** The newest seal of the audit trail that the extract was taken from. */
  seal: Nullable(Obj({ number: Count, last_id: Count, hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) })),
})
export type Manifest = Static<typeof Manifest>

const { nom, prenom, fonction, ...ofElu } = each(ELU_FIELDS, 'schema')
const { type: collected, frequence, ...ofCollecte } = each(COLLECTE_FIELDS, 'schema')
export const CommuneLine = Obj({
  code_insee: Nullable(CodeInsee),
  nom: Text(200),
  slug: Slug,
  mairie_actor_id: Optional(Nullable(Id)),
  place: Optional(
    Nullable(Obj({ ...optional(each(PLACE_FIELDS, 'schema')), blason: Optional(Nullable(Id)) })),
  ),
  elus: Optional(Type.Array(Obj({ nom, prenom, fonction, ...optional(ofElu) }), { maxItems: 500 })),
  collectes: Optional(
    Type.Array(Obj({ type: collected, frequence, ...optional(ofCollecte) }), { maxItems: 100 }),
  ),
  infos: Optional(Type.Array(Obj(optional(each(INFO_FIELDS, 'schema'))), { maxItems: 50 })),
  /** Hosts of its own: to be given again by hand, once DNS and TLS lead there. */
  hosts: Optional(Type.Array(Type.String({ pattern: '^[a-z0-9.-]{1,253}$' }), { maxItems: 100 })),
})
export type CommuneLine = Static<typeof CommuneLine>

export const TypeLine = Obj({
  slug: Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
  nom: Text(100),
  couleur: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
  icone: Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
})
export type TypeLine = Static<typeof TypeLine>

const {
  nom: acteurNom,
  slug,
  type,
  commune_id: _own,
  commune_ids: _zone,
  ...ofActeur
} = each(ACTEUR_FIELDS, 'schema')
const Image = Obj({ id: Id, alt: Text(500, 0) })
export const ActeurLine = Obj({
  id: Id,
  nom: acteurNom,
  slug,
  type,
  commune: Optional(Nullable(Commune)),
  communes: Optional(Type.Array(Commune, { maxItems: 500, uniqueItems: true })),
  ...optional(ofActeur),
  image: Optional(Nullable(Image)),
  valide: Optional(Type.Boolean()),
  valide_le: Optional(Nullable(Timestamp)),
  badge: Optional(Nullable(Badge)),
  active: Optional(Type.Boolean()),
  can_publish: Optional(Type.Boolean()),
  deleted_at: Optional(Nullable(Timestamp)),
  created_at: Optional(Timestamp),
  updated_at: Optional(Timestamp),
  version: Optional(Version),
  merged_into: Optional(Nullable(Id)),
})
export type ActeurLine = Static<typeof ActeurLine>

const {
  title,
  body,
  type_id: _type,
  commune_id: _commune,
  commune_ids: _communes,
  ...ofPublication
} = each(WRITTEN, 'schema')
/** What makes a publication an act: its only document is the PDF. */
const Acte = Obj({
  nature: WordOf(NATURES),
  numero: Text(50),
  date: Day,
  signataire: Nullable(Text(200)),
  qualite: Nullable(Text(200)),
  matiere: Nullable(Text(5)),
  transmis_le: Nullable(Day),
  corrige: Nullable(Id),
  /** Where the register that it was brought from had its PDF. */
  repris_de: Nullable(Type.String({ pattern: '^https?://', maxLength: 2000 })),
})
export const PublicationLine = Obj({
  id: Id,
  acteur_id: Optional(Nullable(Id)),
  type: TypeLine.properties.slug,
  /** Further communes that show it. */
  communes: Optional(Type.Array(Commune, { maxItems: 50, uniqueItems: true })),
  title,
  body,
  ...optional(ofPublication),
  images: Optional(Type.Array(Image, { maxItems: MOST_IMAGES })),
  documents: Optional(Type.Array(Obj({ id: Id, name: Text(200, 0) }), { maxItems: MOST_DOCUMENTS })),
  ...optional(each(ANNOUNCED, 'schema')),
  moderation_status: ModerationStatus,
  valide: Type.Boolean(),
  publie_le: Optional(Nullable(Timestamp)),
  moderation_by: Optional(WordOf(DECIDERS)),
  moderation_reason: Optional(Nullable(Text(1000, 0))),
  moderation_reason_code: Optional(Nullable(ReasonCode)),
  epingle: Optional(Type.Boolean()),
  en_avant: Optional(Type.Boolean()),
  featured_until: Optional(Nullable(Timestamp)),
  moderated_at: Optional(Nullable(Timestamp)),
  created_at: Optional(Timestamp),
  edited_at: Optional(Timestamp),
  updated_at: Optional(Timestamp),
  version: Optional(Version),
  acte: Optional(Nullable(Acte)),
})
export type PublicationLine = Static<typeof PublicationLine>

export const FileLine = Obj({
  id: Id,
  acteur_id: Nullable(Id),
  kind: OneOf('image', 'document'),
  name: Nullable(Text(200)),
  created_at: Timestamp,
  /** Its entry of the ZIP. */
  path: Type.String({ pattern: '^media/[0-9a-f-]{36}\\.(webp|pdf)$' }),
})
export type FileLine = Static<typeof FileLine>

/** An address that leads on: a former slug of the commune, or a path of its former site. */
export const RedirectLine = Obj({
  slug: Optional(Slug),
  path: Optional(Type.String({ minLength: 2, maxLength: 500, pattern: '^/' })),
  publication_id: Optional(Nullable(Id)),
  acteur_id: Optional(Nullable(Id)),
})
export type RedirectLine = Static<typeof RedirectLine>

export const TrailLine = Obj({
  id: Count,
  at: Timestamp,
  by: OneOf('person', 'key', 'operator', 'program'),
  action: Text(100),
  entity: Text(100),
  entity_id: Text(100),
  before: Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'] }),
  after: Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'] }),
})
export type TrailLine = Static<typeof TrailLine>

/** The resources, in the order in which they are read. */
export const RESOURCES = {
  commune: CommuneLine,
  types: TypeLine,
  acteurs: ActeurLine,
  files: FileLine,
  publications: PublicationLine,
  redirects: RedirectLine,
  trail: TrailLine,
} as const satisfies Readonly<Record<string, TSchema>>
export type Resource = keyof typeof RESOURCES
export type Line<R extends Resource> = Static<(typeof RESOURCES)[R]>

export const MANIFEST_NAME = 'parvis.json'
export const SCHEMA_NAME = 'schema.json'
export const README_NAME = 'LISEZ-MOI.txt'
export const nameOfResource = (resource: Resource) => `${resource}.jsonl`

/** The published JSON Schema; each file holds it too. */
export const jsonSchema = () => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'The file of a commune',
  description:
    'A ZIP: `parvis.json`, and for each resource a file of JSON lines. Times are in UTC, texts in NFC, ids stay the same for ever.',
  version: FORMAT_VERSION,
  definitions: {
    [MANIFEST_NAME]: Manifest,
    ...Object.fromEntries(
      Object.entries(RESOURCES).map(([name, shape]) => [nameOfResource(name as Resource), shape]),
    ),
  },
})
