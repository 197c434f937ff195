import { withHttp } from '../../source-address.ts'
import { publicCalendarOf } from '../calendar-services.ts'
import { lineFromHtml } from '../texts/html.ts'
import { httpUrl } from '../texts/links.ts'
import { attributeOf, type Tag, tagsIn } from './tags.ts'

/** What a web page tells of the feeds and calendars of its site. */
export interface PageHints {
  readonly title: string | null
  /** Feeds and calendars that the page names, each once; feeds of comments are left out. */
  readonly named: readonly NamedSource[]
  /** CSV files and data sets of Opendatasoft that the page links to: they may hold anything. */
  readonly tables: readonly NamedSource[]
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
const MOST_TABLES = 4
const LONGEST_TITLE = 200

export function hintsOf(page: string, url: string): PageHints {
  const html = page.slice(0, LONGEST_PAGE)
  let title: string | null = null
  let base = url
  let api: string | null = null
  let generator = ''
  const named: Named[] = []
  const tables: Named[] = []
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
      if (found) (found.isTable ? tables : named).push(found)
    }
  }
  return {
    title,
    named: eachOnce(named, base, MOST_NAMED),
    tables: eachOnce(tables, base, MOST_TABLES),
    system: systemOf(generator, html),
    api,
  }
}

interface Named {
  readonly href: string
  readonly title: string | undefined
  readonly rank: number
  readonly isTable?: true
}

const FEED_TYPE = /^(?:application\/(?:rss|atom|rdf|feed)\+(?:xml|json)|text\/calendar)/i
const FEED_PATH = /\.(?:rss|atom|ics|ical)$|\/(?:rss|feed|atom)(?:\.xml|\.php)?\/?$/i
const TABLE_PATH = /\.csv$|\/exports\/csv$/i
const TABLE_QUERY = /[?&]format=csv\b/i
/** Not its downloads: the records behind them are read page by page. */
const DATA_SET = /\/explore\/(?:embed\/)?dataset\/[\w@-]{1,200}(?:\/[a-z]{0,30})?\/?$/i
const FEED_QUERY = /[?&](?:page=backend|format=feed|feed=(?:rss2?|atom)|ical=1|format=ical)\b/i

/** Feeds of the head before calendars and feeds that are only linked. */
function namedBy(tag: Tag, html: string): Named | undefined {
  const href = attributeOf(tag, tag.name === 'iframe' ? 'src' : 'href')?.trim()
  if (!href) return undefined
  const [address = '', query = ''] = href.split(/(?=[?#])/, 2)
  if (tag.name === 'link') {
    const type = attributeOf(tag, 'type') ?? ''
    const found = { href, title: attributeOf(tag, 'title'), rank: 0 }
    return FEED_TYPE.test(type) ? found : /^text\/csv/i.test(type) ? { ...found, isTable: true } : undefined
  }
  if (tag.name === 'iframe') {
    const calendar = publicCalendarOf(href)
    if (calendar) return { href: calendar, title: undefined, rank: 1 }
    return DATA_SET.test(address) ? { href, title: undefined, rank: 1, isTable: true } : undefined
  }
  const isFeed = /^(?:webcals?|feed):/i.test(href) || FEED_PATH.test(address) || FEED_QUERY.test(query)
  const isTable = TABLE_PATH.test(address) || TABLE_QUERY.test(query) || DATA_SET.test(address)
  if (!isFeed && !isTable) return undefined
  const title = html.slice(tag.end, html.indexOf('<', tag.end)).slice(0, 200)
  return { href, title, rank: 1, ...(!isFeed && { isTable: true }) }
}

function eachOnce(named: readonly Named[], base: string, most: number): readonly NamedSource[] {
  const found = new Map<string, NamedSource>()
  const { protocol } = new URL(base)
  for (const { href, title } of named.toSorted((a, b) => a.rank - b.rank)) {
    const url = httpUrl(withHttp(href, protocol), base)?.replace(/#.*$/, '')
    if (!url || isOfComments(url, title)) continue
    if (found.size < most && !found.has(url))
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
