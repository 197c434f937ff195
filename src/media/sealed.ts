import { randomBytes } from 'node:crypto'
import { retention } from '../foundation/retention.ts'
import { readClock } from '../kernel/db/clock.ts'
import type { Database } from '../kernel/db/database.ts'
import { type Db, sql, type Tx } from '../kernel/db/db.ts'
import { readWithin } from '../kernel/files/read-within.ts'
import { olderThan, secondsOf } from '../kernel/records/retention.ts'
import { openBytes, type Secrets, sealBytes } from '../kernel/settings/secrets.ts'
import { LONGEST_FILE, type MediaStore } from './store.ts'
import { removeUnclaimed } from './unclaimed.ts'

/**
 * Removed content, kept encrypted beside the store for a time, so that a removal can be undone. Each content has a key of
 * its own, which lies encrypted in its row: without the row nobody can read the files. A row also protects its files.
 */

export interface SealedFiles {
  /** The key they are encrypted with. */
  readonly secret: string
  readonly names: readonly string[]
}

/** Time limit for one file. */
const FILE_MS = 60_000

/** Undefined if no file is there. The row is claimed before (`claimSeal`). */
export async function sealFiles(
  key: string,
  store: MediaStore,
  sealed: MediaStore,
  signal: AbortSignal,
): Promise<SealedFiles | undefined> {
  const secret = randomBytes(32)
  // Left over from a removal that was rolled back: encrypted with a key that is lost.
  await sealed.remove(key)
  const names: string[] = []
  for await (const name of store.names(key)) {
    signal.throwIfAborted()
    const plain = await contentOf(store, key, name)
    await sealed.put(key, name, sealBytes(secret, plain, `${key}/${name}`))
    names.push(name)
  }
  return names.length === 0 ? undefined : { secret: secret.toString('base64url'), names }
}

/** Throws when a file is missing or was changed. */
export async function openFiles(
  key: string,
  { secret, names }: SealedFiles,
  sealed: MediaStore,
  store: MediaStore,
): Promise<void> {
  for (const name of names) {
    const content = await contentOf(sealed, key, name)
    await store.put(key, name, openBytes(Buffer.from(secret, 'base64url'), content, `${key}/${name}`))
  }
}

async function contentOf(store: MediaStore, key: string, name: string): Promise<Buffer> {
  const stream = await store.read(key, name)
  if (!stream) throw new Error(`${name} is missing.`)
  return await readWithin(stream, { most: LONGEST_FILE, ms: FILE_MS })
}

////////////////////////////////////////////////////////////////////////////// its row

/** False if the content is sealed already. */
export const claimSeal = async (tx: Tx, key: string): Promise<boolean> =>
  (await tx.run(sql`insert into media_sealed (key) values (${key}) on conflict (key) do nothing`)) > 0

/** The record is encrypted, because it holds names, texts and addresses of people. */
export const saveSeal = (tx: Tx, secrets: Secrets, key: string, record: object) =>
  tx.run(
    sql`update media_sealed set record_sealed = ${secrets.seal(JSON.stringify(record))} where key = ${key}`,
  )

export const deleteSeals = (tx: Tx, keys: readonly string[]) =>
  tx.run(sql`delete from media_sealed where key = any(${[...keys]}::text[])`)

/** Locks the row. Undefined if nothing is kept. */
export async function lockSeal<Record>(tx: Tx, secrets: Secrets, key: string): Promise<Record | undefined> {
  const row = await tx.one<{ record_sealed: string }>(
    sql`select record_sealed from media_sealed where key = ${key} for update`,
  )
  return row && (JSON.parse(secrets.open(row.record_sealed)) as Record)
}

/** The time from which on the first of them is deleted; null if none is sealed. */
export const sealedUntil = async (db: Db, keys: readonly string[]): Promise<string | null> =>
  (
    await db.one<{ until: string | null }>(sql`
      select min(sealed_at) + ${retention.sealedMedia.kept}::interval as until
      from media_sealed where key = any(${[...keys]}::text[])`)
  )?.until ?? null

export async function resealMedia(tx: Tx, secrets: Secrets): Promise<void> {
  const rows = await tx.all<{ key: string; record_sealed: string }>(
    sql`select key, record_sealed from media_sealed order by key for update`,
  )
  for (const { key, record_sealed } of rows)
    await tx.run(sql`
      update media_sealed set record_sealed = ${secrets.seal(secrets.open(record_sealed))} where key = ${key}`)
}

////////////////////////////////////////////////////////////////////////////// the end

/** Deletes files whose row is gone. */
export const deleteSealedFiles = async (db: Database, sealed: MediaStore, keys: readonly string[]) => {
  for (const key of keys) await db.transaction(tx => removeUnclaimed(tx, sealed, 'media_sealed', key))
}

const MS_KEPT = secondsOf(retention.sealedMedia.kept) * 1_000

/** Part of the job `media.sweep`. Also deletes old files without a row, left by a killed process. */
export async function destroyOldSeals(db: Database, sealed: MediaStore): Promise<number> {
  const isOld = olderThan(retention.sealedMedia.kept, sql`sealed_at`)
  const old = await db.pool.all<{ key: string }>(
    sql`select key from media_sealed where ${isOld} order by key`,
  )
  for (const { key } of old)
    await db.transaction(async tx => {
      // An unseal in progress holds the row. It deletes the row, so nothing is left to delete here.
      const gone = await tx.run(sql`delete from media_sealed where key = ${key} and ${isOld}`)
      if (gone > 0) await sealed.remove(key)
    })
  const { now, credible } = await readClock(db.pool)
  if (!credible) return old.length
  const left: string[] = []
  for await (const { key, changed } of sealed.keys())
    if (now.getTime() - changed.getTime() > MS_KEPT) left.push(key)
  await deleteSealedFiles(db, sealed, left)
  return old.length
}
