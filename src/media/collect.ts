import { readClock } from '../kernel/clock.ts'
import type { Database } from '../kernel/db/database.ts'
import { type Db, sql, type Tx } from '../kernel/db/db.ts'
import { olderThan } from '../kernel/retention.ts'
import { retention } from '../retention.ts'
import { isUnwanted } from './queries.ts'
import type { MediaStore } from './store.ts'

/**
 * What lies in the store and belongs to nothing goes: row and files in one transaction, so that whoever sends the same content
 * meanwhile (`reserveKey`) waits for it and puts it there afterwards.
 */

/** So many in one transaction, which waits for the store. */
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

/** What an interrupted upload leaves, or a restore of an older backup. One that is new may have its row in a moment. */
const NEW_MS = 24 * 3_600_000

export interface Sweep {
  /** Keys that there are. */
  readonly found: number
  /** Of these, that no row knows, and that are not new. */
  readonly unknown: number
  readonly removed: number
  /** They are so many that they may be all the pictures of somebody else: left where they are. */
  readonly refused: boolean
  /** The clock may be far ahead: what looks old may be new, so none was removed. */
  readonly in_doubt: boolean
  /** Names that are none of ours, below ours or where only ours may be: nothing is done with them. */
  readonly strange: number
}

/** For an operator. */
export const strangeNames = (n: number) =>
  `The store names ${n} files that Parvis never put there: left alone. Who else writes to it?`

/**
 * A row is there before its file: a healthy installation knows every one, but for a few of processes that were killed. Most of
 * them unknown, or more than a few: a new or another database looks at this store, or one that was restored.
 */
export const isTooMany = (unknown: number, found: number) =>
  (unknown > 3 && unknown > found / 2) || unknown > Math.max(20, found / 100)

/** For an operator. */
export const tooMany = ({ unknown, found }: Pick<Sweep, 'unknown' | 'found'>) =>
  `${unknown} of ${found} pictures and documents are unknown to this database: none is removed. Another database than theirs, ` +
  'or one that was restored? Put it right; if they may go for good: parvis media sweep --remove-unknown'

interface Sweeping {
  readonly now?: number
  /** Somebody has looked, and said that they may go. */
  readonly evenMany?: boolean
}

/** A store may list millions that it does not have: so many are held in memory, and go in one sweep. */
const MOST_AT_ONCE = 100_000

/** Nothing is removed before all was looked at. */
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
  if (!refused && clock.credible) for (const key of goes) removed += await removeUnknown(db, store, key)
  const sweep = { found, unknown, removed, refused, in_doubt: !clock.credible, strange }
  await db.transaction(tx => keepSweep(tx, sweep))
  return sweep
}

const removeUnknown = (db: Database, store: MediaStore, key: string): Promise<number> =>
  db.transaction(async tx => {
    // As whoever sends it would: from now on they wait.
    const claimed = await tx.run(sql`
      insert into media (key, kind) values (${key}, 'document') on conflict (key) do nothing`)
    if (claimed === 0) return 0
    await store.remove(key)
    await tx.run(sql`delete from media where key = ${key}`)
    return 1
  })

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
