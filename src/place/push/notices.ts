import { Temporal } from 'temporal-polyfill'
import { retention } from '../../foundation/retention.ts'
import type { Database } from '../../kernel/db/database.ts'
import { type Db, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/records/retention.ts'
import type { AppSource } from '../../people/access/app-sources.ts'
import { fuseauOf, ZONES } from '../../territory/communes/collectes/zones.ts'
import { isOpenPlace } from '../../territory/communes/places/queries.ts'
import { NO_ID, SLICE } from './queries.ts'
import type { Rhythm } from './subscriptions.ts'

/** What the town hall or another acteur published, for the browsers that follow it: at once, or on one notice a day. */

/** How old news may be: older ones appeared while the worker was away, or before somebody followed. */
const NEWS: Readonly<Record<Rhythm, string>> = { each: '2 hours', daily: '2 days' }
/** A transaction may make a publication visible so long before it commits. */
const LATE_COMMITS = sql`interval '10 minutes'`
const HOUR = 18
/** A daily notice that is later than this waits for the next day. */
const LATEST_MS = 3 * 3_600_000
/** Communes whose news are read by one statement. */
const TOWNS = 500

interface Looking {
  readonly db: Database
  readonly source: AppSource
  readonly now: Date
  readonly signal: AbortSignal
}

interface Day {
  readonly count: number
  /** Undefined after the last commune. */
  readonly last: string | undefined
}

/** Notes what is to be told: `queueNoticeSlice` then queues the messages. Of two workers at once, one leaves it to the other. */
export async function announceNotices(looking: Looking): Promise<number> {
  const { db, now, signal } = looking
  const looks = new Map(
    (await db.pool.all<{ of: string; at: string }>(sql`select of, at from push_looks`)).map(({ of, at }) => [
      of,
      new Date(at),
    ]),
  )
  let count = await announceEach(looking, looks.get('each'))
  const zones = ZONES.filter(zone => isEvening(zone, now, looks.get(zone)))
  if (zones.length === 0) return count
  let some: Day | undefined = { count: 0, last: NO_ID }
  while (some.last !== undefined) {
    some = signal.aborted ? undefined : await announceDay(looking, zones, some.last)
    // The next run begins anew: nobody is told twice.
    if (!some) return count
    count += some.count
  }
  await db.transaction(async tx => {
    for (const zone of zones) await looked(tx, zone, now)
  })
  return count
}

/** What appeared since the last look. */
const announceEach = ({ db, source, now }: Looking, last: Date | undefined): Promise<number> =>
  db.transaction(async tx => {
    if (!(await isAlone(tx))) return 0
    const fresh = sql`
      select commune.id as commune_id, p.acteur_id, p.id, p.visible_le
      from publications p cross join unnest(p.commune_ids) as commune(id)
      where p.visible_le > greatest(${now}::timestamptz - ${NEWS.each}::interval, ${last ?? now}::timestamptz - ${LATE_COMMITS})
        and p.visible_le <= least(${now}, now()) and ${isNews(source)}
        and exists (select from push_subscriptions s where (s.commune_id, s.notices) = (commune.id, 'each'))`
    const news = await newsOf(tx, 'each', fresh, source)
    await looked(tx, 'each', now)
    return await insert(tx, 'each', news, now)
  })

/** At the end of a day, for the next communes whose followers want a notice a day. Undefined while another worker announces. */
const announceDay = (
  { db, source, now }: Looking,
  zones: readonly string[],
  after: string,
): Promise<Day | undefined> =>
  db.transaction(async tx => {
    if (!(await isAlone(tx))) return undefined
    const towns = (
      await tx.all<{ id: string }>(sql`
        with recursive towns (id, place) as (
          (select commune_id, 1 from push_subscriptions where notices is not null and commune_id > ${after}
            order by commune_id limit 1)
          union all
          select next.commune_id, place + 1 from towns cross join lateral (
            select s.commune_id from push_subscriptions s where s.notices is not null and s.commune_id > towns.id
            order by s.commune_id limit 1) next where place < ${TOWNS})
        select id from towns order by place`)
    ).map(({ id }) => id)
    const since = sql`visible_le > ${now}::timestamptz - ${NEWS.daily}::interval and visible_le <= least(${now}, now())`
    const fresh = sql`
      select town.id as commune_id, p.acteur_id, p.id, p.visible_le
      from unnest(${towns}::uuid[]) as town(id) cross join lateral (
        select id from publications where commune_id = town.id and ${since} union
        select publication_id from publication_communes where commune_id = town.id and ${since}) near
      join publications p on p.id = near.id where ${isNews(source)}`
    const news = towns.length === 0 ? [] : await newsOf(tx, 'daily', fresh, source)
    const due = news.filter(one => zones.includes(fuseauOf(one)))
    return {
      count: await insert(tx, 'daily', due, now),
      last: towns.length < TOWNS ? undefined : towns.at(-1),
    }
  })

/** A condition on `publications p`. */
const isNews = ({ acteurIds }: AppSource): Sql => sql`
  p.acteur_id is not null and p.type_id <> (select id from publication_types where slug = 'alerte')
  and (${acteurIds}::uuid[] is null or p.acteur_id = any(${acteurIds}::uuid[]))`

/** The acteurs that were merged, each with the one that stands for it now. */
const roots = sql`roots (id, root) as (
  select id, merged_into from acteurs where merged_into is not null
  union select r.id, a.merged_into from roots r join acteurs a on a.id = r.root where a.merged_into is not null)`

interface News {
  readonly commune_id: string
  readonly acteur_id: string
  /** The newest first. */
  readonly publication_ids: readonly string[]
  readonly departement: string | null
  readonly code_insee: string | null
}

/** The `fresh` publications that somebody follows and no subscriber was told of, by commune and acteur. */
const newsOf = (tx: Tx, rhythm: Rhythm, fresh: Sql, { communeIds }: AppSource): Promise<News[]> =>
  tx.all<News>(sql`
    with recursive ${roots},
    fresh as materialized (
      select f.*, c.departement, c.code_insee, c.mairie_actor_id = f.acteur_id as of_hall
      from (${fresh}) f join communes c on c.id = f.commune_id
      where (${communeIds}::uuid[] is null or c.id = any(${communeIds}::uuid[])) and ${isOpenPlace(sql`c.id`)}
        -- Also as one of an acteur that was merged since.
        and not exists (select from push_notices told where (told.commune_id, told.rhythm) = (c.id, ${rhythm})
          and f.id = any(told.publication_ids))),
    followed as (
      select f.* from fresh f where f.of_hall and exists (
        select from push_subscriptions s where (s.commune_id, s.notices) = (f.commune_id, ${rhythm}) and s.acteur_id is null)
      union select f.* from fresh f join push_subscriptions s
        on (s.acteur_id, s.commune_id, s.notices) = (f.acteur_id, f.commune_id, ${rhythm})
      union select f.* from fresh f join roots on roots.root = f.acteur_id join push_subscriptions s
        on (s.acteur_id, s.commune_id, s.notices) = (roots.id, f.commune_id, ${rhythm}))
    select commune_id, acteur_id, array_agg(id order by visible_le desc, id desc) as publication_ids, departement, code_insee
    from followed group by commune_id, acteur_id, departement, code_insee`)

export const LOCK = sql`select pg_try_advisory_xact_lock(hashtext('parvis.push-notices')) as free`
const isAlone = async (tx: Tx) => (await tx.one<{ free: boolean }>(LOCK))?.free === true

async function insert(tx: Tx, rhythm: Rhythm, news: readonly News[], now: Date): Promise<number> {
  if (news.length === 0) return 0
  return await tx.run(sql`
    insert into push_notices (commune_id, acteur_id, rhythm, publication_ids, announced_at, queued_to)
    select commune_id, acteur_id, ${rhythm}, publication_ids, ${now}, ${NO_ID}::uuid
    from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as due(commune_id uuid, acteur_id uuid, publication_ids uuid[])`)
}

const looked = (tx: Tx, of: string, at: Date): Promise<number> =>
  tx.run(
    sql`insert into push_looks (of, at) values (${of}, ${at}) on conflict (of) do update set at = excluded.at`,
  )

/** From 18:00 on this clock, once. */
function isEvening(fuseau: string, now: Date, last: Date | undefined): boolean {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(fuseau)
  const evening = here.withPlainTime({ hour: HOUR }).epochMilliseconds
  const since = now.getTime() - evening
  return since >= 0 && since <= LATEST_MS && (last === undefined || last.getTime() < evening)
}

/** Queues the messages of the next slice of followers. Returns whether there was one. */
export const queueNoticeSlice = async (db: Db): Promise<boolean> =>
  (await db.run(sql`
    with recursive ${roots},
    told as (
      select n.*, exists (select from communes c where (c.id, c.mairie_actor_id) = (n.commune_id, n.acteur_id)) as of_hall
      from push_notices n where n.queued_to is not null order by n.queued_to, n.announced_at limit 1
      for update of n skip locked),
    slice as (
      select s.id, s.service, told.id as notice_id, told.publication_ids[1] as publication_id
      from told join push_subscriptions s on (s.commune_id, s.notices) = (told.commune_id, told.rhythm)
      where s.id > told.queued_to and case when s.acteur_id is null then told.of_hall
        else s.acteur_id = told.acteur_id
          or exists (select from roots where (roots.id, roots.root) = (s.acteur_id, told.acteur_id)) end
      order by s.id limit ${SLICE}),
    queued as (
      insert into push_messages (subscription_id, publication_id, service, notice_id)
      select id, publication_id, service, notice_id from slice on conflict do nothing)
    update push_notices n set queued_to = (select id from slice order by id offset ${SLICE - 1} limit 1)
    from told where n.id = told.id`)) > 0

/** Nightly: what is older than the news is told by none again. */
export const forgetNotices = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from push_notices where ${olderThan(retention.pushNotices.kept, sql`announced_at`)}`)
