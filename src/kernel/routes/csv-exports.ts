import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TSchema } from 'typebox'
import { parisClock } from '../../../shared/wall-clock.ts'
import { type Language, Problem } from '../refusals/errors.ts'

/**
 * Exports a list as CSV for spreadsheets: all rows regardless of the page, streamed. Cells hold values, never formulas. Programs
 * read the JSON.
 */

export const TABLE_TYPE = 'text/csv; charset=utf-8'
/** Batch size; only one batch is in memory. */
const STRIDE = 2_000
/** So often, and with such pauses, a busy database is asked for a further batch. */
const TRIES = 10
const PAUSE_MS = 500

export const wantsTable = (accept: string | undefined): boolean => /^\s*text\/csv\b/i.test(accept ?? '')

interface Shape {
  readonly type?: unknown
  readonly format?: unknown
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  /** The header of its column. Default: the name of the field. */
  readonly 'x-label'?: Readonly<Record<Language, string>>
}
type Cell = (row: unknown, language: Language) => string
interface Column {
  readonly name: (language: Language) => string
  readonly cell: Cell
}
interface ListAnswer {
  readonly data: readonly unknown[]
  readonly meta: { readonly next: string | null }
}

/** Derives the columns from the reply shape; a nested record becomes one column per field. */
export function tableOf(reply: TSchema) {
  const columns = columnsOf((reply as Shape).properties?.data?.items ?? {})
  return async (read: (page: object) => Promise<ListAnswer>, language: Language): Promise<Readable> => {
    const line = lineOf(language)
    // Reads the first page before the first byte, so that refusals still work.
    const first = await read({ per_page: STRIDE, uncounted: true })
    const pieces = async function* () {
      yield `\ufeff${line(columns.map(({ name }) => name(language)))}`
      for (
        let page = first;
        ;
        page = await patiently(() => read({ per_page: STRIDE, uncounted: true, after: page.meta.next }))
      ) {
        yield page.data.map(row => line(columns.map(({ cell }) => cell(row, language)))).join('')
        if (page.meta.next === null) return
      }
    }
    return Readable.from(pieces())
  }
}

/** Reads a further batch. A file that was begun cannot be refused any more: it would end in the middle. */
async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'unavailable') || tries === TRIES) throw error
    }
    await sleep(PAUSE_MS)
  }
}

const columnsOf = (shape: Shape): Column[] =>
  Object.entries(shape.properties ?? {}).flatMap(([name, field]) => {
    const value = (row: unknown) => (row as Record<string, unknown> | null | undefined)?.[name]
    return field.properties
      ? columnsOf(field).map(inner => ({
          name: (language: Language) => `${name}.${inner.name(language)}`,
          cell: (row: unknown, language: Language) => inner.cell(value(row), language),
        }))
      : [
          {
            name: (language: Language) => field['x-label']?.[language] ?? name,
            cell: (row: unknown, language: Language) => inCell(value(row), field, language),
          },
        ]
  })

function inCell(value: unknown, { format }: Shape, language: Language): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string')
    return format === 'date-time' ? parisClock(new Date(value)).replace('T', ' ') : harmless(value)
  // French spreadsheets read a number with a dot as text.
  if (typeof value === 'number' && language === 'fr') return String(value).replace('.', ',')
  if (typeof value !== 'object') return String(value)
  const isPlain = Array.isArray(value) && value.every(one => typeof one !== 'object')
  return harmless(isPlain ? value.join(', ') : JSON.stringify(value))
}

/**
 * Spreadsheets compute cells that begin with one of these signs, unless an apostrophe comes first. With another locale
 * they also split our cells at `;`, `,`, tabs and line breaks, ignoring quotes.
 */
const BEGINS_FORMULA = /([;,\t\r\n][ \u00a0"]*)(?=[=+\-@＝＋－＠])/g
const IS_FORMULA = /^[ \u00a0"]*[=+\-@\t\r\n＝＋－＠]/

/** A text of digits is a code: a spreadsheet would drop its leading zeros, and round a SIRET. */
const IS_CODE = /^\d[\d \u00a0\u202f]*$/

const harmless = (text: string): string => {
  if (IS_CODE.test(text)) return `'${text}`
  const guarded = text.replaceAll(BEGINS_FORMULA, "$1'")
  return IS_FORMULA.test(guarded) ? `'${guarded}` : guarded
}

/** In French the comma is the decimal separator. */
function lineOf(language: Language) {
  const between = language === 'fr' ? ';' : ','
  return (cells: readonly string[]) => `${cells.map(quoted).join(between)}\r\n`
}
const quoted = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
