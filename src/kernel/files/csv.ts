/** A streaming CSV reader. Quoted fields may contain delimiters, line breaks and doubled quotes. */

export interface CsvRecord {
  /** The first line of the record, counted from 1. */
  readonly line: number
  readonly fields: readonly string[]
  /** Whether a line break followed. Only the last record of a file may lack one. */
  readonly ended: boolean
  /** The raw line, if the record is a single line. */
  readonly text?: string
}

/** The number of skipped lines. */
export interface Passed {
  readonly passed: number
}

/** Whether a line is a known complete record, which need not be parsed. */
type Passes = (line: string, number: number) => boolean

/** Longer than any real record: limits the damage of an unclosed quote. */
const LONGEST_RECORD = 100_000

/** A quote opened on this line is not closed within the longest possible record. */
export class OpenQuote extends Error {
  readonly line: number

  constructor(line: number) {
    super(`The quote opened in line ${line} is not closed.`)
    this.line = line
  }
}

/** An unfinished record: a quoted field may span several lines. */
interface Begun {
  readonly line: number
  readonly fields: string[]
  /** The text of the open quote so far. */
  open: string | undefined
  length: number
}

/** The delimiter is the most frequent one in the first line. Skips empty lines, and yields the count of lines that `passes`. */
export function readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvRecord>
export function readCsv(
  pieces: AsyncIterable<string>,
  passes: Passes | undefined,
): AsyncGenerator<CsvRecord | Passed>
export async function* readCsv(
  pieces: AsyncIterable<string>,
  passes?: Passes,
): AsyncGenerator<CsvRecord | Passed> {
  const lines = new Lines()
  const records = new Records()
  // One `await` per piece instead of one per line.
  for await (const piece of pieces) for (const each of records.of(lines.of(piece), passes)) yield each
  for (const each of records.of(lines.rest(), passes)) yield each
  records.end()
}

/** The records of a text in memory. */
export function* csvRecords(text: string): Generator<CsvRecord> {
  const lines = new Lines()
  const records = new Records()
  for (let at = 0; at < text.length; at += PIECE) yield* records.of(lines.of(text.slice(at, at + PIECE)))
  yield* records.of(lines.rest())
  records.end()
}
const PIECE = 65_536

/** Quoted fields of the first line do not count: a title may hold commas. */
const delimiterOf = (line: string) => {
  const unquoted = line.replaceAll(/"[^"]*"/g, '')
  return ([';', '\t', ',', '|'] as const)
    .map(delimiter => ({ delimiter, count: unquoted.split(delimiter).length }))
    .reduce((best, one) => (one.count > best.count ? one : best)).delimiter
}

interface Batch {
  readonly lines: readonly string[]
  /** The number of the first one. */
  readonly first: number
  readonly ended: boolean
}

/** Cuts pieces of a text into lines. */
class Lines {
  #rest = ''
  #first = 1

  of(piece: string): Batch {
    const lines = piece.split('\n')
    lines[0] = this.#rest + lines[0]
    this.#rest = lines.pop() ?? ''
    if (piece.includes('\r') || lines[0]?.endsWith('\r'))
      for (const [at, text] of lines.entries()) if (text.endsWith('\r')) lines[at] = text.slice(0, -1)
    const first = this.#first
    this.#first += lines.length
    return { lines, first, ended: true }
  }

  /** The last line, where no line break follows it. */
  rest(): Batch {
    return { lines: this.#rest === '' ? [] : [this.#rest], first: this.#first, ended: false }
  }
}

/** Makes records of lines. */
class Records {
  #delimiter = ''
  #begun: Begun | undefined

  of(batch: Batch): Generator<CsvRecord>
  of(batch: Batch, passes: Passes | undefined): Generator<CsvRecord | Passed>
  *of({ lines, first, ended }: Batch, passes?: Passes): Generator<CsvRecord | Passed> {
    let passed = 0
    for (let at = 0; at < lines.length; at++) {
      const text = lines[at] ?? ''
      const line = first + at
      if (!this.#begun) {
        if (text === '') continue
        this.#delimiter ||= delimiterOf(text)
        if (ended && passes?.(text, line)) {
          passed++
          continue
        }
        if (!text.includes('"')) {
          yield { line, fields: text.split(this.#delimiter), ended, text }
          continue
        }
      }
      const isOneLine = this.#begun === undefined
      const record = this.#begun ?? { line, fields: [], open: undefined, length: 0 }
      this.#begun = ends(record, text, this.#delimiter) ? undefined : record
      if (!this.#begun) yield { line: record.line, fields: record.fields, ended, ...(isOneLine && { text }) }
      else if (record.length > LONGEST_RECORD) throw new OpenQuote(record.line)
    }
    if (passed > 0) yield { passed }
  }

  end(): void {
    if (this.#begun) throw new OpenQuote(this.#begun.line)
  }
}

/** Parses one more line; false if a quote is open at its end. In an unquoted field a quote is an ordinary character. */
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
