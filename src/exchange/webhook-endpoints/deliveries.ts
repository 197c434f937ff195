import type { SentEvent } from '../../../shared/words/webhooks.ts'
import { retention } from '../../foundation/retention.ts'
import { type Db, pipelined, sql, type Tx } from '../../kernel/db/db.ts'
import { averaged, claimLock, IDLE, loadTable, SLOW_MS, type Taken } from '../../kernel/jobs/in-turns.ts'
import { olderThan } from '../../kernel/records/retention.ts'
import { IN_FORCE } from '../../people/access/api-keys.ts'
import type { Grantor } from './endpoints.ts'
import { type EventData, TEST } from './events.ts'

/** The rows of deliveries: taken by a worker, settled, and forgotten. */

export interface DueDelivery extends Taken {
  readonly id: string
  readonly endpoint_id: string
  readonly seq: number
  readonly event: SentEvent
  readonly at: string
  readonly data: EventData
  /** The fence: a worker with an older number changes nothing. */
  readonly attempts: number
  readonly url: string
  readonly granted_to: Grantor
  readonly secret_sealed: string
  readonly former_sealed: string | null
}

/** Lease, longer than an attempt takes: the deliveries of a killed worker are due again after it. */
export const LEASE_SECONDS = 60
/** Waits after an attempt, in seconds; the last one is repeated. */
const WAITS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400]
const DAYS_OF_TRYING = 3

/** Places of an acteur, or of an endpoint of administrators that belongs to none. */
export const OF_ONE_OWNER = 4
/** Places that slow endpoints share, each of which gets one. */
export const SLOW_PLACES = 4

/**
 * Takes deliveries that are due, of endpoints that are due, in turns by acteur: the one with the fewest in flight first, one of each
 * before a second. It goes along an index from one endpoint with waiting deliveries to the next, so neither idle endpoints nor all
 * that waits for one of them is read. A delivery is not taken while an earlier one of its resource waits, so each resource’s events
 * arrive in order.
 */
export const takeDue = (tx: Tx, most: number, load = IDLE): Promise<DueDelivery[]> => {
  pipelined(tx.one(claimLock('webhooks')))
  return tx.all<DueDelivery>(sql`
    with recursive waiting (endpoint_id) as (
      (select endpoint_id from webhook_deliveries where state = 'waiting' order by endpoint_id limit 1)
      union all
      select next.endpoint_id from waiting w cross join lateral (
        select d.endpoint_id from webhook_deliveries d where d.state = 'waiting' and d.endpoint_id > w.endpoint_id
        order by d.endpoint_id limit 1) next),
    busy as (
      select k.id, coalesce(k.acteur_id, k.id) as owner_id, b.working, b.stuck
      from ${loadTable(load)} as b(id, working, stuck) join webhook_endpoints k on k.id = b.id::uuid),
    owners as (select owner_id, sum(working)::int as working from busy group by owner_id),
    endpoints as (
      select k.id, owner_id, coalesce(busy.working, 0) as working, coalesce(owners.working, 0) as of_owner,
        max(k.taken_at) over (partition by owner_id) as taken_at,
        coalesce(busy.stuck, false) or coalesce(k.answer_ms > ${SLOW_MS}, true) as slow
      from waiting w join webhook_endpoints k on k.id = w.endpoint_id
      cross join lateral (select coalesce(k.acteur_id, k.id) as owner_id) owner
      left join busy using (id, owner_id) left join owners using (owner_id)
      where k.state = 'active' and k.next_try_at <= now() and ${IN_FORCE}),
    turns as (
      select d.*, k.slow, k.taken_at,
        k.of_owner + row_number() over (partition by k.owner_id order by d.nth, d.next_try_at, d.seq) as turn
      from endpoints k cross join lateral (
        select d.id, d.next_try_at, d.seq, k.working + row_number() over (order by d.next_try_at, d.seq) as nth
        from webhook_deliveries d
        where d.endpoint_id = k.id and d.state = 'waiting' and d.next_try_at <= now()
          and d.seq = (
            select min(seq) from webhook_deliveries first where first.state = 'waiting'
              and (first.endpoint_id, first.resource_id) = (d.endpoint_id, d.resource_id))
        order by d.next_try_at, d.seq
        limit greatest(0, case when k.slow then 1 - k.working else least(${most}, ${OF_ONE_OWNER} - k.of_owner) end)) d
      where not k.slow or ${load.slow}::int < ${SLOW_PLACES}),
    ranked as (
      select *, row_number() over (partition by slow order by turn, taken_at nulls first, next_try_at, seq) as place from turns
      where turn <= ${OF_ONE_OWNER}),
    due as (
      select d.id, chosen.slow from (
        select * from ranked where not slow or place <= ${SLOW_PLACES - load.slow}::int
        order by turn, taken_at nulls first, next_try_at, seq limit ${most}) chosen
      join webhook_deliveries d using (id)
      where d.state = 'waiting' and d.next_try_at <= now() for update of d skip locked),
    served as (
      update webhook_endpoints set taken_at = clock_timestamp()
      where id in (select d.endpoint_id from due join webhook_deliveries d using (id)))
    update webhook_deliveries d
    set attempts = d.attempts + 1, tried_at = now(), status = null, error = null, next_try_at = now() + ${LEASE_SECONDS}::int * interval '1 second'
    from due join webhook_deliveries was using (id) join webhook_endpoints k on k.id = was.endpoint_id where d.id = due.id
    returning d.id, d.endpoint_id, d.endpoint_id as key, due.slow, d.seq, d.event, d.at, d.data, d.attempts, k.url, k.granted_to, k.secret_sealed,
      case when k.former_until > now() then k.former_sealed end as former_sealed`)
}

