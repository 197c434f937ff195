import { Data, Id, named, Obj, SOME_ID, Word } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { retention } from '../../foundation/retention.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { refuseAtOnce } from '../../kernel/fetch/fetch.ts'
import { olderThan } from '../../kernel/records/retention.ts'
import { found, invalid } from '../../kernel/refusals/errors.ts'
import { anyone } from '../../people/access/visitors.ts'
import { isOpenPlace } from '../../territory/communes/places/queries.ts'
import { communeToShow } from '../../territory/communes/shown-commune.ts'
import { areKeys } from './encrypt.ts'

/**
 * Browsers that want the alerts of a commune. Their address at the push service is a secret of theirs: it is in no answer and
 * no log.
 */

const Endpoint = Type.String({
  pattern: '^https://[!-~]+$',
  maxLength: 1_000,
  description: 'The address of the browser at its push service',
})
const key = (length: number, description: string) =>
  Type.String({ pattern: `^[A-Za-z0-9_-]{${length}}$`, description })

const NewPushSubscription = named(
  'NewPushSubscription',
  Obj({
    commune_id: Id,
    endpoint: Endpoint,
    p256dh: key(87, 'The public key of the browser'),
    auth: key(22, 'Its authentication secret'),
  }),
  {
    commune_id: SOME_ID,
    endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
)

export const subscribe = anyone.write({
  summary: 'Send the alerts of a commune to a browser (Web Push); again: with these keys',
  description:
    'Fields of `PushSubscription.toJSON()`. Nothing else is stored. The key for `applicationServerKey` is on the page `/suivre` of each commune.',
  body: NewPushSubscription,
  reply: Data(Obj({ status: Word(['subscribed'], { subscribed: 'alerts will be sent' }) })),
  errors: ['not_found', 'scope_violation'],
  async run({ tx, body, source }) {
    const { endpoint, p256dh, auth } = body
    const { id } = await communeToShow(tx, source, body.commune_id)
    found(await tx.one(sql`select from communes c where c.id = ${id} and ${isOpenPlace(sql`c.id`)}`))
    if (refuseAtOnce(endpoint)) throw invalid('endpoint', 'n’est pas autorisée', 'is not allowed')
    if (!areKeys({ p256dh, auth })) throw invalid('p256dh', 'n’est pas une clé', 'is no key')
    await tx.run(sql`
      insert into push_subscriptions (commune_id, endpoint, p256dh, auth)
      values (${id}, ${endpoint}, ${p256dh}, ${auth})
      on conflict (endpoint) do update set commune_id = excluded.commune_id, p256dh = excluded.p256dh,
        auth = excluded.auth, failures = 0, used_at = now()`)
    return { data: { status: 'subscribed' as const } }
  },
})

export const unsubscribe = anyone.write({
  summary: 'Send no more alerts to a browser: its subscription is deleted',
  body: named('EndedPushSubscription', Obj({ endpoint: Endpoint }), {
    endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
  }),
  reply: Data(Obj({ status: Word(['unsubscribed'], { unsubscribed: 'nothing is stored any more' }) })),
  async run({ tx, body }) {
    await tx.run(sql`delete from push_subscriptions where endpoint = ${body.endpoint}`)
    return { data: { status: 'unsubscribed' as const } }
  },
})

/** Nightly, for browsers that have neither come nor got anything for a long time. */
export const forgetSubscriptions = (tx: Tx): Promise<number> =>
  tx.run(sql`
    delete from push_subscriptions where ${olderThan(retention.pushSubscriptions.kept, sql`used_at`)}`)

/** Moves the subscriptions of a merged commune to its successor. */
export const pushFollow = {
  columns: ['push_subscriptions.commune_id', 'push_announcements.commune_id'],
  async move(tx: Tx): Promise<number> {
    await tx.run(sql`
      with gone as (
        delete from push_announcements a using communes old
        where old.id = a.commune_id and old.successor_id is not null returning a.*, old.successor_id)
      insert into push_announcements (publication_id, commune_id, niveau, lifted, announced_at, queued_to)
      select publication_id, successor_id, niveau, lifted, announced_at, queued_to from gone on conflict do nothing`)
    return await tx.run(sql`
      update push_subscriptions set commune_id = old.successor_id from communes old
      where old.id = push_subscriptions.commune_id and old.successor_id is not null`)
  },
}
