import type { Db } from '../db/db.ts'
import { sql } from '../db/db.ts'
import { Problem } from '../errors.ts'
import { isOver } from '../retention.ts'

/** How often something may be asked, and who is counted: the user where there is one, else the address. */
export interface Limit {
  readonly name: string
  readonly most: number
  readonly seconds: number
  readonly by: 'user' | 'address'
}

const HOUR = 3600
export const perHour = (name: string, most: number, by: Limit['by']): Limit => ({
  name,
  most,
  seconds: HOUR,
  by,
})

export const perDay = (name: string, most: number, by: Limit['by']): Limit => ({
  name,
  most,
  seconds: 24 * HOUR,
  by,
})

/**
 * GCRA in one statement, on one row: exact however many processes ask at once, because the row is locked while it is
 * compared. Each request moves `free_at` one interval further; it may be ahead of now by one period and no more. What is
 * further ahead was written before the clock was set back, and would shut everybody out until it has caught up: it begins anew.
 */
export async function takeOne(db: Db, limit: Limit, subject: string, scale: number): Promise<void> {
  const { key, most, interval } = counting(limit, subject, scale)
  const period = `${limit.seconds} seconds`
  const refused = refusalsOf(db)
  const known = refused.get(key)
  if (known && performance.now() < known.until) throw refusal(limit, most, known.free)
  // Compared with a margin of a millisecond: n intervals, each rounded, may not quite add up to a period.
  const counted = sql`
    case when l.free_at > statement_timestamp() + ${period}::interval + interval '1 second' then statement_timestamp()
      else greatest(l.free_at, statement_timestamp()) end + ${interval}::interval`
  const taken = await db.one(sql`
    insert into rate_limits as l (key, free_at) values (${key}, statement_timestamp() + ${interval}::interval)
    on conflict (key) do update
      set free_at = ${counted}
      where ${counted} <= statement_timestamp() + ${period}::interval + interval '1 millisecond'
    returning 1`)
  if (taken) return
  const row = await db.one<{ ms: number }>(sql`
    select (extract(epoch from free_at + ${interval}::interval - ${period}::interval - statement_timestamp()) * 1000)::float
      as ms from rate_limits where key = ${key}`)
  const now = performance.now()
  const free = now + Math.max(0, row?.ms ?? 0)
  if (refused.size >= MOST_REMEMBERED) refused.clear()
  refused.set(key, { free, until: Math.min(free, now + REMEMBERED_MS) })
  throw refusal(limit, most, free)
}

/** Who asked in vain because we could not do it may ask again: a 503 says to, within seconds. */
export async function giveBack(db: Db, limit: Limit, subject: string, scale: number): Promise<void> {
  const { key, interval } = counting(limit, subject, scale)
  await db.run(sql`update rate_limits set free_at = free_at - ${interval}::interval where key = ${key}`)
}

function counting({ name, most, seconds }: Limit, subject: string, scale: number) {
  const scaled = Math.max(1, Math.floor(most * scale))
  return { key: `${name}:${subject}`, most: scaled, interval: `${seconds / scaled} seconds` }
}

/**
 * Refusals are remembered for a moment, since a limit is not free again before its time: a refused flood does not take a
 * database connection for each request. Not for longer, so that a limit which an operator resets is free soon.
 */
const REMEMBERED_MS = 1_000
const MOST_REMEMBERED = 10_000
const refusals = new WeakMap<Db, Map<string, { readonly free: number; readonly until: number }>>()

function refusalsOf(db: Db) {
  const known = refusals.get(db) ?? new Map()
  refusals.set(db, known)
  return known
}

function refusal({ name, seconds }: Limit, most: number, free: number): Problem {
  const wait = Math.max(1, Math.ceil((free - performance.now()) / 1000))
  return new Problem('rate_limited', {
    headers: {
      'retry-after': `${wait}`,
      'ratelimit-policy': `"${name}";q=${most};w=${seconds}`,
      ratelimit: `"${name}";r=0;t=${wait}`,
    },
  })
}

const SWEPT_AT_ONCE = 5_000

/**
 * Removes rows whose limit is free again: they mean nothing. Piece by piece along the key, so that no statement is long.
 */
export async function sweepFreeLimits(db: Db): Promise<number> {
  let removed = 0
  for (let from: string | null = ''; from !== null; ) {
    const piece: { last: string | null; removed: number } | undefined = await db.one(sql`
      with piece as (select key from rate_limits where key > ${from} order by key limit ${SWEPT_AT_ONCE}),
        gone as (
          delete from rate_limits r using piece where r.key = piece.key and ${isOver(sql`r.free_at`)} returning 1)
      select (select max(key) from piece) as last, (select count(*)::int from gone) as removed`)
    removed += piece?.removed ?? 0
    from = piece?.last ?? null
  }
  return removed
}