/** Notes how long an endpoint took to answer. A failure says nothing, unless it took a place for long. */
export const measure = (db: Db, id: string, ms: number, isAnswer: boolean): Promise<number> =>
  isAnswer || ms > SLOW_MS
    ? db.run(sql`
        update webhook_endpoints set answer_ms = ${averaged(sql`answer_ms`, sql`${ms}::int`)} where id = ${id}
          and (answer_ms is null or abs(answer_ms - ${ms}::int) > ${SLOW_MS / 4}::int)`)
    : Promise.resolve(0)

/** The endpoints that were disabled because too many events waited, once each. */
export const takeFull = (tx: Tx): Promise<{ readonly id: string }[]> =>
  tx.all(sql`
    update webhook_endpoints set tells_full = false where id in (
      select id from webhook_endpoints where tells_full for update skip locked) returning id`)

/** The endpoint's answer to an attempt. */
export interface Outcome {
  readonly status: number | null
  /** Undefined when it was delivered. */
  readonly error: string | undefined
  readonly retryAfter: number | null
}

export async function settle(
  tx: Tx,
  delivery: DueDelivery,
  outcome: Outcome,
): Promise<'gone' | 'failing' | undefined> {
  const { id, endpoint_id, attempts } = delivery
  const isCurrent = sql`id = ${id} and attempts = ${attempts} and state = 'waiting'`
  if (outcome.error === undefined) {
    await tx.run(sql`
      update webhook_deliveries set state = 'delivered', delivered_at = now(), status = ${outcome.status}, error = null where ${isCurrent}`)
    await tx.run(sql`
      update webhook_endpoints set failures = 0, failing_since = null, next_try_at = now()
      where id = ${endpoint_id} and failing_since is not null`)
    return undefined
  }
  // This worker stops: the endpoint is not to blame.
  if (outcome.error === 'aborted') {
    await tx.run(
      sql`update webhook_deliveries set next_try_at = now(), attempts = attempts - 1 where ${isCurrent}`,
    )
    return undefined
  }
  const wait = Math.max(waitAfter(attempts), outcome.retryAfter ?? 0)
  const settled = await tx.run(sql`
    update webhook_deliveries set status = ${outcome.status}, error = ${outcome.error},
      next_try_at = now() + ${wait}::int * interval '1 second',
      state = case when event = ${TEST} or at < now() - make_interval(days => ${DAYS_OF_TRYING}) then 'failed' else 'waiting' end
    where ${isCurrent}`)
  if (settled === 0) return undefined
  // A failed test says so in the log alone. 410 is an answer to whatever is sent.
  if (delivery.event === TEST && outcome.status !== 410) return undefined
  // The answer of an address that was changed meanwhile says nothing of the new one.
  // Deliveries in flight together fail together: they count as one failure, or a short outage would become a wait of hours.
  const endpoint = await tx.one<{ failures: number; is_first: boolean; too_long: boolean }>(sql`
    with before as (
      select id, next_try_at <= (select tried_at from webhook_deliveries where id = ${id}) as is_first
      from webhook_endpoints where id = ${endpoint_id} and state = 'active' and url = ${delivery.url} for update)
    update webhook_endpoints k set failures = k.failures + before.is_first::int, failing_since = coalesce(k.failing_since, now())
    from before where k.id = before.id
    returning k.failures, before.is_first, k.failing_since < now() - make_interval(days => ${DAYS_OF_TRYING}) as too_long`)
  if (!endpoint) return undefined
  // The endpoint itself waits too: hundreds of deliveries must not call one that is down.
  if (endpoint.is_first)
    await tx.run(sql`
      update webhook_endpoints set next_try_at = now() + ${waitAfter(endpoint.failures)}::int * interval '1 second'
      where id = ${endpoint_id}`)
  const disabled_for = outcome.status === 410 ? 'gone' : endpoint.too_long ? 'failing' : undefined
  if (disabled_for)
    await tx.run(sql`
      update webhook_endpoints set state = 'disabled', disabled_for = ${disabled_for} where id = ${endpoint_id}`)
  return disabled_for
}

const waitAfter = (attempts: number): number => WAITS[Math.min(attempts, WAITS.length) - 1] ?? 5

export const forgetDeliveries = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from webhook_deliveries where ${olderThan(retention.webhookDeliveries.kept, sql`at`)}`)
