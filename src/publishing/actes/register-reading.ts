import { typedDay } from '../../../shared/typed/day.ts'
import { noon } from '../../../shared/typed/days.ts'
import { type LeftOut, MATIERES, type Nature } from '../../../shared/words/actes.ts'
import { csvRecords, OpenQuote } from '../../kernel/files/csv.ts'
import { foldedWords, normalized } from '../../kernel/texts/texts.ts'
import { keyOf } from './numbers.ts'

/**
 * Reads a register of acts: SCDL « Délibérations » 2.0 or 2.1, as `scdl.ts` writes it, or the table of a town hall, whose
 * columns have French names. Of a file, or pasted from a spreadsheet. Pure.
 */

export interface RegisterRow {
  /** The line in the file, from 1. */
  readonly line: number
  readonly nature: Nature
  readonly numero: string
  readonly date: string
  /** Null where the register has none that the nomenclature knows. */
  readonly matiere: string | null
  readonly objet: string
  readonly transmis_le: string | null
  readonly signataire: string | null
  readonly qualite: string | null
  readonly url: string
  /** SIREN of the body whose act it is. */
  readonly siren: string | null
}
interface WrongLine {
  readonly line: number
  readonly why: LeftOut
}
export interface Register {
  readonly rows: readonly RegisterRow[]
  readonly wrong: readonly WrongLine[]
}

/** Names of columns, folded; the first one that the table has is read. */
const COLUMNS = {
  numero: [
    'delib id',
    'numero',
    'n',
    'no',
    'num',
    'numero de l acte',
    'numero d acte',
    'numero acte',
    'n de l acte',
    'n d acte',
    'n acte',
    'numero de deliberation',
    'numero de la deliberation',
    'n de deliberation',
    'n deliberation',
    'numero d arrete',
    'numero de l arrete',
    'n d arrete',
    'n arrete',
    'reference',
    'ref',
  ],
  date: [
    'delib date',
    'date de l acte',
    'date acte',
    'date de la deliberation',
    'date deliberation',
    'date de l arrete',
    'date arrete',
    'date de seance',
    'date de la seance',
    'date seance',
    'date',
    'pris le',
  ],
  objet: ['delib objet', 'objet', 'objet de l acte', 'intitule', 'libelle', 'titre'],
  url: [
    'delib url',
    'lien',
    'lien du pdf',
    'lien pdf',
    'lien vers le pdf',
    'lien du document',
    'lien vers le document',
    'adresse du pdf',
    'adresse du document',
    'url',
    'url du pdf',
    'url du document',
    'pdf',
    'document',
    'fichier',
  ],
  nature: ['nature', 'nature de l acte', 'nature acte', 'type', 'type d acte', 'type acte', 'type de l acte'],
  matiere: ['delib matiere code', 'matiere', 'code matiere', 'code de la matiere', 'classification'],
  transmis_le: [
    'pref date',
    'transmis le',
    'transmis a l etat le',
    'date de transmission',
    'date transmission',
    'transmission',
  ],
  signataire: ['signataire', 'auteur', 'signe par', 'nom du signataire'],
  qualite: ['qualite', 'qualite du signataire', 'fonction', 'fonction du signataire'],
  siret: ['coll siret', 'siret'],
} as const satisfies Readonly<Record<string, readonly string[]>>
type Column = keyof typeof COLUMNS
const NEEDED = ['numero', 'date', 'objet', 'url'] as const

/** A table has not so many columns: it is something else. */
const MOST_COLUMNS = 200

/**
 * Undefined where its first line does not name what an act needs. `otherwise`: the kind of acts whose line does not say. Reads
 * one line more than `most`: the lines of a long text would hold up whoever gets them.
 */
export function readRegister(
  text: string,
  today: string,
  otherwise: Nature,
  most = Number.POSITIVE_INFINITY,
): Register | undefined {
  const [rows, wrong] = [new Map<string, RegisterRow>(), [] as WrongLine[]]
  let columns: Readonly<Record<Column, number>> | undefined
  try {
    for (const { line, fields } of csvRecords(text.replace(/^\uFEFF/, ''))) {
      if (fields.every(one => one.trim() === '')) continue
      if (columns === undefined) {
        columns = columnsOf(fields)
        if (!columns) return undefined
        continue
      }
      const at = columns
      const row = rowOf(name => normalized(fields[at[name]] ?? '').trim(), line, today, otherwise)
      if (typeof row === 'string') wrong.push({ line, why: row })
      else if (rows.has(`${row.siren} ${keyOf(row)}`)) wrong.push({ line, why: 'repete' })
      else rows.set(`${row.siren} ${keyOf(row)}`, row)
      if (rows.size + wrong.length > most) break
    }
  } catch (error) {
    if (!(error instanceof OpenQuote)) throw error
    wrong.push({ line: error.line, why: 'guillemet' })
  }
  return columns && { rows: [...rows.values()], wrong }
}

