import { setTimeout as sleep } from 'node:timers/promises'
import { EVENT_KINDS } from '../exchange/changes/kinds.ts'
import { type Db, sql } from '../kernel/db/db.ts'
import { APP } from './app.ts'
import { areTold, SETTLED_SECONDS } from './purge/queries.ts'

/** Follows the feed of changes, so that a page can stay in memory until what it shows changes. */

/** The ids of changed records, and of their communes and acteurs. */
export type Changed = ReadonlySet<string> | 'all'

/** Until then a page may show what was before the change. */
const SETTLED_MS = SETTLED_SECONDS * 1_000

/** The changes of the last twenty seconds. */
export class RecentChanges {
  #recent: { readonly changed: Changed; readonly at: number }[] = []

  add(changed: Changed, now: number): void {
    if (changed !== 'all' && changed.size === 0) return
    this.#recent = [...this.#recent.filter(({ at }) => now - at < SETTLED_MS), { changed, at: now }]
  }

  lastOf(isMeant: (changed: Changed) => boolean, now: number): number | undefined {
    return this.#recent.findLast(({ changed, at }) => now - at < SETTLED_MS && isMeant(changed))?.at
  }
}

/** With the one that numbers changes (poll.ts), which looks as often, a change is seen half a second after its commit. */
const LOOK_MS = 250
const MOST = 1_000

interface Follower {
  readonly isEmpty: boolean
  /** `toldAt`: when this look began, if the caches in front were told of all changes of late. */
  follow(changed: Changed, until: number, toldAt: number | undefined): void
}

interface Seen {
  readonly last_seq: number
  /** When that number was given. */
  readonly at: string | null
  /** The number of the look before is that change still: no backup was restored, no failover lost it. */
  readonly goes_on: boolean
  readonly changes: readonly { readonly kind: string; readonly ids: readonly string[] }[] | null
  /** The first and the last change without a number. */
  readonly first: number | null
  readonly last: number | null
  /** A planned change has been due for two seconds, and has no number yet. */
  readonly late: boolean
  /** The version of the app `place`, whose scope the pages have. */
  readonly app: number | null
  readonly caches_follow: boolean
}

/** Looks from where it was, so nothing is missed while the database was away; nothing is asked while no page is kept. */
export function followChanges(db: Db, follower: Follower, caches: readonly string[] = []): { stop(): void } {
  const stopping = new AbortController()
  const look = changesFrom(db, follower, caches)
  const looking = async () => {
    while (!stopping.signal.aborted) {
      await sleep(LOOK_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      // Until it is back, pages get old.
      if (!stopping.signal.aborted && !follower.isEmpty) await look().catch(() => {})
    }
  }
  void looking()
  return { stop: () => stopping.abort() }
}

export function changesFrom(
  db: Db,
  follower: Follower,
  caches: readonly string[] = [],
  now = () => performance.now(),
): () => Promise<void> {
  const cachesFollow = caches.length > 0 ? areTold(caches) : sql`false`
  let before: Seen | undefined
  /** All that was due by then has its number. */
  let numberedUntil = Number.NEGATIVE_INFINITY
  /** Once this change has its number, so has all that was seen until then. */
  let mark: { readonly id: number; readonly at: number } | undefined
  return async () => {
    const began = now()
    const seen = await db.one<Seen>(sql`
      select last_seq, (select at::text from changes where seq = last_seq) as at,
        (select at::text from changes where seq = ${before?.last_seq ?? 0}::bigint) is not distinct from ${before?.at ?? null}::text as goes_on,
        (select jsonb_agg(jsonb_build_object('kind', kind, 'ids', commune_ids || acteur_ids || record_id)) from (
          select kind, commune_ids, acteur_ids, record_id from changes
          where seq > ${before?.last_seq ?? 0}::bigint and seq <= last_seq and kind <> all(${EVENT_KINDS}::text[])
          order by seq limit ${before ? MOST + 1 : 0}) c) as changes,
        (select id from changes_waiting where due_at = '-infinity' order by id limit 1) as first,
        (select id from changes_waiting where due_at = '-infinity' order by id desc limit 1) as last,
        exists (select from changes_waiting where due_at > '-infinity' and due_at < now() - interval '2 seconds') as late,
        (select version from app_sources where slug = ${APP}) as app, ${cachesFollow} as caches_follow
      from change_feed`)
    if (!seen) return
    const { first, last, late } = seen
    if (mark && (first === null || first > mark.id)) {
      if (!late) numberedUntil = mark.at
      mark = undefined
    }
    if (last === null && !late) numberedUntil = began
    else if (last !== null) mark ??= { id: last, at: began }
    follower.follow(changedBy(seen, before), numberedUntil, seen.caches_follow ? began : undefined)
    before = seen
  }
}

/** A type is shown everywhere. */
function changedBy({ goes_on, changes, app }: Seen, before: Seen | undefined): Changed {
  if (!before || !goes_on || app !== before.app) return 'all'
  if ((changes?.length ?? 0) > MOST || changes?.some(({ kind }) => kind === 'type')) return 'all'
  return new Set(changes?.flatMap(({ ids }) => ids))
}
