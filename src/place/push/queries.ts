import { retention } from '../../foundation/retention.ts'
import { type Db, pipelined, sql, type Tx } from '../../kernel/db/db.ts'
import {
  averaged,
  claimLock,
  type Ended,
  IDLE,
  loadTable,
  SLOW_MS,
  type Taken,
} from '../../kernel/jobs/in-turns.ts'
import { olderThan } from '../../kernel/records/retention.ts'
import type { AppSource } from '../../people/access/app-sources.ts'
import { isOpenPlace } from '../../territory/communes/places/queries.ts'
import type { BrowserKeys } from './encrypt.ts'

/** Alerts that were visible for longer without being announced are no news. */
const NEWS = sql`interval '1 day'`
/** Below each id. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Notes for which communes an alert has become visible, changed its level, or was lifted or is in force again: `queueSlice` then
 * queues the messages. An alert that was withdrawn or deleted before its end counts as lifted. Of two workers the second waits
 * for the first one’s row, and then finds nothing to announce.
 */
export const announce = (tx: Tx, { communeIds, acteurIds }: AppSource): Promise<number> =>
  tx.run(sql`
    with announced as (
      insert into push_announcements (publication_id, commune_id, niveau, lifted, queued_to)
      select p.id, commune.id, p.niveau, p.leve_le is not null, ${NO_ID}::uuid
      from publications p cross join unnest(p.commune_ids) as commune(id)
      left join push_announcements told on (told.publication_id, told.commune_id) = (p.id, commune.id)
      where p.type_id = (select id from publication_types where slug = 'alerte')
        and p.visible_le > now() - ${retention.pushAnnouncements.kept}::interval and p.visible_le <= now()
        and case when told.publication_id is null then p.visible_le > now() - ${NEWS} and p.leve_le is null
          else (told.niveau, told.lifted) is distinct from (p.niveau, p.leve_le is not null) end
        and (${communeIds}::uuid[] is null or commune.id = any(${communeIds}::uuid[]))
        and (${acteurIds}::uuid[] is null or p.acteur_id = any(${acteurIds}::uuid[]))
        and ${isOpenPlace(sql`commune.id`)}
      order by p.id, commune.id
      on conflict (publication_id, commune_id) do update
        set niveau = excluded.niveau, lifted = excluded.lifted, announced_at = now(), queued_to = excluded.queued_to
        where (push_announcements.niveau, push_announcements.lifted) is distinct from (excluded.niveau, excluded.lifted)
      returning publication_id, commune_id),
    withdrawn as (
      update push_announcements told set lifted = true, announced_at = now(), queued_to = ${NO_ID}::uuid from publications p
      where p.id = told.publication_id and not told.lifted
        and (p.visible_le is null or p.visible_le > now() or told.commune_id <> all(p.commune_ids))
        and p.leve_le is null
        and coalesce(p.fin_le > now(), coalesce(p.date_fin, p.date_debut, told.announced_at::date + 2) >= current_date)
        and ${isOpenPlace(sql`told.commune_id`)}
      returning told.publication_id, told.commune_id)
    select from announced union all select from withdrawn`)

/** Messages in a transaction: 400 000 in one would exceed the time of a statement, at each attempt. */
export const SLICE = 2_000

/**
 * Queues the messages of the next slice of subscribers, of the announcement that is least far. The row remembers how far it is, in
 * the same transaction: whoever is killed queues nothing twice. A message that is not delivered yet is not doubled: it will say
 * the new state. Returns whether there was one.
 */
export const queueSlice = async (db: Db): Promise<boolean> =>
  (await db.run(sql`
    with told as (
      select publication_id, commune_id, queued_to from push_announcements where queued_to is not null
      order by queued_to, announced_at limit 1 for update skip locked),
    slice as (
      select s.id, s.service, told.publication_id from told
      join push_subscriptions s on s.commune_id = told.commune_id and s.acteur_id is null
      where s.id > told.queued_to order by s.id limit ${SLICE}),
    queued as (
      insert into push_messages (subscription_id, publication_id, service) select id, publication_id, service from slice
      on conflict (subscription_id, publication_id) do update
        -- A message that no worker has taken needs no fence, and stays a first attempt.
        set attempts = push_messages.attempts + (push_messages.attempts > 0)::int, next_try_at = now(), created_at = now())
    update push_announcements a
    set queued_to = (select id from slice order by id offset ${SLICE - 1} limit 1)
    from told where (a.publication_id, a.commune_id) = (told.publication_id, told.commune_id)`)) > 0