function columnsOf(fields: readonly string[]): Readonly<Record<Column, number>> | undefined {
  if (fields.length > MOST_COLUMNS) return undefined
  const names = fields.map(name => foldedWords(name.slice(0, 100)))
  const at = Object.fromEntries(
    Object.entries(COLUMNS).map(([column, known]) => [
      column,
      known.map(name => names.indexOf(name)).find(index => index !== -1) ?? -1,
    ]),
  ) as Record<Column, number>
  return NEEDED.every(name => at[name] !== -1) ? at : undefined
}

/** The row, or what is wrong with it. */
function rowOf(
  cell: (name: Column) => string,
  line: number,
  today: string,
  otherwise: Nature,
): RegisterRow | LeftOut {
  const [numero, objet, url] = [oneLine(cell('numero')), oneLine(cell('objet')), cell('url')]
  const [date, sent] = [dayIn(cell('date'), today), cell('transmis_le')]
  const transmis_le = sent === '' ? null : dayIn(sent, today)
  const nature = cell('nature') === '' ? otherwise : natureIn(cell('nature'))
  if (numero === '' || numero.length > 50) return 'numero'
  if (objet === '' || objet.length > 5_000) return 'objet'
  if (date === undefined || date > today) return 'date'
  if (transmis_le === undefined || (transmis_le !== null && (transmis_le < date || transmis_le > today)))
    return 'transmis_le'
  if (url.length > 2_000 || !/^https?:\/\/[^\s\p{Cc}]+$/u.test(url) || !URL.canParse(url)) return 'lien'
  if (nature === undefined) return 'nature'
  // Some write a third level, 7.10.2, or its words: acts are classified by two.
  const code = /^\d\.\d{1,2}(?=[.\s]|$)/.exec(cell('matiere'))?.[0] ?? ''
  const siret = cell('siret').replaceAll(/\s/g, '')
  return {
    line,
    nature,
    numero,
    date,
    matiere: Object.hasOwn(MATIERES, code) ? code : null,
    objet,
    transmis_le,
    signataire: oneLine(cell('signataire')).slice(0, 200) || null,
    qualite: oneLine(cell('qualite')).slice(0, 200) || null,
    url,
    siren: /^\d{14}$/.test(siret) ? siret.slice(0, 9) : null,
  }
}

const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

/** `2026-10-15`, `15/10/2026` as spreadsheets write it, or `15 octobre 2026`: always with its year in four figures. */
function dayIn(cell: string, today: string): string | undefined {
  if (cell.length > 60) return undefined
  const text = cell.replace(/(?:T| )00:00(?::00.*)?$/, '')
  const french = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)
  const day = french ? `${french[3]}-${french[2]?.padStart(2, '0')}-${french[1]?.padStart(2, '0')}` : text
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(day))
    return /\p{L}.*\b[12]\d{3}$/u.test(text) ? typedDay(text, noon(today), 'last') : undefined
  const at = Date.parse(day)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : undefined
}

/** By the first words of the cell, in the singular or plural, or the code of the transmission to the State. */
const NATURES: readonly (readonly [RegExp, Nature])[] = [
  [/^(?:deliberations?|delib|dcm|de)\b/, 'deliberation'],
  [/^(?:arretes?|ar|ai)\b/, 'arrete'],
  [/^(?:proces verba(?:l|ux)|pv)\b/, 'proces_verbal'],
  [/^(?:budgets?|comptes? administratifs?|bf)\b/, 'budget'],
  [/^(?:autres?|decisions?|conventions?|contrats?|cc|au)\b/, 'autre'],
]
const natureIn = (cell: string): Nature | undefined => {
  const words = foldedWords(cell.slice(0, 100))
  return NATURES.find(([form]) => form.test(words))?.[1]
}
