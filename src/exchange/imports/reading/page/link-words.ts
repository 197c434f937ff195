import { attributeOf, type Tag } from './tags.ts'

/** What a link is called, and what its words say of the page behind it. */

const LONGEST_WORDS = 300

/** The text of the link, of its picture, its title and its label, with blanks between them. */
export function wordsOf(tag: Tag, html: string): string {
  const inside = html.slice(tag.end, tag.end + LONGEST_WORDS).split(/<\/a\b/i, 1)[0] ?? ''
  const alt = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(inside)
  return [
    inside.replaceAll(/<[^<>]*(?:>|$)/g, ' '),
    alt?.[1] ?? alt?.[2],
    attributeOf(tag, 'title'),
    attributeOf(tag, 'aria-label'),
  ]
    .flatMap(
      each =>
        each
          ?.replaceAll(/&(?:rsquo|#8217|#0?39|apos);/gi, '’')
          .replaceAll(/\s+/g, ' ')
          .trim() || [],
    )
    .join(' ')
}

const CALLED_FEED = /\b(?:rss2?|atom|syndication|syndiquer|ical(?:endar)?|ics|webcal)\b|s[’']abonner/i
/** "S'abonner" to letters and networks. */
const OTHER_SUBSCRIPTION = /lettre|newsletter|mail|magazine|facebook|instagram|youtube|twitter|whatsapp|sms/i
const FEED_PART = /(?:^|[/._-])(?:rss2?|atom|ical|ics|webcal)(?=[/._-]|$)/i
const FEED_PARAM =
  /[?&](?:(?:rss|feed|ical|ics|atom)(?:[=&]|$)|(?:type|output|view|tmpl|mode|export)=(?:rss|atom|ics|ical|icalendar|feed)\b)/i
const NO_PAGE = /^(?:#|$|(?:mailto|tel|javascript):)/i

/** Whether a link may lead to a feed or calendar, by its address or its words. */
export function mayBeFeed(address: string, query: string, words: string): boolean {
  if (NO_PAGE.test(address)) return false
  if (FEED_PART.test(address) || FEED_PARAM.test(query)) return true
  return CALLED_FEED.test(words) && !OTHER_SUBSCRIPTION.test(`${words} ${address}`)
}

/** A link that shows nothing but the icon of feeds. */
export function isCalledFeed(tag: Tag, html: string, address: string): boolean {
  const inside = html.slice(tag.end, tag.end + LONGEST_WORDS).split(/<\/a\b/i, 1)[0] ?? ''
  return tag.name === 'a' && !NO_PAGE.test(address) && FEED_ICON.test(inside)
}
const FEED_ICON =
  /<[^<>]{0,200}["'\s/#_-](?:rss|feed)(?:[-_]\w{1,20})?(?:\.(?:png|gif|svg|jpe?g|webp))?["'\s]/i

export type Section = keyof typeof SECTIONS

/** Whole words: a link is called "L'agenda" or "Toutes les actualités". */
const SECTIONS = {
  agenda: /(?<!\p{L})(?:agenda|[ée]v[ée]nements?|[ée]v[èe]nements?|manifestations?)(?!\p{L})/iu,
  news: /(?<!\p{L})(?:actualit[ée]s?|actus?|news|blog)(?!\p{L})/iu,
} as const
/** What else they are called; the words above come first, wherever they stand. */
const VAGUE = {
  agenda: /(?<!\p{L})(?:calendriers?|sorties?|sortir|animations?|festivit[ée]s|que faire)(?!\p{L})/iu,
  news: /(?<!\p{L})(?:à la une|la une|quoi de neuf|nouvelles|infos?|br[èe]ves)(?!\p{L})/iu,
} as const
/** Longer ones are headlines. */
const LONGEST_NAME = 40

const NAMES = Object.keys(SECTIONS) as Section[]

/** The part of the site that a link is called after, or else that ends its address. */
export function sectionOf(
  address: string,
  words: string,
): { readonly name: Section; readonly isVague: boolean } | undefined {
  const last = /([^/]{1,60})\/?$/.exec(address)?.[1]?.replace(/\.\w{1,5}$/, '') ?? ''
  const called = words.length <= LONGEST_NAME ? words : ''
  const name =
    NAMES.find(name => SECTIONS[name].test(called)) ??
    NAMES.find(name => SECTIONS[name].exec(last)?.[0] === last)
  if (name) return { name, isVague: false }
  const vague = NAMES.find(name => VAGUE[name].test(called))
  return vague && { name: vague, isVague: true }
}
