import { httpUrl } from '../../../../kernel/html/links.ts'
import type { Read } from '../item.ts'
import { type Context, html, normalizeItem, type SourceEvent } from '../normalize-item.ts'
import { lineFromHtml } from '../texts/html.ts'
import { attributeOf, hasClass, type Tag, tagsIn } from './tags.ts'

/**
 * The public page of a town on PanneauPocket: `app.panneaupocket.com/ville/…`. All notices stand in its HTML, one block
 * each. Known by its blocks, so that another address of the same page is read too.
 */

/** Undefined for any other page. */
export function readNotices(page: string, url: string, context: Context): Read | undefined {
  if (!page.includes(BLOCK)) return undefined
  const blocks = blocksIn(page)
  if (blocks.length === 0) return undefined
  const [first] = blocks
  return {
    title: lineFromHtml(first?.inside.city, 200),
    items: blocks.flatMap(block => {
      const item = normalizeItem(sourceItem(block, url), context)
      return item ? [{ ...item, cancelled: block.cancelled }] : []
    }),
  }
}

const BLOCK = 'sign-carousel--item'
const MOST = 500

interface Block {
  readonly number: string | undefined
  /** The address that the page gives out for sharing this notice; other addresses in the block are those of its neighbours. */
  shared?: string | undefined
  isEvent: boolean
  cancelled: boolean
  readonly inside: { title?: string; content?: string; date?: string; city?: string; postcode?: string }
  readonly documents: { readonly url: string; readonly title: string | undefined }[]
}

type Part = keyof Block['inside']
const PARTS: readonly (readonly [name: string, part: Part])[] = [
  ['div', 'title'],
  ['div', 'content'],
  ['span', 'date'],
  ['p', 'city'],
  ['p', 'postcode'],
]

function blocksIn(page: string): readonly Block[] {
  const blocks: Block[] = []
  let open: { part: Part; name: string; from: number; depth: number } | undefined
  for (const tag of tagsIn(page)) {
    if (open) {
      if (tag.name === open.name) open.depth += tag.closing ? -1 : 1
      if (open.depth === 0) {
        const inside = blocks.at(-1)?.inside
        if (inside) inside[open.part] ??= page.slice(open.from, tag.at)
        open = undefined
      }
    }
    if (tag.closing) continue
    if (tag.name === 'div' && hasClass(tag, BLOCK)) {
      if (blocks.length === MOST) break
      blocks.push({
        number: attributeOf(tag, 'data-id'),
        isEvent: false,
        cancelled: false,
        inside: {},
        documents: [],
      })
      open = undefined
      continue
    }
    const block = blocks.at(-1)
    if (!block) continue
    notice(tag, block)
    if (open) continue
    const part = PARTS.find(([name, part]) => tag.name === name && hasClass(tag, part))?.[1]
    if (part && block.inside[part] === undefined) open = { part, name: tag.name, from: tag.end, depth: 1 }
  }
  return blocks
}

/** What a block says in the attributes of its tags. */
function notice(tag: Tag, block: Block): void {
  if (hasClass(tag, 'sign-preview--event')) block.isEvent = true
  block.shared ??=
    attributeOf(tag, 'data-facebook-share-share-url-value') ??
    (tag.name === 'button' && /[?&]panneau=/.test(attributeOf(tag, 'href') ?? '')
      ? attributeOf(tag, 'href')
      : undefined)
  if (tag.name === 'img' && /sign-cancel-status\//.test(attributeOf(tag, 'src') ?? '')) block.cancelled = true
  const href = tag.name === 'a' ? attributeOf(tag, 'href') : undefined
  if (href && /\.pdf(?:$|[?#])/i.test(href))
    block.documents.push({ url: href, title: attributeOf(tag, 'title') })
}

function sourceItem({ number, shared, isEvent, inside, documents }: Block, url: string) {
  const link = httpUrl(shared, url)
  const id = (link && new URL(link).searchParams.get('panneau')) ?? number
  return {
    ids: [id && `panneaupocket:${id}`],
    title: html(inside.title),
    texts: [html(inside.content)],
    links: [link, url],
    images: [],
    documents,
    base: url,
    ...datesOf(inside.date ?? '', isEvent),
  }
}

/** The day of a notice is that of its publication; of an event, the days on which it takes place. */
function datesOf(label: string, isEvent: boolean): { published: string[]; event?: SourceEvent } {
  const days = [...label.matchAll(/\b\d{2}\/\d{2}\/\d{4}\b/g)].map(([day]) => day)
  if (!isEvent || /publi|jour/i.test(label)) return { published: days.slice(-1) }
  return { published: [], event: { start: days[0], end: days.at(-1) } }
}
