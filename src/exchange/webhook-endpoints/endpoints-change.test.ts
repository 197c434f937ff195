import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as make from '../../../test/factories.ts'
import { startSender } from '../../../test/fixtures/webhook-sender.ts'
import { heldTransactions } from '../../../test/held-transactions.ts'
import { settle, takeDue } from './deliveries.ts'

const { app, admin, asAdmin, commune, received, urlOf, endpoint, send } = await startSender()
const { db } = app.service
const transactions = heldTransactions(app.service)
const ifMatch = (version: number) => ({ headers: { 'if-match': `"${version}"` } })
const owner = await app.user()
const club = await make.acteur(app, commune)
await make.member(app, club, owner)
const asOwner = app.as(owner, 'public')
const own = (id: string) => `/me/acteurs/${club}/webhooks/${id}`
const ofOwner = (path: string) =>
  endpoint(path, { acteur_id: club, granted_to: 'owner', created_by: owner.id })

test('an owner and an administrator read an endpoint, without its secret, and change it; secret and log stay', async () => {
  const id = await ofOwner('/changed')
  await make.delivery(app, id, club)
  const sealed = async () =>
    (await app.owner.query('select secret_sealed from webhook_endpoints where id = $1', [id])).rows[0]
  const before = await sealed()
  for (const [as, path, nom] of [
    [asOwner, own(id), 'Site du club'],
    [asAdmin, `/admin/webhooks/${id}`, 'Site des lecteurs'],
  ] as const) {
    const read = (await as.get(path)).body.data
    assert.equal(read.id, id)
    assert.ok(!JSON.stringify(read).includes('secret'))
    const events = ['alert.ended', 'claim.decided']
    const changed = await as.patch(path, { nom, events }, ifMatch(read.version))
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const { updated_at, ...rest } = changed.body.data
    const { updated_at: earlier, ...was } = read
    assert.deepEqual(rest, { ...was, nom, events, version: read.version + 1 })
    assert.ok(updated_at > earlier)
    const stale = await as.patch(path, { nom: 'Autre' }, ifMatch(read.version))
    assert.deepEqual([stale.status, stale.body.error], [412, 'stale_version'])
  }
  assert.deepEqual(await sealed(), before)
  assert.equal((await asAdmin.get(`/admin/webhooks/${id}/deliveries`)).body.meta.total, 1)
  const { rows } = await app.owner.query(
    `select user_id, before, after from audit_log where action = 'webhook.updated' and entity_id = $1 order by id`,
    [id],
  )
  assert.deepEqual(rows, [
    {
      user_id: owner.id,
      before: { events: ['alert.started'], version: 1 },
      after: { events: ['alert.ended', 'claim.decided'], version: 2 },
    },
    { user_id: admin.id, before: { version: 2 }, after: { version: 3 } },
  ])
})

test('the version counts changes of name, address and events alone: what a worker notes makes no form stale', async () => {
  const id = await endpoint('/measured')
  await make.delivery(app, id, club)
  await app.owner.query(
    `update webhook_deliveries set state = 'waiting', delivered_at = null where endpoint_id = $1`,
    [id],
  )
  await send()
  await asAdmin.post(`/admin/webhooks/${id}/disable`)
  assert.equal((await asAdmin.get(`/admin/webhooks/${id}`)).body.data.version, 1)
})

test('a changed address gets nothing before it is verified, and then what waited', async () => {
  const id = await endpoint('/here')
  await make.delivery(app, id, club)
  await app.owner.query(
    `update webhook_deliveries set state = 'waiting', delivered_at = null where endpoint_id = $1`,
    [id],
  )
  const path = `/admin/webhooks/${id}`
  const same = await asAdmin.patch(path, { url: urlOf('/here') })
  assert.equal(same.body.data.state, 'active')
  const moved = await asAdmin.patch(path, { url: urlOf('/there') })
  assert.deepEqual([moved.body.data.state, moved.body.data.waiting], ['unverified', 1])
  await send()
  assert.deepEqual(
    received.filter(one => ['/here', '/there'].includes(one.path)),
    [],
  )
  assert.equal((await asAdmin.post(`${path}/verify`)).body.data.state, 'active')
  await send()
  assert.deepEqual(
    received.map(one => one.path).filter(one => one === '/here' || one === '/there'),
    ['/there'],
  )
  const { rows } = await app.owner.query(
    `select before, after from audit_log where action = 'webhook.updated' and entity_id = $1`,
    [id],
  )
  assert.deepEqual(Object.keys(rows[0].after).sort(), ['state', 'url_sha256', 'version'])
  assert.ok(!JSON.stringify(rows).includes('/there'), 'the trail is never erased')
})

