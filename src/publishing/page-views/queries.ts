import { retention } from '../../foundation/retention.ts'
import { type Db, type Sql, sql, type Tx, where } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/records/retention.ts'
import { toldCount } from '../../kernel/records/small-counts.ts'

const todayInParis = sql`(now() at time zone 'Europe/Paris')::date`

/** Adds to the counts of today. In the order of the ids, so that two nodes do not wait for each other in a circle. */
export const addViews = (tx: Tx, views: ReadonlyMap<string, number>): Promise<number> =>
  tx.run(sql`
    insert into publication_page_views as v (publication_id, day, views)
    select p.id, ${todayInParis}, counted.views
    from unnest(${[...views.keys()]}::uuid[], ${[...views.values()]}::int[]) as counted(id, views)
    join publications p on p.id = counted.id order by p.id
    on conflict (publication_id, day) do update set views = v.views + excluded.views`)

const told = toldCount(sql`coalesce(sum(v.views), 0)::int`)
const ofThisWeek = sql`v.day > ${todayInParis} - 7`

/** The views of the last seven days, today included; null for one to four. */
export const viewsOfWeek = (publicationId: Sql): Sql => sql`
  (select ${told} from publication_page_views v where v.publication_id = ${publicationId} and ${ofThisWeek})`

/** The views of all publications `p` that meet these conditions. */
export const countViewsOfWeek = async (db: Db, conditions: readonly Sql[]): Promise<number | null> =>
  (
    await db.one<{ views: number | null }>(sql`
      select ${told} as views from publications p join publication_page_views v on v.publication_id = p.id
      ${where([...conditions, ofThisWeek])}`)
  )?.views ?? null

export const forgetOldPageViews = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from publication_page_views where ${olderThan(retention.pageViews.kept, sql`day`)}`)
