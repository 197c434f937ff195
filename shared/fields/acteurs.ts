import { MOST_CLOSINGS } from '../closings.ts'
import { about, Day, Email, Id, Link, Nullable, named, Obj, Optional, Slug, Text, WordOf } from '../shapes.ts'
import { Type } from '../type.ts'
import { ACTEUR_TYPES } from '../words/acteurs.ts'
import type { Erased, Field } from './field.ts'

export const ActeurType = named('ActeurType', WordOf(ACTEUR_TYPES))

const closing = { du: Day, au: Day }
const Motif = Nullable(Text(200))
const Fermeture = named('Fermeture', Obj({ ...closing, motif: Motif }))
const FermetureInput = named('FermetureInput', Obj({ ...closing, motif: Optional(Motif) }))

interface ActeurField extends Field {
  readonly erased: Erased
  /** Its members write it, on the page of their acteur. */
  readonly own?: true
}

export const MOST_COMMUNES = 500

/** The fields that people enter. The picture is sent, stored and shown in three shapes: see media/attached.ts. */
export const ACTEUR_FIELDS = {
  nom: { fr: 'Nom', en: 'Name', schema: Text(200), traced: 'value', erased: 'never' },
  slug: { fr: 'Adresse courte', en: 'Short address', schema: Slug, traced: 'value', erased: 'never' },
  type: { fr: 'Type', en: 'Type', schema: ActeurType, traced: 'value', erased: 'never' },
  commune_id: {
    fr: 'Commune',
    en: 'Commune',
    schema: Id,
    reply: Nullable(Id),
    traced: 'value',
    erased: 'never',
  },
  /** All communes that the acteur may publish for: its own first, then its zone. */
  commune_ids: {
    fr: 'Communes',
    en: 'Communes',
    schema: Type.Array(Id, { maxItems: MOST_COMMUNES }),
    reply: Type.Array(Id),
    traced: 'value',
    erased: 'never',
  },
  description: {
    fr: 'Présentation',
    en: 'Description',
    input: 'text',
    schema: Nullable(Text(5000)),
    traced: 'change',
    erased: 'contacts',
    own: true,
  },
  horaires: {
    fr: 'Horaires d’ouverture',
    en: 'Opening hours',
    input: 'hours',
    schema: Nullable(Text(2000)),
    reply: about('Opening hours as free text', Nullable(Text(2000))),
    traced: 'change',
    erased: 'contacts',
    own: true,
  },
  fermetures: {
    fr: 'Jours de fermeture',
    en: 'Closing days',
    input: 'closings',
    schema: Type.Array(FermetureInput, {
      maxItems: MOST_CLOSINGS,
      description:
        'Days on which it is closed although `horaires` say otherwise; those that are over are dropped',
      'x-extension': true,
    }),
    reply: Type.Array(Fermeture, {
      description: 'Days on which it is closed although `horaires` say otherwise, in order',
      'x-extension': true,
    }),
    traced: 'change',
    erased: 'contacts',
    own: true,
  },
  adresse: {
    fr: 'Adresse',
    en: 'Postal address',
    input: 'address',
    schema: Nullable(Text(500)),
    traced: 'change',
    erased: 'contacts',
    own: true,
  },
  telephone: {
    fr: 'Téléphone',
    en: 'Telephone',
    input: 'telephone',
    schema: Nullable(Text(30)),
    traced: 'change',
    erased: 'whole',
    own: true,
  },
  email: {
    fr: 'Adresse électronique',
    en: 'E-mail address',
    input: 'email',
    schema: Nullable(Email),
    reply: Nullable(Text(254)),
    traced: 'change',
    erased: 'whole',
    own: true,
  },
  site_web: {
    fr: 'Site web',
    en: 'Web site',
    input: 'link',
    schema: Nullable(Link),
    reply: about('An address on the web, `http` or `https`', Nullable(Text(2000))),
    traced: 'change',
    erased: 'never',
    own: true,
  },
  /** Spaces are removed from SIRET and RNA, and letters capitalised. */
  siret: {
    fr: 'SIRET',
    en: 'SIRET',
    schema: Nullable(Text(30)),
    reply: Nullable(Text(14)),
    traced: 'value',
    erased: 'never',
  },
  rna: {
    fr: 'RNA',
    en: 'RNA',
    schema: Nullable(Text(20)),
    reply: Nullable(Text(10)),
    traced: 'value',
    erased: 'never',
  },
} as const satisfies Readonly<Record<string, ActeurField>>
