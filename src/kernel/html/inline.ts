import type { DomNode } from 'html-to-text'
import { STRUCK } from './escape.ts'
import { fileName, httpUrl, inBrackets, isDocument } from './links.ts'

/** What stands within a line of HTML: words, links, pictures, struck and raised letters. */

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
  /** Plain text, in which a link's address stands behind its words; else Markdown. */
  readonly isPlain: boolean
  readonly base: string | null
  readonly images: Picture[]
  /** Documents that the text links to. */
  readonly files: LinkedFile[]
  /** Whether an element was replaced on purpose. */
  hasReplaced: boolean
  /** Cells of tables that were written so far. */
  cells: number
}

export const attribute = (element: DomNode, name: string): string =>
  String(element.attribs?.[name] ?? '').trim()

export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Limit of pictures of one text. */
const MOST_PICTURES = 10

const MOST_FILES = 50

/** A picture of a pixel or two is a tracker. */
const isTracker = (element: DomNode): boolean =>
  ['width', 'height'].some(side => /^[0-2](?:px)?$/.test(attribute(element, side)))

/** Pages that load pictures lazily keep the address in another attribute, and a placeholder in `src`. */
export function noticePicture(element: DomNode, conversion: Conversion): void {
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

export const BREAKS = new Set(['br', 'p', 'div', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'tr'])
export const SILENT = new Set([
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

/** Text that a page shows to nobody, or to screen readers alone. */
export const HIDDEN = [
  '[hidden]',
  '[style*="display:none"]',
  '[style*="display: none"]',
  '[style*="visibility:hidden"]',
  '.screen-reader-text',
  '.sr-only',
  '.visually-hidden',
  '.element-invisible',
]
const isHidden = (element: DomNode): boolean =>
  element.attribs?.hidden !== undefined ||
  /display: ?none|visibility:hidden/.test(attribute(element, 'style')) ||
  /(?<!\S)(?:screen-reader-text|sr-only|visually-hidden|element-invisible)(?!\S)/.test(
    attribute(element, 'class'),
  )

const isAccount = (element: DomNode): boolean =>
  attribute(element, 'typeof') === 'schema:Person' || /\busername\b/.test(attribute(element, 'class'))

const LINKS = new Set(['a', 'area'])
export const STRIKES = new Set(['s', 'strike', 'del'])

interface Wanted {
  readonly links?: boolean
  readonly strikes?: boolean
  readonly hidden?: boolean
}

/** The Markdown of an element in one line, collecting its pictures and documents; up to a limit. */
export function wordsIn(element: DomNode, conversion: Conversion, wanted: Wanted = {}): string {
  const { links = true, strikes = true, hidden = false } = wanted
  const words: string[] = []
  const left = [...element.children].reverse()
  for (let visited = 0; visited < 5000; visited++) {
    const node = left.pop()
    if (!node) break
    const name = node.name ?? ''
    if (node.type === 'text') words.push(node.data ?? '')
    if (node.type !== 'tag') continue
    if (name === 'img') noticePicture(node, conversion)
    if (BREAKS.has(name)) words.push(' ')
    if (SILENT.has(name) || (!conversion.isPlain && isAccount(node)) || (!hidden && isHidden(node))) continue
    const whole =
      links && LINKS.has(name)
        ? linkOf(node, conversion)
        : strikes && STRIKES.has(name)
          ? struckIn(node, conversion, links)
          : name === 'sup' || name === 'sub'
            ? shiftedIn(node)
            : null
    if (whole === null) left.push(...[...node.children].reverse())
    else words.push(whole)
  }
  return words.join('')
}

/** The link of an element, with the blanks at both ends; null where it leads nowhere. */
export function linkOf(element: DomNode, conversion: Conversion): string | null {
  const href = attribute(element, 'href')
  // A link to a place on the same page has no target here.
  const url = href.startsWith('#') ? null : httpUrl(href, conversion.base)
  const contact = url ? null : contactOf(href)
  if (!url && !contact) return null
  const inside = wordsIn(element, conversion, { links: false })
  const type = attribute(element, 'type') || null
  const isFile = url !== null && isDocument(url, type)
  const words =
    oneLine(inside) || labelOf(element, conversion, isFile) || (url && isFile ? fileName(url) : contact)
  if (!words) return ''
  if (url && isFile && conversion.files.length < MOST_FILES)
    conversion.files.push({ url, type, title: words })
  const shown = url
    ? written(words, url, conversion)
    : contact && !words.includes(contact)
      ? `${words} (${contact})`
      : words
  return withBlanksOf(inside, shown)
}

const withBlanksOf = (inside: string, shown: string): string =>
  `${/^\s/.test(inside) ? ' ' : ''}${shown}${/\s$/.test(inside) ? ' ' : ''}`

/** What a link without words says: of a picture or icon in it, or of a document. Others are marks of a page. */
function labelOf(element: DomNode, conversion: Conversion, isFile: boolean): string {
  const inside: DomNode[] = []
  const left = [...element.children].reverse()
  for (let node = left.pop(); node && inside.length < 100; node = left.pop()) {
    if (node.type !== 'tag') continue
    inside.push(node)
    left.push(...[...node.children].reverse())
  }
  if (inside.length === 0 && !isFile) return ''
  const pictures = inside.filter(node => node.name === 'img' && !isTracker(node))
  const labels = [
    ...pictures.map(picture => attribute(picture, 'alt')),
    ...['title', 'aria-label'].flatMap(name => [element, ...inside].map(node => attribute(node, name))),
    ...inside.filter(({ name }) => name === 'title').map(({ children }) => children[0]?.data ?? ''),
    wordsIn(element, conversion, { links: false, hidden: true }),
  ]
  return labels.map(oneLine).find(label => label !== '') ?? ''
}

/** A link in the form of the conversion. */
export const written = (words: string, url: string, { isPlain }: Conversion): string =>
  !isPlain ? linked(words, url) : isItsAddress(words, url) ? words : `${words} (${url})`

const isItsAddress = (words: string, url: string): boolean => words === url || `${words}/` === url

export const linked = (words: string, url: string): string =>
  isItsAddress(words, url) ? url : `[${words.replaceAll('[', '(').replaceAll(']', ')')}](${inBrackets(url)})`

/** The address or number of `mailto:` and `tel:`. */
function contactOf(href: string): string | null {
  const found = /^(?:mailto|tel):([^?]{3,100})/i.exec(href)?.[1]
  if (!found) return null
  const contact = found.replaceAll('%20', ' ').replaceAll('%2B', '+').trim()
  return /^(?:[\w.+-]+@[\w.-]+|\+?[\d .()-]{3,30})$/.test(contact) ? contact : null
}

/** Struck-through text, as GitHub's Markdown writes it. */
export function struckIn(element: DomNode, conversion: Conversion, links = true): string {
  const inside = wordsIn(element, conversion, { links, strikes: false })
  const words = oneLine(inside)
  return words === '' ? '' : withBlanksOf(inside, `${STRUCK}${words}${STRUCK}`)
}

const SHIFTED: Readonly<Record<string, readonly [from: string, to: string]>> = {
  sup: ['0123456789+-', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻'],
  sub: ['0123456789+-', '₀₁₂₃₄₅₆₇₈₉₊₋'],
}

/** Raised and lowered numbers, which would join those before: 10³ m². Letters are ordinals: 1er. */
export function shiftedIn(element: DomNode): string | null {
  const words = textsOf(element).trim().replace('−', '-')
  const [from, to] = SHIFTED[element.name ?? ''] ?? ['', '']
  // Minutes and cents are raised too: 20h<sup>30</sup>, 8€<sup>50</sup>.
  const before = (element as { readonly prev?: DomNode | null }).prev?.data ?? ''
  if (!/^[+-]?\d{1,4}$/.test(words) || /\d ?[h€,:]\s*$/i.test(before.slice(-20))) return null
  return [...words].map(digit => to[from.indexOf(digit)]).join('')
}

/** The text of a few nested elements. */
function textsOf({ children }: DomNode): string {
  const [only] = children
  if (children.length !== 1 || !only) return ''
  return only.type === 'text'
    ? (only.data ?? '')
    : only.name === 'a' && /^https?:/.test(attribute(only, 'href'))
      ? ''
      : textsOf(only)
}
