import { publicCalendarOf } from './calendar-services.ts'
import { attributeOf, type Tag, tagsIn } from './site/tags.ts'
import { lineFromHtml } from './texts/html.ts'
import { httpUrl } from './texts/links.ts'

/** What a web page tells of the feeds and calendars of its site. */
export interface PageHints {
  readonly title: string | null
  /** Feeds and calendars that the page names, each once; feeds of comments are left out. */
  readonly named: readonly NamedSource[]
  /** The program that made the page. */
  readonly system: System | null
  /** The root of WordPress's REST API. */
  readonly api: string | null
}
export interface NamedSource {
  readonly url: string
  readonly title: string | null
}
export type System = keyof typeof SYSTEMS

/** Looked for in the generator, then in the addresses of the page. */
const SYSTEMS = {
  wordpress: [/^wordpress/i, /\/wp-(?:content|includes|json)\//],
  spip: [/^spip/i, /spip\.php\?|class=["'][^"'<>]{0,100}\bspip_/],
  drupal: [/^drupal/i, /\/sites\/(?:default|all)\/(?:files|modules|themes)\/|data-drupal-/],
  joomla: [/^joomla/i, /\/media\/(?:jui|system)\/|option=com_content/],
  typo3: [/^typo3/i, /\/typo3(?:temp|conf)\//],
} as const

/** The head and the beginning of the body name what a site offers; the limits keep hostile pages below 50 ms. */
const LONGEST_PAGE = 512 * 1024
const MOST_TAGS = 20_000
const MOST_LINKS = 2_000
const MOST_NAMED = 12
const LONGEST_TITLE = 200

export function hintsOf(page: string, url: string): PageHints {
  const html = page.slice(0, LONGEST_PAGE)
  let title: string | null = null
  let base = url
  let api: string | null = null
  let generator = ''
  const named: Named[] = []
  let tags = 0
  let links = 0
  for (const tag of tagsIn(html)) {
    if (++tags > MOST_TAGS || links > MOST_LINKS) break
    if (tag.closing) continue
    if (tag.name === 'title') title ??= textAfter(html, tag)
    else if (tag.name === 'base') base = httpUrl(attributeOf(tag, 'href'), url) ?? base
    else if (tag.name === 'meta' && /generator/i.test(tag.attributes))
      generator ||= attributeOf(tag, 'content') ?? ''
    else if (tag.name === 'link' || tag.name === 'a' || tag.name === 'iframe') {
      links++
      if (tag.name === 'link' && /api\.w\.org/.test(tag.attributes))
        api ??= httpUrl(attributeOf(tag, 'href'), base)
      const found = namedBy(tag, html)
      if (found) named.push(found)
    }
  }
  return { title, named: eachOnce(named, base), system: systemOf(generator, html), api }
}

interface Named {
  readonly href: string
  readonly title: string | undefined
  readonly rank: number
}

const FEED_TYPE = /^(?:application\/(?:rss|atom|rdf|feed)\+(?:xml|json)|text\/calendar)/i
const FEED_PATH = /\.(?:rss|atom|ics|ical)$|\/(?:rss|feed|atom)(?:\.xml|\.php)?\/?$/i
const FEED_QUERY = /[?&](?:page=backend|format=feed|feed=(?:rss2?|atom)|ical=1|format=ical)\b/i

/** Feeds of the head before calendars and feeds that are only linked. */
function namedBy(tag: Tag, html: string): Named | undefined {
  const href = attributeOf(tag, tag.name === 'iframe' ? 'src' : 'href')?.trim()
  if (!href) return undefined
  if (tag.name === 'link') {
    const isFeed = FEED_TYPE.test(attributeOf(tag, 'type') ?? '')
    return isFeed ? { href, title: attributeOf(tag, 'title'), rank: 0 } : undefined
  }
  if (tag.name === 'iframe') {
    const calendar = publicCalendarOf(href)
    return calendar ? { href: calendar, title: undefined, rank: 1 } : undefined
  }
  const [address = '', query = ''] = href.split(/(?=[?#])/, 2)
  if (!/^webcals?:/i.test(href) && !FEED_PATH.test(address) && !FEED_QUERY.test(query)) return undefined
  return { href, title: html.slice(tag.end, html.indexOf('<', tag.end)).slice(0, 200), rank: 1 }
}

function eachOnce(named: readonly Named[], base: string): readonly NamedSource[] {
  const found = new Map<string, NamedSource>()
  const { protocol } = new URL(base)
  for (const { href, title } of named.toSorted((a, b) => a.rank - b.rank)) {
    const url = httpUrl(href.replace(/^webcals?:/i, protocol), base)?.replace(/#.*$/, '')
    if (!url || isOfComments(url, title)) continue
    if (found.size < MOST_NAMED && !found.has(url))
      found.set(url, { url, title: lineFromHtml(title, LONGEST_TITLE) })
  }
  return [...found.values()]
}

const isOfComments = (url: string, title: string | undefined): boolean =>
  /\/comments?\/|comments-rss|feed=comments/i.test(url) || /\bcomment/i.test(title ?? '')

const textAfter = (html: string, { end }: Tag): string | null =>
  lineFromHtml(html.slice(end, end + 1_000).split('<', 1)[0], LONGEST_TITLE)

function systemOf(generator: string, html: string): System | null {
  const named = Object.entries(SYSTEMS).find(([, [name]]) => name.test(generator.trim()))
  const found = named ?? Object.entries(SYSTEMS).find(([, [, marks]]) => marks.test(html))
  return (found?.[0] as System | undefined) ?? null
}
