import { MATIERES } from '../../../shared/words/actes.ts'

/** Deliberations in the national schema of open data: SCDL « Délibérations » 2.1. */

interface Deliberation {
  readonly numero: string
  readonly date: string
  readonly matiere: string
  readonly objet: string
  readonly transmis_le: string | null
  readonly url: string
}

const COLUMNS = [
  'COLL_NOM',
  'COLL_SIRET',
  'DELIB_ID',
  'DELIB_DATE',
  'DELIB_MATIERE_CODE',
  'DELIB_MATIERE_NOM',
  'DELIB_OBJET',
  'BUDGET_ANNEE',
  'BUDGET_NOM',
  'PREF_ID',
  'PREF_DATE',
  'VOTE_EFFECTIF',
  'VOTE_REEL',
  'VOTE_POUR',
  'VOTE_CONTRE',
  'VOTE_ABSTENTION',
  'DELIB_URL',
] as const

/** What is not asked for (budget, prefecture, votes) stays empty, as the schema allows. */
export const deliberationsCsv = (
  { nom, siret }: { readonly nom: string; readonly siret: string },
  deliberations: readonly Deliberation[],
): string =>
  [
    COLUMNS,
    ...deliberations.map(({ numero, date, matiere, objet, transmis_le, url }) => {
      const cells: Readonly<Partial<Record<(typeof COLUMNS)[number], string | null>>> = {
        COLL_NOM: nom,
        COLL_SIRET: siret,
        DELIB_ID: numero,
        DELIB_DATE: date,
        DELIB_MATIERE_CODE: matiere,
        DELIB_MATIERE_NOM: MATIERES[matiere] ?? '',
        DELIB_OBJET: objet,
        PREF_DATE: transmis_le,
        DELIB_URL: url,
      }
      return COLUMNS.map(name => cells[name] ?? '')
    }),
  ]
    .map(cells => `${cells.map(quoted).join(',')}\r\n`)
    .join('')

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
