import { type Db, sql, where } from '../kernel/db/db.ts'
import { pageOf } from '../kernel/lists/paging.ts'
import { legalInXml } from '../kernel/texts/xml-text.ts'
import { ORDERS as ACTEUR_ORDERS, listOpen, openIn } from '../territory/acteurs/list.ts'
import { isOpenPlace } from '../territory/communes/places/queries.ts'
import { communePath, publicationPath } from './addresses.ts'
import { type Html, html } from './html.ts'
import { MAPPED } from './pages.ts'
import type { Visit } from './visit.ts'

/** For search engines: the communes that have something to read, and the pages of each. */

/** A commune with fewer things does not ask to be found. */
const FEWEST = 3
const MOST = 50_000
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Looks at three rows of each commune along an index, however many it has. */
export async function siteIndex(
  db: Db,
  origin: string,
  communeIds: readonly string[] | null,
): Promise<string> {
  const rows = await db.all<{ slug: string }>(sql`
    select c.slug from communes c ${where([
      sql`c.successor_id is null`,
      isOpenPlace(sql`c.id`),
      // A map names pages of its own host alone.
      sql`not exists (select from commune_hosts h where h.commune_id = c.id)`,
      ...(communeIds ? [sql`c.id = any(${[...communeIds]}::uuid[])`] : []),
      sql`(select count(*) from (select from publications p where p.commune_id = c.id and p.visible_le <= now()
           limit ${FEWEST}) first) = ${FEWEST}`,
    ])} order by c.slug limit ${MOST}`)
  const maps = rows.map(
    ({ slug }) => html`<sitemap><loc>${origin}${communePath(slug)}/sitemap.xml</loc></sitemap>\n`,
  )
  maps.push(html`<sitemap><loc>${origin}${EPCI_MAP}</loc></sitemap>\n`)
  return xmlDocument(html`<sitemapindex xmlns="${SCHEMA}">\n${maps}</sitemapindex>\n`)
}

/** The map of the pages of intercommunalities. */
const EPCI_MAP = '/place/-/sitemap.xml'

const MOST_OF_TOWN = 5_000

export async function siteMap(visit: Visit): Promise<string> {
  const { origin, base, db, slow, town, source } = visit
  const page = pageOf({ per_page: MOST_OF_TOWN }, ACTEUR_ORDERS.nom_asc)
  const [publications, acteurs] = await Promise.all([
    // Only those that have their address here, without their texts.
    slow.all<{ id: string; title: string; updated_at: string }>(sql`
      select p.id, p.title, p.updated_at from publications p ${where([
        sql`p.commune_id = ${town.id} and p.visible_le <= now() and p.visible_le > now() - interval '2 years'`,
        ...(source.acteurIds ? [sql`p.acteur_id = any(${[...source.acteurIds]}::uuid[])`] : []),
      ])} order by p.visible_le desc limit ${MOST_OF_TOWN}`),
    openIn(db, town.id, { acteurIds: source.acteurIds }).then(filter => listOpen(slow, filter, page)),
  ])
  const entry = (path: string, changed?: string): Html =>
    html`<url><loc>${origin}${base}${path}</loc>${changed && html`<lastmod>${changed}</lastmod>`}</url>\n`
  const urls = [
    ...MAPPED.map(path => entry(path)),
    ...acteurs
      .filter(({ slug }) => slug !== town.mairie)
      .map(({ slug, updated_at }) => entry(`/annuaire/${slug}`, iso(updated_at))),
    ...publications.map(one => entry(publicationPath(one), iso(one.updated_at))),
  ]
  return urlSet(urls)
}

/** The tag has escaped its values, sign by sign. */
export const xmlDocument = (root: Html): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${legalInXml(root.toString())}`

export const urlSet = (urls: readonly Html[]): string =>
  xmlDocument(html`<urlset xmlns="${SCHEMA}">\n${urls}</urlset>\n`)

const iso = (time: string) => new Date(time).toISOString()

/** On a host of a commune nothing else is there. */
export const ownRobotsText = (origin: string): string => `User-agent: *
Disallow: /recherche
Disallow: /*/signaler
Disallow: /*/revendiquer

Sitemap: ${origin}/sitemap.xml
`

export const robotsText = (origin: string): string => `User-agent: *
Allow: /place
Allow: /p/
Allow: /media
Disallow: /place/*/recherche
Disallow: /place/*/signaler
Disallow: /place/*/revendiquer
Disallow: /

Sitemap: ${origin}/place/sitemap.xml
`
