import { setTimeout as sleep } from 'node:timers/promises'
import { shareOf } from '../../bench/asking.ts'
import type { Database } from '../../src/kernel/db/database.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { follow, pendingOnes, tokensFor } from './streams.ts'

/**
 * Several moderators clear one list: each follows the stream, reads again what it names, takes, gives or decides the
 * version that it has read, while authors change what waits. Counts decisions that were lost, doubled, or taken on a text
 * that the moderator had not read, and how soon each hears of those of the others.
 */

interface How {
  /** The numbers of moderators, one walk each. */
  readonly teams: readonly number[]
  readonly items: number
  /** The mean time that a moderator looks at an item. */
  readonly paceMs: number
}

/** How many of a hundred opened items are taken, and given to a colleague. */
const TAKEN = 30
const GIVEN = 15
/** A moderator works on the upper part of the list, as on a screen: they meet there. */
const ON_SCREEN = 10
const MOST_TRIES = 6
const EDIT_EACH_MS = 150
const HEARD_WITHIN_MS = 5_000
/** Without a decision of anybody for so long, the walk is over. */
const STUCK_MS = 30_000

interface Item {
  readonly id: string
  readonly title: string
  readonly version: number
  readonly moderation_status: string
  readonly assignee: { readonly id: string } | null
}
interface Decision {
  readonly id: string
  readonly by: number
  readonly status: 'published' | 'rejected'
  readonly title: string
  readonly at: number
}
interface Team {
  readonly db: Database
  readonly url: string
  readonly tokens: readonly string[]
  readonly people: readonly string[]
  readonly decisions: Decision[]
  /** Refused, since a colleague or an author was quicker. */
  conflicts: number
  /** Left before the decision, since the stream said that a colleague had it. */
  spared: number
  given: number
  lastAt: number
}

export async function walk(db: Database, url: string, commune: string, how: How): Promise<number> {
  const tokens = await tokensFor(db, url, Math.max(...how.teams), commune)
  process.stdout.write(`| moderators | items | seconds | decisions | lost | doubled | not read | 412 | spared | given | heard: p50, p99, most ms | not heard |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
`)
  let wrong = 0
  for (const size of how.teams) wrong += await oneWalk(db, url, commune, tokens.slice(0, size), how)
  return wrong === 0 ? 0 : 1
}

async function oneWalk(
  db: Database,
  url: string,
  commune: string,
  tokens: readonly string[],
  { items, paceMs }: How,
): Promise<number> {
  const ids = await pendingOnes(db, commune, items)
  // The news of the new ones is over before the streams are opened.
  await sleep(2_000)
  const people = await Promise.all(
    tokens.map(
      async (token, at) => ((await ask(url, { token, at }, 'GET', '/me')).data as { id: string }).id,
    ),
  )
  const team: Team = {
    db,
    url,
    tokens,
    people,
    decisions: [],
    conflicts: 0,
    spared: 0,
    given: 0,
    lastAt: performance.now(),
  }
  const heard = tokens.map(() => new Map<string, number>())
  const over = new AbortController()
  const moderators = tokens.map((_, at) => moderatorOf(team, at, ids))
  const streams = tokens.map((token, at) =>
    follow(url, at, token, id => {
      heard[at]?.set(id, performance.now())
      moderators[at]?.hear(id)
    }),
  )
  const from = performance.now()
  let seconds = 0
  try {
    await Promise.all(streams.map(({ opened }) => opened))
    const editing = editWhatWaits(db, ids, over.signal)
    const working = moderators.map(one => one.work(paceMs, over.signal))
    try {
      await Promise.race([Promise.all(working), editing])
    } finally {
      // Whichever failed: the pool and the service end after this, and nothing uses them any more.
      over.abort()
      await Promise.allSettled([editing, ...working])
    }
    seconds = (performance.now() - from) / 1_000
    await sleep(HEARD_WITHIN_MS)
  } finally {
    for (const { request } of streams) request.destroy()
  }

  const { decisions } = team
  const rows = await db.pool.all<{ id: string; title: string; moderation_status: string }>(
    sql`select id, title, moderation_status from publications where id = any(${ids})`,
  )
  const [trail] = await db.pool.all<{ count: number }>(sql`
    select count(*)::int as count from audit_log
    where action = 'publication.moderated' and entity_id = any(${ids})`)
  const of = Map.groupBy(decisions, ({ id }) => id)
  const lost =
    rows.filter(({ id, moderation_status }) => of.get(id)?.at(-1)?.status !== moderation_status).length +
    Math.abs((trail?.count ?? 0) - decisions.length)
  const doubled = [...of.values()].filter(several => several.length > 1).length
  const unread = rows.filter(({ id, title }) => of.get(id)?.at(-1)?.title !== title).length
  const delays: number[] = []
  let unheard = 0
  for (const { id, by, at } of decisions)
    for (const [other, seen] of heard.entries()) {
      if (other === by) continue
      const when = seen.get(id)
      // Nothing changes a decided item: the last news of it is the decision, which may come before its answer.
      if (when === undefined || when < at - HEARD_WITHIN_MS) unheard += 1
      else delays.push(Math.max(0, when - at))
    }
  const share = (part: number) => shareOf(delays, part).toFixed(0)
  process.stdout.write(
    `| ${tokens.length} | ${items} | ${seconds.toFixed(0)} | ${decisions.length} | ${lost} | ${doubled} | ${unread} | ${team.conflicts} | ${team.spared} | ${team.given} | ${share(0.5)}, ${share(0.99)}, ${share(1)} | ${unheard} |\n`,
  )
  return lost + doubled + unread + unheard
}

