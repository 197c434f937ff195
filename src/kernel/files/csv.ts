/** Tables as text, record by record: quoted fields may hold delimiters, line breaks and doubled quotes. */

export interface CsvRecord {
  /** Where it begins, as an editor counts lines. */
  readonly line: number
  readonly fields: readonly string[]
  /** A line break stood behind it: only the last record of a file may lack one. */
  readonly ended: boolean
}

/** More than any record: a quote that is never closed would swallow the rest of the file. */
const LONGEST_RECORD = 100_000

/** A quote opened in this line is not closed within anything that could be one record. */
export class OpenQuote extends Error {
  readonly line: number

  constructor(line: number) {
    super(`The quote opened in line ${line} is not closed.`)
    this.line = line
  }
}

/** A record that is being read: its quote may be open over many lines, each of which is read once. */
interface Begun {
  readonly line: number
  readonly fields: string[]
  /** What the open quote holds so far. */
  open: string | undefined
  length: number
}

/** The delimiter is whichever the first line holds most of. Empty lines are no records. */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let delimiter = ''
  let begun: Begun | undefined
  for await (const { lines, first, ended } of linesOf(pieces)) {
    for (const [at, text] of lines.entries()) {
      const line = first + at
      if (!begun) {
        if (text === '') continue
        delimiter ||= delimiterOf(text)
        if (!text.includes('"')) {
          yield { line, fields: text.split(delimiter), ended }
          continue
        }
      }
      const record: Begun = begun ?? { line, fields: [], open: undefined, length: 0 }
      begun = ends(record, text, delimiter) ? undefined : record
      if (!begun) yield { line: record.line, fields: record.fields, ended }
      else if (record.length > LONGEST_RECORD) throw new OpenQuote(record.line)
    }
  }
  if (begun) throw new OpenQuote(begun.line)
}

const delimiterOf = (line: string) =>
  ([';', '\t', ',', '|'] as const)
    .map(delimiter => ({ delimiter, count: line.split(delimiter).length }))
    .reduce((best, one) => (one.count > best.count ? one : best)).delimiter

/** The lines that each piece completes: one step of waiting for each piece, not for each line. */
async function* linesOf(pieces: AsyncIterable<string>) {
  let rest = ''
  let first = 1
  for await (const piece of pieces) {
    const lines = piece.split('\n')
    lines[0] = rest + lines[0]
    rest = lines.pop() ?? ''
    yield { lines: lines.map(text => (text.endsWith('\r') ? text.slice(0, -1) : text)), first, ended: true }
    first += lines.length
  }
  if (rest !== '') yield { lines: [rest], first, ended: false }
}

/** Takes in one more line; false when a quote is open at its end. Within an unquoted field a quote is a letter. */
function ends(record: Begun, text: string, delimiter: string): boolean {
  record.length += text.length + 1
  let at = 0
  for (;;) {
    let field = ''
    if (record.open !== undefined || text[at] === '"') {
      const begin = record.open === undefined ? at + 1 : at
      let end = text.indexOf('"', begin)
      while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
      const inside = text.slice(begin, end < 0 ? undefined : end).replaceAll('""', '"')
      field = record.open === undefined ? inside : `${record.open}\n${inside}`
      record.open = end < 0 ? field : undefined
      if (end < 0) return false
      at = end + 1
    }
    const end = text.indexOf(delimiter, at)
    record.fields.push(field + text.slice(at, end < 0 ? undefined : end))
    if (end < 0) return true
    at = end + 1
  }
}
