import { type Sql, sql, where } from '../kernel/db/db.ts'
import { onPage, pageOf } from '../kernel/lists/paging.ts'
import { matchesWords, type SearchContext } from '../publishing/publications/lists/search.ts'
import { columns, listed, type PublicRow, relations } from '../publishing/publications/record.ts'
import { listOpen, ORDERS, openWith } from '../territory/acteurs/list.ts'
import { isOpenPlace } from '../territory/communes/places/queries.ts'
import { baseOf } from './addresses.ts'
import { dayToShow } from './days.ts'
import { acteurCard } from './directory.ts'
import { type Html, html, type Value } from './html.ts'
import { dayItems, type EventPublication } from './parts.ts'
import { firstHost } from './town.ts'
import type { Visit } from './visit.ts'

/** What the communes nearby announce and have, where a commune has little to show itself. */

const KM = 10
const KM_PER_DEGREE = 111.2
const COMMUNES = 60
const EVENTS = 3
/** No index helps with the words of acteurs: around Paris sixty communes have a hundred thousand. */
const SEARCHED_COMMUNES = 20

interface Near {
  readonly commune: string
  readonly slug: string
  readonly host: string | null
  /** All that are near, also where nothing is on. */
  readonly nearby_ids: readonly string[]
}

/** Empty for a commune without coordinates. */
export async function nearbyShown(visit: Visit): Promise<Value> {
  const shown = await eventsNearby(visit)
  return (
    shown &&
    html`<section class="beside" aria-labelledby="a-cote"><h2 id="a-cote" class="rule">À côté</h2>${shown}</section>`
  )
}

/** The next events, of these words alone where there are some. */
export async function eventsNearby(visit: Visit, words?: SearchContext): Promise<Value> {
  const rows = await loadEvents(visit, words)
  return (
    rows.length > 0 &&
    html`<ol class="days">${rows.map(({ event, base }) =>
      dayItems({ ...visit, base }, [{ day: dayToShow(event, visit.today), events: [event] }], false),
    )}</ol>`
  )
}

/** Acteurs whose searched words hold all of these. */
export async function acteursNearby(visit: Visit, words: readonly Sql[]): Promise<readonly Html[]> {
  const nearby = communesNearby(visit)
  if (!nearby || words.length === 0) return []
  const communes = await visit.slow.all<NamedCommune>(sql`
    select c.id, c.nom, c.slug, ${firstHost(sql`c.id`)} as host from (${nearby}) c where ${isOpenPlace(sql`c.id`)}
    limit ${SEARCHED_COMMUNES}`)
  const page = pageOf({ per_page: EVENTS }, ORDERS.nom_asc)
  const ids = communes.map(({ id }) => id)
  if (ids.length === 0) return []
  visit.holds.show(ids)
  const filter = openWith(ids, { acteurIds: visit.source.acteurIds }, words)
  return onPage(page, await listOpen(visit.slow, filter, page)).data.flatMap(one => {
    const commune = communes.find(({ id }) => one.commune_ids.includes(id))
    return commune
      ? [
          acteurCard({ base: baseOf(visit, commune) }, one, {
            level: 'h3',
            withType: true,
            commune: commune.nom,
          }),
        ]
      : []
  })
}

interface NamedCommune {
  readonly id: string
  readonly nom: string
  readonly slug: string
  readonly host: string | null
}

/** Id, name and slug, the nearest first; undefined for a commune without coordinates. */
function communesNearby({ town, source }: Visit): Sql | undefined {
  const { latitude, longitude } = town
  if (latitude === null || longitude === null) return undefined
  const shrink = Math.cos((latitude * Math.PI) / 180)
  const [north, east] = [KM / KM_PER_DEGREE, KM / KM_PER_DEGREE / shrink]
  // Flat enough within ten kilometres.
  const distance = sql`sqrt(power(c.latitude - ${latitude}::float8, 2)
    + power((c.longitude - ${longitude}::float8) * ${shrink}::float8, 2))`
  return sql`
      select c.id, c.nom, c.slug from communes c ${where([
        sql`c.latitude between ${latitude - north}::float8 and ${latitude + north}::float8`,
        sql`c.longitude between ${longitude - east}::float8 and ${longitude + east}::float8`,
        sql`${distance} <= ${north}::float8 and c.id <> ${town.id} and c.successor_id is null`,
        ...(source.communeIds ? [sql`c.id = any(${[...source.communeIds]}::uuid[])`] : []),
      ])} order by ${distance} limit ${COMMUNES}`
}

async function loadEvents(visit: Visit, words: SearchContext | undefined) {
  const { town, today, source, slow, config } = visit
  const nearby = communesNearby(visit)
  if (!nearby) return []
  const rows = await slow.all<(PublicRow & Near) | (Near & { readonly id: null })>(sql`
    with nearby as materialized (${nearby})
    select shown.*, picked.commune, picked.slug, ${firstHost(sql`picked.commune_id`)} as host, asked.ids as nearby_ids
    from (select array(select id from nearby) as ids) asked left join (
      (select p.id, p.debut, c.id as commune_id, c.nom as commune, c.slug from nearby c
      cross join lateral (
        select p.id, p.debut from publications p ${where([
          sql`p.commune_id = c.id and p.visible_le <= now() and p.debut >= ${today}::date and p.annule_le is null`,
          sql`not p.commune_ids @> array[${town.id}::uuid]`,
          sql`p.type_id is distinct from (select id from publication_types where slug = 'alerte')`,
          ...(source.acteurIds ? [sql`p.acteur_id = any(${[...source.acteurIds]}::uuid[])`] : []),
          ...(words ? [matchesWords(words)] : []),
        ])} order by p.debut, p.id limit ${EVENTS}) p
      where ${isOpenPlace(sql`c.id`)}
      order by p.debut, p.id limit ${EVENTS}) picked
    cross join lateral (select ${columns.public} from publications p ${relations} where p.id = picked.id offset 0) shown) on true
    order by picked.debut, picked.id`)
  visit.holds.show(rows[0]?.nearby_ids ?? [])
  return rows.flatMap(row => {
    if (row.id === null) return []
    const where = [row.lieu, row.commune].filter(Boolean).join(', ')
    return { base: baseOf(visit, row), event: { ...listed(row, config), lieu: where } as EventPublication }
  })
}
