import type { CsvColumns } from '../../../../../shared/csv-columns.ts'
import { type CsvRecord, csvRecords, OpenQuote } from '../../../../kernel/files/csv.ts'
import { plainLine } from '../../../../kernel/texts/plain-text.ts'
import { explain } from '../../explanations.ts'
import type { Read, SeenColumns } from '../item.ts'
import { Unreadable } from '../item.ts'
import type { Context } from '../normalize-item.ts'
import { columnNames, exampleCollector, placesOf, recognisedColumns } from './columns.ts'
import { MOST_ROWS, nearestRows } from './nearest-rows.ts'
import { cellReader, itemsOf } from './rows.ts'

/** A CSV file with a header: each line is an item. */

/** Where a title stands above the table, the header is the first line with several names. */
const LEAST_COLUMNS = 2
const MOST_COLUMNS = 300
/** Longer than any header; a file whose first line does not end here is no table. */
const LONGEST_HEADER = 100_000
/** Columns without three values are not searched further. */
const MOST_ROWS_WITH_EXAMPLES = 500

const NO_TABLES = ['%PDF-', 'PK\u0003\u0004', '<']

/** Whether a text is a table; where a source is set to be one, two columns are enough. */
export function isTable(text: string, isExpected: boolean): boolean {
  if (NO_TABLES.some(start => text.startsWith(start))) return false
  const [head, second] = firstRecords(text.slice(0, LONGEST_HEADER), 2)
  if (!head || (!head.ended && text.length > LONGEST_HEADER)) return false
  if (isExpected) return head.fields.length >= LEAST_COLUMNS
  if (!second || head.fields.length < LEAST_COLUMNS) return false
  if (/[;\t|]/.test(head.text ?? '')) return second.fields.length >= LEAST_COLUMNS
  // Two lines of prose may have a comma each.
  return head.fields.length > LEAST_COLUMNS && second.fields.length >= head.fields.length
}

function firstRecords(text: string, most: number): CsvRecord[] {
  const records: CsvRecord[] = []
  try {
    for (const record of csvRecords(text)) if (records.push(record) === most) break
  } catch (error) {
    if (!(error instanceof OpenQuote)) throw error
  }
  return records
}

type Table = Read & { readonly columns: SeenColumns }

export function readTable(text: string, url: string, chosen: CsvColumns | null, context: Context): Table {
  try {
    return { ...tableOf(csvRecords(text), chosen, context), title: fileName(url) }
  } catch (error) {
    if (error instanceof OpenQuote) throw new Unreadable(explain('csv_open_quote', { number: error.line }))
    throw error
  }
}

/** `agenda-des-fetes.csv` is called `agenda-des-fetes`; most addresses of portals name no file. */
function fileName(url: string): string | null {
  const name = /([^/]{1,100})\.(?:csv|tsv|txt)$/i.exec(URL.parse(url)?.pathname ?? '')?.[1]
  return plainLine(name?.replaceAll(/%[\da-f]{2}|[_+]/gi, ' '), 200)
}

const isBlank = (cell: string) => cell.trim() === ''

function headerOf(records: Iterator<CsvRecord>): readonly string[] {
  for (let next = records.next(); !next.done; next = records.next()) {
    const { fields } = next.value
    if (!fields[0]?.startsWith('sep=') && fields.filter(cell => !isBlank(cell)).length >= LEAST_COLUMNS)
      return fields
  }
  throw new Unreadable(explain('csv_columns_unknown'))
}

const NO_PLACES = { places: {}, gone: [], named: null } as const

function tableOf(records: Generator<CsvRecord>, chosen: CsvColumns | null, context: Context): Table {
  const header = headerOf(records)
  if (header.length > MOST_COLUMNS)
    throw new Unreadable(explain('csv_too_wide', { count: header.length, most: MOST_COLUMNS }))
  const names = columnNames(header)
  const used = chosen ?? recognisedColumns(names)
  const { places, gone, named } = used ? placesOf(used, names) : NO_PLACES
  const examples = exampleCollector(names)
  const cell = cellReader(places)
  const nearest = nearestRows(cell, context.now)
  let count = 0
  for (const record of records) {
    if (record.fields.every(isBlank)) continue
    if (count++ < MOST_ROWS_WITH_EXAMPLES) examples.add(record.fields)
    else if (!used || gone.length > 0) break
    nearest.add(record)
  }
  const columns = { found: examples.found(), used: named }
  if (!used) throw new Unreadable(explain('csv_columns_unknown'), { columns })
  if (gone.length > 0)
    throw new Unreadable(explain('csv_column_gone', { text: gone.join(', ') }), { columns })
  if (nearest.count() > MOST_ROWS)
    context.notes.warn(explain('csv_too_long', { count: nearest.count(), most: MOST_ROWS }))
  return { title: null, items: itemsOf(nearest.rows(), cell, context), columns }
}