test('a disabled endpoint with another address is unverified; the answer of the former address disables nothing', async () => {
  const id = await endpoint('/former', { state: 'disabled', disabled_for: 'asked' })
  const moved = await asAdmin.patch(`/admin/webhooks/${id}`, { url: urlOf('/later') })
  assert.deepEqual([moved.body.data.state, moved.body.data.disabled_for], ['unverified', null])
  await asAdmin.post(`/admin/webhooks/${id}/verify`)
  await make.delivery(app, id, club)
  await app.owner.query(
    `update webhook_deliveries set state = 'waiting', delivered_at = null where endpoint_id = $1`,
    [id],
  )
  const [taken] = await db.transaction(tx => takeDue(tx, 8))
  assert.equal(taken?.endpoint_id, id)
  await asAdmin.patch(`/admin/webhooks/${id}`, { url: urlOf('/last') })
  await asAdmin.post(`/admin/webhooks/${id}/verify`)
  const gone = { status: 410, error: 'bad_status', retryAfter: null }
  await db.transaction(tx => settle(tx, taken ?? assert.fail(), gone))
  assert.equal((await asAdmin.get(`/admin/webhooks/${id}`)).body.data.state, 'active')
  await app.owner.query('delete from webhook_endpoints where id = $1', [id])
})

test('an address that changes while the former one answers the challenge stays unverified', async () => {
  const id = await endpoint('/slow', { state: 'unverified' })
  const path = `/admin/webhooks/${id}`
  const held = transactions.hold('begin')
  const verifying = asAdmin.post(`${path}/verify`)
  await held.reached
  await app.owner.query('update webhook_endpoints set url = $2 where id = $1', [id, urlOf('/other')])
  held.release()
  const { status, body } = await verifying
  assert.deepEqual([status, body.error, body.details?.[0]?.path], [422, 'webhook_unverified', 'url'])
  assert.equal((await asAdmin.get(path)).body.data.state, 'unverified')
})

test('an owner gives no private address, even to an endpoint that an administrator made; nor does an administrator to an owner’s', async () => {
  const madeByAdmin = await endpoint('/of-admin', { acteur_id: club })
  const madeByOwner = await ofOwner('/of-owner')
  const cases = [
    [asOwner, own(madeByAdmin), urlOf('/x'), '422 source_url_forbidden'],
    [asOwner, own(madeByOwner), urlOf('/x'), '422 source_url_forbidden'],
    [asAdmin, `/admin/webhooks/${madeByOwner}`, urlOf('/x'), '422 source_url_forbidden'],
    [asAdmin, own(madeByOwner), urlOf('/x'), '422 source_url_forbidden'],
    [asAdmin, `/admin/webhooks/${madeByAdmin}`, urlOf('/x'), '200'],
    [asOwner, own(madeByOwner), 'http://exemple.fr/', '422 source_url_forbidden'],
    [asOwner, own(madeByOwner), 'https://10.0.0.1/', '422 source_url_forbidden'],
    [asOwner, own(madeByOwner), 'https://exemple.fr/', '200'],
    [asOwner, own(madeByAdmin), 'https://exemple.fr/', '200'],
  ] as const
  for (const [at, [as, path, url, expected]] of cases.entries()) {
    const { status, body } = await as.patch(path, { url })
    assert.equal([status, body.error].filter(Boolean).join(' '), expected, `case ${at}`)
  }
})

test('an owner of another acteur reads, changes and tries nothing', async () => {
  const id = await ofOwner('/private')
  const other = await app.user()
  const elsewhere = await make.acteur(app, commune)
  await make.member(app, elsewhere, other)
  const as = app.as(other, 'public')
  for (const [path, expected] of [
    [own(id), 403],
    [`/me/acteurs/${elsewhere}/webhooks/${id}`, 404],
    [`/admin/webhooks/${id}`, 403],
  ] as const) {
    assert.equal((await as.get(path)).status, expected, path)
    assert.equal((await as.patch(path, { nom: 'Le mien' })).status, expected, path)
    assert.equal((await as.post(`${path}/test`)).status, expected, path)
  }
})
