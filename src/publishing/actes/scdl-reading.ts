import { MATIERES } from '../../../shared/words/actes.ts'
import { csvRecords, OpenQuote } from '../../kernel/files/csv.ts'
import { normalized } from '../../kernel/texts/texts.ts'

/** Reads a register of deliberations: SCDL « Délibérations » 2.0 or 2.1, as `scdl.ts` writes it. Pure. */

export interface RegisterRow {
  /** Of the file, from 1. */
  readonly line: number
  readonly numero: string
  readonly date: string
  /** Null where the register has none that the nomenclature knows. */
  readonly matiere: string | null
  readonly objet: string
  readonly transmis_le: string | null
  readonly url: string
  /** Of the body whose deliberation it is. */
  readonly siren: string | null
}
export interface Register {
  readonly rows: readonly RegisterRow[]
  readonly wrong: readonly { readonly line: number; readonly why: string }[]
}

const NEEDED = ['DELIB_ID', 'DELIB_DATE', 'DELIB_OBJET', 'DELIB_URL'] as const
type Column = (typeof NEEDED)[number] | 'COLL_SIRET' | 'DELIB_MATIERE_CODE' | 'PREF_DATE'

/** Undefined where its first line is not that of such a register. */
export function readDeliberations(text: string, today: string): Register | undefined {
  const [rows, wrong] = [new Map<string, RegisterRow>(), [] as { line: number; why: string }[]]
  let columns: readonly string[] | undefined
  try {
    for (const { line, fields } of csvRecords(text)) {
      if (columns === undefined) {
        columns = fields.map(name =>
          name
            .replace(/^\uFEFF/, '')
            .trim()
            .toUpperCase(),
        )
        if (!NEEDED.every(name => columns?.includes(name))) return undefined
        continue
      }
      const cell = (name: Column) => normalized(fields[columns?.indexOf(name) ?? -1] ?? '').trim()
      if (fields.every(one => one.trim() === '')) continue
      const row = rowOf(cell, line, today)
      if (typeof row === 'string') wrong.push({ line, why: row })
      else if (rows.has(`${row.siren} ${row.numero} ${row.date}`))
        wrong.push({ line, why: 'its number and date are those of an earlier line' })
      else rows.set(`${row.siren} ${row.numero} ${row.date}`, row)
    }
  } catch (error) {
    if (!(error instanceof OpenQuote)) throw error
    wrong.push({ line: error.line, why: 'a quote is not closed: nothing behind it was read' })
  }
  return columns && { rows: [...rows.values()], wrong }
}

/** The row, or what is wrong with it. */
function rowOf(cell: (name: Column) => string, line: number, today: string): RegisterRow | string {
  const [numero, objet, url] = [oneLine(cell('DELIB_ID')), oneLine(cell('DELIB_OBJET')), cell('DELIB_URL')]
  const [date, sent] = [dayIn(cell('DELIB_DATE')), cell('PREF_DATE')]
  const transmis_le = sent === '' ? null : dayIn(sent)
  if (numero === '' || numero.length > 50) return 'DELIB_ID takes 1 to 50 characters'
  if (objet === '' || objet.length > 5_000) return 'DELIB_OBJET takes 1 to 5000 characters'
  if (date === undefined || date > today) return 'DELIB_DATE is no day that has come'
  if (transmis_le === undefined || (transmis_le !== null && (transmis_le < date || transmis_le > today)))
    return 'PREF_DATE is no day from DELIB_DATE until today'
  if (url.length > 2_000 || !/^https?:\/\/[^\s\p{Cc}]+$/u.test(url) || !URL.canParse(url))
    return 'DELIB_URL is no address of a document'
  // Some write a third level, 7.10.2: acts are classified by two.
  const code = /^\d\.\d{1,2}(?=\.|$)/.exec(cell('DELIB_MATIERE_CODE'))?.[0] ?? ''
  const siret = cell('COLL_SIRET').replaceAll(/\s/g, '')
  return {
    line,
    numero,
    date,
    matiere: Object.hasOwn(MATIERES, code) ? code : null,
    objet,
    transmis_le,
    url,
    siren: /^\d{14}$/.test(siret) ? siret.slice(0, 9) : null,
  }
}

const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

/** 2026-10-15, or 15/10/2026 as spreadsheets write it. */
function dayIn(cell: string): string | undefined {
  const french = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(cell)
  const day = french ? `${french[3]}-${french[2]}-${french[1]}` : cell.replace(/T00:00(:00.*)?$/, '')
  const at = /^[12]\d{3}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : undefined
}
