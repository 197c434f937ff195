import { explain } from '../../explanations.ts'
import { type SourceToRead, Unreadable } from '../item.ts'
import { record } from '../json-fields.ts'
import { parseJson } from '../json-text.ts'
import { refuseOther } from '../page/web-page.ts'
import type { Page, PageFacts, PagePlan } from '../pages.ts'
import { postsIn } from './wordpress.ts'

/** WordPress answers ten posts or events a page, unless it is asked for more. */

const POSTS = /\/wp\/v2\/[\w-]{1,50}\/?$/
const EVENTS = /\/tribe\/events\/v1\/events\/?$/
/** The API allows 100 and 50; a page of posts may hold the code of a whole page builder. */
const PER_PAGE = 50
const MOST_EVENTS = 1000
/** Without the rest, which is several times as long; `_links` is what embedding needs. */
const FIELDS =
  'id,guid,date,date_gmt,modified_gmt,link,title,content,excerpt,jetpack_featured_media_url,_links,_embedded'

/** How the posts or events of such an address are fetched; filters in it stay. Undefined for any other address. */
export function wordpressPlan({ url, max_items = 100 }: SourceToRead): PagePlan | undefined {
  const first = URL.parse(url)
  if (!first) return undefined
  // Sites without readable addresses have the path in the query.
  const path =
    first.searchParams.get('rest_route') ?? (first.pathname.includes('/wp-json/') ? first.pathname : '')
  if (!POSTS.test(path) && !EVENTS.test(path)) return undefined
  first.searchParams.delete('page')
  first.searchParams.set('per_page', String(PER_PAGE))
  if (EVENTS.test(path))
    return {
      first,
      most: MOST_EVENTS,
      pageOf: eventsPage,
      whole: events => ({ events, rest_url: first.href }),
    }
  first.searchParams.set('_embed', 'wp:featuredmedia,wp:term')
  first.searchParams.set('_fields', FIELDS)
  return { first, most: max_items, isAsked: true, pageOf: postsPage, whole: posts => [...posts] }
}

function postsPage(text: string, page: PageFacts): Page {
  const found = postsIn(jsonOf(text, page), page.address.href)
  if (!found) throw new Unreadable(explain('json_not_a_feed'))
  const isLast = page.link === undefined ? found.length < PER_PAGE : !/rel=["']?next\b/.test(page.link)
  return { found, next: isLast ? undefined : nextOf(page) }
}

function eventsPage(text: string, page: PageFacts): Page {
  const document = record(jsonOf(text, page))
  if (!Array.isArray(document?.events)) throw new Unreadable(explain('json_not_an_agenda'))
  return { found: document.events, next: document.next_rest_url ? nextOf(page) : undefined }
}

function jsonOf(text: string, { address, notes }: PageFacts): object {
  if (!/^\s*[{[]/.test(text)) refuseOther(text, address.href)
  return parseJson(text, notes)
}

function nextOf({ address, number }: PageFacts): URL {
  const next = new URL(address)
  next.searchParams.set('page', String(number + 1))
  return next
}
