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

/** The delimiter is whichever the first line holds most of. Empty lines are no records. */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let delimiter = ''
  let open: { text: string; line: number } | undefined
  for await (const { text, line, ended } of linesOf(pieces)) {
    if (delimiter === '') {
      if (text === '') continue
      delimiter = delimiterOf(text)
    }
    const whole = open ? `${open.text}\n${text}` : text
    const begins = open?.line ?? line
    open = undefined
    if (whole === '') continue
    if (!whole.includes('"')) {
      yield { line: begins, fields: whole.split(delimiter), ended }
      continue
    }
    const fields = quotedFields(whole, delimiter)
    if (fields) yield { line: begins, fields, ended }
    else if (whole.length > LONGEST_RECORD) throw new OpenQuote(begins)
    else open = { text: whole, line: begins }
  }
  if (open) throw new OpenQuote(open.line)
}

const delimiterOf = (line: string) =>
  ([';', '\t', ',', '|'] as const)
    .map(delimiter => ({ delimiter, count: line.split(delimiter).length }))
    .reduce((best, one) => (one.count > best.count ? one : best)).delimiter

async function* linesOf(pieces: AsyncIterable<string>) {
  let rest = ''
  let line = 1
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines)
      yield { text: text.endsWith('\r') ? text.slice(0, -1) : text, line: line++, ended: true }
  }
  if (rest !== '') yield { text: rest, line, ended: false }
}

/** Undefined when a quote is still open at the end. A quote inside of an unquoted field is a letter like any other. */
function quotedFields(text: string, delimiter: string): string[] | undefined {
  const fields: string[] = []
  let at = 0
  for (;;) {
    let field = ''
    if (text[at] === '"') {
      at++
      for (;;) {
        const end = text.indexOf('"', at)
        if (end < 0) return undefined
        field += text.slice(at, end)
        at = end + 1
        if (text[at] !== '"') break
        field += '"'
        at++
      }
    }
    const end = text.indexOf(delimiter, at)
    if (end < 0) return [...fields, field + text.slice(at)]
    fields.push(field + text.slice(at, end))
    at = end + 1
  }
}
