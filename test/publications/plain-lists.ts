import assert from 'node:assert/strict'
import { type Db, type Sql, sql, where } from '../../src/kernel/db/db.ts'
import { onPage, type Page, pageOf } from '../../src/kernel/lists/paging.ts'
import { listVisible, type SearchBounds } from '../../src/publishing/publications/lists/public-list.ts'
import type { ORDERS, PublicOrder } from '../../src/publishing/publications/lists/public-orders.ts'
import type { Filter } from '../../src/publishing/publications/lists/public-rows.ts'

/** Public lists by plain SQL, without index, step or limit, and all pages of a list to compare them with. */

export type OrderName = keyof typeof ORDERS

/** `rows`: a source of publications with a column `texts`, of the whole text. */
export async function plainIds(
  db: Db,
  rows: Sql,
  filter: Filter,
  by: OrderName,
  most?: number,
): Promise<string[]> {
  const { place, type, from, to, on, words } = filter
  const query = sql`${words?.query ?? null}::tsquery`
  const days = sql`unnest(p.date_debut || p.dates) as day where day >= coalesce(${from ?? null}::date, '-infinity')`
  const conditions = [
    sql`p.visible_le <= now()`,
    ...(words ? [sql`p.texts @@ ${query}`] : []),
    ...(place.communeIds ? [sql`p.commune_ids && ${[...place.communeIds]}::uuid[]`] : []),
    ...(place.acteurIds ? [sql`p.acteur_id = any(${[...place.acteurIds]}::uuid[])`] : []),
    ...(place.acteurId === undefined ? [] : [sql`p.acteur_id = ${place.acteurId}`]),
    ...(type === undefined
      ? []
      : 'id' in type
        ? [sql`p.type_id = ${type.id}`]
        : 'slugs' in type
          ? [
              sql`p.type_id in (select id from publication_types where slug = any(${[...type.slugs]}::text[]))`,
            ]
          : [
              sql`(p.date_debut is null or p.type_id not in (select id from publication_types where slug = 'evenement'))`,
            ]),
    ...((from ?? to) === undefined
      ? []
      : [
          sql`exists (select from ${days} and day <= coalesce(${to ?? null}::date, 'infinity') and day is not null)`,
        ]),
    ...(on === undefined
      ? []
      : [
          sql`(${on}::date between p.date_debut and coalesce(p.date_fin, p.date_debut) or ${on}::date = any(p.dates))`,
        ]),
  ]
  const isFeatured = sql`p.en_avant and (p.featured_until is null or p.featured_until > now())`
  // The day by which a list is sorted: the first one from `from` on, at the hour of the event.
  const next = sql`(select min(day) from ${days}) + (p.debut - p.date_debut)`
  const age = sql`p.visible_le desc, p.id desc`
  const order = {
    publie_le_desc: age,
    featured: sql`(${isFeatured}) desc, ${age}`,
    pinned: sql`p.epingle desc, ${age}`,
    relevance: sql`ts_rank(p.texts, ${query}) desc, ${age}`,
    date_debut_asc: sql`${next} nulls last, case when p.debut is not null then p.id end, ${age}`,
  }[by]
  const found = await db.all<{ id: string }>(
    sql`select p.id from ${rows} p ${where(conditions)} order by ${order} limit ${most ?? null}`,
  )
  return found.map(({ id }) => id)
}

interface Pages {
  readonly perPage: number
  /** The number of the first one. */
  readonly first?: number
  /** The list is read to its end without it. */
  readonly most?: number
  readonly bounds?: SearchBounds | undefined
}

/** The ids of the pages of a list, by cursor. */
export async function pagesOf(
  db: Db,
  filter: Filter,
  order: PublicOrder,
  { perPage, first = 1, most = 100_000, bounds }: Pages,
) {
  const ids: string[] = []
  let [stops, leavesOut] = [0, false]
  let page: Page<PublicOrder> = pageOf({ per_page: perPage, page: first }, order)
  for (let pages = 0; ; pages++) {
    if (pages === most) return { ids, stops, leavesOut, isWhole: false }
    assert.ok(pages < 10_000, 'the cursor moves')
    const { rows, resume, ...told } = await listVisible({ db, slow: db }, filter, page, bounds)
    const { data, next } = onPage(page, rows, ({ id }) => id, resume)
    ids.push(...data)
    leavesOut ||= told.leavesOut ?? false
    if (next === null) return { ids, stops, leavesOut, isWhole: true }
    if (rows.length <= perPage) stops++
    page = pageOf({ per_page: perPage, after: next }, order)
  }
}

/** Undefined where the pages are those of plain SQL. Orders of the newest hits say so, and list nothing else. */
export function differenceOf(
  { ids, leavesOut, isWhole }: Pick<Awaited<ReturnType<typeof pagesOf>>, 'ids' | 'leavesOut' | 'isWhole'>,
  wanted: readonly string[],
): string | undefined {
  if (new Set(ids).size < ids.length) return 'a publication is listed twice'
  if (!leavesOut) {
    const expected = isWhole ? wanted : wanted.slice(0, ids.length)
    const at = expected.findIndex((id, n) => ids[n] !== id)
    if (at < 0 && ids.length === expected.length) return undefined
    return `${ids.length} ids instead of ${expected.length}, at ${at}: ${ids[at]}, not ${expected[at]}`
  }
  const places = new Map(wanted.map((id, at) => [id, at]))
  const found = ids.map(id => places.get(id) ?? -1)
  if (found.some((place, at) => place <= (found[at - 1] ?? -1)))
    return 'not a part of the list, or not in its order'
  return undefined
}
