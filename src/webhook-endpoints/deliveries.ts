import { IN_FORCE } from '../access/api-keys.ts'
import { type Db, sql, type Tx } from '../kernel/db/db.ts'
import { olderThan } from '../kernel/retention.ts'
import { retention } from '../retention.ts'

/** The rows of deliveries: taken by a worker, settled, and forgotten. */

export interface DueDelivery {
  readonly id: string
  readonly endpoint_id: string
  readonly seq: number
  readonly event: string
  readonly at: string
  readonly data: object
  /** The fence: a worker with an older number changes nothing. */
  readonly attempts: number
  readonly url: string
  readonly secret_sealed: string
  readonly former_sealed: string | null
}

/** Lease, longer than an attempt takes: the deliveries of a killed worker are due again after it. */
export const LEASE_SECONDS = 60
/** Waits after an attempt, in seconds; the last one is repeated. */
const WAITS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400]
const DAYS_OF_TRYING = 3

/**
 * Takes deliveries that are due, of endpoints that are due. It goes along an index from one endpoint with waiting deliveries to the next,
 * so neither idle endpoints nor all that waits for one of them is read. A delivery is not taken while an earlier one of its resource waits, so each
 * resource’s events arrive in order. `busy` endpoints have as many in flight as they may.
 */
export const takeDue = (db: Db, most: number, busy: readonly string[]): Promise<DueDelivery[]> =>
  db.all<DueDelivery>(sql`
    with recursive waiting (endpoint_id) as (
      (select endpoint_id from webhook_deliveries where state = 'waiting' order by endpoint_id limit 1)
      union all
      select next.endpoint_id from waiting w cross join lateral (
        select d.endpoint_id from webhook_deliveries d where d.state = 'waiting' and d.endpoint_id > w.endpoint_id
        order by d.endpoint_id limit 1) next),
    due as (
      select d.id from waiting w join webhook_endpoints k on k.id = w.endpoint_id cross join lateral (
        select d.id, d.next_try_at, d.seq from webhook_deliveries d
        where d.endpoint_id = k.id and d.state = 'waiting' and d.next_try_at <= now()
          and d.seq = (
            select min(seq) from webhook_deliveries first where first.state = 'waiting'
              and (first.endpoint_id, first.resource_id) = (d.endpoint_id, d.resource_id))
        order by d.next_try_at, d.seq limit ${most} for update skip locked) d
      where k.state = 'active' and k.next_try_at <= now() and k.id <> all(${[...busy]}::uuid[]) and ${IN_FORCE}
      order by d.next_try_at, d.seq limit ${most})
    update webhook_deliveries d
    set attempts = d.attempts + 1, tried_at = now(), status = null, error = null, next_try_at = now() + ${LEASE_SECONDS}::int * interval '1 second'
    from webhook_endpoints k where d.id = any(array(select id from due)) and k.id = d.endpoint_id
    returning d.id, d.endpoint_id, d.seq, d.event, d.at, d.data, d.attempts, k.url, k.secret_sealed,
      case when k.former_until > now() then k.former_sealed end as former_sealed`)

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
      state = case when at < now() - make_interval(days => ${DAYS_OF_TRYING}) then 'failed' else 'waiting' end
    where ${isCurrent}`)
  if (settled === 0) return undefined
  // Deliveries in flight together fail together: they count as one failure, or a short outage would become a wait of hours.
  const endpoint = await tx.one<{ failures: number; is_first: boolean; too_long: boolean }>(sql`
    with before as (
      select id, next_try_at <= (select tried_at from webhook_deliveries where id = ${id}) as is_first
      from webhook_endpoints where id = ${endpoint_id} and state = 'active' for update)
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
