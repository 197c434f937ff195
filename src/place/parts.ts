import { remembered } from '../kernel/values/remembered.ts'
import type { ShownImage } from '../media/attached.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import type { Point } from '../territory/defibrillateurs/lists/geography.ts'
import { publicationPath } from './addresses.ts'
import {
  dayToShow,
  hoursOn,
  isEvent,
  laterInWords,
  localDay,
  localTime,
  longDay,
  shortDay,
  shortMonth,
  weekday,
} from './days.ts'
import type { Day, EventPublication } from './event-days.ts'
import { flag, type Html, html, link, type Value } from './html.ts'
import { langOfTitle } from './language.ts'
import type { Marks } from './marks.ts'
import { shownText, withOrdinals } from './text.ts'
import type { Visit } from './visit.ts'

/** Parts of several pages. */

const PATHS = {
  warn: 'M10 3 1.8 17h16.4zM10 8v4M10 14.6v.1',
  danger:
    'M6.900 2.500h6.200l4.400 4.400v6.200l-4.400 4.400H6.900l-4.400-4.400V6.900zM10 6v4.800M10 13.700v.1',
  info: 'M10 2.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15M10 9.200v4.600M10 6.300v.1',
  pin: 'M10 18s6-5.2 6-9.6A6 6 0 0 0 4 8.4C4 12.8 10 18 10 18zM10 6.6a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8',
  bin: 'M4 5.500h12M8 5.500V3.500h4v2M5.500 5.500l.8 11.500h7.400l.8-11.500M8.500 8.500v5.500M11.500 8.500v5.500',
  clock: 'M10 2.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15M10 6v4.200l2.800 1.800',
  calendar: 'M3 4.500h14v12.500H3zM3 8.500h14M7 2.500v4M13 2.500v4',
  feed: 'M4 11a5 5 0 0 1 5 5M4 6.5A9.5 9.5 0 0 1 13.5 16M4.8 15.2v.1',
  print: 'M5.5 7V2.5h9V7M5.500 14H3V7h14v7h-2.500M5.500 11.500h9v6h-9z',
  heart:
    'M10 17S2.5 12.5 2.5 7.3A3.8 3.8 0 0 1 10 6a3.8 3.8 0 0 1 7.500 1.300C17.500 12.500 10 17 10 17zM4 10h3l1.500-3 2.500 5 1.300-2H16',
  hall: 'M3 17h14M4.500 17V8.500h11V17M2.500 8.500 10 3.500l7.500 5M8 17v-4h4v4',
  share: 'M10 12V2.500M6.800 5.500 10 2.500l3.200 3M5 9.500H3.500v8h13v-8H15',
  find: 'M8.700 3.500a5.200 5.200 0 1 0 0 10.400 5.200 5.200 0 0 0 0-10.400M12.600 12.600 17 17',
  document: 'M5 2.500h7l3.500 3.500v11.500H5zM12 2.500V6h3.500M7.500 10h5.500M7.500 13h5.500',
  phone:
    'M4.500 3h3l1.300 3.800-1.800 1.400a9 9 0 0 0 4.800 4.800l1.400-1.800L17 12.500v3A1.700 1.700 0 0 1 15.300 17 12.600 12.600 0 0 1 3 4.700 1.700 1.700 0 0 1 4.500 3z',
  mail: 'M2.500 4.500h15v11h-15zM2.500 5.500 10 11l7.500-5.500',
  people:
    'M7 9.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6M1.500 17c0-3.500 2.500-5 5.500-5s5.500 1.500 5.500 5M13 9.500a2.500 2.500 0 1 0-1-4.800M14 12c2.500 0 4.500 1.500 4.500 4.500',
} as const

export const icon = remembered(
  (name: keyof typeof PATHS) =>
    html`<svg class="i" viewBox="0 0 20 20" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`,
)

/** The day below a title: the next one of an event, else that of its publication; of news always the latter; or none. */
type Dating = 'event' | 'news' | 'none'

