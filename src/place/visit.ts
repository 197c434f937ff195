import { type Db, sql, where } from '../kernel/db/db.ts'
import { onPage, pageOf } from '../kernel/lists/paging.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import type { Config } from '../kernel/settings/config.ts'
import type { ShownImage } from '../media/attached.ts'
import type { AppSource } from '../people/access/app-sources.ts'
import { alertsOf } from '../publishing/publications/lists/alerts-in-force.ts'
import { listVisible } from '../publishing/publications/lists/public-list.ts'
import { ORDERS } from '../publishing/publications/lists/public-orders.ts'
import type { SearchContext } from '../publishing/publications/lists/search.ts'
import { listed } from '../publishing/publications/record.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import { isOpenPlace } from '../territory/communes/places/queries.ts'
import type { Geocode } from './geocoder.ts'
import type { Holds } from './holds.ts'
import type { Html } from './html.ts'
import type { Town } from './town.ts'

/** What a page is made from: nothing about who reads it. */
export interface Visit {
  readonly town: Town
  readonly source: AppSource
  readonly db: Db
  readonly slow: Db
  readonly config: Config
  /** Where an address is; undefined without a geocoder. */
  readonly geocode: Geocode | undefined
  readonly now: Date
  /** What is said that changes by itself, or is shown of other places, is noted here. */
  readonly holds: Holds
  /** The day, and the time zone, of the commune. */
  readonly today: string
  readonly fuseau: string
  /** `/place/rennes`; nothing on a host of the commune. */
  readonly base: string
  /** The path of the front page. */
  readonly home: string
  /** The origin of the pages of all communes; nothing where it is that of this page. */
  readonly portal: string
  /** The address of the service. */
  readonly publicUrl: string
  /** `https://parvis.example`. */
  readonly origin: string
  /** The alerts in force: danger first. */
  readonly alerts: Promise<readonly Publication[]>
}

/** JSON-LD. */
export type Structured = Readonly<Record<string, unknown>>

export interface Page {
  readonly title: string
  readonly description?: string
  readonly body: Html
  /** By default the path of the request. */
  readonly canonical?: string
  /** The entry of the menu that it belongs to: `/mairie`. By default the one that its path begins with. */
  readonly section?: string
  readonly robots?: 'noindex' | 'noindex,follow'
  readonly status?: 404
  /** For search engines. */
  readonly structured?: Structured
  /** What is shown where the address is shared. */
  readonly picture?: ShownImage | undefined
  /** Made for one reader: no cache keeps it. */
  readonly personal?: true
  /** The publication whose page it is: how often it is opened is counted. */
  readonly publicationId?: string
  /**
   * Without what stands around other pages: for paper, for a frame of another site, for a screen that nobody touches, for
   * the form of the town hall.
   */
  readonly alone?: 'sheet' | 'embed' | 'panel' | 'preview'
  /** Nothing is published: no calendar and no sheet is offered. */
  readonly isEmpty?: boolean
  /** The script that it has: to follow alerts, to ask for the position, or to print. */
  readonly script?: 'follow' | 'locate' | 'print'
}

/** Which security headers the page gets. */
export type Rules = NonNullable<Page['alone']> | 'page' | NonNullable<Page['script']>

/** The town hall, or an administrator, has closed the pages of the commune. */
export class ClosedPlace extends Problem {
  readonly nom: string
  constructor(nom: string) {
    super('not_found')
    this.nom = nom
  }
}

export class Elsewhere {
  readonly address: string
  readonly status: 301 | 302 | 303
  constructor(address: string, status: 301 | 302 | 303 = 301) {
    this.address = address
    this.status = status
  }
}

interface Wanted {
  readonly order: keyof typeof ORDERS
  readonly most: number
  readonly type?: string | readonly string[]
  /** Without events that have a day: these are in the agenda. */
  readonly isNews?: boolean
  readonly from?: string
  readonly to?: string
  /** Events that are under way on this day. */
  readonly on?: string
  readonly after?: string
  /** Only publications of this acteur, in all communes that the app shows. */
  readonly acteurId?: string
  readonly words?: SearchContext | undefined
  /** Only these. */
  readonly ids?: readonly string[]
}

/** What reading publications needs. */
type Reading = Pick<Visit, 'db' | 'slow' | 'town' | 'source' | 'config'>

/** Visible publications, by default of the commune, as the API lists them for the app `place`. */
export async function publicationsOf(
  { db, slow, town, source, config }: Reading,
  { order, most, type, isNews, from, to, on, after, acteurId, words, ids }: Wanted,
): Promise<{ readonly data: readonly Publication[]; readonly next: string | null }> {
  const page = pageOf({ per_page: most, ...(after !== undefined && { after }) }, ORDERS[order])
  const communeIds = acteurId === undefined ? [town.id] : source.communeIds
  const place = { communeIds, acteurIds: source.acteurIds, acteurId }
  const filter = {
    place,
    type: isNews ? { isNews } : type === undefined ? undefined : { slugs: [type].flat() },
    from,
    to,
    on,
    words,
    // A town hall takes hundreds a year: they have pages of their own, and would leave no place for news.
    withoutActes: type === undefined && words === undefined && acteurId === undefined && ids === undefined,
    ...(ids && { selection: { ids, isAll: true } }),
  }
  const { rows, resume } = await listVisible({ db, slow }, filter, page)
  return onPage(page, rows, row => listed(row, config), resume)
}

/** Which of them an open commune shows: an acteur publishes in several. A statement only where one is for another commune. */
export async function shownByOpen(
  { db, town }: Pick<Visit, 'db' | 'town'>,
  rows: readonly Publication[],
): Promise<(one: Publication) => boolean> {
  const isHere = ({ commune_ids }: Publication) => commune_ids.includes(town.id)
  const others = rows.filter(one => !isHere(one)).flatMap(({ commune_ids }) => commune_ids)
  if (others.length === 0) return isHere
  const open = await db.all<{ id: string }>(
    sql`select id from unnest(${[...new Set(others)]}::uuid[]) as c(id) ${where([isOpenPlace(sql`c.id`)])}`,
  )
  const known = new Set(open.map(({ id }) => id))
  return one => isHere(one) || one.commune_ids.some(id => known.has(id))
}

export const alertsInForce = (visit: Reading): Promise<readonly Publication[]> =>
  alertsOf(visit, [visit.town.id])
