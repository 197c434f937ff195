import type { Db } from '../db/db.ts'
import { sql } from '../db/db.ts'
import { Problem } from '../errors.ts'
import { isOver } from '../retention.ts'

/** A rate limit, counted by user, or by client network without one. */
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
 * GCRA in one statement on one locked row, so it is exact with concurrent processes. Each request moves `free_at` by
 * one interval, at most one period ahead of now. A value further ahead was written before the clock was set back and
 * would lock everybody out, so it is reset.
 */
export async function takeOne(db: Db, limit: Limit, subject: string, scale: number): Promise<void> {
  const { key, most, interval } = counting(limit, subject, scale)
  const period = `${limit.seconds} seconds`
  const refused = refusalsOf(db)
  const known = refused.get(key)
  if (known && performance.now() < known.until) throw refusal(limit, most, known.free)
  // One millisecond of tolerance: n rounded intervals may not add up to the period.
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

/** How many requests are left now, without taking one. */
export async function leftOf(db: Db, limit: Limit, subject: string, scale: number): Promise<number> {
  if (scale === 0) return limit.most
  const { key, most } = counting(limit, subject, scale)
  const row = await db.one<{ used: number }>(sql`
    select greatest(0, extract(epoch from free_at - statement_timestamp())::float8) as used
    from rate_limits where key = ${key}`)
  const used = ((row?.used ?? 0) / limit.seconds) * most
  // As exact as the tolerance of `takeOne`.
  return Math.max(0, Math.floor(most - used + 0.001))
}

/** Returns the allowance after a 503, because the client is told to retry within seconds. */
export async function giveBack(db: Db, limit: Limit, subject: string, scale: number): Promise<void> {
  const { key, interval } = counting(limit, subject, scale)
  await db.run(sql`update rate_limits set free_at = free_at - ${interval}::interval where key = ${key}`)
}

function counting({ name, most, seconds }: Limit, subject: string, scale: number) {
  const scaled = Math.max(1, Math.floor(most * scale))
  return { key: `${name}:${subject}`, most: scaled, interval: `${seconds / scaled} seconds` }
}

/**
 * Caches refusals for a moment, so that a refused flood takes no database connections. Kept short, so that a limit
 * reset by an operator is free soon.
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

/** Deletes rows whose limit is free again, in batches along the key to keep statements short. */
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
