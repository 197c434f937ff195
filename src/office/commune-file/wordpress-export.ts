/** A WordPress export (WXR): an RSS feed of everything, of which published posts are taken, with their pictures. Pure. */

interface WordPress {
  readonly site: string
  /** Feeds of some posts each, as the reader of feeds takes them. */
  readonly documents: readonly string[]
  /** What was left out, in sentences. */
  readonly told: readonly string[]
}

/** The reader of feeds keeps 2 000 items of a document. */
const AT_ONCE = 200
const IS_EXPORT = /xmlns:wp\s*=\s*["']https?:\/\/wordpress\.org\/export\//

export function postsOf(text: string): WordPress | undefined {
  const blocks = itemsOf(text)
  const head = text.slice(0, blocks[0]?.at ?? text.length)
  if (!IS_EXPORT.test(head)) return undefined
  const items = blocks.map(({ block }) => ({ block, about: aboutOf(block) }))
  const pictures = new Map(
    items.flatMap(({ about }) =>
      about.type === 'attachment' && about.file ? [[about.id, about.file] as const] : [],
    ),
  )
  const posts: string[] = []
  const left = new Map<string, number>()
  const leave = (why: string) => void left.set(why, (left.get(why) ?? 0) + 1)
  for (const { block, about } of items) {
    if (about.type === 'attachment') continue
    if (about.type !== 'post') leave(`of the kind “${about.type}”`)
    else if (about.status !== 'publish') leave(`that are not published (${about.status})`)
    else if (about.hasPassword) leave('behind a password')
    else posts.push(withPicture(block, pictures.get(about.thumbnail)))
  }
  const documents: string[] = []
  for (let from = 0; from < posts.length; from += AT_ONCE)
    documents.push(`${head}${posts.slice(from, from + AT_ONCE).join('\n')}</channel></rss>`)
  const site = /<wp:base_blog_url>\s*([^<\s]+)/.exec(head)?.[1] ?? 'https://site.invalid'
  return { site, documents, told: [...left].map(([why, count]) => `Left out: ${count} items ${why}.`) }
}

/** The blocks of the items. A text in CDATA may hold any tag. */
function itemsOf(text: string): { readonly at: number; readonly block: string }[] {
  const blocks: { at: number; block: string }[] = []
  const marks = /<!\[CDATA\[|<item[\s>]|<\/item>/g
  let begin: number | undefined
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    if (mark[0] === '<![CDATA[') {
      const end = text.indexOf(']]>', mark.index)
      if (end === -1) break
      marks.lastIndex = end + 3
    } else if (mark[0] === '</item>') {
      if (begin !== undefined) blocks.push({ at: begin, block: text.slice(begin, marks.lastIndex) })
      begin = undefined
    } else begin ??= mark.index
  }
  return blocks
}

interface About {
  readonly id: string
  readonly type: string
  readonly status: string
  readonly hasPassword: boolean
  readonly thumbnail: string
  readonly file: string
}

/** What the fields of WordPress say, without the texts, which may say anything. */
function aboutOf(block: string): About {
  const fields = block.replaceAll(/<(content|excerpt):encoded>[\s\S]*?<\/\1:encoded>/g, '')
  const field = (name: string) =>
    new RegExp(`<wp:${name}>\\s*(?:<!\\[CDATA\\[)?([^<\\]]*)`).exec(fields)?.[1]?.trim() ?? ''
  const thumbnail =
    /<wp:meta_key>\s*(?:<!\[CDATA\[)?_thumbnail_id[\s\S]{0,40}?<wp:meta_value>\s*(?:<!\[CDATA\[)?(\d+)/
  return {
    id: field('post_id'),
    type: field('post_type'),
    status: field('status'),
    hasPassword: field('post_password') !== '',
    thumbnail: thumbnail.exec(fields)?.[1] ?? '',
    file: field('attachment_url'),
  }
}

const withPicture = (block: string, address: string | undefined) =>
  address === undefined
    ? block
    : block.replace(
        /<\/item>$/,
        `<enclosure url="${address.replaceAll(/[&<>"]/g, encodeURIComponent)}" type="image/jpeg" length="0"/></item>`,
      )
