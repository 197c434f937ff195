import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileStream } from '../../kernel/files/file-stream.ts'
import { readWithin, TooLong } from '../../kernel/files/read-within.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import type { BackupSettings } from '../../kernel/settings/backup.ts'
import { type BucketSettings, placeOf } from '../../kernel/settings/bucket.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { folderStore } from '../../media/folder-store.ts'
import type { MediaStore } from '../../media/store.ts'
import { writtenTo } from './backup.ts'
import { type Named, named } from './names.ts'

/** Where backups are kept: a folder or a bucket. Files with other names are ignored. */
export interface Place {
  /** Shown to the operator. */
  readonly name: string
  /** Atomic: the name appears when the file is complete. */
  write(name: string, pieces: AsyncIterable<Buffer>, signal: AbortSignal): Promise<unknown>
  /** `bytes`: size limit. */
  open(name: string, bytes: number): Promise<Readable>
  /** Oldest first. */
  list(): Promise<readonly StoredBackup[]>
  remove(name: string): Promise<void>
  /** Removes unfinished files of killed processes; returns their number. Requires the backup lock. */
  sweep(whose: string): Promise<number>
  /** Copies of pictures and documents. */
  media(whose: string): MediaStore
  /** Removes all media copies of that installation, and their note. */
  forgetMedia(whose: string): Promise<void>
  /** A small text file; undefined when missing. */
  note(name: string): Promise<string | undefined>
  writeNote(name: string, text: string): Promise<void>
}

export interface StoredBackup extends Named {
  readonly bytes: number
}

export const placeFor = async ({ to }: BackupSettings): Promise<Place> =>
  'folder' in to ? folderPlace(to.folder) : await bucketPlace(to.bucket)

export const nameOfPlace = ({ to }: BackupSettings) => ('folder' in to ? to.folder : placeOf(to.bucket))

export function settingsOf({ backup: settings }: Pick<Config, 'backup'>): BackupSettings {
  if (!settings)
    throw new Refusal('BACKUP_DIR, or BACKUP_S3_ENDPOINT with its bucket, says where backups are kept.')
  return settings
}

const mediaName = (whose: string) => `parvis-${whose}-media`
/** Records since when each copied key has been missing here (`media-copies.ts`). */
export const mediaNote = (whose: string) => `${mediaName(whose)}-gone.json`

////////////////////////////////////////////////////////////////////////////// a folder

function folderPlace(folder: string): Place {
  const at = (name: string) => join(folder, name)
  return {
    name: folder,

    async write(name, pieces) {
      // The folder is never created: on an unmounted disk the backup would fill the parent disk.
      const found = await stat(folder).catch(() => undefined)
      if (!found?.isDirectory())
        throw new Refusal(`There is no folder ${folder} (BACKUP_DIR): make it, or mount it.`)
      await writtenTo(at(name), pieces, () => {})
      const shelf = await open(folder)
      await shelf.sync().finally(() => shelf.close())
    },

    async open(name) {
      const stream = await fileStream(at(name), { highWaterMark: 256 * 1024 })
      if (!stream) throw new Refusal(`There is no file ${name} in ${folder}.`)
      return stream
    },

    async list() {
      const names = await readdir(folder).catch(error => {
        throw new Refusal(`${folder} (BACKUP_DIR) cannot be read: ${error.message}.`)
      })
      const kept = names.flatMap(name => named(name) ?? [])
      const sized = kept.map(async one => ({ ...one, bytes: (await stat(at(one.name))).size }))
      return inTime(await Promise.all(sized))
    },

    remove: name => rm(at(name), { force: true }),

    async sweep(whose) {
      const names = (await readdir(folder).catch(() => [])).filter(name => {
        const [, of = ''] = /^\.(.+)\.\d+\.partial$/.exec(name) ?? []
        return named(of)?.whose === whose
      })
      for (const name of names) await rm(at(name), { force: true })
      return names.length
    },

    media: whose => folderStore(at(mediaName(whose))),
    async forgetMedia(whose) {
      await rm(at(mediaName(whose)), { recursive: true, force: true })
      await rm(at(mediaNote(whose)), { force: true })
    },

    note: name => textOf(fileStream(at(name))).catch(() => undefined),
    async writeNote(name, text) {
      await rm(at(`${name}.partial`), { force: true })
      await writeFile(at(`${name}.partial`), text, { mode: 0o600, flush: true, flag: 'wx' })
      await rename(at(`${name}.partial`), at(name))
    },
  }
}

////////////////////////////////////////////////////////////////////////////// a bucket

const AS = { type: 'application/octet-stream', cacheControl: 'no-store' }

async function bucketPlace(bucket: BucketSettings): Promise<Place> {
  // Loads the S3 client only when a bucket is configured.
  const [{ clientFor }, { FOR_WRITING }, { s3Store }] = await Promise.all([
    import('../../kernel/s3/client.ts'),
    import('../../kernel/s3/requests.ts'),
    import('../../media/s3-store.ts'),
  ])
  // Generous timeouts: no visitor waits.
  const client = clientFor(bucket, FOR_WRITING)
  const at = (name: string) => `${bucket.prefix}${name}`
  return {
    name: placeOf(bucket),
    write: (name, pieces, signal) => client.write(at(name), pieces, { ...AS, signal }),

    async open(name, most) {
      const bytes = await client.read(at(name), { most })
      if (!bytes) throw new Refusal(`There is no ${name} in ${placeOf(bucket)}.`)
      return bytes
    },

    async list() {
      const kept: StoredBackup[] = []
      for await (const { name, bytes } of client.list(at('parvis-'))) {
        const one = named(name.slice(bucket.prefix.length))
        if (one) kept.push({ ...one, bytes })
      }
      return inTime(kept)
    },

    remove: name => client.remove(at(name)),
    async sweep(whose) {
      const ours = (name: string) => named(name.slice(bucket.prefix.length)) !== undefined
      return (await client.sweep(at(`parvis-${whose}-`), new Date(), ours)).length
    },
    media: whose => s3Store({ ...bucket, prefix: at(`${mediaName(whose)}/`) }, FOR_WRITING),
    async forgetMedia(whose) {
      for await (const { name } of client.list(at(`${mediaName(whose)}/`))) await client.remove(name)
      await client.remove(at(mediaNote(whose)))
    },

    note: name => textOf(client.read(at(name), { most: LONGEST_NOTE })),
    writeNote: (name, text) => client.put(at(name), Buffer.from(text), { ...AS, type: 'application/json' }),
  }
}

/** Fits a million removed keys. */
const LONGEST_NOTE = 64 * 1024 * 1024
const NOTE_MS = 5 * 60_000

/** A note above the limit counts as missing, so it is rewritten. */
async function textOf(reading: Promise<Readable | undefined>): Promise<string | undefined> {
  try {
    const stream = await reading
    return stream && (await readWithin(stream, { most: LONGEST_NOTE, ms: NOTE_MS })).toString('utf8')
  } catch (error) {
    if (error instanceof TooLong) return undefined
    throw error
  }
}

const inTime = (kept: readonly StoredBackup[]) => [...kept].sort((a, b) => a.at.getTime() - b.at.getTime())