export const forgetAnnouncements = (tx: Tx): Promise<number> =>
  tx.run(sql`
    delete from push_announcements where ${olderThan(retention.pushAnnouncements.kept, sql`announced_at`)}
      and not exists (select from publications p where p.id = publication_id
        and p.visible_le > now() - ${retention.pushAnnouncements.kept}::interval)`)

////////////////////////////////////////////////////////////////////////////// delivery

export interface Notice {
  readonly id: string
  /** The newest first. */
  readonly publication_ids: readonly string[]
  readonly acteur_id: string
  readonly acteur: string
  readonly acteur_slug: string
}

/** `key`: the push service, by its registrable domain. */
export interface DueMessage extends BrowserKeys, Taken {
  readonly subscription_id: string
  readonly publication_id: string
  readonly commune_id: string
  readonly commune: string
  readonly commune_slug: string
  readonly departement: string | null
  readonly code_insee: string | null
  readonly endpoint: string
  /** Null: an alert. */
  readonly notice: Notice | null
  /** The announcement says that the alert is lifted or withdrawn. */
  readonly lifted: boolean
  /** The fence: whoever has an older number changes nothing. */
  readonly attempts: number
  /** Seconds since it was queued. */
  readonly age: number
}

/** Longer than sending a message takes: a worker that died leaves its messages for so long. */
export const LEASE_SECONDS = 60

/** A push service gets no more places, so that a slow one leaves room for the others. */
export const OF_ONE_SERVICE = 128
/** Places that the slow share with those that never delivered a message. */
export const SLOW_PLACES = 8
/** Push services of the common browsers, from the first message on. */
const KNOWN = ['googleapis.com', 'mozilla.com', 'apple.com', 'windows.com']

/**
 * Takes messages that are due, in turns by push service: the one with the fewest in flight first, one of each before a second;
 * of one service alerts before notices, and first attempts before retries. It goes along an index from one service with messages to the next and reads
 * `most` of each, so its cost grows with the services, not with what waits. Messages are due again when the lease is over.
 */
export const takeDue = (tx: Tx, most: number, load = IDLE): Promise<DueMessage[]> => {
  pipelined(tx.one(claimLock('push')))
  return tx.all<DueMessage>(sql`
    with recursive waiting (service) as (
      (select service from push_messages order by service limit 1)
      union all
      select next.service from waiting w cross join lateral (
        select m.service from push_messages m where m.service > w.service order by m.service limit 1) next),
    turns as (
      select w.service, known.taken_at, coalesce(busy.working, 0) as working,
        coalesce(busy.stuck, false) or coalesce(known.answer_ms > ${SLOW_MS}, w.service <> all(${KNOWN}::text[])) as slow
      from waiting w left join push_services known using (service)
      left join ${loadTable(load)} as busy(service, working, stuck) using (service)
      where known.paused_until is null or known.paused_until <= now()),
    ranked as (
      select due.*, t.slow, t.taken_at,
        row_number() over (partition by t.slow order by due.turn, due.is_notice, due.again, t.taken_at nulls first, due.next_try_at) as place
      from turns t cross join lateral (
        select m.*, t.working + row_number() over (order by m.is_notice, m.again, m.next_try_at) as turn
        from (values (false, false), (false, true), (true, false), (true, true)) as kind(is_notice, again) cross join lateral (
          select m.subscription_id, m.publication_id, kind.is_notice, kind.again, m.next_try_at from push_messages m
          where m.service = t.service and (m.notice_id is not null) = kind.is_notice and (m.attempts > 0) = kind.again
            and m.next_try_at <= now()
          order by m.next_try_at limit ${most}) m) due
      where due.turn <= ${OF_ONE_SERVICE} and (not t.slow or ${load.slow}::int < ${SLOW_PLACES})),
    due as (
      select m.subscription_id, m.publication_id, m.notice_id, chosen.slow from (
        select * from ranked where not slow or place <= ${SLOW_PLACES - load.slow}::int
        order by turn, is_notice, again, taken_at nulls first, next_try_at limit ${most}) chosen
      join push_messages m using (subscription_id, publication_id)
      where m.next_try_at <= now() for update of m skip locked),
    served as (
      insert into push_services (service, taken_at)
      select m.service, clock_timestamp() from due join push_messages m using (subscription_id, publication_id)
      group by m.service order by m.service
      on conflict (service) do update set taken_at = excluded.taken_at)
    update push_messages m
    set attempts = m.attempts + 1, next_try_at = now() + ${LEASE_SECONDS}::int * interval '1 second'
    from due join push_subscriptions s on s.id = due.subscription_id join communes c on c.id = s.commune_id
      left join push_notices n on n.id = due.notice_id left join acteurs a on a.id = n.acteur_id
    where (m.subscription_id, m.publication_id) = (due.subscription_id, due.publication_id)
    returning m.subscription_id, m.publication_id, m.attempts, s.commune_id, c.nom as commune, c.slug as commune_slug, c.departement, c.code_insee,
      s.endpoint, s.p256dh, s.auth,
      case when n.id is not null then jsonb_build_object('id', n.id, 'publication_ids', n.publication_ids,
        'acteur_id', a.id, 'acteur', a.nom, 'acteur_slug', a.slug) end as notice,
      m.service as key, due.slow, extract(epoch from now() - m.created_at)::int as age,
      exists (select from push_announcements told where told.lifted
        and (told.publication_id, told.commune_id) = (m.publication_id, s.commune_id)) as lifted`)
}

