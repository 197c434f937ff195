import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf } from '../../../shared/fields/field.ts'
import { EVENT_RECORDS } from '../../../shared/words/webhooks.ts'
import { testConfig } from '../../../test/config.ts'
import * as make from '../../../test/factories.ts'
import { startSender } from '../../../test/fixtures/webhook-sender.ts'
import { EVENTS } from './events.ts'
import { queueEvents } from './queue.ts'

const { app, asAdmin, commune, received, answers, endpoint, send } = await startSender()
const owner = await app.user()
const club = await make.acteur(app, commune, { nom: 'Club de lecture' })
await make.member(app, club, owner)

async function recordsOf(acteur: string): Promise<Readonly<Record<string, string>>> {
  const one = async (text: string, values: unknown[]) => (await app.owner.query(text, values)).rows[0].id
  return {
    publication: await make.publication(app, acteur, commune, { title: 'Tournoi de belote' }),
    claim: await one(
      `insert into claims (acteur_id, language, expires_at, nom, email, status, decided_at)
       values ($1, 'fr', now() + interval '1 day', 'A', 'a@exemple.fr', 'approved', now()) returning id`,
      [acteur],
    ),
    subscription: await one(
      `insert into subscriptions (provider, provider_subscription_id, acteur_id, status)
       values ('payment', gen_random_uuid()::text, $1, 'active') returning id`,
      [acteur],
    ),
    sync: await one(
      `insert into defibrillateur_syncs (trigger, commune_id, status, finished_at, started_at)
       values ('manual', $1, 'ok', now(), now()) returning id`,
      [commune],
    ),
  }
}
let seq = 1_000_000
const queued = (records: Readonly<Record<string, string>>, acteur: string, config = testConfig()) =>
  app.service.db.transaction(tx =>
    queueEvents(
      tx,
      new Date().toISOString(),
      Object.values(EVENTS).map(({ change, record }) => {
        const [kind = '', what] = change.split(' ')
        return {
          seq: ++seq,
          kind,
          record_id: records[record] ?? '',
          change: what as 'created',
          commune_ids: [commune],
          acteur_ids: [acteur],
        }
      }),
      config,
    ),
  )

test('each line of the log names its record and holds the body that was sent', async () => {
  const id = await endpoint('/all', { events: namesOf(EVENTS) })
  const records = await recordsOf(club)
  assert.equal(await queued(records, club), namesOf(EVENTS).length)
  await send()
  const { body } = await asAdmin.get(`/admin/webhooks/${id}/deliveries`)
  assert.equal(body.data.length, namesOf(EVENTS).length)
  const titles: Readonly<Record<string, string>> = {
    publication: 'Tournoi de belote',
    claim: 'Club de lecture',
    subscription: 'Club de lecture',
    sync: (await app.owner.query('select nom from communes where id = $1', [commune])).rows[0].nom,
  }
  assert.deepEqual(Object.keys(titles), namesOf(EVENT_RECORDS))
  for (const line of body.data) {
    const { record: kind } = EVENTS[line.event as keyof typeof EVENTS]
    assert.deepEqual(line.record, { kind, id: records[kind], title: titles[kind] }, line.event)
    const sent = received.find(({ headers }) => headers['webhook-id'] === line.id)
    assert.deepEqual(line.payload, JSON.parse(sent?.body ?? '{}'), line.event)
    assert.deepEqual(line.payload.data, line.data)
  }
})

test('each event has the `url` that the API shows of its publication, acteur or commune', async () => {
  const id = await endpoint('/urls', { events: namesOf(EVENTS) })
  const records = await recordsOf(club)
  const { rows } = await app.owner.query('select slug from communes where id = $1', [commune])
  const shown = async (path: string) => (await app.anyone.get(path)).body.data.url
  const ofClub = await shown(`/acteurs/${club}`)
  const urls: Readonly<Record<string, string>> = {
    publication: await shown(`/publications/${records.publication}`),
    claim: ofClub,
    subscription: ofClub,
    sync: await shown(`/communes/${rows[0].slug}`),
  }
  assert.ok(Object.values(urls).every(url => url.startsWith('http://parvis.test/p')))
  await queued(records, club)
  await send()
  const events = received
    .filter(({ path }) => path === '/urls')
    .map(({ body }) => JSON.parse(body))
    .map(({ type, data }) => [type, data.url])
  assert.deepEqual(
    Object.fromEntries(events),
    Object.fromEntries(namesOf(EVENTS).map(event => [event, urls[EVENTS[event].record]])),
  )
  await app.owner.query('delete from webhook_endpoints where id = $1', [id])
})

