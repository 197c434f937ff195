import { about, Data, Id, Nullable, named, Obj, SOME_ID, Word } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { retention } from '../../foundation/retention.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { refuseAtOnce } from '../../kernel/fetch/fetch.ts'
import { olderThan } from '../../kernel/records/retention.ts'
import { found, invalid, Problem } from '../../kernel/refusals/errors.ts'
import type { AppSource } from '../../people/access/app-sources.ts'
import { anyone } from '../../people/access/visitors.ts'
import { findOpenAt } from '../../territory/acteurs/queries.ts'
import { isOpenPlace } from '../../territory/communes/places/queries.ts'
import { communeToShow } from '../../territory/communes/shown-commune.ts'
import { areKeys } from './encrypt.ts'

/**
 * Browsers that want the alerts of a commune, or what an acteur publishes. Their address at the push service is a secret of theirs: it is in no answer and
 * no log.
 */

const Endpoint = Type.String({
  pattern: '^https://[!-~]+$',
  maxLength: 1_000,
  description: 'The address of the browser at its push service',
})
const key = (length: number, description: string) =>
  Type.String({ pattern: `^[A-Za-z0-9_-]{${length}}$`, description })

/** How often what an acteur publishes is told. */
export const RHYTHMS = ['daily', 'each'] as const
export type Rhythm = (typeof RHYTHMS)[number]

const Notices = Nullable(
  Word(RHYTHMS, {
    daily: 'one message a day at most, about 18:00 in the commune',
    each: 'a message within a minute of each publication',
  }),
)

const NewPushSubscription = named(
  'NewPushSubscription',
  Obj({
    commune_id: Id,
    acteur_id: Type.Optional(
      about(
        'Follows what this acteur publishes in the commune, and no alerts. Without it: the alerts of the commune',
        Id,
      ),
    ),
    notices: Type.Optional(
      about(
        'What the acteur publishes, without `acteur_id` the town hall, is sent too. Null: alerts only. Without it: as it was; at first `daily` for an acteur, else null',
        Notices,
      ),
    ),
    endpoint: Endpoint,
    p256dh: key(87, 'The public key of the browser'),
    auth: key(22, 'Its authentication secret'),
    replaces: Type.Optional(
      about(
        'An earlier address of this browser: its subscription is deleted, and its `notices` kept',
        Endpoint,
      ),
    ),
  }),
  {
    commune_id: SOME_ID,
    notices: 'daily',
    endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
)

export const subscribe = anyone.write({
  summary: 'Send alerts of a commune, or news of an acteur, to a browser (Web Push); again: with these keys',
  description:
    'Fields of `PushSubscription.toJSON()`. Nothing else is stored. The key for `applicationServerKey` is on the page `/suivre` of each commune.',
  body: NewPushSubscription,
  reply: Data(
    Obj({ status: Word(['subscribed'], { subscribed: 'messages will be sent' }), notices: Notices }),
  ),
  errors: ['not_found', 'scope_violation'],
  async run({ tx, body, source }) {
    const { endpoint, p256dh, auth, acteur_id = null, replaces = null } = body
    const { id } = await communeToShow(tx, source, body.commune_id)
    found(await tx.one(sql`select from communes c where c.id = ${id} and ${isOpenPlace(sql`c.id`)}`))
    if (acteur_id !== null) {
      await refuseUnlessFollowed(tx, source, { acteur: acteur_id, commune: id })
      if (body.notices === null) throw invalid('notices', 'manque', 'is required for an acteur')
    }
    if (refuseAtOnce(endpoint)) throw invalid('endpoint', 'n’est pas autorisée', 'is not allowed')
    if (!areKeys({ p256dh, auth })) throw invalid('p256dh', 'n’est pas une clé', 'is no key')
    const before = await tx.one<{ notices: typeof body.notices }>(sql`
      select notices from push_subscriptions where endpoint = any(${[endpoint, replaces]}::text[])
      order by endpoint = ${endpoint} desc limit 1`)
    const kept = body.notices === undefined ? before?.notices : body.notices
    const notices = kept ?? (acteur_id === null ? null : ('daily' as const))
    await tx.run(sql`delete from push_subscriptions where endpoint = ${replaces} and endpoint <> ${endpoint}`)
    await tx.run(sql`
      insert into push_subscriptions (commune_id, acteur_id, notices, endpoint, p256dh, auth)
      values (${id}, ${acteur_id}, ${notices}, ${endpoint}, ${p256dh}, ${auth})
      on conflict (endpoint) do update set commune_id = excluded.commune_id, acteur_id = excluded.acteur_id,
        notices = excluded.notices, p256dh = excluded.p256dh, auth = excluded.auth, failures = 0, used_at = now()`)
    return { data: { status: 'subscribed' as const, notices } }
  },
})

/** Its publications are followed where its page is. */
async function refuseUnlessFollowed(
  tx: Tx,
  { acteurIds }: AppSource,
  { acteur, commune }: { readonly acteur: string; readonly commune: string },
): Promise<void> {
  const { id, commune_ids } = found(await findOpenAt(tx, acteur))
  if (acteurIds && !acteurIds.includes(id)) throw new Problem('scope_violation')
  if (!commune_ids.includes(commune))
    throw invalid('acteur_id', 'n’est pas de cette commune', 'is not of this commune')
}

export const unsubscribe = anyone.write({
  summary: 'Send nothing more to a browser: its subscription is deleted',
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
  columns: ['push_subscriptions.commune_id', 'push_announcements.commune_id', 'push_notices.commune_id'],
  async move(tx: Tx): Promise<number> {
    await tx.run(sql`
      with gone as (
        delete from push_announcements a using communes old
        where old.id = a.commune_id and old.successor_id is not null returning a.*, old.successor_id)
      insert into push_announcements (publication_id, commune_id, niveau, lifted, announced_at, queued_to)
      select publication_id, successor_id, niveau, lifted, announced_at, queued_to from gone on conflict do nothing`)
    await tx.run(sql`
      update push_notices set commune_id = old.successor_id from communes old
      where old.id = push_notices.commune_id and old.successor_id is not null`)
    return await tx.run(sql`
      update push_subscriptions set commune_id = old.successor_id from communes old
      where old.id = push_subscriptions.commune_id and old.successor_id is not null`)
  },
}
