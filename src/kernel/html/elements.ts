import { compile, type DomNode, type FormatCallback, type SelectorDefinition } from 'html-to-text'
import { AFTER_NUMBER, BULLET, escapeText, HEADING, QUOTE, STRUCK, withMarks } from './escape.ts'
import {
  attribute,
  BREAKS,
  type Conversion,
  HIDDEN,
  linkOf,
  noticePicture,
  oneLine,
  SILENT,
  STRIKES,
  shiftedIn,
  struckIn,
  wordsIn,
  written,
} from './inline.ts'
import { httpUrl } from './links.ts'
import { tableOf } from './tables.ts'

/** How each element becomes Markdown or plain text. Other elements become their text. */

/** Browsers build 512 levels. Deeper ones are left out, or the stack would overflow. */
const DEEPEST = 256

const conversionOf = (builder: unknown): Conversion => (builder as { metadata: Conversion }).metadata

const anchor: FormatCallback = (element, walk, builder) => {
  const link = linkOf(element, conversionOf(builder))
  if (link === null) walk(element.children, builder)
  else builder.addInline(link)
}

const shifted: FormatCallback = (element, walk, builder) => {
  const digits = shiftedIn(element)
  if (digits === null) walk(element.children, builder)
  else builder.addInline(digits)
}

/** Players and frames, as a link to their page. */
const embedded: FormatCallback = (element, _walk, builder) => {
  const { base } = conversionOf(builder)
  const source = element.children.find(({ name }) => name === 'source')
  const asked = ['src', 'data-src', 'data-lazy-src'].map(name => attribute(element, name)).find(Boolean)
  const url = httpUrl(asked || (source && attribute(source, 'src')), base)
  if (!url) return
  const words = (attribute(element, 'title') || (URL.parse(url)?.hostname ?? '')).replaceAll(/\s+/g, ' ')
  builder.openBlock({ leadingLineBreaks: 2 })
  builder.addInline(written(words.slice(0, 200), url, conversionOf(builder)))
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const replaced: FormatCallback = (_element, _walk, builder, { by }) => {
  conversionOf(builder).hasReplaced = true
  builder.addInline(by)
}

const picture: FormatCallback = (element, _walk, builder) => noticePicture(element, conversionOf(builder))

const heading: FormatCallback = (element, _walk, builder) => {
  const conversion = conversionOf(builder)
  const words = oneLine(wordsIn(element, conversion))
  if (words === '') return
  const mark = conversion.isPlain ? '' : `${HEADING.repeat(Number(element.name?.slice(1)))} `
  builder.openBlock({ leadingLineBreaks: 2 })
  builder.addInline(`${mark}${words}`)
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const table: FormatCallback = (element, walk, builder) => {
  const lines = tableOf(element, conversionOf(builder))
  builder.openBlock({ leadingLineBreaks: 2 })
  for (const [index, line] of (lines ?? []).entries()) {
    if (index > 0) builder.addLineBreak()
    builder.addInline(line)
  }
  if (!lines) walk(element.children, builder)
  builder.closeBlock({ trailingLineBreaks: 2 })
}

/** A row of another table becomes a line, with its cells separated: it may be only layout. */
const row: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 })
  const cells = element.children.filter(({ name }) => name === 'td' || name === 'th')
  for (const [index, cell] of cells.entries()) {
    if (index > 0) builder.addInline(conversionOf(builder).isPlain ? ' ' : ' | ')
    walk(cell.children, builder)
  }
  builder.closeBlock({ trailingLineBreaks: 1 })
}

const quote: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 })
  walk(element.children, builder)
  const blockTransform = (text: string) =>
    text
      .trim()
      .split('\n')
      .map(line => `${QUOTE} ${line}`)
      .join('\n')
  builder.closeBlock({ trailingLineBreaks: 2, blockTransform })
}

/** Its lines stay; blanks before them would make code. */
const preformatted: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2, isPre: true })
  walk(element.children, builder)
  const blockTransform = (text: string) => text.replaceAll(/^[^\S\n]+/gm, '')
  builder.closeBlock({ trailingLineBreaks: 2, blockTransform })
}

