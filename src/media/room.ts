import { join } from 'node:path'
import type { Config } from '../kernel/config.ts'
import { type Db, sql, type Tx } from '../kernel/db/db.ts'
import { Problem } from '../kernel/errors.ts'
import { type Disk, diskOf } from '../kernel/files/free-disk.ts'
import { incomingFolder } from '../kernel/routes/received.ts'

/** The room that is left for pictures and documents: by the quota of an acteur, and on the disk. */

////////////////////////////////////////////////////////////////////////////// of an acteur

/** With the acteurs that were merged into this one: their fetched pictures are attributed to it until the merge is undone. */
const itself = (acteurId: string) => sql`
  with recursive one(id) as (
    select ${acteurId}::uuid union select a.id from acteurs a join one on a.merged_into = one.id)`

/** What was sent for it, and what was fetched because its publication named the address first. Each file once. */
export const bytesTaken = async (db: Db, acteurId: string): Promise<number> =>
  (
    await db.one<{ bytes: number }>(sql`
      ${itself(acteurId)}
      select coalesce(sum(m.bytes), 0)::float8 as bytes from media m where m.key in (
        select media_key from uploads where acteur_id = ${acteurId}
        union select f.media_key from fetched_pictures f join one on f.acteur_id = one.id where f.media_key is not null)`)
  )?.bytes ?? 0

type Quota = Pick<Config, 'mediaQuotaBytes'>

export async function refuseBeyondQuota(
  db: Db,
  acteurId: string,
  bytes: number,
  { mediaQuotaBytes }: Quota,
): Promise<void> {
  if ((await bytesTaken(db, acteurId)) + bytes > mediaQuotaBytes) throw new Problem('storage_full')
}

/** Serialises what is added for one acteur: two at once do not both find the last of the room. */
export const lockRoom = (tx: Tx, acteurId: string) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${acteurId}`}, 0))`)

////////////////////////////////////////////////////////////////////////////// on the disk

const MIB = 1024 * 1024
const GIB = 1024 * MIB

/** The database may lie on the same disk: a twentieth is left to it. */
const floorOfStore = ({ bytes }: Disk) => Math.min(20 * GIB, Math.max(GIB, bytes / 20))
/** Behind a bucket the disk holds what is being received alone, which is removed after each request. */
const FLOOR_OF_INCOMING = 64 * MIB

export interface DiskRoom extends Disk {
  readonly folder: string
  /** Uploads stop below it. */
  readonly floorBytes: number
}

type Where = Pick<Config, 'dataDir' | 'mediaBucket' | 'mediaFreeBytes'>

/** The disk that fills up when pictures are kept. A bucket is not measured: its store has no end, or says so itself. */
export async function diskRoom(
  { dataDir, mediaBucket, mediaFreeBytes }: Where,
  measure = diskOf,
): Promise<DiskRoom> {
  const folder = mediaBucket ? incomingFolder({ dataDir }) : join(dataDir, 'media')
  const disk = await measure(folder)
  const floor = mediaBucket ? FLOOR_OF_INCOMING : floorOfStore(disk)
  return { ...disk, folder, floorBytes: mediaFreeBytes ?? floor }
}

export const isLow = ({ freeBytes, floorBytes }: DiskRoom) => freeBytes < floorBytes

export async function refuseLowDisk(config: Where): Promise<void> {
  if (isLow(await diskRoom(config))) throw new Problem('storage_low')
}
