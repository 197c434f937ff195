import { compile, type DomNode, type FormatCallback, type SelectorDefinition } from 'html-to-text'
import { BOILERPLATE, SECTION } from './boilerplate.ts'
import { AFTER_NUMBER, BULLET, escapeLineStarts, HEADING, QUOTE } from './line-starts.ts'
import { httpUrl, isDocument } from './links.ts'
import { inBrackets } from './safe-markdown.ts'

/** How each element becomes Markdown. Other elements become their text. */

export interface Picture {
  readonly url: string
  readonly alt: string
}

export interface LinkedFile {
  readonly url: string
  readonly type: string | null
  readonly title: string
}

export interface Conversion {
  readonly base: string | null
  readonly images: Picture[]
  /** Documents that the text links to. */
  readonly files: LinkedFile[]
  /** Whether boilerplate was removed on purpose. */
  hasBoilerplate: boolean
}

/** Browsers build 512 levels. Deeper ones are left out, or the stack would overflow. */
const DEEPEST = 256

const attribute = (element: DomNode, name: string): string => String(element.attribs?.[name] ?? '').trim()

const conversionOf = (builder: unknown): Conversion => (builder as { metadata: Conversion }).metadata

/** Limit of pictures per item, as for a publication. */
const MOST_PICTURES = 10

const MOST_FILES = 50

/** A picture of a pixel or two is a tracker. */
const isTracker = (element: DomNode): boolean =>
  ['width', 'height'].some(side => /^[0-2](?:px)?$/.test(attribute(element, side)))

/** Pages that load pictures lazily keep the address in another attribute, and a placeholder in `src`. */
function noticePicture(element: DomNode, conversion: Conversion): void {
  if (conversion.images.length === MOST_PICTURES || isTracker(element)) return
  const set = attribute(element, 'srcset') || attribute(element, 'data-srcset')
  const candidates = [
    attribute(element, 'data-src'),
    attribute(element, 'data-lazy-src'),
    attribute(element, 'data-original'),
    attribute(element, 'src'),
    set.split(/[\s,]+/)[0] ?? '',
  ]
  const url = candidates.map(candidate => httpUrl(candidate, conversion.base)).find(each => each !== null)
  if (!url || conversion.images.some(image => image.url === url)) return
  conversion.images.push({ url, alt: attribute(element, 'alt') })
}

/** The text of an element, collecting its pictures; without recursion, up to a limit. */
function wordsIn(element: DomNode, conversion: Conversion): string {
  const words: string[] = []
  const left = [...element.children].reverse()
  for (let visited = 0; visited < 5000; visited++) {
    const node = left.pop()
    if (!node) break
    if (node.type === 'text') words.push(node.data ?? '')
    if (node.type !== 'tag') continue
    if (node.name === 'img') noticePicture(node, conversion)
    if (BREAKS.has(node.name ?? '')) words.push(' ')
    if (!SILENT.has(node.name ?? '') && !isAccount(node)) left.push(...[...node.children].reverse())
  }
  return words.join('')
}

const isAccount = (element: DomNode): boolean =>
  attribute(element, 'typeof') === 'schema:Person' || /\busername\b/.test(attribute(element, 'class'))

const BREAKS = new Set(['br', 'p', 'div', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'tr'])
const SILENT = new Set([
  'head',
  'title',
  'template',
  'svg',
  'math',
  'object',
  'applet',
  'canvas',
  'noembed',
  'noframes',
  'select',
  'option',
  'textarea',
  'button',
  'input',
  'datalist',
  'xmp',
  'plaintext',
  'map',
  'frameset',
])

const anchor: FormatCallback = (element, walk, builder) => {
  const conversion = conversionOf(builder)
  const href = attribute(element, 'href')
  // A link to a place on the same page has no target here.
  const url = href.startsWith('#') ? null : httpUrl(href, conversion.base)
  const contact = url ? null : contactOf(href)
  if (!url && !contact) return walk(element.children, builder)
  const inside = wordsIn(element, conversion)
  const words = inside.replaceAll(/\s+/g, ' ').trim()
  if (words === '') return
  const type = attribute(element, 'type') || null
  if (url && isDocument(url, type) && conversion.files.length < MOST_FILES)
    conversion.files.push({ url, type, title: words })
  const shown = url
    ? linked(words, url)
    : contact && !words.includes(contact)
      ? `${words} (${contact})`
      : words
  builder.addInline(`${/^\s/.test(inside) ? ' ' : ''}${shown}${/\s$/.test(inside) ? ' ' : ''}`)
}