/**
 * What became of a message. `never`: the push service does not want it, or it comes too late. Else it is tried again after
 * these seconds.
 */
export type Outcome =
  | 'delivered'
  | 'pointless'
  | 'gone'
  | 'never'
  | { readonly seconds: number; readonly timedOut: boolean }

type Settled = Ended<DueMessage, Outcome>

/** Refused messages and timeouts in a row. A subscription is deleted with a message that is given up, not during an outage. */
const MOST_FAILURES = 5

export async function settle(tx: Tx, all: readonly Settled[]): Promise<void> {
  const of = (...wanted: readonly Outcome[]) =>
    all.filter(({ result }) => wanted.includes(result)).map(({ item }) => item)
  const browsers = (messages: readonly DueMessage[]) => messages.map(one => one.subscription_id)
  await remove(tx, of('delivered', 'pointless', 'never'))
  await tx.run(sql`delete from push_subscriptions where id = any(${browsers(of('gone'))}::uuid[])`)
  await tx.run(sql`
    update push_subscriptions set failures = 0, used_at = now() where id = any(${browsers(of('delivered'))}::uuid[])`)
  const givenUp = browsers(of('never'))
  const timedOut = all.filter(({ result }) => typeof result === 'object' && result.timedOut)
  const failed = [...givenUp, ...browsers(timedOut.map(({ item }) => item))]
  await tx.run(sql`update push_subscriptions set failures = failures + 1 where id = any(${failed}::uuid[])`)
  await tx.run(sql`
    delete from push_subscriptions where id = any(${givenUp}::uuid[]) and failures >= ${MOST_FAILURES}`)
  for (const { item, result } of all)
    if (typeof result === 'object')
      await tx.run(sql`
        update push_messages set next_try_at = now() + ${result.seconds}::int * interval '1 second'
        where subscription_id = ${item.subscription_id} and publication_id = ${item.publication_id}
          and attempts = ${item.attempts}`)
  // A refusal says nothing of the service, unless it took a place for long.
  await measure(
    tx,
    all.filter(({ result, ms }) => result === 'delivered' || (ms > SLOW_MS && result !== 'pointless')),
  )
}

const measure = (tx: Tx, answered: readonly Settled[]) =>
  tx.run(sql`
    insert into push_services as known (service, answer_ms)
    select service, avg(ms)::int from unnest(${answered.map(({ item }) => item.key)}::text[], ${answered.map(({ ms }) => ms)}::int[])
      as answers(service, ms) group by service order by service
    on conflict (service) do update set answer_ms = ${averaged(sql`known.answer_ms`, sql`excluded.answer_ms`)}`)

const remove = (tx: Tx, messages: readonly DueMessage[]) =>
  tx.run(sql`
    delete from push_messages m
    using unnest(${messages.map(one => one.subscription_id)}::uuid[], ${messages.map(one => one.publication_id)}::uuid[],
      ${messages.map(one => one.attempts)}::int[]) as sent(subscription_id, publication_id, attempts)
    where (m.subscription_id, m.publication_id, m.attempts)
      = (sent.subscription_id, sent.publication_id, sent.attempts)`)

/** Leaves a push service alone that has too much to do. */
export const pauseService = (tx: Tx, service: string, seconds: number): Promise<number> =>
  tx.run(sql`
    insert into push_services (service, paused_until) values (${service}, now() + ${seconds}::int * interval '1 second')
    on conflict (service) do update set paused_until = excluded.paused_until`)

/** Nightly: services to which no browser is subscribed any more. */
export const forgetServices = (tx: Tx): Promise<number> =>
  tx.run(sql`
    delete from push_services known where not exists (
      select from push_subscriptions s where s.service = known.service)`)
