import { countRows, type Db, empty, raw, type Sql, sql, type Tx, where } from '../../kernel/db/db.ts'
import { equal } from '../../kernel/lists/list-filters.ts'
import { cursorCondition, newestFirst, pageRows } from '../../kernel/lists/orders.ts'
import { isFull, type Page } from '../../kernel/lists/paging.ts'
import { runSearch } from '../../kernel/lists/search-steps.ts'
import { acteurInBrief, personInBrief } from '../../people/access/in-brief.ts'
import { matching } from '../../territory/acteurs/list.ts'
import type { EventsQuery, PaymentEvent, Subscription, SubscriptionsQuery } from './shapes.ts'

export const NEWEST_SUBSCRIPTIONS = newestFirst(sql`s.id`)
export const NEWEST_EVENTS = newestFirst(sql`e.id`)

const subscriptionColumns = sql`
  s.id, s.provider, s.provider_subscription_id, s.provider_customer_id, s.acteur_id,
  s.user_id, s.plan, s.status, s.current_period_start, s.current_period_end, s.cancel_at_period_end, s.canceled_at,
  s.trial_end, s.last_event_at, s.created_at, s.updated_at, s.version,
  ${acteurInBrief(sql`s.acteur_id`)} as acteur, ${personInBrief(sql`s.user_id`)} as user`

export const subscriptionConditions = async (
  db: Db,
  { status, plan, acteur_id, ownerless, q }: SubscriptionsQuery,
): Promise<Sql[]> => [
  ...equal(sql`s.status`, status),
  ...equal(sql`s.plan`, plan),
  ...equal(sql`s.acteur_id`, acteur_id),
  ...(ownerless === undefined ? [] : [ownerless ? sql`s.acteur_id is null` : sql`s.acteur_id is not null`]),
  ...(q ? [holding(q, await matching(db, q))] : []),
]

/** Matches a part of the provider's ids or of the plan, or words of the acteur; each condition uses its own index. */
function holding(q: string, words: readonly Sql[]): Sql {
  const part = sql`somewhere(${q})`
  const ofActeurs = sql`
    union select id from subscriptions where acteur_id in (select p.id from acteurs p ${where(words)})`
  return sql`s.id in (
    select id from subscriptions where recherche like ${part} ${words.length > 0 ? ofActeurs : empty})`
}

export const listSubscriptions = (
  db: Db,
  conditions: readonly Sql[],
  page: Page<typeof NEWEST_SUBSCRIPTIONS>,
) =>
  db.all<Subscription>(sql`
    select ${subscriptionColumns} from ${pageRows(sql`subscriptions`, sql`s`, conditions, page)}
    order by ${page.order.by}`)

export const countSubscriptions = (db: Db, conditions: readonly Sql[]): Promise<number> =>
  countRows(db, sql`subscriptions s ${where(conditions)}`)

export const findSubscriptionById = (db: Db, id: string) =>
  db.one<Subscription>(sql`select ${subscriptionColumns} from subscriptions s where s.id = ${id}`)

const eventColumns =
  raw(`e.id, e.provider, e.event_id, e.type, e.status, e.attempts, e.error, e.created, e.received_at, e.processed_at, e.version,
  (select s.id from subscriptions s where s.provider = e.provider
   and s.provider_subscription_id = e.subscription_id) as subscription_id`)

export const eventConditions = ({ status, type, subscription_id }: EventsQuery): Sql[] => [
  ...(subscription_id === undefined
    ? []
    : [
        sql`(e.provider, e.subscription_id) = (
          select provider, provider_subscription_id from subscriptions where id = ${subscription_id})`,
      ]),
  ...equal(sql`e.status`, status),
  ...equal(sql`e.type`, type),
]

/** How many of the newest events are scanned first when two filters are combined, which no index covers. */
const GLANCE = 2_000

/** A filter that matches many events fills the page from the newest; one that matches few uses its index and sorts. */
export async function listEvents(
  db: Db,
  conditions: readonly Sql[],
  page: Page<typeof NEWEST_EVENTS>,
): Promise<PaymentEvent[]> {
  const listed = (from: Sql, wanted: readonly Sql[] = []) =>
    db.all<PaymentEvent>(
      sql`select ${eventColumns} from ${pageRows(from, sql`e`, wanted, page)} order by ${page.order.by}`,
    )
  if (conditions.length < 2) return await listed(sql`payment_events`, conditions)
  const newest = sql`
    select * from payment_events e ${where(cursorCondition(page))} order by e.id desc limit ${GLANCE}`
  const shortScan = () => listed(sql`(${newest})`, conditions)
  return await runSearch(
    {
      ...(page.offset === 0 && { shortScan }),
      // `offset 0` prevents the planner from walking all events in order for few matches.
      index: () => listed(sql`(select * from payment_events e ${where(conditions)} offset 0)`),
    },
    rows => isFull(page, rows),
  )
}

export const countEvents = (db: Db, conditions: readonly Sql[]): Promise<number> =>
  countRows(db, sql`payment_events e ${where(conditions)}`)

export const lockEvent = (tx: Tx, id: string) =>
  tx.one<PaymentEvent & { waiting: boolean }>(sql`
    select ${eventColumns}, e.next_try_at > now() as waiting from payment_events e where e.id = ${id} for update`)

/** Due at once, like a new event. */
export const reviveEvent = (tx: Tx, id: string) =>
  tx.one<PaymentEvent>(sql`
    update payment_events e set status = 'received', attempts = 0, error = null, processed_at = null,
      next_try_at = now()
    where e.id = ${id} returning ${eventColumns}`)
