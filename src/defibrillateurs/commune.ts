import { type Db, sql } from '../kernel/db.ts'
import { lastSyncOf } from './last-sync.ts'
import { type ShownRow, shown, shownColumns } from './record.ts'

/** The devices of a commune as everybody sees them: the register's with what the commune says on top, and its own. */
export async function shownIn(db: Db, communeId: string) {
  const [rows, { last_synced_at, sync_status }] = await Promise.all([
    db.all<ShownRow>(sql`
      select ${shownColumns(communeId)} from commune_defibrillateurs c left join defibrillateurs d on d.gid = c.gid
      where c.commune_id = ${communeId} and c.statut = 'actif' and (c.gid is null or d.actif) order by c.id`),
    lastSyncOf(db, communeId),
  ])
  return { defibrillateurs: rows.map(shown), meta: { count: rows.length, last_synced_at, sync_status } }
}
