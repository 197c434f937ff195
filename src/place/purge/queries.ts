import { EVENT_KINDS } from '../../exchange/changes/kinds.ts'
import { GONE_SECONDS } from '../../foundation/nodes.ts'
import { type Db, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { APP } from '../app.ts'

/** The rows of caches in front: what each was told, taken by a worker and settled. */

/** Longer than a turn takes: another worker goes on for a killed one after it. */
export const LEASE_SECONDS = 30
/** Longer than a replica may be behind (replica.ts): until then a node may answer with what was before a change. */
export const SETTLED_SECONDS = 20
/** A node that has looked less long ago lets caches keep pages; they are told of a change when that has become so old. */
export const SEEN_MS = 1_000
/** Above, all is emptied: a register was read. */
const MOST_BEHIND = 10_000
const MOST = 500

export interface Turn {
  readonly turn: number
  readonly seq: number
  readonly again_seq: number
  readonly last_seq: number
  readonly depends_on: string
  /** Nothing is known of what it keeps. */
  readonly is_unknown: boolean
  /** All of it is to be emptied: it is new, or was unknown before. */
  readonly is_whole: boolean
}

/**
 * The versions that make pages. A node is gone when another was seen for so long after it: while the database is away, none
 * can tell that it is there.
 */
const DEPENDS_ON = sql`(select coalesce(string_agg(distinct version, ' ' order by version), '') from nodes
    where seen_at > (select least(max(seen_at), now()) from nodes) - ${GONE_SECONDS}::int * interval '1 second')
  || coalesce((select ' ' || version from app_sources where slug = ${APP}), '')`
/** Told once, and the second time is due. */
const againDue = (seq: Sql, againSeq: Sql) =>
  sql`seq > ${againSeq} and seq <= ${seq} and at <= now() - ${SETTLED_SECONDS}::int * interval '1 second'`

/** A backup was restored, other versions run, or much changed. */
const IS_UNKNOWN = sql`((select at from changes where seq = p.seq) is distinct from p.seq_at
  or f.last_seq - p.seq > ${MOST_BEHIND}::int or p.depends_on <> n.depends_on)`

/** Undefined where nothing is due, or another worker tells it. */
export async function take(tx: Tx, cache: string): Promise<Turn | undefined> {
  await tx.run(sql`insert into place_purges (cache) values (${cache}) on conflict do nothing`)
  return await tx.one<Turn>(sql`
    update place_purges p set turn = turn + 1, leased_until = now() + ${LEASE_SECONDS}::int * interval '1 second'
    from change_feed f, (select ${DEPENDS_ON} as depends_on) n
    where p.cache = ${cache} and p.leased_until <= now() and (
      p.seq <> f.last_seq or p.whole_at <= now() or ${IS_UNKNOWN}
      or exists (select from changes where ${againDue(sql`p.seq`, sql`p.again_seq`)}))
    returning p.turn, p.seq, p.again_seq, f.last_seq, n.depends_on,
      coalesce(p.whole_at <= now(), false) as is_whole, ${IS_UNKNOWN} as is_unknown`)
}

interface Change {
  readonly seq: number
  readonly kind: string
  readonly ids: readonly string[]
}

/** The next changes that it was not told of, as far as the turn saw, and those of which it is told once more. */
export async function changesFor(db: Db, { seq, again_seq, last_seq }: Turn) {
  const read = (which: Sql) =>
    db.all<Change>(sql`
      select seq, kind, commune_ids || acteur_ids as ids from changes
      where ${which} and kind <> all(${EVENT_KINDS}::text[]) order by seq limit ${MOST}`)
  return {
    fresh: await read(sql`seq > ${seq}::bigint and seq <= ${last_seq}::bigint`),
    again: await read(againDue(sql`${seq}::bigint`, sql`${again_seq}::bigint`)),
  }
}

/** The last change of these, or `otherwise` where there is room for more. */
export const lastOf = (changes: readonly Change[], otherwise: number): number =>
  changes.length < MOST ? Math.max(otherwise, changes.at(-1)?.seq ?? 0) : (changes.at(-1)?.seq ?? otherwise)

interface Told {
  readonly seq: number
  readonly againSeq: number
  /** All of it is emptied after so many seconds; null: no more; absent: as planned. */
  readonly wholeIn?: number | null
}

/** False where another worker has taken it meanwhile. */
export async function settle(tx: Tx, cache: string, turn: Turn, told: Told): Promise<boolean> {
  const settled = await tx.run(sql`
    update place_purges set seq = ${told.seq}::bigint, seq_at = (select at from changes where seq = ${told.seq}::bigint), again_seq = ${told.againSeq}::bigint, depends_on = ${turn.depends_on},
      whole_at = ${told.wholeIn === undefined ? sql`whole_at` : sql`now() + ${told.wholeIn}::int * interval '1 second'`},
      leased_until = '-infinity', failures = 0, failing_since = null, error = null
    where cache = ${cache} and turn = ${turn.turn}::bigint`)
  return settled > 0
}

const LONGEST_WAIT = 60

/** Returns the seconds until the next attempt. `error`: undefined where the worker stops. */
export async function failed(
  tx: Tx,
  cache: string,
  { turn }: Turn,
  error: string | undefined,
): Promise<number> {
  if (error === undefined) {
    await tx.run(
      sql`update place_purges set leased_until = '-infinity' where cache = ${cache} and turn = ${turn}::bigint`,
    )
    return 0
  }
  const row = await tx.one<{ wait: number }>(sql`
    update place_purges set failures = failures + 1, failing_since = coalesce(failing_since, now()), error = ${error},
      leased_until = now() + least(${LONGEST_WAIT}::int, 2 ^ least(failures, 10)) * interval '1 second'
    where cache = ${cache} and turn = ${turn}::bigint
    returning least(${LONGEST_WAIT}::int, 2 ^ least(failures - 1, 10))::int as wait`)
  return row?.wait ?? LONGEST_WAIT
}

export const forgetOthers = (db: Db, caches: readonly string[]): Promise<number> =>
  db.run(sql`delete from place_purges where cache <> all(${caches}::text[])`)

/** A change is told after three seconds, usually. Beyond this time pages are not kept for long any more. */
const LATE_SECONDS = 5

/** SQL: whether each of these caches was told of all changes of late. False where one is not known. */
export const areTold = (caches: readonly string[]): Sql => sql`(
  select count(*) = ${caches.length}::int and coalesce(bool_and(
      coalesce(p.whole_at > now() - ${LATE_SECONDS}::int * interval '1 second', true)
      and not exists (select from changes c where c.seq > p.seq and c.at < now() - ${LATE_SECONDS}::int * interval '1 second')), false)
  from place_purges p where p.cache = any(${caches}::text[]))`

interface Behind {
  readonly cache: string
  /** Age of the oldest change that it was not told of; 0: none. */
  readonly seconds: number
  readonly error: string | null
}

export const behind = (db: Db, caches: readonly string[]): Promise<Behind[]> =>
  db.all<Behind>(sql`
    select asked.cache, p.error, coalesce(extract(epoch from now() - least(p.failing_since, (
      select c.at from changes c where c.seq > coalesce(p.seq, 0) order by c.seq limit 1)))::float8, 0) as seconds
    from unnest(${caches}::text[]) as asked(cache) left join place_purges p using (cache)`)
