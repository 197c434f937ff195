/**
 * The text of a publication as lines, for the field that shows it without markup, and back. The subset of Markdown is that of
 * `shared/fields/publications.ts`. It has no escapes: anything else is literal, shown and written back as it is.
 */
import { isWithinMarkdownLimits } from '../../../../shared/markdown-limits.ts'
import { hasLook, literal, type Row, rowOf, writtenRow } from './row.ts'

/** A line, or an item of a list with the lines that go on with it. */
export interface Block {
  readonly isItem: boolean
  readonly rows: readonly Row[]
}

const BLANK = /^[ \t]*$/
/** Four blanks more would be code, two dashes more a rule, and a dash alone the underline of a heading. */
const ITEM = /^- (?! {4})(?!(?: *-){2,} *$)(.*\S.*)$/s
const FENCE = /^ {0,3}(```|~~~)/
const CODE = /^(?: {4}| {0,3}\t)/
const HTML_BLOCK = /^ {0,3}<[a-z/!?]/i

/** `markdownOf` writes the same text again. */
export function blocksOf(text: string): Block[] {
  // Beyond the limits la place shows the text as it is written.
  if (!isWithinMarkdownLimits(text))
    return text.split('\n').map(line => ({ isItem: false, rows: [literal(line)] }))
  const blocks: { readonly isItem: boolean; readonly rows: Row[] }[] = []
  let fence: string | undefined
  let isHtml = false
  /** Below an empty line, blanks make code. */
  let mayBeCode = true
  for (const line of text.split('\n')) {
    const isBlank = BLANK.test(line)
    const mark = FENCE.exec(line)?.[1]
    isHtml = !isBlank && (isHtml || (fence === undefined && HTML_BLOCK.test(line)))
    const isCode: boolean = mayBeCode && !isBlank && CODE.test(line)
    mayBeCode = isBlank || isCode
    const isLiteral = isHtml || isCode || fence !== undefined || mark !== undefined
    if (mark !== undefined) fence = fence === undefined ? mark : fence === mark ? undefined : fence
    const item = isLiteral ? undefined : ITEM.exec(line)?.[1]
    const row = isLiteral ? literal(line) : rowOf(item ?? line)
    const before = blocks.at(-1)
    if (item === undefined && !isBlank && before?.isItem) before.rows.push(row)
    else blocks.push({ isItem: item !== undefined, rows: [row] })
  }
  return blocks
}

/** A line directly below a list would belong to its last item: an empty one comes between. */
export function markdownOf(blocks: readonly Block[]): string {
  const lines: string[] = []
  let wasItem = false
  for (const { isItem, rows } of blocks) {
    const [first = '', ...more] = rows.map(writtenRow)
    if (isItem) {
      lines.push(ITEM.test(`- ${first}`) ? `- ${first}` : first.trim() && `- ${first.trimStart()}`)
      lines.push(...more.filter(line => !BLANK.test(line)))
    } else {
      if (wasItem && !BLANK.test(first)) lines.push('')
      const isCode = CODE.test(first) && BLANK.test(lines.at(-1) ?? '') && rows[0]?.some(hasLook)
      lines.push(isCode ? first.trimStart() : first, ...more)
    }
    wasItem = isItem
  }
  return lines.join('\n')
}
