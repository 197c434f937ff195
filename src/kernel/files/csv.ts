/** Tables as text, record by record: quoted fields may hold delimiters, line breaks and doubled quotes. */

export interface CsvRecord {
  /** The line on which the record begins, counted from 1. */
  readonly line: number
  readonly fields: readonly string[]
  /** Whether a line break followed the record: only the last record of a file may lack one. */
  readonly ended: boolean
  /** The record as it stands in the file, where it is one line of it. */
  readonly text?: string
}

/** So many lines that were passed over. */
export interface Passed {
  readonly passed: number
}

/** Whether a line at which a record may begin is known to be a whole one, and need not be taken apart. */
export type Passes = (line: string, number: number) => boolean

/** Longer than any real record: a quote that is never closed would otherwise take in the rest of the file. */
const LONGEST_RECORD = 100_000

/** A quote opened on this line is not closed within the longest possible record. */
export class OpenQuote extends Error {
  readonly line: number

  constructor(line: number) {
    super(`The quote opened in line ${line} is not closed.`)
    this.line = line
  }
}

/** The record being read. A quoted field may span many lines; each of them is read once. */
interface Begun {
  readonly line: number
  readonly fields: string[]
  /** What the open quote holds so far. */
  open: string | undefined
  length: number
}

/**
 * The delimiter is the one that occurs most often in the first line. Empty lines are skipped. What `passes` lets by is counted
 * at the end of each piece.
 */
export function readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvRecord>
export function readCsv(
  pieces: AsyncIterable<string>,
  passes: Passes | undefined,
): AsyncGenerator<CsvRecord | Passed>
export async function* readCsv(
  pieces: AsyncIterable<string>,
  passes?: Passes,
): AsyncGenerator<CsvRecord | Passed> {
  let delimiter = ''
  let begun: Begun | undefined
  for await (const { lines, first, ended } of linesOf(pieces)) {
    let passed = 0
    for (let at = 0; at < lines.length; at++) {
      const text = lines[at] ?? ''
      const line = first + at
      if (!begun) {
        if (text === '') continue
        delimiter ||= delimiterOf(text)
        if (ended && passes?.(text, line)) {
          passed++
          continue
        }
        if (!text.includes('"')) {
          yield { line, fields: text.split(delimiter), ended, text }
          continue
        }
      }
      const record: Begun = begun ?? { line, fields: [], open: undefined, length: 0 }
      const isOneLine: boolean = begun === undefined
      begun = ends(record, text, delimiter) ? undefined : record
      if (!begun) yield { line: record.line, fields: record.fields, ended, ...(isOneLine && { text }) }
      else if (record.length > LONGEST_RECORD) throw new OpenQuote(record.line)
    }
    if (passed > 0) yield { passed }
  }
  if (begun) throw new OpenQuote(begun.line)
}

const delimiterOf = (line: string) =>
  ([';', '\t', ',', '|'] as const)
    .map(delimiter => ({ delimiter, count: line.split(delimiter).length }))
    .reduce((best, one) => (one.count > best.count ? one : best)).delimiter

/** The lines that each piece completes, together: one `await` for each piece, not for each line. */
async function* linesOf(pieces: AsyncIterable<string>) {
  let rest = ''
  let first = 1
  for await (const piece of pieces) {
    const lines = piece.split('\n')
    lines[0] = rest + lines[0]
    rest = lines.pop() ?? ''
    if (piece.includes('\r') || lines[0]?.endsWith('\r'))
      for (const [at, text] of lines.entries()) if (text.endsWith('\r')) lines[at] = text.slice(0, -1)
    yield { lines, first, ended: true }
    first += lines.length
  }
  if (rest !== '') yield { lines: [rest], first, ended: false }
}

/** Reads one more line; false when a quote is open at its end. Within an unquoted field a quote is an ordinary character. */
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
