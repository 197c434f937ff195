import { randomBytes } from 'node:crypto'
import { mediaPlaces } from '../../foundation/nodes.ts'
import type { Database } from '../../kernel/db/database.ts'
import { readWithin } from '../../kernel/files/read-within.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { lastSweep, strangeNames, tooMany } from '../../media/collect.ts'
import { diskRoom, isLow } from '../../media/room.ts'
import type { MediaStore } from '../../media/store.ts'
import { explain } from './explanations.ts'
import { type Finding, note, ok, wrong } from './finding.ts'

const NAME = '1.webp'

/** Whether all nodes share one media store, and whether it works. */
export async function mediaOfAll(store: MediaStore, db: Database): Promise<Finding> {
  const places = await mediaPlaces(db).catch(() => 0)
  return places > 1
    ? wrong(
        'media',
        `the nodes keep them in ${places} places, and each serves its own alone: name one bucket for all of them (MEDIA_S3_…), ` +
          'or mount the same folder as DATA_DIR/media on each',
        explain('media_apart', { n: places }),
      )
    : await media(store)
}

/** Tests the store by writing, reading and removing a file. */
export async function media(store: MediaStore): Promise<Finding> {
  const key = randomBytes(20).toString('hex')
  const sent = randomBytes(64)
  try {
    await store.put(key, NAME, sent)
    const stream = await store.read(key, NAME)
    const same =
      stream !== undefined && sent.equals(await readWithin(stream, { most: sent.length, ms: 10_000 }))
    await store.remove(key)
    return same
      ? ok('media', `are kept in ${store.place}`, explain('media'))
      : wrong('media', `${store.place} does not give back what was put there`, explain('no_media'))
  } catch (error) {
    return wrong('media', `${store.place} cannot be used: ${whyOf(error)}`, explain('no_media'))
  }
}

/** Whether the disk has room for uploads. */
export async function mediaRoom(config: Config): Promise<Finding> {
  const room = await diskRoom(config)
  const free = inMebibytes(room.freeBytes)
  const floor = inMebibytes(room.floorBytes)
  return isLow(room)
    ? wrong(
        'room',
        `${free} MiB free below ${room.folder}: uploads are answered 507 and no picture is fetched below ${floor} MiB (MEDIA_FREE_MB)`,
        explain('no_room', { free, floor }),
      )
    : ok('room', `${free} MiB free below ${room.folder}, uploads stop below ${floor} MiB`, explain('room'))
}

const inMebibytes = (bytes: number) => Math.floor(bytes / 1024 / 1024)

/** Unknown files found by the last nightly sweep, when they were too many to remove. */
export async function unknownFiles(db: Database): Promise<Finding> {
  const last = await lastSweep(db.pool).catch(() => undefined)
  if (!last?.refused) {
    if (!last?.strange)
      return ok('unknown files', 'none, or few enough to be removed at night', explain('known_files'))
    return note('unknown files', strangeNames(last.strange), explain('strange_files', { n: last.strange }))
  }
  const { unknown, found } = last
  return wrong('unknown files', tooMany(last), explain('unknown_files', { unknown, found }))
}

/** Unwraps the cause: the outer error is worded for visitors. */
const whyOf = (error: unknown): string =>
  error instanceof Error ? (error.cause instanceof Error ? error.cause : error).message : 'no answer'