test('`url` is null without pages for residents, of an acteur of no commune, a national sync, and an older event', async () => {
  const urlsOf = async (records: Readonly<Record<string, string>>, config = testConfig()) => {
    const id = await endpoint('/without', { events: namesOf(EVENTS) })
    await queued(records, club, config)
    await app.owner.query(
      `update webhook_deliveries set data = data - 'url' where endpoint_id = $1 and event = 'alert.ended'`,
      [id],
    )
    const { body } = await asAdmin.get(`/admin/webhooks/${id}/deliveries`)
    await app.owner.query('delete from webhook_endpoints where id = $1', [id])
    return new Map<string, string | null>(
      body.data.map((line: { event: string; payload: { data: { url: string | null } } }) => [
        line.event,
        line.payload.data.url,
      ]),
    )
  }
  const records = await recordsOf(club)
  const off = await urlsOf(records, testConfig({ PLACE: 'off' }))
  assert.deepEqual([...new Set(off.values())], [null])
  const nowhere = await make.acteur(app, commune)
  await app.owner.query('update acteurs set commune_id = null where id = $1', [nowhere])
  await app.owner.query('update claims set acteur_id = $2 where id = $1', [records.claim, nowhere])
  await app.owner.query('update defibrillateur_syncs set commune_id = null where id = $1', [records.sync])
  const some = await urlsOf(records)
  const without = namesOf(EVENTS).filter(event => some.get(event) === null)
  assert.deepEqual(without, ['alert.ended', 'claim.decided', 'sync.finished'])
})

test('an acteur does not see the titles of records that are another acteur’s by now', async () => {
  const other = await make.acteur(app, commune, { nom: 'Amis du parc' })
  const records = await recordsOf(other)
  const id = await endpoint('/given', {
    events: namesOf(EVENTS),
    acteur_id: club,
    granted_to: 'owner',
    created_by: owner.id,
  })
  await queued(records, club)
  const path = `/me/acteurs/${club}/webhooks/${id}/deliveries`
  const { body } = await app.as(owner, 'public').get(path)
  const named = body.data.filter(({ record }: { record: { title: string | null } }) => record.title !== null)
  assert.deepEqual(
    named.map(({ event }: { event: string }) => event),
    ['sync.finished'],
  )
})

test('the log is filtered by state and by event; other values are refused', async () => {
  answers.set('/some-fail', (_, response) => void response.writeHead(500).end())
  const id = await endpoint('/some-fail', {
    events: ['publication.changed', 'claim.decided'],
    answer_ms: 10,
  })
  await queued(await recordsOf(club), club)
  await app.owner.query(
    `update webhook_deliveries set at = now() - interval '4 days' where endpoint_id = $1 and event = 'claim.decided'`,
    [id],
  )
  await send()
  const seen = async (query: string) => {
    const { status, body } = await asAdmin.get(`/admin/webhooks/${id}/deliveries?${query}`)
    return status === 200
      ? [
          body.meta.total,
          ...body.data.map((one: { event: string; state: string }) => `${one.event} ${one.state}`),
        ]
      : `${status} ${body.error} ${body.details[0].path}`
  }
  assert.deepEqual(await seen('state=failed'), [1, 'claim.decided failed'])
  assert.deepEqual(await seen('state=waiting'), [1, 'publication.changed waiting'])
  assert.deepEqual(await seen('state=delivered'), [0])
  assert.deepEqual(await seen('event=publication.changed'), [1, 'publication.changed waiting'])
  assert.deepEqual(await seen('event=publication.changed&state=failed'), [0])
  assert.equal(await seen('state=broken'), '422 validation_failed state')
  assert.equal(await seen('event=publication.read'), '422 validation_failed event')
})
