import { type Db, raw, type Sql, sql, type Tx, where } from '../kernel/db.ts'
import type { Page } from '../kernel/paging.ts'
import type { EventsQuery, PaymentEvent, Subscription, SubscriptionsQuery } from './shapes.ts'

/** Both lists are newest first: ids sort by age. */
type ById = Page<readonly [id: string]>

const subscriptionColumns =
  raw(`s.id, s.provider, s.provider_subscription_id, s.provider_customer_id, s.acteur_id,
  s.user_id, s.plan, s.status, s.current_period_start, s.current_period_end, s.cancel_at_period_end, s.canceled_at,
  s.trial_end, s.last_event_at, s.created_at, s.updated_at`)

export const narrowSubscriptions = ({ status, plan, acteur_id, q }: SubscriptionsQuery): Sql[] => [
  ...(status === undefined ? [] : [sql`s.status = ${status}`]),
  ...(plan === undefined ? [] : [sql`s.plan = ${plan}`]),
  ...(acteur_id === undefined ? [] : [sql`s.acteur_id = ${acteur_id}`]),
  ...(q ? [holding(q)] : []),
]

/** A part of an id the provider uses, of the plan, or of the acteur's name. */
function holding(q: string): Sql {
  const part = sql`'%' || replace(replace(replace(fold(${q}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`
  return sql`(lower(concat_ws(' ', s.provider_subscription_id, s.provider_customer_id, s.plan)) like ${part}
    or s.acteur_id in (select a.id from acteurs a where fold(a.nom) like ${part}))`
}

export const listSubscriptions = (db: Db, conditions: readonly Sql[], page: ById) =>
  db.all<Subscription>(sql`
    select ${subscriptionColumns} from subscriptions s
    ${where([...conditions, ...(page.after ? [sql`s.id < ${page.after[0]}`] : [])])}
    order by s.id desc limit ${page.perPage + 1} offset ${page.offset}`)

export const countSubscriptions = async (db: Db, conditions: readonly Sql[]): Promise<number> =>
  (await db.one<{ total: number }>(sql`select count(*) as total from subscriptions s ${where(conditions)}`))
    ?.total ?? 0

const eventColumns = raw(
  'e.id, e.provider, e.event_id, e.type, e.status, e.attempts, e.error, e.created, e.received_at, e.processed_at',
)

export const narrowEvents = ({ status, type }: EventsQuery): Sql[] => [
  ...(status === undefined ? [] : [sql`e.status = ${status}`]),
  ...(type === undefined ? [] : [sql`e.type = ${type}`]),
]

export const listEvents = (db: Db, conditions: readonly Sql[], page: ById) =>
  db.all<PaymentEvent>(sql`
    select ${eventColumns} from payment_events e
    ${where([...conditions, ...(page.after ? [sql`e.id < ${page.after[0]}`] : [])])}
    order by e.id desc limit ${page.perPage + 1} offset ${page.offset}`)

export const countEvents = async (db: Db, conditions: readonly Sql[]): Promise<number> =>
  (await db.one<{ total: number }>(sql`select count(*) as total from payment_events e ${where(conditions)}`))
    ?.total ?? 0

export const lockEvent = (tx: Tx, id: string) =>
  tx.one<PaymentEvent & { waiting: boolean }>(sql`
    select ${eventColumns}, e.next_try_at > now() as waiting from payment_events e where e.id = ${id} for update`)

/** Tried again at once, as if it had just come. */
export const reviveEvent = (tx: Tx, id: string) =>
  tx.one<PaymentEvent>(sql`
    update payment_events e set status = 'received', attempts = 0, error = null, processed_at = null,
      next_try_at = now()
    where e.id = ${id} returning ${eventColumns}`)
