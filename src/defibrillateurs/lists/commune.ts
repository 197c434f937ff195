import { type Db, empty, sql } from '../../kernel/db/db.ts'
import { lastSyncOf } from '../sync/last-sync.ts'
import { type ShownRow, shown, shownColumns } from './layers.ts'

/**
 * The devices of a commune as everybody sees them: the register's with what the commune says on top, and its own. They
 * come whole, as the interface has it: the thousands of Paris are left to connections that nobody waits behind.
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
