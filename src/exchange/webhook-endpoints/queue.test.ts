import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testConfig } from '../../../test/config.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { startReceiver } from '../../../test/fixtures/webhook-receiver.ts'
import { takeFull } from './deliveries.ts'
import { MOST_OF_ACTEUR } from './managed.ts'
import { MOST_WAITING, queueEvents } from './queue.ts'

const { app, commune, club, received, asOwner, asAdmin, admin, owner, someNode, endpoint, settled } =
  await startReceiver()

test('of an acteur ten endpoints are accepted, also of requests at once; more that were there before stay', async () => {
  const acteur = await make.acteur(app, commune)
  await make.member(app, acteur, owner)
  await make.several(MOST_OF_ACTEUR - 2, () => make.webhook(app, { acteur_id: acteur, created_by: owner.id }))
  const create = () =>
    asOwner.post(`/me/acteurs/${acteur}/webhooks`, {
      nom: 'Site',
      url: 'https://recepteur.example/x',
      events: ['alert.started'],
    })
  const answers = await Promise.all(Array.from({ length: 6 }, create))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 409, 409, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  assert.equal(refused?.body.error, 'webhook_limit')
  assert.match(refused?.body.message, /Dix logiciels/)
  const byOffice = await asAdmin.post('/admin/webhooks', {
    nom: 'Site',
    url: 'https://recepteur.example/x',
    events: ['alert.started'],
    acteur_id: acteur,
  })
  assert.equal(byOffice.status, 409)
  await make.several(3, () => make.webhook(app, { acteur_id: acteur, created_by: owner.id }))
  const list = await asOwner.get(`/me/acteurs/${acteur}/webhooks?per_page=50`)
  assert.equal(list.body.data.length, MOST_OF_ACTEUR + 3)
  await app.owner.query('delete from webhook_endpoints where acteur_id = $1', [acteur])
})

test('ten thousand events wait for an endpoint of an acteur; one more disables it and mails its creator, once', async () => {
  const [full, other] = await make.several(2, () =>
    make.webhook(app, {
      acteur_id: club,
      created_by: owner.id,
      granted_to: 'owner',
      events: ['publication.changed'],
    }),
  )
  await app.owner.query(
    `insert into webhook_deliveries (endpoint_id, seq, event, resource_id, at, data, next_try_at)
     select $1, n, 'publication.changed', gen_random_uuid(), now(), '{}', now() + interval '1 hour' from generate_series(1, $2::int) n`,
    [full, MOST_WAITING.ofActeur - 2],
  )
  const changes = (from: number) =>
    Array.from({ length: 3 }, (_, at) => ({
      seq: 1_000_000 + from + at,
      kind: 'publication',
      record_id: crypto.randomUUID(),
      change: 'changed' as const,
      commune_ids: [commune],
      acteur_ids: [club],
    }))
  const queued = (from: number) =>
    app.service.db.transaction(tx => queueEvents(tx, new Date().toISOString(), changes(from), testConfig()))
  assert.equal(await queued(0), 5, 'two of three for the one, three for the other')
  const rows = async (id?: string) =>
    (await app.owner.query('select count(*)::int from webhook_deliveries where endpoint_id = $1', [id]))
      .rows[0].count
  assert.deepEqual([await rows(full), await rows(other)], [MOST_WAITING.ofActeur, 3])
  const state = (
    await app.owner.query('select state, disabled_for from webhook_endpoints where id = $1', [full])
  ).rows[0]
  assert.deepEqual(state, { state: 'disabled', disabled_for: 'full' })
  assert.equal(await queued(3), 3, 'nothing more for it')
  const told = async () => (await app.service.db.transaction(takeFull)).map(({ id }) => id)
  assert.deepEqual([await told(), await told()], [[full], []])
  await app.owner.query(`update webhook_endpoints set tells_full = true where id = $1`, [full])
  await someNode()
  await app.owner.query(`insert into pgboss.job (name, data) values ('webhooks.send', '{}')`)
  const mails = async () =>
    (await app.owner.query(`select from mails where template = 'webhook-disabled'`)).rows
  await eventually(async () => (await mails()).length > 0, 'the mail')
  assert.equal((await mails()).length, 1)
  await app.owner.query('delete from webhook_endpoints where id = any($1)', [[full, other]])
})

test('the endpoint of an acteur gets the events of its acteur alone; alerts, claims and syncs have theirs', async () => {
  await someNode()
  // Made by an administrator, since an owner's may not reach the receiver on this machine.
  const id = await endpoint('/own', {
    acteur_id: club,
    events: [
      'publication.published',
      'alert.started',
      'alert.ended',
      'claim.decided',
      'sync.finished',
      'subscription.changed',
    ],
  })
  const national = await endpoint('/national', { events: ['sync.finished'] })
  const other = await make.acteur(app, commune)
  await make.publication(app, other, commune)
  const alert = await make.publication(app, club, commune, {
    type: 'alerte',
    fin_le: new Date(Date.now() + 3_600_000),
  })
  const claims = await app.owner.query(
    `insert into claims (acteur_id, language, expires_at, nom, email) values ($1, 'fr', now() + interval '1 day', 'A', 'a@exemple.fr') returning id`,
    [club],
  )
  await app.owner.query(`update claims set status = 'approved', decided_at = now() where id = $1`, [
    claims.rows[0].id,
  ])
  const bought = (acteur: string, number: string) =>
    app.owner.query<{ id: string }>(
      `insert into subscriptions (provider, provider_subscription_id, acteur_id, status) values ('payment', $2, $1, 'active') returning id`,
      [acteur, number],
    )
  const subscription = (await bought(club, 'sub_1')).rows[0]?.id
  await bought(other, 'sub_2')
  await app.owner.query(
    `with made as (insert into defibrillateur_syncs (trigger) values ('manual') returning id)
     select id from made`,
  )
  await app.owner.query(
    `update defibrillateur_syncs set status = 'ok', finished_at = now(), started_at = now()`,
  )
  const types = () => (received.get('/own') ?? []).map(({ type, resource }) => `${type} ${resource}`).sort()
  await eventually(async () => types().includes(`alert.started ${alert}`), 'its start')
  // As if its hour had passed: no trigger sees it.
  await app.owner.query(`
    set session_replication_role = replica;
    update publications set fin_le = fin_le - interval '1 hour' where id = '${alert}';
    update changes_waiting set due_at = due_at - interval '1 hour' where record_id = '${alert}' and due_at > now();
    set session_replication_role = origin`)
  await eventually(async () => types().length >= 5, 'five events')
  await settled([id, national], 'all')
  assert.deepEqual(types(), [
    `alert.ended ${alert}`,
    `alert.started ${alert}`,
    `claim.decided ${claims.rows[0].id}`,
    `publication.published ${alert}`,
    `subscription.changed ${subscription}`,
  ])
  assert.equal(received.get('/national')?.length, 1)
  // Its creator is an administrator no more.
  const become = (role: string) =>
    app.owner.query('update user_roles set role = $2 where user_id = $1', [admin.id, role])
  await become('operator_claims')
  await make.publication(app, club, commune)
  await sleep(2_500)
  assert.equal(types().length, 5)
  await become('admin')
})