/** Replaces the package's own lists, which write the numbers that a page asks for, however long. */
const list: FormatCallback = (element, walk, builder) => {
  const numbered = element.name === 'ol'
  const within = element.parent?.name === 'li'
  const items = element.children.filter(({ type, data }) => type !== 'text' || /\S/.test(data ?? ''))
  const start = numberIn(element, 'start') ?? 1
  let next = start
  const prefixes = items.map(item => {
    if (item.name !== 'li') return ''
    if (!numbered) return `${BULLET} `
    const number = numberIn(item, 'value') ?? next
    next = number + 1
    return `${number}${AFTER_NUMBER} `
  })
  // Renderers take a number other than 1 for text when it follows a line of text.
  const breaks = within && start === 1 ? 1 : 2
  const maxPrefixLength = Math.max(2, ...prefixes.map(({ length }) => length))
  builder.openList({ interRowLineBreaks: 1, leadingLineBreaks: breaks, maxPrefixLength })
  for (const [index, item] of items.entries()) {
    builder.openListItem({ prefix: prefixes[index] ?? '' })
    walk([item], builder)
    builder.closeListItem()
  }
  builder.closeList({ trailingLineBreaks: breaks })
}

const numberIn = (element: DomNode, name: string): number | undefined => {
  const written = attribute(element, name)
  return /^\d{1,6}$/.test(written) ? Number(written) : undefined
}

/** Struck-through text, as GitHub's Markdown writes it. */
const struck: FormatCallback = (element, walk, builder) => {
  if (element.children.some(({ name }) => BREAKS.has(name ?? '') || name === 'ul' || name === 'ol')) {
    builder.openBlock({ leadingLineBreaks: 1 })
    walk(element.children, builder)
    const blockTransform = (text: string) => text.replaceAll(STRUCK_LINE, `$1${STRUCK}$2${STRUCK}`)
    builder.closeBlock({ trailingLineBreaks: 1, blockTransform })
    return
  }
  const words = struckIn(element, conversionOf(builder))
  if (words !== '') builder.addInline(words)
}

/** The text of a line, behind its markers. */
const STRUCK_LINE =
  /^((?:[^\S\n]*(?:\ufdd1|\d+\ufdd2|\ufdd3+|\ufdd4)(?=\s))*[^\S\n]*)([^\s\ufdd6\ufdd7][^\n\ufdd6]*)$/gm

const each = (names: Iterable<string>, format: string, options = {}): SelectorDefinition[] =>
  [...names].map(selector => ({ selector, format, options }))

const APART = { leadingLineBreaks: 2, trailingLineBreaks: 2 }

const converterWith = (replacements: Replacements) =>
  compile({
    wordwrap: false,
    limits: { maxDepth: DEEPEST, ellipsis: '', maxInputLength: Number.MAX_SAFE_INTEGER },
    formatters: {
      anchor,
      embedded,
      heading,
      list,
      picture,
      preformatted,
      quote,
      replaced,
      row,
      shifted,
      struck,
      table,
    },
    selectors: [
      ...each(['a', 'area'], 'anchor'),
      ...each(['iframe', 'embed', 'video', 'audio'], 'embedded'),
      ...each(['img'], 'picture'),
      ...each(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], 'heading'),
      ...each(['tr'], 'row'),
      ...each(['table'], 'table'),
      ...each(['pre'], 'preformatted'),
      ...each(['figure', 'dl', 'fieldset', 'section', 'article', 'details'], 'block', APART),
      ...each(['tbody', 'thead', 'tfoot', 'figcaption', 'dt', 'dd', 'summary', 'address'], 'block'),
      ...each(['blockquote'], 'quote'),
      ...each(['ul', 'ol', 'menu'], 'list'),
      ...each(STRIKES, 'struck'),
      ...each(['sup', 'sub'], 'shifted'),
      ...each(['hr'], 'lineBreak'),
      ...each([...SILENT, ...HIDDEN], 'skip'),
      ...Object.entries(replacements).map(([selector, by]) => ({
        selector,
        format: 'replaced',
        options: { by },
      })),
    ],
  }) as (html: string, conversion: Conversion) => string

/** Letters without a width, which part no words; the characters of `escape.ts` mean nothing in a text. */
const WITHOUT_WIDTH = /[\u200b\u2060\ufdd1-\ufdd8]|&(?:#8203|#x200b|#8288|#x2060|ZeroWidthSpace|NoBreak);/gi

/** What stands in the place of elements, by their selectors. */
export type Replacements = Readonly<Record<string, string>>

export function elementsConverter(replacements: Replacements) {
  const convert = converterWith(replacements)
  return (html: string, conversion: Conversion): string => {
    const text = convert(html.replaceAll(WITHOUT_WIDTH, ''), conversion)
    return conversion.isPlain ? withMarks(text) : escapeText(text)
  }
}
