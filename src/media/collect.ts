import type { Database } from '../kernel/db/database.ts'
import { sql, type Tx } from '../kernel/db/db.ts'
import { olderThan } from '../kernel/retention.ts'
import { retention } from '../retention.ts'
import type { MediaStore } from './store.ts'

/**
 * What lies in the store and belongs to nothing goes: row and files in one transaction, so that whoever sends the same content
 * meanwhile (`reserveKey`) waits for it and puts it there afterwards.
 */

/** So many in one transaction, which waits for the store. */
const AT_ONCE = 20

/** Whoever keeps a key in a table of their own is named here; the foreign key refuses what is forgotten. */
const unwanted = sql`
  not exists (select from uploads u where u.media_key = m.key)
  and not exists (select from fetched_pictures f where f.media_key = m.key)`

export async function collectMedia(db: Database, store: MediaStore): Promise<number> {
  let removed = 0
  for (let more = true; more; ) {
    const batch = await db.transaction(tx => collectSome(tx, store))
    removed += batch
    more = batch === AT_ONCE
  }
  return removed
}

async function collectSome(tx: Tx, store: MediaStore): Promise<number> {
  const locked = await tx.all<{ key: string }>(sql`
    select m.key from media m where ${olderThan(retention.uploads.kept, sql`m.touched_at`)} and ${unwanted}
    order by m.key limit ${AT_ONCE} for update skip locked`)
  for (const { key } of locked) {
    await store.remove(key)
    await tx.run(sql`delete from media m where m.key = ${key}`)
  }
  return locked.length
}

/** After a restore of an older backup: files that no row knows. One that is new may have its row in a moment. */
const NEW_MS = 24 * 3_600_000

export async function sweepStore(db: Database, store: MediaStore, now = Date.now()): Promise<number> {
  let removed = 0
  for await (const { key, changed } of store.keys()) {
    if (now - changed.getTime() < NEW_MS) continue
    removed += await db.transaction(async tx => {
      // As whoever sends it would: from now on they wait.
      const claimed = await tx.run(sql`
        insert into media (key, kind) values (${key}, 'document') on conflict (key) do nothing`)
      if (claimed === 0) return 0
      await store.remove(key)
      await tx.run(sql`delete from media where key = ${key}`)
      return 1
    })
  }
  return removed
}
