import { type Sql, sql, where } from '../kernel/db/db.ts'
import { matchesWords, type SearchContext } from '../publishing/publications/lists/search.ts'
import { columns, listed, type PublicRow, relations } from '../publishing/publications/record.ts'
import { firstOpen, openByIds, openWith } from '../territory/acteurs/list.ts'
import { isOpenPlace } from '../territory/communes/places/queries.ts'
import { baseOf } from './addresses.ts'
import { dayToShow } from './days.ts'
import { acteurCard } from './directory.ts'
import type { EventPublication } from './event-days.ts'
import { type Html, html, type Value } from './html.ts'
import { dayItems } from './parts.ts'
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

interface Around {
  /** The communes of an intercommunality, and the words that an acteur of it must have. */
  readonly members: { readonly communes: Sql; readonly words: readonly Sql[] } | undefined
  /** What an acteur of a commune nearby must have. */
  readonly names: readonly Sql[]
}

/** Acteurs of the intercommunality, else of the communes nearby: their ids by one statement, then their rows. */
export async function acteursAround(visit: Visit, { members, names }: Around): Promise<readonly Html[]> {
  const { slow, source } = visit
  const nearby = names.length > 0 ? communesNearby(visit) : undefined
  if (!members && !nearby) return []
  const idsIn = (communes: Sql, words: readonly Sql[]) => {
    const filter = openWith(sql`array(select id from ${communes})`, { acteurIds: source.acteurIds }, words)
    return sql`array(${firstOpen(filter, EVENTS)})`
  }
  const named = (some: Sql) => sql`(select jsonb_agg(jsonb_build_object(
    'id', c.id, 'nom', c.nom, 'slug', c.slug, 'host', ${firstHost(sql`c.id`)})) from ${some} c)`
  const row = await slow.one<AroundFound>(sql`
    with members as materialized (${members?.communes ?? NO_COMMUNE}),
    nearby as materialized (
      select c.id, c.nom, c.slug from (${nearby ?? NO_COMMUNE}) c where ${isOpenPlace(sql`c.id`)} limit ${SEARCHED_COMMUNES}),
    of_members as materialized (select ${members ? idsIn(sql`members`, members.words) : NO_IDS} as ids),
    found as materialized (
      select cardinality(ids) > 0 as is_member,
        case when cardinality(ids) > 0 then ids else ${nearby ? idsIn(sql`nearby`, names) : NO_IDS} end as ids from of_members)
    select ids, array(select id from nearby) as nearby, case
      when cardinality(ids) = 0 then null when is_member then ${named(sql`members`)} else ${named(sql`nearby`)} end as communes
    from found`)
  visit.holds.show(row?.nearby ?? [])
  if (!row || row.ids.length === 0) return []
  return (await openByIds(slow, row.ids)).flatMap(one => {
    const commune = row.communes?.find(({ id }) => one.commune_ids.includes(id))
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

const NO_IDS = sql`array[]::uuid[]`
const NO_COMMUNE = sql`select id, nom, slug from communes where false`
interface AroundFound {
  readonly ids: readonly string[]
  readonly nearby: readonly string[]
  readonly communes: readonly NamedCommune[] | null
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
