import { explain } from '../../explanations.ts'
import type { Read } from '../item.ts'
import { type Json, list, record, text } from '../json-fields.ts'
import { type Context, html, normalizeItem, type SourceItem } from '../normalize-item.ts'
import { newestOf } from '../relevant-entries.ts'

/** Posts of WordPress's REST API: `/wp-json/wp/v2/posts`, and other types of content below `wp/v2`. */

const POSTS_ADDRESS = /\bwp(?:\/|%2f)v2(?:\/|%2f)./i

/** The posts of a document; undefined when it is not from this API. An empty list is told by its address. */
export function postsIn(document: object, url: string): readonly Json[] | undefined {
  if (!Array.isArray(document)) return undefined
  if (document.length === 0) return POSTS_ADDRESS.test(url) ? [] : undefined
  const posts = document.map(each => record(each) ?? {})
  return isPost(posts[0]) ? posts : undefined
}

const rendered = (value: unknown): string | undefined => text(record(value)?.rendered)
const isPost = (post: Json | undefined): boolean =>
  typeof record(post?.title)?.rendered === 'string' && text(post?.link) !== undefined

export const readPosts = (posts: readonly Json[], url: string, context: Context): Read => ({
  title: null,
  items: newestOf([...posts.entries()], ([, post]) => text(post.date_gmt), context.notes).flatMap(
    ([index, post]) => {
      if (record(post.content)?.protected === true) {
        context.notes.info(explain('protected_post'))
        return []
      }
      const read = normalizeItem(sourceItem(post, url), context)
      if (!read) context.notes.warn(explain('entry_says_nothing', { number: index + 1 }))
      return read ? [read] : []
    },
  ),
})

function sourceItem(post: Json, url: string): SourceItem {
  const [picture] = list(record(post._embedded)?.['wp:featuredmedia'])
  return {
    // The same identifier as in the site's RSS feed, so a source may move from one to the other.
    ids: [rendered(post.guid), text(post.link)],
    title: html(rendered(post.title)),
    texts: [html(rendered(post.content)), html(rendered(post.excerpt))],
    links: [text(post.link)],
    images: [text(record(picture)?.source_url), text(post.jetpack_featured_media_url)],
    base: url,
    labels: list(record(post._embedded)?.['wp:term']).flatMap(terms =>
      list(terms).map(term => text(record(term)?.name)),
    ),
    published: [inUtc(post.date_gmt), text(post.date), inUtc(post.modified_gmt)],
  }
}

/** `date_gmt` has no zone. */
const inUtc = (value: unknown): string | undefined => {
  const time = text(value)
  return time && !time.startsWith('0000') ? `${time}Z` : undefined
}
