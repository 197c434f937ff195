import { IMPORTED_LINES, WRITTEN } from './fields/publications.ts'
import type { Label } from './words/word.ts'

/** The fields that a CSV column can hold, in the order of the screen. */
export const CSV_FIELDS = {
  title: WRITTEN.title,
  body: WRITTEN.body,
  date_debut: WRITTEN.date_debut,
  heure_debut: WRITTEN.heure_debut,
  date_fin: WRITTEN.date_fin,
  heure_fin: WRITTEN.heure_fin,
  ...IMPORTED_LINES,
  public: WRITTEN.public,
  gratuit: WRITTEN.gratuit,
  source_url: WRITTEN.source_url,
  image_url: WRITTEN.image_url,
  published_at: { fr: 'Date de publication', en: 'Date of publication' },
  external_id: { fr: 'Identifiant', en: 'Identifier' },
} as const satisfies Readonly<Record<string, Label>>
export type CsvField = keyof typeof CSV_FIELDS

/** The column of each field, by its name in the file. */
export type CsvColumns = { readonly title: string } & { readonly [Field in CsvField]?: string }
