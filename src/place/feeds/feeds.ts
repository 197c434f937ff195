import { isWithin } from '../../people/access/app-sources.ts'
import { ACTE } from '../../publishing/actes/rules.ts'
import { findVisible } from '../../publishing/publications/queries.ts'
import { record } from '../../publishing/publications/record.ts'
import { listTypes } from '../../publishing/publications/types.ts'
import { findOpenAt } from '../../territory/acteurs/queries.ts'
import { collectesOf } from '../../territory/communes/details/queries.ts'
import { idIn, publicationPath } from '../addresses.ts'
import { daysAfter } from '../days.ts'
import { found } from '../search-results.ts'
import { siteMap } from '../sitemap.ts'
import { Elsewhere, publicationsOf, shownByOpen, type Visit } from '../visit.ts'
import { certificate, deliberations } from './actes.ts'
import { calendar, collectionCalendar } from './calendar.ts'
import { cap } from './cap.ts'
import { type FeedSource, MOST_ENTRIES, type Written } from './feed.ts'
import { manifest } from './manifest.ts'
import { atom, jsonFeed, rss } from './news-feeds.ts'

/** Feeds and calendars by the page that they belong to, and by the ending of their address. */

type Feed = (
  visit: Visit,
  rest: readonly string[],
  query: URLSearchParams,
  self: string,
) => Promise<Written | Elsewhere | undefined>
type Write = (visit: Visit, source: FeedSource, self: string) => Promise<Written | undefined>
type Find = (visit: Visit, rest: readonly string[], query: URLSearchParams) => Promise<FeedSource | undefined>

const feed =
  (find: Find, write: Write): Feed =>
  async (visit, rest, query, self) => {
    const source = await find(visit, rest, query)
    return source && (await write(visit, source, self))
  }

/** The feed of a page that other words or its id name too: those addresses redirect to this one. */
const feedOfPage =
  (find: Find, write: Write): Feed =>
  async (visit, rest, query, self) => {
    const source = await find(visit, rest, query)
    if (!source) return undefined
    const day = source.day === undefined ? '' : `/${source.day}`
    const address = visit.base + source.page + day + self.slice(self.lastIndexOf('.'))
    return self === address ? await write(visit, source, self) : new Elsewhere(address)
  }

const news: Find = async (visit, rest) => {
  const [type] = rest
  if (rest.length > 1) return undefined
  const wanted = { order: 'publie_le_desc', most: MOST_ENTRIES, ...(type !== undefined && { type }) } as const
  const { data } = await publicationsOf(visit, wanted)
  const isType = async () => (await listTypes(visit.db, false)).some(({ slug }) => slug === type)
  if (type !== undefined && data.length === 0 && !(await isType())) return undefined
  const page = `/actualites${type === undefined ? '' : `/${type}`}`
  return { title: 'Actualités', page, publications: data }
}

const acts: Find = async (visit, rest) => {
  const source = rest.length > 0 ? undefined : await news(visit, [ACTE], NONE)
  return source && { ...source, title: 'Actes officiels', page: '/actes' }
}

const alerts: Find = async (visit, rest) =>
  rest.length > 0 ? undefined : ({ ...(await news(visit, ['alerte'], NONE)), title: 'Alertes' } as FeedSource)

/** An alert that is lifted is told sooner than other changes. */
const ALERT_SECONDS = 60
const alertFeed: Write = async (...all) => ({ ...(await atom(...all)), seconds: ALERT_SECONDS })

const XML_TYPE = 'application/xml; charset=utf-8'
const SITEMAP_SECONDS = 3_600
const NONE = new URLSearchParams()
const DAYS_BACK = 60
const DAYS_AHEAD = 2 * 365
const MOST_EVENTS = 500

const events: Find = async (visit, rest) => {
  if (rest.length > 0) return undefined
  const { data } = await publicationsOf(visit, {
    order: 'date_debut_asc',
    most: MOST_EVENTS,
    from: daysAfter(visit.today, -DAYS_BACK),
    to: daysAfter(visit.today, DAYS_AHEAD),
  })
  return { title: 'Agenda', page: '/agenda', publications: data }
}