export const linked = (words: string, url: string): string =>
  words === url || `${words}/` === url
    ? url
    : `[${words.replaceAll('[', '(').replaceAll(']', ')')}](${inBrackets(url)})`

/** The address or number of `mailto:` and `tel:`. */
function contactOf(href: string): string | null {
  const found = /^(?:mailto|tel):([^?]{3,100})/i.exec(href)?.[1]
  if (!found) return null
  const contact = found.replaceAll('%20', ' ').replaceAll('%2B', '+').trim()
  return /^(?:[\w.+-]+@[\w.-]+|\+?[\d .()-]{3,30})$/.test(contact) ? contact : null
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
  builder.addInline(linked(words.slice(0, 200), url))
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const boilerplate: FormatCallback = (_element, _walk, builder) => {
  conversionOf(builder).hasBoilerplate = true
}

const section: FormatCallback = (_element, _walk, builder) => builder.addInline(SECTION)

const picture: FormatCallback = (element, _walk, builder) => noticePicture(element, conversionOf(builder))

const heading: FormatCallback = (element, _walk, builder) => {
  const words = wordsIn(element, conversionOf(builder)).replaceAll(/\s+/g, ' ').trim()
  if (words === '') return
  builder.openBlock({ leadingLineBreaks: 2 })
  builder.addInline(`${HEADING.repeat(Number(element.name?.slice(1)))} ${words}`)
  builder.closeBlock({ trailingLineBreaks: 2 })
}

/** A row becomes a line, with its cells separated; whether a table holds data or is only layout cannot be known. */
const row: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 })
  const cells = element.children.filter(({ name }) => name === 'td' || name === 'th')
  for (const [index, cell] of cells.entries()) {
    if (index > 0) builder.addInline(' | ')
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
    const blockTransform = (text: string) => text.replaceAll(STRUCK_LINE, '$1~~$2~~')
    builder.closeBlock({ trailingLineBreaks: 1, blockTransform })
    return
  }
  const inside = wordsIn(element, conversionOf(builder))
  const words = inside.replaceAll(/[\s~]+/g, ' ').trim()
  if (words === '') return
  builder.addInline(`${/^\s/.test(inside) ? ' ' : ''}~~${words}~~${/\s$/.test(inside) ? ' ' : ''}`)
}

/** The text of a line, behind its markers. */
const STRUCK_LINE = /^((?:[^\S\n]*(?:\ue001|\d+\ue002|\ue003+|\ue004)(?=\s))*[^\S\n]*)([^\s~][^\n~]*)$/gm

const each = (names: Iterable<string>, format: string, options = {}): SelectorDefinition[] =>
  [...names].map(selector => ({ selector, format, options }))

const APART = { leadingLineBreaks: 2, trailingLineBreaks: 2 }

const converter = compile({
  wordwrap: false,
  limits: { maxDepth: DEEPEST, ellipsis: '', maxInputLength: Number.MAX_SAFE_INTEGER },
  formatters: { anchor, boilerplate, embedded, heading, list, picture, quote, row, section, struck },
  selectors: [
    ...each(['a', 'area'], 'anchor'),
    ...each(['iframe', 'embed', 'video', 'audio'], 'embedded'),
    ...each(['img'], 'picture'),
    ...each(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], 'heading'),
    ...each(['tr'], 'row'),
    ...each(['table', 'figure', 'dl', 'fieldset', 'section', 'article', 'details'], 'block', APART),
    ...each(['tbody', 'thead', 'tfoot', 'figcaption', 'dt', 'dd', 'summary', 'address'], 'block'),
    ...each(['blockquote'], 'quote'),
    ...each(['ul', 'ol', 'menu'], 'list'),
    ...each(['s', 'strike', 'del'], 'struck'),
    ...each(['hr'], 'lineBreak'),
    ...each(SILENT, 'skip'),
    ...each(BOILERPLATE, 'boilerplate'),
    ...each(['a[rel~="directory"]'], 'section'),
  ],
}) as (html: string, conversion: Conversion) => string

export const convert = (html: string, conversion: Conversion): string =>
  escapeLineStarts(converter(html, conversion))