function moderatorOf(team: Team, at: number, ids: readonly string[]) {
  const { url, tokens, people } = team
  const who = { token: tokens[at] ?? '', at }
  const me = people[at] ?? ''
  const known = new Map<string, Item>()
  const read = async (id: string) => {
    const { status, data } = await ask(url, who, 'GET', `/admin/publications/${id}`)
    const item = data as Item
    const before = known.get(id)
    if (status === 200 && (before === undefined || item.version >= before.version)) known.set(id, item)
  }
  let reading = Promise.resolve()
  const waits = (item: Item | undefined): item is Item => item?.moderation_status === 'pending'
  const isOthers = ({ assignee }: Item) => assignee !== null && assignee.id !== me
  const next = (): Item | undefined => {
    const waiting = ids.map(id => known.get(id)).filter(waits)
    const mine = waiting.find(({ assignee }) => assignee?.id === me)
    const free = waiting.filter(({ assignee }) => assignee === null).slice(0, ON_SCREEN)
    return mine ?? free[Math.floor(Math.random() ** 2 * free.length)]
  }
  const assign = async ({ id, assignee }: Item, to: string): Promise<boolean> => {
    const { status } = await ask(url, who, 'PATCH', `/admin/publications/${id}/assignee`, {
      assignee_id: to,
      instead_of: assignee?.id ?? null,
    })
    if (status !== 200) team.conflicts += 1
    await read(id)
    return status === 200
  }
  const decide = async ({ id, title, version }: Item): Promise<void> => {
    const status = Math.random() < 0.8 ? 'published' : 'rejected'
    const body = { moderation_status: status, ...(status === 'rejected' && { reason_code: 'spam' }) }
    const answer = await ask(url, who, 'PATCH', `/admin/publications/${id}/moderate`, body, version)
    if (answer.status === 200) {
      team.lastAt = performance.now()
      team.decisions.push({ id, by: at, status, title, at: team.lastAt })
    } else team.conflicts += 1
    await read(id)
  }
  return {
    /** One read after the other: the service admits so many requests of a network at once. */
    hear(id: string) {
      // A failure is told by the next request of this moderator.
      if (known.has(id)) reading = reading.then(() => read(id)).catch(() => {})
    },
    async work(paceMs: number, signal: AbortSignal) {
      for (let page = 1; known.size < ids.length && !signal.aborted; page++) {
        const query = `moderation_status=pending&per_page=100&page=${page}`
        const { data } = await ask(url, who, 'GET', `/admin/publications?${query}`)
        const rows = data as readonly Item[]
        for (const row of rows) if (ids.includes(row.id) && !known.has(row.id)) known.set(row.id, row)
        if (rows.length === 0) break
      }
      // What moved between two pages.
      for (const id of ids) if (!known.has(id)) await read(id)
      while (!signal.aborted && performance.now() - team.lastAt < STUCK_MS) {
        const item = next()
        if (!item) {
          if (![...known.values()].some(waits)) return
          await sleep(100)
          continue
        }
        const chance = Math.random() * 100
        if (chance < TAKEN && item.assignee === null && !(await assign(item, me))) continue
        await sleep(Math.random() * 2 * paceMs)
        // What is on the screen by now: the stream may have told of a colleague, or of another text, which is read.
        const now = known.get(item.id) ?? item
        if (!waits(now) || isOthers(now)) {
          team.spared += 1
          continue
        }
        const other = people[Math.floor(Math.random() * people.length)] ?? me
        if (chance >= 100 - GIVEN && other !== me) {
          if (await assign(now, other)) team.given += 1
        } else await decide(now)
      }
    },
  }
}

/** Authors change what waits: its version moves, and a decision on the former text is refused. */
async function editWhatWaits(db: Database, ids: readonly string[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const id = ids[Math.floor(Math.random() * ids.length)]
    await db.pool.run(
      sql`update publications set title = title || '.' where id = ${id ?? ''} and moderation_status = 'pending'`,
    )
    await sleep(EDIT_EACH_MS)
  }
}

async function ask(
  url: string,
  { token, at }: { readonly token: string; readonly at: number },
  method: string,
  path: string,
  body?: object,
  version?: number,
): Promise<{ readonly status: number; readonly data: unknown }> {
  const request = {
    method,
    headers: {
      // Sent again after a cut connection, it is done once.
      ...(body && { 'idempotency-key': crypto.randomUUID() }),
      authorization: `Bearer ${token}`,
      // An address of its own, as behind a proxy; that of its stream.
      'x-forwarded-for': `198.18.0.${at}`,
      'x-app-source': 'backoffice',
      ...(body && { 'content-type': 'application/json' }),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }
  for (let tries = 1; ; tries++) {
    const response = await fetch(`${url}/api/v1${path}`, request).catch(() => undefined)
    if (response && (response.status !== 503 || tries === MOST_TRIES)) {
      const answer = (await response.json()) as { readonly data?: unknown }
      if (response.status !== 412 && !response.ok)
        throw new Error(`${method} ${path} was answered ${response.status}: ${JSON.stringify(answer)}`)
      return { status: response.status, data: answer.data }
    }
    if (tries === MOST_TRIES) throw new Error(`${method} ${path} was not answered.`)
    await response?.body?.cancel()
    await sleep(Number(response?.headers.get('retry-after') ?? 1) * 1_000)
  }
}
