import { withHttp } from '../../../../../shared/typed/link.ts'
import { httpUrl } from '../../../../kernel/html/links.ts'
import { lineFromHtml } from '../texts/html.ts'
import { closedAppOf, embeddedSourcesOf, isFeedBurner, scriptedAgendaOf } from './embeds.ts'
import { isCalledFeed, mayBeFeed, type Section, sectionOf, wordsOf } from './link-words.ts'
import { attributeOf, type Tag, tagsIn } from './tags.ts'

/** What a web page tells of the feeds and calendars of its site. */
export interface PageHints {
  readonly title: string | null
  /** Feeds and calendars that the page names, each once; feeds of comments are left out. */
  readonly named: readonly NamedSource[]
  /** CSV files and data sets of Opendatasoft that the page links to: they may hold anything. */
  readonly tables: readonly NamedSource[]
  /** Links that are called "RSS" or "S'abonner", or whose address says so. */
  readonly likely: readonly NamedSource[]
  /** Apps that the page shows and whose content is closed; their names are the titles. */
  readonly closedApps: readonly NamedSource[]
  /** The first link to its agenda, and to its news. */
  readonly sections: Readonly<Partial<Record<Section, string>>>
  /** Frames of the page, or where it leads by itself. */
  readonly instead: readonly string[]
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
  wix: [/^wix\.com/i, /static\.(?:wixstatic|parastorage)\.com\//],
} as const

/** The head and the beginning of the body name what a site offers; the limits keep hostile pages below 50 ms. */
const LONGEST_PAGE = 512 * 1024
const MOST_TAGS = 20_000
const MOST_LINKS = 2_000
const MOST_NAMED = 12
const MOST_TABLES = 4
const MOST_LIKELY = 4
const MOST_INSTEAD = 3
const LONGEST_TITLE = 200

export function hintsOf(page: string, url: string): PageHints {
  const html = page.slice(0, LONGEST_PAGE)
  let title: string | null = null
  let base = url
  let api: string | null = null
  let generator = ''
  const found: Named[] = []
  const apps: Named[] = []
  const instead: Named[] = []
  const sections: Partial<Record<Section, string>> = {}
  const vague: typeof sections = {}
  let tags = 0
  let links = 0
  for (const tag of tagsIn(html)) {
    if (++tags > MOST_TAGS || links > MOST_LINKS) break
    if (tag.closing) continue
    if (tag.name === 'title') title ??= textAfter(html, tag)
    else if (tag.name === 'base') base = httpUrl(attributeOf(tag, 'href'), url) ?? base
    else if (tag.name === 'meta') {
      if (/generator/i.test(tag.attributes)) generator ||= attributeOf(tag, 'content') ?? ''
      const next = /refresh/i.test(tag.attributes) && refreshOf(attributeOf(tag, 'content'))
      if (next) instead.push({ href: next, title: undefined, rank: 0 })
    } else if (FRAMES.has(tag.name)) {
      links++
      const href = frameOf(tag)
      const shown = href ? embeddedSourcesOf(href, base) : []
      const app = href && closedAppOf(href, base)
      if (!href) continue
      if (shown.length > 0) found.push(...shown.map(href => ({ href, title: undefined, rank: 1 })))
      else if (app) apps.push({ href, title: app, rank: 0 })
      else if (tag.name === 'frame') instead.push({ href, title: undefined, rank: 0 })
      else if (DATA_SET.test(href.split(/[?#]/, 1)[0] ?? ''))
        found.push({ href, title: undefined, rank: 1, is: 'table' })
    } else if (LINKS.has(tag.name)) {
      links++
      if (tag.name === 'link' && /api\.w\.org/.test(tag.attributes))
        api ??= httpUrl(attributeOf(tag, 'href'), base)
      const href = attributeOf(tag, 'href')?.trim()
      if (!href) continue
      const named = tag.name === 'link' ? namedInHead(tag, href) : namedByLink(tag, href, html, base)
      found.push(...named)
      if (named.length === 0 && tag.name !== 'link') {
        const called = sectionOf(href.split(/[?#]/, 1)[0] ?? '', wordsOf(tag, html))
        const there = called && httpUrl(href, base)?.replace(/#.*$/, '')
        if (called && there) (called.isVague ? vague : sections)[called.name] ??= there
      }
    } else {
      const agenda = scriptedAgendaOf(tag.attributes)
      if (agenda) found.push({ href: agenda, title: undefined, rank: 1 })
    }
  }
  const those = (is: Named['is'], most: number) =>
    eachOnce(
      found.filter(each => each.is === is),
      base,
      most,
    )
  return {
    title,
    named: those(undefined, MOST_NAMED),
    tables: those('table', MOST_TABLES),
    likely: those('likely', MOST_LIKELY),
    closedApps: eachOnce(apps, base, MOST_LIKELY),
    sections: { ...vague, ...sections },
    instead: eachOnce(instead, base, MOST_INSTEAD).map(each => each.url),
    system: systemOf(generator, html),
    api,
  }
}

const LINKS: ReadonlySet<string> = new Set(['link', 'a', 'area'])
const FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame', 'script'])

/** Banners of consent keep the address of a frame in another attribute. */
const frameOf = (tag: Tag): string | undefined =>
  ['src', 'data-src', 'data-lazy-src', 'data-cmp-src']
    .flatMap(name => attributeOf(tag, name)?.trim() ?? [])
    .find(each => each !== '' && !/^(?:about|data|javascript):/i.test(each))

const refreshOf = (content: string | undefined): string | undefined =>
  /^\s*\d{0,6}(?:\.\d{0,3})?[\s;,]*url\s*=\s*["']?([^"']{1,2000})/i.exec(content ?? '')?.[1]

interface Named {
  readonly href: string
  readonly title: string | undefined
  readonly rank: number
  /** `likely`: by its words or parts of its address alone. */
  readonly is?: 'table' | 'likely'
}

const FEED_TYPE = /^(?:application\/(?:rss|atom|rdf|feed)\+(?:xml|json)|text\/calendar)/i
const XML_TYPE = /^(?:text|application)\/xml\b/i
const FEED_PATH = /\.(?:rss|atom|ics|ical)$|\/(?:rss|feed|atom)(?:\.xml|\.php)?\/?$/i
const TABLE_PATH = /\.csv$|\/exports\/csv$/i
const TABLE_QUERY = /[?&]format=csv\b/i
/** Not its downloads: the records behind them are read page by page. */
const DATA_SET = /\/explore\/(?:embed\/)?dataset\/[\w@-]{1,200}(?:\/[a-z]{0,30})?\/?$/i
const FEED_QUERY =
  /[?&](?:page=backend|format=feed|feed=(?:rss2?|atom)|ical=1|format=(?:ical|ics|rss|atom))\b/i

/** Feeds of the head before calendars and feeds that are only linked. */
function namedInHead(tag: Tag, href: string): readonly Named[] {
  const type = attributeOf(tag, 'type') ?? ''
  const rel = attributeOf(tag, 'rel') ?? ''
  const isAlternate = /\balternate\b/i.test(rel)
  const isFeed = FEED_TYPE.test(type) || /(?:^|\s)feed(?:\s|$)/i.test(rel)
  const found = { href, title: attributeOf(tag, 'title'), rank: 0 }
  if (/^text\/csv/i.test(type)) return [{ ...found, is: 'table' }]
  return isFeed || (isAlternate && XML_TYPE.test(type)) ? [found] : []
}

function namedByLink(tag: Tag, href: string, html: string, base: string): readonly Named[] {
  const [address = '', query = ''] = href.split(/(?=[?#])/, 2)
  const title = html.slice(tag.end, html.indexOf('<', tag.end)).slice(0, 200)
  const embedded = embeddedSourcesOf(href, base)
  if (embedded.length > 0) return embedded.map(href => ({ href, title, rank: 1 }))
  const isFeed =
    /^(?:webcals?|feed):/i.test(href) ||
    FEED_PATH.test(address) ||
    FEED_QUERY.test(query) ||
    FEED_TYPE.test(attributeOf(tag, 'type') ?? '') ||
    isFeedBurner(address)
  if (isFeed) return [{ href, title, rank: 1 }]
  if (TABLE_PATH.test(address) || TABLE_QUERY.test(query) || DATA_SET.test(address))
    return [{ href, title, rank: 1, is: 'table' }]
  const isLikely = mayBeFeed(address, query, wordsOf(tag, html)) || isCalledFeed(tag, html, address)
  return isLikely ? [{ href, title, rank: 1, is: 'likely' }] : []
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
