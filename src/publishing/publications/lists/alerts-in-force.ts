import { type Db, type Sql, sql, where } from '../../../kernel/db/db.ts'
import type { Config } from '../../../kernel/settings/config.ts'
import type { AppSource } from '../../../people/access/app-sources.ts'
import { latestEnd, WITHOUT_END } from '../alerts.ts'
import { columns, listed, type PublicRow, relations } from '../record.ts'
import type { Publication } from '../shapes.ts'

/** The most alerts that are shown. */
const MOST = 100

/** The alerts of these communes that are in force: danger first, then vigilance, then newest. One statement. */
export async function alertsOf(
  { db, source, config }: { readonly db: Db; readonly source: AppSource; readonly config: Config },
  communeIds: readonly string[],
): Promise<readonly Publication[]> {
  const here = sql`${[...communeIds]}::uuid[]`
  const isAlert = sql`type_id = (select id from publication_types where slug = 'alerte')`
  const mayBeInForce = sql`p.leve_le is null and p.visible_le <= now()`
  const isGoingOn = sql`${latestEnd} > now() at time zone 'UTC'`
  const isRecent = sql`visible_le > now() - ${WITHOUT_END} and visible_le <= now()`
  const ending = (place: Sql) => sql`
    select p.id from publications p ${where([place, sql`p.${isAlert}`, isGoingOn, mayBeInForce])}`
  const recent = (from: Sql) => sql`
    select ${from} where commune_id = any(${here}) and ${isAlert} and debut is null and ${isRecent}`
  // Reads all alerts in force for several communes, wherever they are: they are few beside those that these communes ever had.
  const rows = await db.all<PublicRow>(sql`
    select ${columns.public} from (
      ${ending(sql`p.commune_id = any(${here})`)} union
      ${ending(sql`cardinality(p.commune_ids) > 1 and p.commune_ids && ${here}`)} union
      ${recent(sql`id from publications`)} union
      ${recent(sql`publication_id from publication_communes`)}) found
    cross join lateral (select * from publications p where p.id = found.id offset 0) p ${relations}
    ${where([
      mayBeInForce,
      sql`(${isGoingOn}) is not false`,
      ...(source.acteurIds ? [sql`p.acteur_id = any(${[...source.acteurIds]}::uuid[])`] : []),
    ])}
    order by array_position(array['danger', 'vigilance', null, 'information'], p.niveau), p.visible_le desc, p.id desc
    limit ${MOST}`)
  return rows.map(row => listed(row, config)).filter(alert => alert.en_vigueur)
}
