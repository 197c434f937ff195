import { OpenQuote, type Passed, readCsv } from '../../../kernel/files/csv.ts'
import { jsonRecords, NotRecords } from '../../../kernel/files/json-records.ts'
import { type Peeked, unpackedBytes } from '../../../kernel/files/unpacked-bytes.ts'
import { linesAsText } from './bytes.ts'
import type { KnownLines, Raw, RawRecord } from './raw-row.ts'
import { UnreadableRegister } from './unreadable.ts'

/**
 * The rows of the register in any of the forms it is published in, recognised by content, not by name: CSV with any
 * delimiter, GeoJSON, a JSON array, a page of the tabular API; each also with gzip. `around` gets the rest of a JSON
 * document. Lines of a table that are known are only counted.
 */
export function recordsIn(bytes: AsyncIterable<Buffer>): AsyncGenerator<RawRecord>
export function recordsIn(bytes: AsyncIterable<Buffer>, reading: Reading): AsyncGenerator<RawRecord | Passed>
export async function* recordsIn(
  bytes: AsyncIterable<Buffer>,
  { around, known }: Reading = {},
): AsyncGenerator<RawRecord | Passed> {
  const found = await unpackedBytes(bytes, (code, options) => new UnreadableRegister(code, {}, options))
  const begin = found.head
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (found.head.length === 0) throw new UnreadableRegister('empty')
  if (begin.startsWith('<')) throw new UnreadableRegister('web_page')
  if (begin.startsWith('PK')) throw new UnreadableRegister('zip')
  yield* begin.startsWith('{') || begin.startsWith('[') ? listed(found, around) : tabled(found, known)
}

interface Reading {
  readonly around?: (document: unknown) => void
  readonly known?: KnownLines | undefined
}

async function* listed({ all }: Peeked, around?: (document: unknown) => void): AsyncGenerator<RawRecord> {
  let line = 0
  try {
    for await (const record of jsonRecords(all, around)) yield { line: ++line, raw: flat(record) }
  } catch (error) {
    if (error instanceof NotRecords)
      throw new UnreadableRegister('broken_json', { why: error.message }, { cause: error })
    throw error
  }
}

/** A GeoJSON feature has its fields in `properties`, and its point beside them. */
function flat(record: Raw): Raw {
  const { type, properties, geometry } = record
  if (type !== 'Feature' || typeof properties !== 'object' || properties === null) return record
  return { ...(properties as Raw), geometry }
}

/** The columns that are read; others are ignored. */
const COLUMNS = new Set(
  `c_gid c_nom c_adr_num c_adr_voie c_com_cp c_com_insee c_com_nom c_lat_coor1 c_long_coor1 the_geom c_acc c_acc_lib
   c_acc_etg c_acc_complt c_disp_j c_disp_h c_disp_complt c_dispo_horaires c_tel1 tel1 c_etat_fonct c_etat
   c_etat_valid c_doublon c_dermnt c__edit_datemaj c_maj_don`.split(/\s+/),
)

async function* tabled(found: Peeked, known: KnownLines | undefined): AsyncGenerator<RawRecord | Passed> {
  let header: Header | undefined
  let last: { line: number; ended: boolean; whole: boolean } | undefined
  // The header is always read: marks of lines are valid only below the same columns.
  const passes = known && ((text: string, line: number) => header !== undefined && known.passes(text, line))
  try {
    for await (const record of readCsv(linesAsText(found), passes)) {
      if ('passed' in record) {
        yield record
        continue
      }
      const { line, fields, ended, text } = record
      if (!header) {
        header = headerOf(fields)
        known?.begins(text ?? fields.join('\n'))
        continue
      }
      const whole = fields.length === header.width
      last = { line, ended, whole }
      // An incomplete last line means that the file was cut short; elsewhere the row is wrong.
      if (!whole && !ended) break
      yield whole
        ? { line, raw: header.rowOf(fields), mark: text === undefined ? undefined : known?.markOf(text) }
        : { line, raw: undefined }
    }
  } catch (error) {
    if (error instanceof OpenQuote)
      throw new UnreadableRegister('open_quote', { line: error.line }, { cause: error })
    throw error
  }
  if (!header) throw new UnreadableRegister('empty')
  if (last && !last.whole && !last.ended) throw new UnreadableRegister('last_line', { line: last.line })
}

interface Header {
  readonly width: number
  rowOf(fields: readonly string[]): Raw
}

function headerOf(fields: readonly string[]): Header {
  const names = fields.map(name =>
    name
      .replace(/^\uFEFF/, '')
      .trim()
      .toLowerCase(),
  )
  if (!names.includes('c_gid')) throw new UnreadableRegister('not_the_register')
  // Fields are looked up by position when they are asked for: building an object per row would double the cost.
  class Row {
    readonly fields: readonly string[]
    constructor(fields: readonly string[]) {
      this.fields = fields
    }
  }
  for (const [at, name] of names.entries())
    if (COLUMNS.has(name))
      Object.defineProperty(Row.prototype, name, {
        get(this: Row) {
          return this.fields[at]
        },
        // If two columns have one name, the last one counts.
        configurable: true,
      })
  return { width: fields.length, rowOf: row => new Row(row) as unknown as Raw }
}
