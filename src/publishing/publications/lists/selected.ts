import type { AlertLevel } from '../../../../shared/words/publications.ts'
import { type Db, empty, type Sql, sql, where } from '../../../kernel/db/db.ts'
import { equal } from '../../../kernel/lists/list-filters.ts'
import { type Alert, type AlertPlace, alertPlace, isInForce, WITHOUT_END } from '../alerts.ts'
import type { Place, Selection } from './public-rows.ts'
import { FEW_HITS } from './search.ts'

/** Filters that no order of a list has an index for: their publications are read first, and sorted then. */

export interface Selecting {
  readonly ids?: string | undefined
  readonly en_vigueur?: boolean | undefined
  readonly niveau?: AlertLevel | undefined
  readonly updated_since?: string | undefined
  readonly public?: string | undefined
  readonly gratuit?: boolean | undefined
}

export const isSelecting = ({ ids, en_vigueur, niveau, updated_since, ...forWhom }: Selecting): boolean =>
  en_vigueur === true ||
  [ids, niveau, updated_since, forWhom.public, forWhom.gratuit].some(one => one !== undefined)

export async function selectionOf(db: Db, asked: Selecting, place: Place): Promise<Selection> {
  let selection: Selection = { ids: [], isAll: false }
  for (const source of sourcesOf(asked, place)) {
    selection = await readFrom(db, source, asked, place)
    if (selection.isAll) break
  }
  return selection
}

/** Selects `id` of `most` candidates and one more, along an index. */
interface Source {
  readonly rows: Sql
  readonly most: number
}

const isAlert = sql`type_id = (select id from publication_types where slug = 'alerte')`
/** The condition of a partial index. */
const saysForWhom = sql`(public is not null or gratuit is not null)`

/** The next one where the one before leaves candidates over. */
function sourcesOf(asked: Selecting, place: Place): Source[] {
  const { ids, en_vigueur, niveau, updated_since } = asked
  if (ids !== undefined) {
    const wanted = ids.split(',')
    return [{ rows: sql`select distinct unnest(${wanted}::uuid[]) as id`, most: wanted.length }]
  }
  const ofAlerts = en_vigueur === true || niveau !== undefined
  const ofEvents = asked.public !== undefined || asked.gratuit !== undefined
  const here = visibleIn(place, { all: ofAlerts ? [isAlert] : [], own: ofEvents ? [saysForWhom] : [] })
  const isEverywhere = place.communeIds === null && place.acteurId === undefined
  if ((niveau !== undefined && !en_vigueur) || (ofEvents && !en_vigueur && updated_since === undefined))
    return [here]
  const first = en_vigueur ? IN_FORCE : changedSince(updated_since)
  return isEverywhere ? [first] : [first, here]
}

const changedSince = (at: string | undefined): Source => ({
  rows: sql`
    select id from publications where updated_at >= ${at ?? null}::timestamptz
    order by updated_at desc limit ${FEW_HITS + 1}`,
  most: FEW_HITS,
})

/** Those that were in force at the last change, and those that may have begun since. */
const IN_FORCE: Source = {
  rows: sql`
    select id from (
      select publication_id as id from alerts_in_force union
      select id from publications where ${isAlert} and visible_le > now() - ${WITHOUT_END} and visible_le <= now()) found
    limit ${FEW_HITS + 1}`,
  most: FEW_HITS,
}

const MOST_OF_A_PLACE = 20_000

/** The newest of a place. 20 ms. `own`: conditions that links to further communes have no columns for. */
function visibleIn(
  { communeIds, acteurId }: Place,
  { all, own }: Readonly<Record<'all' | 'own', readonly Sql[]>>,
): Source {
  const linked = [...all, sql`visible_le <= now()`]
  const visible = [...own, ...linked]
  const end = sql`order by visible_le desc limit ${MOST_OF_A_PLACE + 1}`
  if (acteurId !== undefined)
    return {
      rows: sql`select id from publications ${where([sql`acteur_id = ${acteurId}`, ...visible])} ${end}`,
      most: MOST_OF_A_PLACE,
    }
  if (communeIds === null)
    return { rows: sql`select id from publications ${where(visible)} ${end}`, most: MOST_OF_A_PLACE }
  // Each commune along its own index.
  const near = (from: Sql, conditions: readonly Sql[]) =>
    sql`(select ${from} ${where([sql`commune_id = commune.ici`, ...conditions])} ${end})`
  const rows = sql`
    select distinct near.id from unnest(${[...communeIds]}::uuid[]) as commune(ici)
    cross join lateral (
      ${near(sql`id from publications`, visible)} union all
      ${near(sql`publication_id as id from publication_communes`, linked)}) near
    limit ${MOST_OF_A_PLACE + 1}`
  return { rows, most: MOST_OF_A_PLACE }
}

type Candidate = Alert & AlertPlace & { readonly id: string | null; readonly looked: number }

async function readFrom(db: Db, { rows, most }: Source, asked: Selecting, place: Place): Promise<Selection> {
  const { en_vigueur, niveau, updated_since } = asked
  const conditions = [
    sql`p.visible_le <= now()`,
    ...(en_vigueur ? [sql`p.leve_le is null`] : []),
    ...equal(sql`p.niveau`, niveau),
    ...equal(sql`p.gratuit`, asked.gratuit),
    ...(asked.public === undefined ? [] : [sql`p.public = any(${asked.public.split(',')}::text[])`]),
    ...(updated_since === undefined ? [] : [sql`p.updated_at >= ${updated_since}::timestamptz`]),
    ...(place.communeIds ? [sql`p.commune_ids && ${[...place.communeIds]}::uuid[]`] : []),
    ...(place.acteurIds ? [sql`p.acteur_id = any(${[...place.acteurIds]}::uuid[])`] : []),
    ...equal(sql`p.acteur_id`, place.acteurId),
  ]
  const [alert, types] = en_vigueur
    ? [
        sql`, p.date_debut, p.date_fin, p.fin_le, p.leve_le, p.publie_le, ${alertPlace}`,
        sql`join publication_types t on t.id = p.type_id`,
      ]
    : [empty, empty]
  const found = await db.all<Candidate>(sql`
    with candidates as materialized (${rows})
    select matching.*, counted.looked from (select count(*) as looked from candidates) counted
    left join lateral (
      select p.id${alert} from candidates
      cross join lateral (select * from publications p where p.id = candidates.id offset 0) p ${types}
      ${where(conditions)} order by p.visible_le desc, p.id desc limit ${FEW_HITS + 1}) matching on true`)
  const now = new Date()
  const ids = found.flatMap(({ id, ...one }) =>
    id === null || (en_vigueur && !isInForce(one, now)) ? [] : [id],
  )
  const isAll = found.length <= FEW_HITS && (found[0]?.looked ?? 0) <= most
  return { ids: ids.slice(0, FEW_HITS), isAll }
}