/** Its type, its acteur and a day. What has a day of its own says in the news which day is shown. */
export const metaOf = (
  visit: Visit,
  one: Publication,
  dating: Dating = 'event',
  named: 'by' | 'nobody' = 'by',
): Html => {
  const { today, fuseau, town } = visit
  const by = named === 'by' && one.acteur && (one.acteur.slug === town.mairie ? 'Mairie' : one.acteur.nom)
  const isAlert = one.type.slug === 'alerte'
  const isDated = isEvent(one) && !isAlert
  const isOfEvent = isDated && dating === 'event'
  const day = isOfEvent ? dayToShow(one, today) : localDay(one.publie_le ?? one.created_at, fuseau)
  const words = isOfEvent ? longDay(day, today) : publishedIn(one, visit)
  const { length } = one.documents
  return html`<p class="meta"><span>${one.type.nom}</span>${by && html`\u00a0· ${by}`}${dating !== 'none' && html`\u00a0· ${isDated && !isOfEvent && 'en ligne depuis le '}<time datetime="${day}">${withOrdinals(words)}</time>`}${isAlert && `\u00a0· ${one.en_vigueur ? 'en cours' : 'terminée'}`}${length > 0 && html`\u00a0· ${length} ${length > 1 ? 'documents' : 'document'}`}</p>`
}

/** 24 novembre; of an alert of today its hour. */
function publishedIn({ type, publie_le, created_at }: Publication, { today, fuseau }: Visit): string {
  const instant = publie_le ?? created_at
  const day = localDay(instant, fuseau)
  const isOfToday = type.slug === 'alerte' && day === today
  return isOfToday ? `aujourd’hui à ${localTime(instant, fuseau)}` : shortDay(day, today)
}

export function picture(image: ShownImage, kind: 'thumb' | 'big', isFirst = false): Html {
  const [smallest = 0, next = smallest] = [...new Set(image.sources.map(({ width }) => width))]
  const wanted = kind === 'thumb' ? smallest : next
  const sourceOf = (type: string) =>
    image.sources.filter(source => source.type === type && (kind === 'big' || source.width === wanted))
  const shown = sourceOf('image/jpeg').find(({ width }) => width === wanted)
  const set = sourceOf('image/webp')
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ')
  const sizes = kind === 'thumb' ? '6.2rem' : '(max-width: 56rem) 100vw, 43rem'
  return html`<picture><source type="image/webp" srcset="${set}" sizes="${sizes}"><img class="${kind}" src="${shown?.url ?? image.url}" alt="${kind === 'thumb' ? '' : image.alt}" width="${shown?.width ?? image.width}" height="${shown?.height ?? image.height}"${isFirst ? html` fetchpriority="high"` : html` loading="lazy" decoding="async"`}></picture>`
}

export const pathOf = (visit: Pick<Visit, 'base'>, one: Publication): string =>
  visit.base + publicationPath(one)

const CANCELLED = html`<strong class="tag bad">Annulé</strong> `
export const isCancelled = ({ annule_le }: Pick<Publication, 'annule_le'>) => annule_le !== null
/** Its title, which leads to its page; struck out by the class `off` around it. */
export const titleLink = (
  visit: Pick<Visit, 'base'>,
  one: Publication,
  title: Value = shownText(one.title),
): Html =>
  html`${isCancelled(one) && CANCELLED}<a href="${pathOf(visit, one)}"${langOfTitle(one)}>${title}</a>`
/** For readers that strike nothing out. */
export const plainTitle = (one: Publication): string =>
  `${isCancelled(one) ? 'Annulé\u00a0: ' : ''}${shownText(one.title)}`

interface StoryShown {
  /** Marks the words of a search. */
  readonly marks?: Marks
  readonly dating?: Dating
  /** `nobody`: on the page of its own acteur. */
  readonly named?: 'by' | 'nobody'
}

/** A line of a list of news. */
export function story(
  visit: Visit,
  one: Publication,
  level: 'h2' | 'h3',
  { marks, dating, named }: StoryShown = {},
): Html {
  const [image] = one.images
  const excerpt = marks?.excerpt(one.body)
  return html`<li class="story${isCancelled(one) && ' off'}">${image && picture(image, 'thumb')}<div>${heading(level, titleLink(visit, one, marks?.inText(one.title)))}${excerpt && html`<p dir="auto">${excerpt}</p>`}${metaOf(visit, one, dating, named)}</div></li>`
}

/** Tags are words of ours: a value cannot name an element. */
export const heading = (level: 'h2' | 'h3' | 'h4', words: Value): Html =>
  level === 'h2'
    ? html`<h2 dir="auto">${words}</h2>`
    : level === 'h3'
      ? html`<h3 dir="auto">${words}</h3>`
      : html`<h4 dir="auto">${words}</h4>`

