import { networksOf, WIDER } from '../concurrency/client-network.ts'
import { type Db, empty, join, raw, type Sql, sql } from '../db/db.ts'
import type { Addresses } from '../http/addresses.ts'
import { isOver } from '../records/retention.ts'
import { Problem } from '../refusals/errors.ts'

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

/** What a limit counts by: a user, or a client network and the wider ones around it, from narrow to wide. */
export type Subject = string | readonly string[]

/** The subjects of an address, hashed: its client network, and for IPv6 the /56 and the /48. */
export const subjectsOf = ({ hash }: Pick<Addresses, 'hash'>, clientNetwork: string, also = '') =>
  Promise.all(networksOf(clientNetwork).map(network => hash(`${network}${also}`, new Date())))

/**
 * GCRA in one statement on locked rows, so it is exact with concurrent processes. Each request moves `free_at` by one
 * interval, at most one period ahead of now. A value further ahead was written before the clock was set back and would
 * lock everybody out, so it is reset.
 *
 * A wide network is counted only after the narrower one: whoever is refused there takes nothing from the neighbours. All
 * transactions lock rows in this order, and none two rows of one width, so they cannot deadlock.
 */
export async function takeOne(db: Db, limit: Limit, subject: Subject, scale: number): Promise<Allowance> {
  const rows = countingAll(limit, subject, scale)
  const refused = refusalsOf(db)
  for (const { key, most } of rows) {
    const known = refused.get(key)
    if (known && performance.now() < known.until) throw refusal(limit, most, known.free)
  }
  const ahead = (await db.one<{ ahead: (number | null)[] }>(takeAll(rows, limit)))?.ahead ?? []
  const counted = ahead.flatMap((seconds, at) => allowanceOf(rows[at], limit, seconds))
  if (counted.length === rows.length)
    return counted.reduce((one, other) => (other.left < one.left ? other : one))
  // Another request took the last of a wide network at the same moment.
  for (const row of rows.slice(0, counted.length)) await giveBackRow(db, row)
  const { key, most, free } = await fullest(db, rows, limit)
  if (refused.size >= MOST_REMEMBERED) refused.clear()
  refused.set(key, { free, until: Math.min(free, performance.now() + REMEMBERED_MS) })
  throw refusal(limit, most, free)
}

const periodOf = ({ seconds }: Limit) => sql`${`${seconds} seconds`}::interval`

/** How many requests a limit still allows; of several networks, the one that allows the fewest. */
export interface Allowance {
  readonly name: string
  readonly seconds: number
  readonly most: number
  readonly left: number
  /** Seconds until all are allowed again; of a refusal, until the next one is. */
  readonly wait: number
}

/** As exact as the tolerance of `takeAll`. */
const unused = (most: number, used: number) => Math.max(0, Math.floor(most - used + 0.001))

const allowanceOf = (
  row: Counting | undefined,
  { name, seconds }: Limit,
  ahead: number | null,
): Allowance[] =>
  row && ahead !== null
    ? [
        {
          name,
          seconds,
          most: row.most,
          wait: Math.ceil(ahead),
          left: unused(row.most, (ahead / seconds) * row.most),
        },
      ]
    : []

/** `RateLimit` and `RateLimit-Policy`. */
export const rateLimitHeaders = (all: readonly Allowance[]) => ({
  'ratelimit-policy': all.map(({ name, most, seconds }) => `"${name}";q=${most};w=${seconds}`).join(', '),
  ratelimit: all.map(({ name, left, wait }) => `"${name}";r=${left};t=${wait}`).join(', '),
})

/** Answers how many seconds each row is ahead of now, this request counted; null for the one that is full and those behind it. */
function takeAll(rows: readonly Counting[], limit: Limit): Sql {
  const period = periodOf(limit)
  const counted = ({ interval }: Counting) => sql`
    case when l.free_at > statement_timestamp() + ${period} + interval '1 second' then statement_timestamp()
      else greatest(l.free_at, statement_timestamp()) end + ${interval}::interval`
  // One millisecond of tolerance: n rounded intervals may not add up to the period.
  const fits = (row: Counting) =>
    sql`${counted(row)} <= statement_timestamp() + ${period} + interval '1 millisecond'`
  const take = (row: Counting, from: Sql) => sql`
    insert into rate_limits as l (key, free_at)
    select ${row.key}, statement_timestamp() + ${row.interval}::interval ${from}
    on conflict (key) do update set free_at = ${counted(row)} where ${fits(row)}
    returning extract(epoch from l.free_at - statement_timestamp())::float8 as ahead`
  // Refused without a write, so that a flood from thousands of networks leaves no rows.
  const full = join(
    rows.map(row => sql`(l.key = ${row.key} and not ${fits(row)})`),
    ' or ',
  )
  const first = rows.length > 1 ? sql`where not exists (select from rate_limits l where ${full})` : empty
  const steps = rows.map(
    (row, at) => sql`${raw(`n${at}`)} as (${take(row, at === 0 ? first : sql`from ${raw(`n${at - 1}`)}`)})`,
  )
  const ahead = rows.map((_, at) => sql`(select ahead from ${raw(`n${at}`)})`)
  return sql`with ${join(steps, ', ')} select array[${join(ahead, ', ')}] as ahead`
}

/** The row that is free last. */
async function fullest(db: Db, rows: readonly Counting[], limit: Limit) {
  const waits = await db.all<{ at: number; ms: number }>(sql`
    select n.at::int as at, (extract(epoch from l.free_at + n.step - ${periodOf(limit)} - statement_timestamp()) * 1000)::float as ms
    from unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ interval }) => interval)}::interval[])
      with ordinality as n(key, step, at) join rate_limits l on l.key = n.key
    order by ms desc limit 1`)
  const [last = { at: 1, ms: 0 }] = waits
  const row = rows[last.at - 1] ?? rows[0]
  if (!row) throw new Error('A limit counts by something.')
  return { ...row, free: performance.now() + Math.max(0, last.ms) }
}

/** How many requests are left now, without taking one. */
export async function leftOf(db: Db, limit: Limit, subject: string, scale: number): Promise<number> {
  if (scale === 0) return limit.most
  const { key, most } = counting(limit, subject, scale, 1)
  const row = await db.one<{ used: number }>(sql`
    select greatest(0, extract(epoch from free_at - statement_timestamp())::float8) as used
    from rate_limits where key = ${key}`)
  return unused(most, ((row?.used ?? 0) / limit.seconds) * most)
}

/** Returns the allowance after a 503, because the client is told to retry within seconds. */
export async function giveBack(db: Db, limit: Limit, subject: Subject, scale: number): Promise<void> {
  for (const row of countingAll(limit, subject, scale)) await giveBackRow(db, row)
}

/** A statement of its own for each row, which holds one lock. */
const giveBackRow = (db: Db, { key, interval }: Counting) =>
  db.run(sql`update rate_limits set free_at = free_at - ${interval}::interval where key = ${key}`)

type Counting = ReturnType<typeof counting>

const countingAll = (limit: Limit, subject: Subject, scale: number): readonly Counting[] =>
  [subject].flat().map((one, at) => counting(limit, one, scale, WIDER[at] ?? 1))

function counting({ name, most, seconds }: Limit, subject: string, scale: number, times: number) {
  const scaled = Math.max(1, Math.floor(most * scale)) * times
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
    headers: { 'retry-after': `${wait}`, ...rateLimitHeaders([{ name, seconds, most, left: 0, wait }]) },
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
