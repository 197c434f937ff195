import { Readable } from 'node:stream'
import type { TSchema } from 'typebox'
import type { Language } from '../errors.ts'

/**
 * A list as a table for a spreadsheet: every row of it, whatever the page asked for, as pieces that are sent while the next
 * are read. What stands in a cell is a value, and never a formula.
 */

export const TABLE_TYPE = 'text/csv; charset=utf-8'
/** Rows read at once: no more of the list is held at any moment. */
const STRIDE = 2_000

export const wantsTable = (accept: string | undefined): boolean => /^\s*text\/csv\b/i.test(accept ?? '')

interface Shape {
  readonly type?: unknown
  readonly format?: unknown
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
}
type Cell = (row: unknown, language: Language) => string
interface Column {
  readonly name: string
  readonly cell: Cell
}
interface ListAnswer {
  readonly data: readonly unknown[]
  readonly meta: { readonly next: string | null }
}

/** The columns of a list, from its shape: a record within a record is a column for each of its fields. */
export function tableOf(reply: TSchema) {
  const columns = columnsOf((reply as Shape).properties?.data?.items ?? {})
  return async (read: (page: object) => Promise<ListAnswer>, language: Language): Promise<Readable> => {
    const line = lineOf(language)
    // The first page comes before the first byte: a refusal is still a refusal.
    const first = await read({ per_page: STRIDE, uncounted: true })
    const pieces = async function* () {
      yield `\ufeff${line(columns.map(({ name }) => name))}`
      for (
        let page = first;
        ;
        page = await read({ per_page: STRIDE, uncounted: true, after: page.meta.next })
      ) {
        yield page.data.map(row => line(columns.map(({ cell }) => cell(row, language)))).join('')
        if (page.meta.next === null) return
      }
    }
    return Readable.from(pieces())
  }
}

const columnsOf = (shape: Shape): Column[] =>
  Object.entries(shape.properties ?? {}).flatMap(([name, field]) => {
    const value = (row: unknown) => (row as Record<string, unknown> | null | undefined)?.[name]
    return field.properties
      ? columnsOf(field).map(inner => ({
          name: `${name}.${inner.name}`,
          cell: (row: unknown, language: Language) => inner.cell(value(row), language),
        }))
      : [{ name, cell: (row, language) => inCell(value(row), field, language) }]
  })

function inCell(value: unknown, { format }: Shape, language: Language): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string')
    return format === 'date-time' ? clock.format(new Date(value)) : harmless(value)
  // A French spreadsheet takes a number with a dot for a text, and does not sort or add it.
  if (typeof value === 'number' && language === 'fr') return String(value).replace('.', ',')
  if (typeof value !== 'object') return String(value)
  const isPlain = Array.isArray(value) && value.every(one => typeof one !== 'object')
  return harmless(isPlain ? value.join(', ') : JSON.stringify(value))
}

/** By the clock of Paris, in the one order that every spreadsheet reads as a moment. */
const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Paris',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/**
 * A spreadsheet computes with a cell that begins with one of these signs, unless an apostrophe stands first. One that is set
 * to another language also begins a cell at `;`, `,`, a tab or a line break within ours: quotes mean nothing to it there.
 */
const BEGINS_FORMULA = /([;,\t\r\n][ \u00a0"]*)(?=[=+\-@＝＋－＠])/g
const IS_FORMULA = /^[ \u00a0"]*[=+\-@\t\r\n＝＋－＠]/

const harmless = (text: string): string => {
  const guarded = text.replaceAll(BEGINS_FORMULA, "$1'")
  return IS_FORMULA.test(guarded) ? `'${guarded}` : guarded
}

/** In French the comma is the sign of decimals. */
function lineOf(language: Language) {
  const between = language === 'fr' ? ';' : ','
  return (cells: readonly string[]) => `${cells.map(quoted).join(between)}\r\n`
}
const quoted = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
