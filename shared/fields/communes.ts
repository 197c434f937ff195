import {
  about,
  Day,
  Email,
  Formed,
  Hour,
  Id,
  Link,
  List,
  Nullable,
  named,
  Obj,
  Optional,
  Slug,
  Text,
  WordOf,
} from '../shapes.ts'
import { Type } from '../type.ts'
import { COLLECTE_TYPES, FREQUENCES } from '../words/communes.ts'
import type { Erased, Field } from './field.ts'

export const CodeInsee = named(
  'CodeInsee',
  Formed('^(\\d{2}|2[AB])\\d{3}$', [
    'attend un code INSEE de cinq caractères : 35238, 2A004',
    'takes an INSEE code of five characters: 35238, 2A004',
  ]),
)
export const CodePostal = named(
  'CodePostal',
  Formed('^\\d{5}$', ['attend un code postal de cinq chiffres', 'takes a postal code of five digits']),
)
export const Departement = named(
  'Departement',
  Formed('^(\\d{2,3}|2[AB])$', [
    'attend un numéro de département : 35, 2A, 974',
    'takes the number of a departement: 35, 2A, 974',
  ]),
)
export const EpciCode = Formed('^[0-9]{9}$', [
  'attend le SIREN d’une intercommunalité : neuf chiffres',
  'takes the SIREN of an intercommunality: nine digits',
])

