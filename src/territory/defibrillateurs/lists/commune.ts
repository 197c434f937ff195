import { type Db, empty, sql } from '../../../kernel/db/db.ts'
import type { Defibrillateur } from '../shapes.ts'
import { lastSyncOf } from '../sync/last-sync.ts'
import { type ShownRow, shown, shownColumns } from './records.ts'

interface Reads {
  readonly db: Db
  readonly slow: Db
}

/** The public devices of a commune, and when they were last read from the register. */
export async function shownIn(reads: Reads, communeId: string) {
  const [defibrillateurs, { last_synced_at, sync_status }] = await Promise.all([
    devicesIn(reads, communeId),
    lastSyncOf(reads.db, communeId),
  ])
  return { defibrillateurs, meta: { count: defibrillateurs.length, last_synced_at, sync_status } }
}

const MANY = 300

/**
 * The register's with the commune's corrections, and its own. Without pages, as the interface has it: so the thousands of
 * Paris are not read on the shared connections.
 */
export async function devicesIn({ db, slow }: Reads, communeId: string): Promise<Defibrillateur[]> {
  const few = await devicesOf(db, communeId, MANY + 1)
  return (few.length > MANY ? await devicesOf(slow, communeId) : few).map(shown)
}

const devicesOf = (db: Db, communeId: string, most?: number) =>
  db.all<ShownRow>(sql`
    select ${shownColumns(communeId)} from commune_defibrillateurs c left join defibrillateurs d on d.gid = c.gid
    where c.commune_id = ${communeId} and c.statut = 'actif' and (c.gid is null or d.actif)
    order by c.id ${most === undefined ? empty : sql`limit ${most}`}`)
