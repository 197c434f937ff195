import { type Db, empty, sql } from '../../kernel/db/db.ts'
import { lastSyncOf } from '../sync/last-sync.ts'
import { type ShownRow, shown, shownColumns } from './public-record.ts'

/**
 * The public devices of a commune: the register's with the commune's corrections, and its own. Without pages, as the
 * interface has it: so the thousands of Paris are not read on the shared connections.
 */
export async function shownIn({ db, slow }: { readonly db: Db; readonly slow: Db }, communeId: string) {
  const [few, { last_synced_at, sync_status }] = await Promise.all([
    devicesOf(db, communeId, MANY + 1),
    lastSyncOf(db, communeId),
  ])
  const rows = few.length > MANY ? await devicesOf(slow, communeId) : few
  return { defibrillateurs: rows.map(shown), meta: { count: rows.length, last_synced_at, sync_status } }
}

const MANY = 300

const devicesOf = (db: Db, communeId: string, most?: number) =>
  db.all<ShownRow>(sql`
    select ${shownColumns(communeId)} from commune_defibrillateurs c left join defibrillateurs d on d.gid = c.gid
    where c.commune_id = ${communeId} and c.statut = 'actif' and (c.gid is null or d.actif)
    order by c.id ${most === undefined ? empty : sql`limit ${most}`}`)
