import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../test/eventually.ts'
import * as make from '../../test/factories.ts'
import { startReceiver } from '../../test/fixtures/webhook-receiver.ts'

const { app, commune, club, port, received, asOwner, owner, secrets, someNode, endpoint, settled } =
  await startReceiver()

test('an owner’s endpoint gets the events of its acteur alone; alerts, claims and syncs have theirs', async () => {
  await someNode()
  const made = await asOwner.post(`/me/acteurs/${club}/webhooks`, {
    ...{ nom: 'Site', url: `http://127.0.0.1:${port}/own` },
    events: [
      ...['publication.published', 'alert.started', 'alert.ended', 'claim.decided', 'sync.finished'],
      'subscription.changed',
    ],
  })
  const { id, secret } = made.body.data
  secrets.set('/own', [secret])
  assert.equal((await asOwner.post(`/me/acteurs/${club}/webhooks/${id}/verify`)).status, 200)
  const national = await endpoint('/national', { events: ['sync.finished'] })
  const other = await make.acteur(app, commune)
  await make.publication(app, other, commune)
  const alert = await make.publication(app, club, commune, {
    type: 'alerte',
    // Long enough to be numbered before, on a busy machine.
    fin_le: new Date(Date.now() + 6_000),
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
  // Its creator is an owner no more.
  await app.owner.query(`update actor_users set role = 'editor' where user_id = $1`, [owner.id])
  await make.publication(app, club, commune)
  await sleep(2_500)
  assert.equal(types().length, 5)
  await app.owner.query(`update actor_users set role = 'owner' where user_id = $1`, [owner.id])
})
