import { retention } from '../foundation/retention.ts'
import { readClock } from '../kernel/db/clock.ts'
import type { Database } from '../kernel/db/database.ts'
import { type Db, sql, type Tx } from '../kernel/db/db.ts'
import { olderThan } from '../kernel/records/retention.ts'
import { isUnwanted } from './queries.ts'
import type { MediaStore } from './store.ts'
import { removeUnclaimed } from './unclaimed.ts'

/**
 * Removes unattached content: row and files in one transaction, so that a concurrent upload of the same content
 * (`reserveKey`) waits and stores it again afterwards.
 */

/** Batch size of a transaction, which waits for the store. */
const AT_ONCE = 20

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
    select m.key from media m where ${olderThan(retention.uploads.kept, sql`m.touched_at`)} and ${isUnwanted}
    order by m.key limit ${AT_ONCE} for update skip locked`)
  for (const { key } of locked) {
    await store.remove(key)
    await tx.run(sql`delete from media m where m.key = ${key}`)
  }
  return locked.length
}

////////////////////////////////////////////////////////////////////////////// what no row knows

/** Unknown files come from interrupted uploads or an older restored backup. A new file may get its row in a moment. */
const NEW_MS = 24 * 3_600_000

interface Sweep {
  /** Keys in the store. */
  readonly found: number
  /** Keys older than a day without a row. */
  readonly unknown: number
  readonly removed: number
  /** Nothing was removed: so many unknown keys may be the files of another installation. */
  readonly refused: boolean
  /** Nothing was removed: the clock may be far ahead, so new files would look old. */
  readonly in_doubt: boolean
  /** Unknown names in the store; left untouched. */
  readonly strange: number
}

/** Shown to the operator. */
export const strangeNames = (n: number) =>
  `The store names ${n} files that Parvis never put there: left alone. Who else writes to it?`

/**
 * A row is written before its file, so a healthy store has few unknown keys, left by killed processes. Many of them
 * mean a new, another or a restored database.
 */
export const isTooMany = (unknown: number, found: number) =>
  (unknown > 3 && unknown > found / 2) || unknown > Math.max(20, found / 100)

/** Shown to the operator. */
export const tooMany = ({ unknown, found }: Pick<Sweep, 'unknown' | 'found'>) =>
  `${unknown} of ${found} pictures and documents are unknown to this database: none is removed. Another database than theirs, ` +
  'or one that was restored? Put it right; if they may go for good: parvis media sweep --remove-unknown'

interface Sweeping {
  readonly now?: number
  /** The operator checked them and allows removing many. */
  readonly evenMany?: boolean
}

/** Limit of keys held in memory, and removed in one sweep: a store may list millions that do not exist. */
const MOST_AT_ONCE = 100_000

/** Removes only after the whole store was listed. */
export async function sweepStore(db: Database, store: MediaStore, how: Sweeping = {}): Promise<Sweep> {
  const clock = await readClock(db.pool)
  const { now = clock.now.getTime(), evenMany = false } = how
  let [found, unknown, strange] = [0, 0, 0]
  const goes: string[] = []
  for await (const keys of inHundreds(store.keys(() => void strange++))) {
    found += keys.length
    const old = keys.filter(({ changed }) => now - changed.getTime() >= NEW_MS).map(({ key }) => key)
    if (old.length === 0) continue
    const strangers = await db.pool.all<{ key: string }>(sql`
      select s.key from unnest(${old}::text[]) s(key) where not exists (select from media m where m.key = s.key)`)
    unknown += strangers.length
    if (goes.length < MOST_AT_ONCE) goes.push(...strangers.map(({ key }) => key))
  }
  const refused = !evenMany && isTooMany(unknown, found)
  let removed = 0
  if (!refused && clock.credible)
    for (const key of goes)
      if (await db.transaction(tx => removeUnclaimed(tx, store, 'media', key))) removed++
  const sweep = { found, unknown, removed, refused, in_doubt: !clock.credible, strange }
  await db.transaction(tx => keepSweep(tx, sweep))
  return sweep
}

async function* inHundreds<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let some: T[] = []
  for await (const one of all) {
    some.push(one)
    if (some.length < 500) continue
    yield some
    some = []
  }
  yield some
}

const keepSweep = (tx: Tx, { found, unknown, refused, strange }: Sweep) =>
  tx.run(sql`
    insert into media_sweeps (looked_at, found, unknown, refused, strange)
    values (now(), ${found}, ${unknown}, ${refused}, ${strange})
    on conflict (one) do update set looked_at = excluded.looked_at, found = excluded.found, unknown = excluded.unknown,
                                    refused = excluded.refused, strange = excluded.strange`)

export const lastSweep = (db: Db) =>
  db.one<Omit<Sweep, 'removed'>>(sql`select found, unknown, refused, strange from media_sweeps`)
