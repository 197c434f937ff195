import { markupOnly } from '../texts/xml-text.ts'

/**
 * Takes a broken document apart by the element names that matter and builds a well-formed one, so that a broken item does
 * not affect the others. Only for documents that no parser reads: elements of other names are lost.
 */
interface Mended {
  readonly text: string
  readonly lost: number
}

export const ROOTS = { rss: 'rss', rdf: 'rdf', atom: 'feed' } as const
export type XmlFormat = keyof typeof ROOTS
/** Element names of items. */
export const itemPattern = (format: XmlFormat): RegExp =>
  new RegExp(`<((?:[\\w-]+:)?${format === 'atom' ? 'entry' : 'item'})(?=[\\s/>])([^<>]*)>`, 'gi')

const HEAD = ['title', 'link', 'id', 'updated', 'dc:date']
const PARTS = [
  'title',
  'link',
  'guid',
  'id',
  'description',
  'summary',
  'content',
  'content:encoded',
  'pubdate',
  'date',
  'published',
  'updated',
  'modified',
  'issued',
  'dc:date',
  'dc:title',
  'dcterms:modified',
  'dcterms:issued',
  'enclosure',
  'media:content',
  'media:thumbnail',
  'itunes:image',
  'category',
  'author',
  'dc:creator',
  'ev:startdate',
  'ev:enddate',
  'ev:location',
  'xcal:dtstart',
  'xcal:dtend',
  'xcal:location',
  'comments',
  'c:date_debut',
  'c:date_fin',
  'c:lieu',
]
const MOST_ITEMS = 2000
const MOST_PARTS = 200
const LONGEST_HEAD = 12_000

export function mended(
  text: string,
  format: XmlFormat,
  reads: (text: string) => boolean,
): Mended | undefined {
  const markup = markupOnly(text, true)
  const root = new RegExp(`<(?:[\\w-]+:)?${ROOTS[format]}(?=[\\s/>])[^<>]*>`, 'i').exec(markup)
  if (!root) return undefined
  const opening = cleanTag(text.slice(root.index, root.index + root[0].length).replace(/\/?>$/, '>'))
  const name = /^<([\w:-]+)/.exec(opening)?.[1] ?? ''
  const items = [...markup.matchAll(itemPattern(format))]
  const head = partsOf(text, markup, root.index + root[0].length, items[0]?.index ?? text.length, HEAD)
  // Each item is parsed together with the head, so the head must be short.
  if (opening.length + head.length > LONGEST_HEAD) return undefined
  const open = format === 'rss' ? `${opening}<channel>` : format === 'rdf' ? `${opening}<channel>` : opening
  const [before, after] =
    format === 'rdf' ? [`${open}${head}</channel>`, `</${name}>`] : [`${open}${head}`, endOf(format, name)]
  const kept: string[] = []
  for (const [index, item] of items.slice(0, MOST_ITEMS).entries()) {
    const start = item.index + item[0].length
    const limit = items[index + 1]?.index ?? text.length
    const closing = new RegExp(`</${item[1]}\\s*>`, 'i').exec(markup.slice(start, limit))
    const end = closing ? start + closing.index : limit
    const attributes = cleanTag(item[2] ?? '').replace(/\/$/, '')
    const wrap = (inside: string) => `<${item[1]}${attributes}>${inside}</${item[1]}>`
    const piece = [wrap(text.slice(start, end)), wrap(partsOf(text, markup, start, end, PARTS))].find(each =>
      reads(`${before}${each}${after}`),
    )
    if (piece) kept.push(piece)
  }
  if (kept.length === 0 && items.length > 0) return undefined
  return { text: `${before}${kept.join('')}${after}`, lost: Math.min(items.length, MOST_ITEMS) - kept.length }
}

const endOf = (format: XmlFormat, name: string) => (format === 'rss' ? `</channel></${name}>` : `</${name}>`)

/** Adds missing quotes to attributes, and removes everything else from a tag. */
const cleanTag = (tag: string): string => tag.replaceAll(/=\s*([^\s"'<>]+)(?=[\s>])/g, '="$1"')

/**
 * The elements of known names between two positions. An element that is not closed ends where the next one begins; an
 * incomplete tag at the end is removed.
 */
function partsOf(text: string, markup: string, from: number, to: number, names: readonly string[]): string {
  const opens = markup
    .slice(from, to)
    .matchAll(OPENS)
    .filter(([, name = '']) => names.includes(name.toLowerCase()))
    .take(MOST_PARTS)
    .toArray()
  const parts: string[] = []
  let done = from
  for (const [index, open] of opens.entries()) {
    const at = from + open.index
    if (at < done) continue
    const start = at + open[0].length
    const tag = cleanTag(text.slice(at, start))
    done = start
    if (tag.endsWith('/>')) {
      parts.push(tag)
      continue
    }
    const closing = new RegExp(`</${open[1]}\\s*>`, 'i').exec(markup.slice(start, to))
    const next = opens[index + 1]
    const end = closing ? start + closing.index : next ? from + next.index : to
    // When another element of the same name opens before the closing tag, this one was never closed itself.
    const again = opens.slice(index + 1).find(other => other[1] === open[1])
    const last = again && from + again.index < end ? from + (next?.index ?? 0) : end
    const inside = closing && last === end ? text.slice(start, end) : withoutRemains(text.slice(start, last))
    parts.push(`${tag}${closedData(inside)}</${open[1]}>`)
    done = last
  }
  return parts.join('')
}

const OPENS = /<([a-z][\w-]*(?::[\w-]+)?)(?=[\s/>])[^<>]*>/gi

function withoutRemains(inside: string): string {
  let rest = inside.replace(/<[^<>]*$/, '').trimEnd()
  for (;;) {
    const closing = /<\/[\w:-]{1,60}\s{0,9}>$/.exec(rest.slice(-80))
    if (!closing) return rest
    rest = rest.slice(0, rest.length - closing[0].length).trimEnd()
  }
}

const closedData = (inside: string): string =>
  inside.lastIndexOf('<![CDATA[') > inside.lastIndexOf(']]>') ? `${inside}]]>` : inside