////////////////////////////////////////////////////////////////////////////// days

/** Days with their events. */
export const dayItems = (
  visit: Pick<Visit, 'base' | 'today'>,
  days: readonly Day[],
  withActeur: boolean,
): Html[] =>
  days.map(({ day, events }) =>
    dayShown(
      day,
      events.map(event => eventItem(visit, event, day, withActeur)),
    ),
  )

/** A day with the items of its events. */
export function dayShown(day: string, events: readonly Html[]): Html {
  const date = html`<time datetime="${day}"><span>${weekday(day)}</span> <b>${Number(day.slice(8))}</b> <span>${shortMonth(day)}</span></time>`
  return html`<li class="day"><h3 class="date">${date}</h3><ul>${events}</ul></li>`
}

interface EventShown {
  readonly level?: 'h3' | 'h4'
  readonly marks?: Marks
  /** By default its own. */
  readonly lieu?: string | null
}

export function eventItem(
  visit: Pick<Visit, 'base' | 'today'>,
  event: EventPublication,
  day: string,
  withActeur: boolean,
  { level = 'h4', marks, lieu = event.lieu }: EventShown = {},
): Html {
  // The library’s own event in the library is said once.
  const acteur = withActeur && event.acteur?.nom !== lieu ? event.acteur?.nom : undefined
  const when = beside(hoursOn(event, day, visit.today), isCancelled(event) ? '' : laterInWords(event, day))
  const meta = beside(beside(when, lieu), acteur)
  return html`<li class="ev${isCancelled(event) && ' off'}">${heading(level, titleLink(visit, event, marks?.inText(event.title)))}<p class="meta">${withOrdinals(meta)}</p></li>`
}

/** With a dot between them where there are two. */
const beside = (words: string, more: string | null | undefined) =>
  words && more ? `${words}\u00a0· ${more}` : words || more || ''

////////////////////////////////////////////////////////////////////////////// links

export interface Choice {
  readonly href: string
  readonly words: string
  readonly on?: boolean
}

/** Associations, Actes officiels; other types by the words that they have. */
export const plural = (nom: string): string =>
  /^\p{L}*[^sxzu\P{L}](?: \p{L}+iel)?$/u.test(nom) ? nom.replaceAll(/\p{L}(?= |$)/gu, '$&s') : nom

export const filters = (label: string, choices: readonly Choice[]): Html =>
  html`<nav class="filters" aria-label="${label}"><ul>${choices.map(
    ({ href, words, on = false }) =>
      html`<li><a href="${link(href)}"${flag('aria-current="true"', on)}>${words}</a></li>`,
  )}</ul></nav>`

export const crumbs = (...steps: readonly (readonly [string, string])[]): Html =>
  html`<nav class="crumbs" aria-label="Fil d’Ariane"><ol>${steps.map(([href, words]) => html`<li><a href="${href}">${words}</a></li>`)}</ol></nav>`

const FRENCH = /(?:(?:\+|\b00)[\s.]?33[\s./()-]*0?|(?<![\d+])0)([\s./()_-]*[1-9](?:[\s./()_-]*\d){8})(?!\d)/
/** What numbers overseas begin with, by the code of their territory: +33 leads to none of them. */
const OVERSEAS: Readonly<Record<string, RegExp>> = {
  262: /^(?:26[239]|639|69[23])/,
  590: /^(?:590|69[01])/,
  594: /^(?:594|694)/,
  596: /^(?:596|69[67])/,
}
const ANY = /\+?\d[\d\s.-]*/

/**
 * For `tel:`: the first number, as it is dialled from anywhere. People write `+33 (0)2 99 …`, two numbers, or words beside them:
 * all their digits together lead nowhere.
 */
export const dialled = (telephone: string): string => {
  const digits = FRENCH.exec(telephone)?.[1]?.replaceAll(/\D/g, '')
  if (digits === undefined) return `tel:${ANY.exec(telephone)?.[0].replaceAll(/[^\d+]/g, '') ?? ''}`
  const code = Object.keys(OVERSEAS).find(one => OVERSEAS[one]?.test(digits)) ?? '33'
  return `tel:+${code}${digits}`
}

/** To a map that every device opens: `geo:` does nothing on a computer. `to`: a position, or words. */
export const wayTo = (to: Point | string): string => {
  const words = typeof to === 'string' ? to : `${to.latitude},${to.longitude}`
  return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(words)}`
}
