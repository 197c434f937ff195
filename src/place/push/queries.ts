import type { AppSource } from '../../access/app-sources.ts'
import { isOpenPlace } from '../../communes/places/queries.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/retention.ts'
import { retention } from '../../retention.ts'
import type { BrowserKeys } from './encrypt.ts'

/** Alerts that were visible for longer without being announced are no news. */
const NEWS = sql`interval '1 day'`

/**
 * Queues a message to every subscriber of a commune where an alert has become visible, changed its level, or was lifted or is
 * in force again. An alert that was withdrawn or deleted before its end counts as lifted. Of two workers the second waits for
 * the first one’s row, and then finds nothing to announce. A message that is not delivered yet is not doubled: it will say the
 * new state.
 */
export const announce = (tx: Tx, { communeIds, acteurIds }: AppSource): Promise<number> =>
  tx.run(sql`
    with announced as (
      insert into push_announcements (publication_id, commune_id, niveau, lifted)
      select p.id, commune.id, p.niveau, p.leve_le is not null
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
        set niveau = excluded.niveau, lifted = excluded.lifted, announced_at = now()
        where (push_announcements.niveau, push_announcements.lifted) is distinct from (excluded.niveau, excluded.lifted)
      returning publication_id, commune_id),
    withdrawn as (
      update push_announcements told set lifted = true, announced_at = now() from publications p
      where p.id = told.publication_id and not told.lifted
        and (p.visible_le is null or p.visible_le > now() or told.commune_id <> all(p.commune_ids))
        and p.leve_le is null
        and coalesce(p.fin_le > now(), coalesce(p.date_fin, p.date_debut, told.announced_at::date + 2) >= current_date)
        and ${isOpenPlace(sql`told.commune_id`)}
      returning told.publication_id, told.commune_id)
    insert into push_messages (subscription_id, publication_id)
    select s.id, changed.publication_id from (table announced union all table withdrawn) as changed
      join push_subscriptions s using (commune_id)
    on conflict (subscription_id, publication_id) do update
      -- A message that no worker has taken needs no fence, and stays a first attempt.
      set attempts = push_messages.attempts + (push_messages.attempts > 0)::int, next_try_at = now(), created_at = now()`)

export const forgetAnnouncements = (tx: Tx): Promise<number> =>
  tx.run(sql`
    delete from push_announcements where ${olderThan(retention.pushAnnouncements.kept, sql`announced_at`)}
      and not exists (select from publications p where p.id = publication_id
        and p.visible_le > now() - ${retention.pushAnnouncements.kept}::interval)`)

////////////////////////////////////////////////////////////////////////////// delivery

export interface DueMessage extends BrowserKeys {
  readonly subscription_id: string
  readonly publication_id: string
  readonly commune_id: string
  readonly commune: string
  readonly endpoint: string
  /** The push service. */
  readonly host: string
  /** The announcement says that the alert is lifted or withdrawn. */
  readonly lifted: boolean
  /** The fence: whoever has an older number changes nothing. */
  readonly attempts: number
  /** Seconds since it was queued. */
  readonly age: number
}

/** Longer than sending a message takes: a worker that died leaves its messages for so long. */
const LEASE_SECONDS = 60

const HOST = sql`split_part(s.endpoint, '/', 3)`

/** Takes messages that are due, first attempts before retries. They are due again when the lease is over. */
export const takeDue = (db: Db, most: number, busyHosts: readonly string[] = []): Promise<DueMessage[]> =>
  db.all<DueMessage>(sql`
    with due as (
      select m.subscription_id, m.publication_id
      from push_messages m join push_subscriptions s on s.id = m.subscription_id
      where m.next_try_at <= now() and ${HOST} <> all(${[...busyHosts]}::text[])
      order by m.attempts > 0, m.next_try_at limit ${most} for update of m skip locked)
    update push_messages m
    set attempts = m.attempts + 1, next_try_at = now() + ${LEASE_SECONDS}::int * interval '1 second'
    from due join push_subscriptions s on s.id = due.subscription_id join communes c on c.id = s.commune_id
    where (m.subscription_id, m.publication_id) = (due.subscription_id, due.publication_id)
    returning m.subscription_id, m.publication_id, m.attempts, s.commune_id, c.nom as commune, s.endpoint, s.p256dh, s.auth,
      ${HOST} as host, extract(epoch from now() - m.created_at)::int as age,
      exists (select from push_announcements told where told.lifted
        and (told.publication_id, told.commune_id) = (m.publication_id, s.commune_id)) as lifted`)

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

export interface Settled {
  readonly message: DueMessage
  readonly outcome: Outcome
}

/** Refused messages and timeouts in a row. A subscription is deleted with a message that is given up, not during an outage. */
const MOST_FAILURES = 5

export async function settle(tx: Tx, all: readonly Settled[]): Promise<void> {
  const of = (...wanted: readonly Outcome[]) =>
    all.filter(({ outcome }) => wanted.includes(outcome)).map(({ message }) => message)
  const browsers = (messages: readonly DueMessage[]) => messages.map(one => one.subscription_id)
  await remove(tx, of('delivered', 'pointless', 'never'))
  await tx.run(sql`delete from push_subscriptions where id = any(${browsers(of('gone'))}::uuid[])`)
  await tx.run(sql`
    update push_subscriptions set failures = 0, used_at = now() where id = any(${browsers(of('delivered'))}::uuid[])`)
  const givenUp = browsers(of('never'))
  const timedOut = all.filter(({ outcome }) => typeof outcome === 'object' && outcome.timedOut)
  const failed = [...givenUp, ...browsers(timedOut.map(({ message }) => message))]
  await tx.run(sql`update push_subscriptions set failures = failures + 1 where id = any(${failed}::uuid[])`)
  await tx.run(sql`
    delete from push_subscriptions where id = any(${givenUp}::uuid[]) and failures >= ${MOST_FAILURES}`)
  for (const { message, outcome } of all)
    if (typeof outcome === 'object')
      await tx.run(sql`
        update push_messages set next_try_at = now() + ${outcome.seconds}::int * interval '1 second'
        where subscription_id = ${message.subscription_id} and publication_id = ${message.publication_id}
          and attempts = ${message.attempts}`)
}

const remove = (tx: Tx, messages: readonly DueMessage[]) =>
  tx.run(sql`
    delete from push_messages m
    using unnest(${messages.map(one => one.subscription_id)}::uuid[], ${messages.map(one => one.publication_id)}::uuid[],
      ${messages.map(one => one.attempts)}::int[]) as sent(subscription_id, publication_id, attempts)
    where (m.subscription_id, m.publication_id, m.attempts)
      = (sent.subscription_id, sent.publication_id, sent.attempts)`)

/** Leaves a push service alone that has too much to do. */
export const pauseHost = (tx: Tx, host: string, seconds: number): Promise<number> =>
  tx.run(sql`
    update push_messages m set next_try_at = now() + ${seconds}::int * interval '1 second' from push_subscriptions s
    where s.id = m.subscription_id and ${HOST} = ${host} and m.next_try_at <= now()`)
