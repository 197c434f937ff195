import { CLAIM_STATUSES } from '../../../shared/words/claims.ts'
import { SYNC_STATUSES } from '../../../shared/words/defibrillateurs.ts'
import { SUBSCRIPTION_STATUSES } from '../../../shared/words/payments.ts'
import type { EventRecord, SentEvent, WebhookEvent } from '../../../shared/words/webhooks.ts'
import type { Words } from '../../../shared/words/word.ts'
import { type Sql, sql } from '../../kernel/db/db.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { addressOf } from '../../publishing/publications/record.ts'
import { pageOf } from '../../territory/acteurs/queries.ts'
import { pagesOfCommune } from '../../territory/communes/shown-commune.ts'

/** The events of webhooks: the change that makes each of them, the record it is about, and what is sent. */

interface Event {
  /** The change in the feed of changes that causes this event. */
  readonly change: `${EventRecord | 'alert'} ${'created' | 'changed' | 'removed'}`
  readonly record: EventRecord
}

export const EVENTS: Readonly<Record<WebhookEvent, Event>> = {
  'publication.published': { change: 'publication created', record: 'publication' },
  'publication.changed': { change: 'publication changed', record: 'publication' },
  'publication.withdrawn': { change: 'publication removed', record: 'publication' },
  'alert.started': { change: 'alert created', record: 'publication' },
  'alert.ended': { change: 'alert removed', record: 'publication' },
  'claim.decided': { change: 'claim changed', record: 'claim' },
  'subscription.changed': { change: 'subscription changed', record: 'subscription' },
  'sync.finished': { change: 'sync changed', record: 'sync' },
}

interface EventRecordRow {
  /** The title of the record `id`, for an endpoint of `acteur_id` or of all acteurs. Null for an acteur where the record is another acteur’s. */
  title(id: Sql, acteur_id: Sql): Sql
  /** What `data.status` may be; an event without it names no status. */
  readonly statuses?: Words
  readonly status?: (id: Sql) => Sql
  /** The slugs of its page: those of its acteur or commune. A publication has a page of its own. */
  readonly slugs?: (ids: Sql) => Sql
}

export interface Slugs {
  readonly id: string
  /** Null for a commune. */
  readonly slug: string | null
  readonly commune_slug: string | null
}
const slugsOfActeur = (from: Sql, ids: Sql) => sql`
  select r.id, a.slug, home.slug as commune_slug
  from ${from} r join acteurs a on a.id = r.acteur_id left join communes home on home.id = a.commune_id
  where r.id = any(${ids})`

/** `url` of the event of a record: that of the publication, acteur or commune, as the API shows it. */
export function urlOf(
  record: EventRecord,
  id: string,
  slugs: Slugs | undefined,
  config: Config,
): string | null {
  if (record === 'publication') return addressOf({ id }, config)
  if (!slugs) return null
  const { slug, commune_slug } = slugs
  if (slug !== null) return pageOf({ slug, commune_slug }, config)
  return commune_slug === null ? null : pagesOfCommune(commune_slug, config)
}

export const EVENT_RECORD_ROWS: Readonly<Record<EventRecord, EventRecordRow>> = {
  publication: {
    title: (id, acteur_id) => sql`
      select p.title from publications p where p.id = ${id} and (${acteur_id} is null or p.acteur_id = ${acteur_id})`,
  },
  claim: {
    title: (id, acteur_id) => sql`
      select a.nom from claims c join acteurs a on a.id = c.acteur_id
      where c.id = ${id} and (${acteur_id} is null or a.id = ${acteur_id})`,
    statuses: CLAIM_STATUSES,
    status: id => sql`select status from claims where id = ${id}`,
    slugs: ids => slugsOfActeur(sql`claims`, ids),
  },
  subscription: {
    title: (id, acteur_id) => sql`
      select a.nom from subscriptions s join acteurs a on a.id = s.acteur_id
      where s.id = ${id} and (${acteur_id} is null or a.id = ${acteur_id})`,
    statuses: SUBSCRIPTION_STATUSES,
    status: id => sql`select status from subscriptions where id = ${id}`,
    slugs: ids => slugsOfActeur(sql`subscriptions`, ids),
  },
  sync: {
    title: id => sql`
      select c.nom from defibrillateur_syncs s join communes c on c.id = s.commune_id where s.id = ${id}`,
    statuses: SYNC_STATUSES,
    status: id => sql`select status from defibrillateur_syncs where id = ${id}`,
    slugs: ids => sql`
      select s.id, null as slug, c.slug as commune_slug
      from defibrillateur_syncs s join communes c on c.id = s.commune_id where s.id = any(${ids})`,
  },
}

/** Sent by hand, to try an endpoint. */
export const TEST = 'webhook.test' satisfies SentEvent

interface Sent {
  readonly event: SentEvent
  readonly at: string
  /** A test has a number below 1, since no change made it. */
  readonly seq: number
  readonly data: EventData
}
export interface EventData {
  readonly id: string
  readonly acteur_ids: string[]
  readonly commune_ids: string[]
  readonly status?: string
  /** Absent from events that an older version queued. */
  readonly url?: string | null
}

/** What is posted, and what the log shows. */
export const payloadOf = ({ event, at, seq, data }: Sent) => ({
  type: event,
  timestamp: at,
  sequence: Math.max(seq, 0),
  data: { ...data, url: data.url ?? null },
})
