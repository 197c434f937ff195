/**
 * How much Markdown a body may hold and still be shown as Markdown. Beyond any limit it is shown as plain text: parsers recurse
 * for each level, and some of what they do grows with the square of the text. Checked before parsing, in linear time. Front
 * ends are told the same on the API page.
 */
export const MARKDOWN_LIMITS = {
  /** Marks of quotations and lists at the beginning of a line. Parsers recurse for each: 4 000 overflow the stack. */
  nesting: 20,
  /** A line is an element at least, and an item of a list costs the square of its lines: 500 ms at 10 000. */
  lines: 1_000,
  /** Cells of all tables. A row of two letters gets as many cells as the header: 20 000 letters make 12 million cells. */
  cells: 2_000,
  /** Letters times marks, summed over paragraphs: parsers search the rest of the paragraph for each closing mark. */
  work: 4_000_000,
  /** Letters of a word, or consecutive blanks. Parsers take quadratic time over both: 300 ms for 20 000. */
  run: 2_500,
} as const

/** Marks that may begin an inline element: emphasis, code, a link, a picture, a tag, an escape, an entity. */
const MARK = /[*_~`[\]<!\\&]/g

export function isWithinMarkdownLimits(text: string): boolean {
  const lines = text.split(/\r\n?|\n/)
  if (lines.length > MARKDOWN_LIMITS.lines || hasLongRun(text)) return false
  if (lines.some(line => nestingOf(line) > MARKDOWN_LIMITS.nesting)) return false
  const paragraphs = paragraphsOf(lines)
  const [cells, work] = [sumOf(paragraphs, cellsOf), sumOf(paragraphs, workOf)]
  return cells <= MARKDOWN_LIMITS.cells && work <= MARKDOWN_LIMITS.work
}

type Paragraph = readonly string[]
const sumOf = (paragraphs: readonly Paragraph[], of: (paragraph: Paragraph) => number) =>
  paragraphs.reduce((sum, paragraph) => sum + of(paragraph), 0)

/** Lines without an empty one between them. With a tab in it, some parsers take a line for one that is not empty. */
function paragraphsOf(lines: readonly string[]): readonly Paragraph[] {
  const paragraphs: string[][] = [[]]
  for (const line of lines)
    if (/^ *$/.test(line)) paragraphs.push([])
    else paragraphs.at(-1)?.push(line)
  return paragraphs
}

const cellsOf = (paragraph: Paragraph) => paragraph.length * Math.max(0, ...paragraph.map(columnsOf))

/** An item of a list and a heading are paragraphs of their own. */
function workOf(paragraph: Paragraph): number {
  let [work, letters, marks, isList] = [0, 0, 0, false]
  for (const line of paragraph) {
    isList ||= BEGINS_LIST.test(line)
    if ((isList && BEGINS_ITEM.test(line)) || BEGINS_HEADING.test(line)) {
      work += letters * marks
      letters = marks = 0
    }
    letters += line.length
    marks += line.match(MARK)?.length ?? 0
  }
  return work + letters * marks
}

/** Lines that end the paragraph above in every parser. Numbers other than 1 do so only within a list. */
const BEGINS_LIST = /^ {0,3}(?:[-*+]|1[.)]) +\S/
const BEGINS_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)]) +\S/
const BEGINS_HEADING = /^ {0,3}#{1,6} +\S/

/** The number of columns if this is the delimiter row of a table (dashes, colons and bars), also in a quotation or a list. */
const columnsOf = (line: string) =>
  /^[\s|:>+*\-\d.)]*$/.test(line) && /[|:]/.test(line) && line.includes('-') ? line.split('|').length : 0

const MARK_OF_NESTING = /(?:>|[-*+](?=\s|$)|\d{1,9}[.)](?=\s|$))/y

/** Marks of quotations and lists at its beginning, where two blanks before one count as a level too. */
function nestingOf(line: string): number {
  const end = beginningOfRule(line)
  let [marks, blanks, deepest] = [0, 0, 0]
  for (let at = 0; at < end; ) {
    MARK_OF_NESTING.lastIndex = at
    const mark = MARK_OF_NESTING.exec(line)?.[0]
    if (mark) {
      marks++
      deepest = marks + Math.floor(blanks / 2)
      at += mark.length
    } else if (line[at] === ' ' || line[at] === '\t') {
      blanks += line[at] === '\t' ? 4 : 1
      at++
    } else break
  }
  return deepest
}

/** The start of a thematic break (`- - -`, `* * *`) at the end of the line: its marks nest nothing. */
function beginningOfRule(line: string): number {
  const sign = line.trimEnd().at(-1)
  if (sign !== '-' && sign !== '*') return line.length
  let [at, signs] = [line.length, 0]
  for (; at > 0; at--) {
    const before = line[at - 1]
    if (before === sign) signs++
    else if (before !== ' ' && before !== '\t') break
  }
  return signs >= 3 ? at : line.length
}

function hasLongRun(text: string): boolean {
  let [from, wasBlank] = [0, false]
  for (let at = 0; at <= text.length; at++) {
    const sign = text[at]
    const isBlank = sign === ' ' || sign === '\t'
    const isBreak = sign === undefined || sign === '\n' || sign === '\r'
    if (!isBreak && isBlank === wasBlank) continue
    if (at - from > MARKDOWN_LIMITS.run) return true
    from = isBreak ? at + 1 : at
    wasBlank = isBlank
  }
  return false
}