/** The record of a commune, without its arrays. */
export const COMMUNE_FIELDS = {
  nom: { fr: 'Nom', en: 'Name', schema: Text(200), traced: 'value' },
  slug: { fr: 'Adresse courte', en: 'Short address', schema: Slug, traced: 'value' },
  code_insee: { fr: 'Code INSEE', en: 'INSEE code', schema: Nullable(CodeInsee), traced: 'value' },
  departement: { fr: 'Département', en: 'Departement', schema: Nullable(Departement), traced: 'value' },
  region: {
    fr: 'Région',
    en: 'Region',
    schema: Nullable(
      Formed('^\\d{2,3}$', ['attend un numéro de région : 53', 'takes the number of a region: 53']),
    ),
    traced: 'value',
  },
  codes_postaux: {
    fr: 'Codes postaux',
    en: 'Postal codes',
    schema: Type.Array(CodePostal, { maxItems: 50, uniqueItems: true }),
    reply: List(CodePostal),
    traced: 'value',
  },
  population: {
    fr: 'Population',
    en: 'Population',
    schema: Nullable(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
    reply: Nullable(Type.Integer({ minimum: 0 })),
    traced: 'value',
  },
  latitude: {
    fr: 'Latitude',
    en: 'Latitude',
    schema: Nullable(Type.Number({ minimum: -90, maximum: 90 })),
    reply: Nullable(Type.Number()),
    traced: 'value',
  },
  longitude: {
    fr: 'Longitude',
    en: 'Longitude',
    schema: Nullable(Type.Number({ minimum: -180, maximum: 180 })),
    reply: Nullable(Type.Number()),
    traced: 'value',
  },
  mairie_actor_id: { fr: 'Acteur mairie', en: 'Town-hall acteur', schema: Nullable(Id), traced: 'value' },
} as const satisfies Readonly<Record<string, Field>>

////////////////////////////////////////////////////////////////////////////// the rows of its arrays

/** The audit trail counts rows and holds none of their values. */
interface RowField extends Omit<Field, 'traced'> {
  /** As PostgreSQL spells its type. */
  readonly column: string
  readonly erased: Erased
}
type RowFields = Readonly<Record<string, RowField>>

const ORDRE = {
  fr: 'Rang',
  en: 'Place',
  column: 'int',
  schema: Type.Integer({ minimum: 0, maximum: 100_000 }),
  erased: 'never',
} as const

/** Nothing is erased: office holders are public by law. */
export const ELU_FIELDS = {
  nom: {
    fr: 'Nom',
    en: 'Family name',
    column: 'text',
    input: 'line',
    schema: Text(200),
    erased: 'never',
  },
  prenom: {
    fr: 'Prénom',
    en: 'First name',
    column: 'text',
    input: 'line',
    schema: Text(200),
    erased: 'never',
  },
  fonction: {
    fr: 'Fonction',
    en: 'Function',
    about: {
      fr: 'Maire, 1er adjoint au maire, conseillère municipale…',
      en: 'Maire, 1er adjoint au maire, conseillère municipale…',
    },
    column: 'text',
    input: 'line',
    schema: Text(200),
    erased: 'never',
  },
  debut_mandat: {
    fr: 'Début du mandat',
    en: 'Beginning of the mandate',
    column: 'date',
    input: 'day',
    past: true,
    schema: Nullable(Day),
    erased: 'never',
  },
  debut_fonction: {
    fr: 'Début de la fonction',
    en: 'Beginning of the function',
    column: 'date',
    schema: Nullable(Day),
    erased: 'never',
  },
  ordre: ORDRE,
} as const satisfies RowFields

/** Monday is the first. */
export const DAYS_OF_WEEK = { minimum: 1, maximum: 7 } as const

export const COLLECTE_FIELDS = {
  type: {
    fr: 'Ce qui est collecté',
    en: 'What is collected',
    column: 'text',
    input: 'choice',
    choices: COLLECTE_TYPES,
    schema: named('CollecteType', WordOf(COLLECTE_TYPES)),
    erased: 'never',
  },
  libelle: { fr: 'Titre', en: 'Title', column: 'text', schema: Nullable(Text(200)), erased: 'contacts' },
  zone: {
    fr: 'Secteur',
    en: 'Area',
    about: {
      fr: 'Rive gauche, Centre… Vide pour toute la commune.',
      en: 'Left bank, Centre… Empty for the whole commune.',
    },
    column: 'text',
    input: 'line',
    schema: Nullable(Text(200)),
    erased: 'contacts',
  },
  jours: {
    fr: 'Jours',
    en: 'Days',
    column: 'int[]',
    schema: about(
      '1: Monday, 7: Sunday',
      Type.Array(Type.Integer(DAYS_OF_WEEK), { maxItems: 7, uniqueItems: true }),
    ),
    erased: 'never',
  },
  frequence: {
    fr: 'Quand',
    en: 'When',
    column: 'text',
    input: 'choice',
    choices: FREQUENCES,
    schema: named('CollecteFrequence', WordOf(FREQUENCES)),
    erased: 'never',
  },
  heure_debut: {
    fr: 'À partir de',
    en: 'From',
    about: {
      fr: '6 h 30, 18 h… Sans heure, la collecte compte toute la journée.',
      en: '6:30, 18:00… Without an hour, the collection counts all day.',
    },
    column: 'text',
    input: 'hour',
    schema: Nullable(Hour),
    erased: 'never',
  },
  notes: {
    fr: 'Remarques pour les habitants',
    en: 'Notes for people',
    column: 'text',
    input: 'note',
    schema: Nullable(Text(2000)),
    erased: 'contacts',
  },
  exceptions: {
    fr: 'Jours différents',
    en: 'Other days',
    column: 'jsonb',
    schema: Type.Array(Obj({ date: Day, report_le: Optional(Nullable(Day)) }), { maxItems: 100 }),
    reply: List(
      named(
        'CollecteException',
        Obj({
          date: Day,
          report_le: about('Collected on this day instead; null: not at all', Nullable(Day)),
        }),
      ),
    ),
    erased: 'never',
  },
} as const satisfies RowFields

interface InfoField extends RowField {
  /** The public sees the town hall's own value first: see `merged` in `communes/details/infos.ts`. */
  readonly contact?: true
}
/** In replies any text: a value may come from an acteur or a register. */
const shown = Nullable(Type.String())

export const INFO_FIELDS = {
  libelle: {
    fr: 'Titre',
    en: 'Title',
    about: { fr: 'Accueil, Service de l’eau, Annexe…', en: 'Reception, Water, Annex…' },
    column: 'text',
    input: 'line',
    schema: Nullable(Text(200)),
    reply: shown,
    erased: 'contacts',
  },
  adresse: {
    fr: 'Adresse',
    en: 'Address',
    column: 'text',
    input: 'address',
    schema: Nullable(Text(500)),
    reply: shown,
    erased: 'contacts',
    contact: true,
  },
  telephone: {
    fr: 'Téléphone',
    en: 'Telephone',
    column: 'text',
    input: 'telephone',
    schema: Nullable(Text(50)),
    reply: shown,
    erased: 'whole',
    contact: true,
  },
  email: {
    fr: 'Adresse électronique',
    en: 'E-mail address',
    column: 'text',
    input: 'email',
    schema: Nullable(Email),
    reply: shown,
    erased: 'whole',
    contact: true,
  },
  site_web: {
    fr: 'Site web',
    en: 'Web site',
    about: { fr: 'Commence par https://', en: 'Begins with https://' },
    column: 'text',
    input: 'link',
    schema: Nullable(Link),
    reply: about('`http` or `https`', shown),
    erased: 'never',
    contact: true,
  },
  horaires: {
    fr: 'Horaires',
    en: 'Opening hours',
    column: 'text',
    input: 'hours',
    schema: Nullable(Text(2000)),
    reply: shown,
    erased: 'contacts',
    contact: true,
  },
  ordre: { ...ORDRE, reply: Type.Integer() },
} as const satisfies Readonly<Record<string, InfoField>>
