import { type Db, sql } from '../kernel/db/db.ts'
import type { AppSource } from '../people/access/app-sources.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import { html, type Value } from './html.ts'

/** What is new in each commune of a list: the alerts in force, else how much was published within a week. */

export interface TownNews {
  /** Something is published. */
  readonly isLiving: boolean
  readonly shown: Value
}

const UNKNOWN: TownNews = { isLiving: false, shown: undefined }
const OF_THE_WEEK = sql`p.visible_le between now() - interval '7 days' and now()`

/** Unknown for an app that shows some acteurs alone. */
export async function loadTownNews(
  { db, source }: { readonly db: Db; readonly source: AppSource },
  ids: readonly string[],
  alerts: readonly Publication[],
): Promise<(id: string) => TownNews> {
  if (ids.length === 0 || source.acteurIds) return () => UNKNOWN
  const rows = await db.all<{ id: string; week: number; any: boolean }>(sql`
    select here.id, news.week,
      news.week > 0 or exists (select from publications p where p.commune_id = here.id and p.visible_le <= now())
        or exists (select from publication_communes p where p.commune_id = here.id and p.visible_le <= now()) as any
    from unnest(${[...ids]}::uuid[]) as here(id) cross join lateral (
      select count(*) as week from (
        select from publications p where p.commune_id = here.id and ${OF_THE_WEEK} union all
        select from publication_communes p where p.commune_id = here.id and ${OF_THE_WEEK}) published) news`)
  const counts = new Map(rows.map(row => [row.id, row]))
  return id => {
    const inForce = alerts.filter(({ commune_ids }) => commune_ids.includes(id)).length
    const { week = 0, any = false } = counts.get(id) ?? {}
    return { isLiving: any, shown: shownOf(inForce, week, any) }
  }
}

function shownOf(inForce: number, week: number, isLiving: boolean): Value {
  if (inForce > 0)
    return html`<span class="tag bad">${inForce} ${inForce > 1 ? 'alertes' : 'alerte'} en cours</span>`
  if (week === 0) return !isLiving && html`<span class="meta">rien de publié</span>`
  return html`<span class="meta">${week} ${week > 1 ? 'nouvelles' : 'nouvelle'} cette semaine</span>`
}
