import { join } from 'node:path'
import { type Db, sql, type Tx } from '../kernel/db/db.ts'
import { type Disk, diskOf } from '../kernel/files/free-disk.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import { incomingFolder } from '../kernel/routes/received.ts'
import type { Config } from '../kernel/settings/config.ts'

/** Room for pictures and documents: the quota of an acteur, and the disk. */

////////////////////////////////////////////////////////////////////////////// of an acteur

/** The acteur and those merged into it: their fetched pictures count for it until the merge is undone. */
const itself = (acteurId: string) => sql`
  with recursive one(id) as (
    select ${acteurId}::uuid union select a.id from acteurs a join one on a.merged_into = one.id)`

/** Bytes uploaded for it or fetched for its publications; each file counts once. */
export const bytesTaken = async (db: Db, acteurId: string): Promise<number> =>
  (
    await db.one<{ bytes: number }>(sql`
      ${itself(acteurId)}
      select coalesce(sum(m.bytes), 0)::float8 as bytes from media m where m.key in (
        select media_key from uploads where acteur_id = ${acteurId}
        union select f.media_key from fetched_files f join one on f.acteur_id = one.id where f.media_key is not null)`)
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

/** Serialises additions for one acteur, so that two requests cannot both use the last of the quota. */
export const lockRoom = (tx: Tx, acteurId: string) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${acteurId}`}, 0))`)

////////////////////////////////////////////////////////////////////////////// on the disk

const MIB = 1024 * 1024
const GIB = 1024 * MIB

/** Leaves a twentieth of the disk free, because the database may be on it. */
const floorOfStore = ({ bytes }: Disk) => Math.min(20 * GIB, Math.max(GIB, bytes / 20))
/** With a bucket the disk only holds uploads in progress. */
const FLOOR_OF_INCOMING = 64 * MIB

interface DiskRoom extends Disk {
  readonly folder: string
  /** Uploads are refused below this. */
  readonly floorBytes: number
}

type Where = Pick<Config, 'dataDir' | 'mediaBucket' | 'mediaFreeBytes'>

/** The disk that uploads fill. A bucket is not measured: it has no limit, or reports it itself. */
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