const coming: Find = async (visit, rest) => {
  if (rest.length > 0) return undefined
  const wanted = { order: 'date_debut_asc', most: MOST_ENTRIES, from: visit.today } as const
  const { data } = await publicationsOf(visit, wanted)
  return { title: 'Agenda', page: '/agenda', publications: data }
}

const byActeur: Find = async (visit, rest) => {
  const [slug] = rest
  if (slug === undefined || rest.length > 1) return undefined
  const acteur = await findOpenAt(visit.db, slug)
  if (!acteur?.commune_ids.includes(visit.town.id)) return undefined
  if (visit.source.acteurIds && !visit.source.acteurIds.includes(acteur.id)) return undefined
  const wanted = { order: 'pinned', most: MOST_ENTRIES, acteurId: acteur.id } as const
  const { data } = await publicationsOf(visit, wanted)
  const publications = data.filter(await shownByOpen(visit, data))
  return { title: acteur.nom, page: `/annuaire/${acteur.slug}`, publications }
}

const one: Find = async (visit, rest) => {
  const id = idIn(rest[0] ?? '')
  if (rest.length !== 1 || id === undefined) return undefined
  const row = await findVisible(visit.db, id)
  if (!row || !isWithin(visit.source, row) || !row.commune_ids.includes(visit.town.id)) return undefined
  const publication = record(row, visit.config)
  return { title: publication.title, page: publicationPath(publication), publications: [publication] }
}

/** Its calendar, or that of one of its days. */
const oneOrItsDay: Find = async (visit, [name = '', day, ...rest], query) => {
  const source = rest.length > 0 ? undefined : await one(visit, [name], query)
  if (day === undefined || !source) return source
  const isItsDay = source.publications.some(
    ({ date_debut, dates }) => day === date_debut || dates.includes(day),
  )
  return isItsDay ? { ...source, day } : undefined
}

const search: Find = async (visit, rest, query) => {
  const q = query.get('q') ?? ''
  if (rest.length > 0 || q === '') return undefined
  const publications = await found(visit, q)
  return { title: `« ${q} »`, page: `/recherche?q=${encodeURIComponent(q)}`, publications }
}

const collections: Feed = async (visit, rest, query, self) => {
  if (rest.length > 0) return undefined
  const zone = query.get('zone')
  const all = await collectesOf(visit.db, visit.town.id)
  return collectionCalendar(
    visit,
    all.filter(one => zone === null || one.zone === null || one.zone === zone),
    self,
  )
}

const map: Feed = async (visit, rest) =>
  rest.length > 0 ? undefined : { type: XML_TYPE, text: await siteMap(visit), seconds: SITEMAP_SECONDS }

/** By the segment of the page, then by the ending. */
export const FEEDS: Readonly<Record<string, Readonly<Record<string, Feed>>>> = {
  actualites: { atom: feed(news, atom), rss: feed(news, rss), json: feed(news, jsonFeed) },
  actes: { atom: feed(acts, atom), rss: feed(acts, rss), json: feed(acts, jsonFeed) },
  alertes: { atom: feed(alerts, alertFeed) },
  agenda: { ics: feed(events, calendar), json: feed(coming, jsonFeed) },
  annuaire: { atom: feedOfPage(byActeur, atom), ics: feedOfPage(byActeur, calendar) },
  p: {
    ics: feedOfPage(oneOrItsDay, calendar),
    cap: feedOfPage(one, cap),
    json: certificate('json'),
    pdf: certificate('pdf'),
  },
  recherche: { atom: feed(search, atom) },
  collectes: { ics: collections },
  deliberations: { csv: deliberations },
  sitemap: { xml: map },
  suivre: { json: async (visit, rest) => (rest.length > 0 ? undefined : manifest(visit)) },
}
