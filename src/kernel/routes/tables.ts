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
type Cell = (row: unknown) => string
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
        yield page.data.map(row => line(columns.map(({ cell }) => cell(row)))).join('')
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
          cell: (row: unknown) => inner.cell(value(row)),
        }))
      : [{ name, cell: row => inCell(value(row), field) }]
  })

function inCell(value: unknown, { format }: Shape): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string')
    return format === 'date-time' ? clock.format(new Date(value)) : harmless(value)
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

/** What a spreadsheet would compute with is text to it behind an apostrophe. */
const harmless = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)

/** A French spreadsheet takes the comma for the sign of decimals. */
function lineOf(language: Language) {
  const between = language === 'fr' ? ';' : ','
  return (cells: readonly string[]) => `${cells.map(quoted).join(between)}\r\n`
}
const quoted = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
