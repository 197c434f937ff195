import { sql, where } from '../kernel/db/db.ts'
import { columns, listed, type PublicRow, relations } from '../publishing/publications/record.ts'
import { isOpenPlace } from '../territory/communes/places/queries.ts'
import { baseOf } from './addresses.ts'
import { dayToShow } from './days.ts'
import { html, type Value } from './html.ts'
import { dayItems, type EventPublication } from './parts.ts'
import { firstHost } from './town.ts'
import type { Visit } from './visit.ts'

/** The next events of the communes nearby, where a commune has little to show itself. */

const KM = 10
const KM_PER_DEGREE = 111.2
const COMMUNES = 60
const EVENTS = 3

interface Near {
  readonly commune: string
  readonly slug: string
  readonly host: string | null
  /** All that are near, also where nothing is on. */
  readonly nearby_ids: readonly string[]
}

/** Empty for a commune without coordinates. */
export async function nearbyShown(visit: Visit): Promise<Value> {
  const rows = await eventsNearby(visit)
  return (
    rows.length > 0 &&
    html`<section class="beside" aria-labelledby="a-cote"><h2 id="a-cote" class="rule">À côté</h2><ol class="days">${rows.map(
      ({ event, base }) =>
        dayItems({ ...visit, base }, [{ day: dayToShow(event, visit.today), events: [event] }], false),
    )}</ol></section>`
  )
}

async function eventsNearby(visit: Visit) {
  const { town, today, source, slow, config } = visit
  const { latitude, longitude } = town
  if (latitude === null || longitude === null) return []
  const shrink = Math.cos((latitude * Math.PI) / 180)
  const [north, east] = [KM / KM_PER_DEGREE, KM / KM_PER_DEGREE / shrink]
  // Flat enough within ten kilometres.
  const distance = sql`sqrt(power(c.latitude - ${latitude}::float8, 2)
    + power((c.longitude - ${longitude}::float8) * ${shrink}::float8, 2))`
  const rows = await slow.all<(PublicRow & Near) | (Near & { readonly id: null })>(sql`
    with nearby as materialized (
      select c.id, c.nom, c.slug from communes c ${where([
        sql`c.latitude between ${latitude - north}::float8 and ${latitude + north}::float8`,
        sql`c.longitude between ${longitude - east}::float8 and ${longitude + east}::float8`,
        sql`${distance} <= ${north}::float8 and c.id <> ${town.id} and c.successor_id is null`,
        ...(source.communeIds ? [sql`c.id = any(${[...source.communeIds]}::uuid[])`] : []),
      ])} order by ${distance} limit ${COMMUNES})
    select shown.*, picked.commune, picked.slug, ${firstHost(sql`picked.commune_id`)} as host, asked.ids as nearby_ids
    from (select array(select id from nearby) as ids) asked left join (
      (select p.id, p.debut, c.id as commune_id, c.nom as commune, c.slug from nearby c
      cross join lateral (
        select p.id, p.debut from publications p ${where([
          sql`p.commune_id = c.id and p.visible_le <= now() and p.debut >= ${today}::date and p.annule_le is null`,
          sql`not p.commune_ids @> array[${town.id}::uuid]`,
          sql`p.type_id is distinct from (select id from publication_types where slug = 'alerte')`,
          ...(source.acteurIds ? [sql`p.acteur_id = any(${[...source.acteurIds]}::uuid[])`] : []),
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
