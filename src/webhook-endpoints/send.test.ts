// Begun first: it starts processes.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { startApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import * as make from '../../test/factories.ts'
import { freePort } from '../../test/fixtures/free-port.ts'

const WORKER = fileURLToPath(new URL('../../test/fixtures/worker.ts', import.meta.url))

interface Received {
  readonly id: string
  readonly type: string
  readonly sequence: number
  readonly resource: string
}
type Answer = (request: IncomingMessage, response: ServerResponse, times: number) => void
/** What each path received, once its signature was verified, and how it answers. */
const received = new Map<string, Received[]>()
const answers = new Map<string, Answer>()
const secrets = new Map<string, string[]>()
/** They answer a challenge with 200 and nothing. */
const silent = new Set<string>()
const received204: Answer = (_, response) => void response.writeHead(204).end()

const server = createServer((request, response) => {
  const path = request.url ?? ''
  let body = ''
  request.on('data', piece => {
    body += piece
  })
  request.on('end', () => {
    const headers = request.headers as Record<string, string>
    for (const secret of secrets.get(path) ?? []) new Webhook(secret).verify(body, headers)
    const { type, sequence, data } = JSON.parse(body)
    if (type === 'endpoint.verify' && silent.has(path)) return void response.end('{}')
    if (type === 'endpoint.verify') return void response.end(JSON.stringify({ challenge: data.challenge }))
    const all = received.get(path) ?? []
    const id = headers['webhook-id'] ?? ''
    all.push({ id, type, sequence, resource: data.id })
    received.set(path, all)
    const answer = answers.get(path) ?? received204
    answer(request, response, all.filter(one => one.id === id).length)
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
/** Of a receiver that goes and comes back. */
const comingBack = await freePort()
const env = {
  IMPORT_ALLOW_PRIVATE: `127.0.0.1:${port},127.0.0.1:${comingBack}`,
  SMTP_URL: 'smtp://127.0.0.1:9',
}

const nodes = new Set<ChildProcess>()
after(() => {
  for (const node of nodes) node.kill('SIGKILL')
  server.closeAllConnections()
  server.close()
})

const app = await startApp({ env })
const commune = await make.commune(app)
const [owner, admin] = [await app.user(), await app.user(['admin'])]
const club = await make.acteur(app, commune)
await make.member(app, club, owner)
const asOwner = app.as(owner, 'public')
const asAdmin = app.as(admin)

async function startNode(): Promise<ChildProcess> {
  const argument = JSON.stringify({
    jobs: ['changes.number', 'webhooks.send'],
    connection: app.connection,
    env,
  })
  const node = spawn(process.execPath, [WORKER, argument], { stdio: ['ignore', 'pipe', 'inherit'] })
  nodes.add(node)
  node.once('exit', () => nodes.delete(node))
  await once(node.stdout as Readable, 'data')
  return node
}
const someNode = async () => nodes.size > 0 || (await startNode())
async function kill(node: ChildProcess): Promise<void> {
  const ended = once(node, 'exit')
  node.kill('SIGKILL')
  await ended
}

const PUBLICATIONS = ['publication.published', 'publication.changed', 'publication.withdrawn']
async function endpoint(path: string, body: object = {}): Promise<string> {
  const made = await asAdmin.post('/admin/webhooks', {
    ...{ nom: path, url: `http://127.0.0.1:${port}${path}`, events: PUBLICATIONS },
    ...body,
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, secret } = made.body.data
  secrets.set(path, [secret])
  const verified = await asAdmin.post(`/admin/webhooks/${id}/verify`)
  assert.equal(`${verified.status} ${verified.body.data?.state}`, '200 active', JSON.stringify(verified.body))
  return id
}
const rowsOf = async (id: string) =>
  (await app.owner.query('select * from webhook_deliveries where endpoint_id = $1 order by seq', [id])).rows
const stateOf = async (id: string) =>
  (await app.owner.query('select state, disabled_for from webhook_endpoints where id = $1', [id])).rows[0]
/** As when the waits after failed attempts are over; what is in flight is left alone. */
const hurry = () =>
  app.owner.query(`
    with due as (update webhook_deliveries set next_try_at = now() where error is not null and state = 'waiting')
    update webhook_endpoints set next_try_at = now()`)
const settled = async (ids: readonly string[], what: string) =>
  await eventually(
    async () => {
      await hurry()
      await app.owner.query(`insert into pgboss.job (name, data) values ('webhooks.send', '{}')`)
      await sleep(400)
      const { rows } = await app.owner.query(
        `select from webhook_deliveries where endpoint_id = any($1) and state = 'waiting'
         union all select from changes_waiting where due_at <= now()`,
        [ids],
      )
      return rows.length === 0
    },
    what,
    180_000,
  )

test('faults: every event is delivered at least once, in the order of its resource, by two nodes of which one is killed', async t => {
  const kinds: Record<string, Answer> = {
    '/good': received204,
    '/slow': (_, response) => void setTimeout(() => response.writeHead(204).end(), 300),
    '/wrong': (_, response, times) => void response.writeHead(times < 3 ? 500 : 204).end(),
    '/hangs-up': (request, response, times) =>
      times < 2 ? request.socket.destroy() : response.writeHead(204).end(),
    '/moved': (_, response, times) =>
      void (
        times < 2 ? response.writeHead(307, { location: 'http://127.0.0.1:1/' }) : response.writeHead(204)
      ).end(),
  }
  const ids = new Map<string, string>()
  for (const [path, answer] of Object.entries(kinds)) {
    answers.set(path, answer)
    ids.set(path, await endpoint(path))
  }
  let node = await startNode()
  await startNode()
  const publications = await make.several(6, () => make.publication(app, club, commune))
  for (let round = 0; round < 6; round++) {
    for (const id of publications)
      await app.owner.query(`update publications set title = 'Titre ' || random() where id = $1`, [id])
    await sleep(700)
    if (round % 2 === 1) {
      await kill(node)
      node = await startNode()
    }
  }
  // Leases of the killed node are over.
  await eventually(
    async () => (await app.owner.query(`select from webhook_deliveries where attempts > 0`)).rows.length > 0,
    'first attempts',
  )
  await app.owner.query(`update publications set deleted_at = now() where id = any($1)`, [publications])
  await settled([...ids.values()], 'everything delivered')
  const counted: Record<string, object> = {}
  for (const [path, id] of ids) {
    const rows = await rowsOf(id)
    const all = received.get(path) ?? []
    const known = new Set(all.map(one => one.id))
    const lost = rows.filter(row => !known.has(row.id))
    const firsts = all.filter((one, at) => all.findIndex(other => other.id === one.id) === at)
    for (const resource of publications) {
      const order = firsts.filter(one => one.resource === resource).map(({ sequence }) => sequence)
      assert.deepEqual(
        order,
        order.toSorted((one, other) => one - other),
        `${path} ${resource}`,
      )
      assert.equal(firsts.findLast(one => one.resource === resource)?.type, 'publication.withdrawn')
    }
    assert.deepEqual(lost, [])
    assert.ok(rows.every(row => row.state === 'delivered'))
    counted[path] = {
      queued: rows.length,
      requests: all.length,
      delivered: known.size,
      again: all.length - known.size,
      lost: lost.length,
    }
  }
  t.diagnostic(JSON.stringify(counted))
  assert.ok(received.get('/good')?.some(({ type }) => type === 'publication.published'))
})

test('a worker killed while it sends: another one sends again, with the same id, and later events of the resource wait', async () => {
  for (const node of nodes) await kill(node)
  let isHeld = true
  answers.set('/held', (_, response) => void (isHeld || response.writeHead(204).end()))
  const endpointId = await endpoint('/held')
  const first = await startNode()
  const id = await make.publication(app, club, commune)
  await eventually(async () => received.get('/held')?.length === 1, 'in flight')
  await app.owner.query(`update publications set title = 'Later' where id = $1`, [id])
  await eventually(async () => (await rowsOf(endpointId)).length === 2, 'a later event')
  await sleep(1_500)
  assert.equal(received.get('/held')?.length, 1, 'the later one waits')
  await kill(first)
  isHeld = false
  // As when the lease is over.
  await app.owner.query(`update webhook_deliveries set next_try_at = now() where endpoint_id = $1`, [
    endpointId,
  ])
  await startNode()
  await settled([endpointId], 'both')
  const all = received.get('/held') ?? []
  assert.deepEqual(
    all.map(({ type }) => type),
    ['publication.published', 'publication.published', 'publication.changed'],
  )
  assert.equal(all[0]?.id, all[1]?.id)
})

test('a receiver that is down gets everything in order once it is back', async () => {
  await someNode()
  const events: string[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', piece => {
      body += piece
    })
    request.on('end', () => {
      const { type, data } = JSON.parse(body)
      if (type !== 'endpoint.verify') events.push(`${type} ${data.id}`)
      response.end(JSON.stringify({ challenge: data.challenge }))
    })
  })
  receiver.listen(comingBack, '127.0.0.1')
  await once(receiver, 'listening')
  const id = await endpoint('/down', { url: `http://127.0.0.1:${comingBack}/down` })
  receiver.closeAllConnections()
  await new Promise(done => receiver.close(done))
  const publication = await make.publication(app, club, commune)
  await eventually(async () => (await rowsOf(id))[0]?.error != null, 'a first failure')
  await app.owner.query('update publications set deleted_at = now() where id = $1', [publication])
  await eventually(async () => (await rowsOf(id)).length === 2, 'the withdrawal')
  assert.deepEqual(events, [])
  receiver.listen(comingBack, '127.0.0.1')
  await once(receiver, 'listening')
  await settled([id], 'what waited')
  receiver.closeAllConnections()
  receiver.close()
  assert.deepEqual(events, [`publication.published ${publication}`, `publication.withdrawn ${publication}`])
})

test('while the disk of the database is full, no event is lost: what could not be noted is sent again', async () => {
  await someNode()
  const id = await endpoint('/full')
  const full = (when: string) =>
    app.owner.query(`
      create or replace function no_room() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
      create trigger no_room ${when} execute function no_room()`)
  const freed = () => app.owner.query('drop trigger no_room on webhook_deliveries')
  await full('before insert on webhook_deliveries for each row')
  const publication = await make.publication(app, club, commune)
  await sleep(2_500)
  assert.deepEqual([await rowsOf(id), received.get('/full')], [[], undefined])
  await freed()
  await settled([id], 'what waited for room')
  await full(`before update on webhook_deliveries for each row when (new.state = 'delivered')`)
  await app.owner.query(`update publications set title = 'Plein' where id = $1`, [publication])
  const changed = () => (received.get('/full') ?? []).filter(({ type }) => type === 'publication.changed')
  await eventually(async () => changed().length === 1, 'sent')
  await sleep(1_000)
  assert.deepEqual(
    (await rowsOf(id)).map(({ state }) => state),
    ['delivered', 'waiting'],
    'not noted',
  )
  await freed()
  // As when the lease is over.
  await app.owner.query('update webhook_deliveries set next_try_at = now() where endpoint_id = $1', [id])
  await settled([id], 'sent again and noted')
  assert.ok(changed().length > 1)
  assert.equal(new Set(changed().map(one => one.id)).size, 1)
  assert.equal((received.get('/full') ?? []).filter(({ type }) => type === 'publication.published').length, 1)
})

test('410 disables an endpoint at once, three days of failures later, and both are mailed', async () => {
  await someNode()
  const [gone, failing] = [await endpoint('/gone'), await endpoint('/failing')]
  answers.set('/gone', (_, response) => void response.writeHead(410).end())
  answers.set('/failing', (_, response) => void response.writeHead(503).end())
  const id = await make.publication(app, club, commune)
  await eventually(async () => (await stateOf(gone)).disabled_for === 'gone', 'gone')
  await eventually(async () => (await rowsOf(failing))[0]?.error === 'bad_status', 'a first failure')
  assert.deepEqual(await stateOf(failing), { state: 'active', disabled_for: null })
  await app.owner.query(
    `update webhook_endpoints set failing_since = now() - interval '73 hours' where id = $1`,
    [failing],
  )
  await eventually(async () => {
    await hurry()
    await app.owner.query(`insert into pgboss.job (name, data) values ('webhooks.send', '{}')`)
    await sleep(300)
    return (await stateOf(failing)).disabled_for === 'failing'
  }, 'failing')
  const mails = await app.owner.query(`select recipient_email from mails where template = 'webhook-disabled'`)
  assert.deepEqual(mails.rows, [{ recipient_email: admin.email }, { recipient_email: admin.email }])
  // Verified again, it gets what waited.
  answers.set('/failing', received204)
  assert.equal((await asAdmin.post(`/admin/webhooks/${failing}/verify`)).status, 200)
  await settled([failing], 'what waited')
  assert.deepEqual(received.get('/failing')?.at(-1)?.resource, id)
})

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

test('after an exchange of the secret both verify; an event is sent again with its id', async () => {
  await someNode()
  const id = await endpoint('/exchanged')
  const { body } = await asAdmin.post(`/admin/webhooks/${id}/secret`)
  secrets.set('/exchanged', [...(secrets.get('/exchanged') ?? []), body.data.secret])
  await make.publication(app, club, commune)
  await eventually(async () => received.get('/exchanged')?.length === 1, 'verified by both secrets')
  await eventually(async () => (await rowsOf(id))[0]?.state === 'delivered', 'its answer is noted')
  const stored = JSON.stringify(
    (await app.owner.query('select * from webhook_endpoints where id = $1', [id])).rows,
  )
  for (const secret of secrets.get('/exchanged') ?? []) assert.ok(!stored.includes(secret))
  await app.owner.query(`update webhook_endpoints set former_until = now() where id = $1`, [id])
  secrets.set('/exchanged', [body.data.secret])
  const [delivery] = (await asAdmin.get(`/admin/webhooks/${id}/deliveries`)).body.data
  assert.equal(delivery.state, 'delivered')
  assert.equal((await asAdmin.post(`/admin/webhooks/${id}/deliveries/${delivery.id}/replay`)).status, 200)
  await eventually(async () => received.get('/exchanged')?.length === 2, 'again')
  assert.equal(new Set(received.get('/exchanged')?.map(one => one.id)).size, 1)
})

test('the erasure of a person deletes the endpoints that they made; only owners and administrators see any', async () => {
  const leaving = await app.user()
  await make.member(app, club, leaving)
  const path = `/me/acteurs/${club}/webhooks`
  const body = { nom: 'Site', url: 'https://exemple.fr/parvis', events: PUBLICATIONS }
  const { data } = (await app.as(leaving, 'public').post(path, body)).body
  const editor = await app.user()
  await make.member(app, club, editor, 'editor', ['manage_publications'])
  for (const user of [editor, await app.user()]) {
    assert.equal((await app.as(user, 'public').get(path)).status, 403)
    assert.equal((await app.as(user, 'public').post(`${path}/${data.id}/verify`)).status, 403)
    assert.equal((await app.as(user).get('/admin/webhooks')).status, 403)
  }
  const other = await make.acteur(app, commune)
  await make.member(app, other, editor)
  const elsewhere = await app.as(editor, 'public').get(`/me/acteurs/${other}/webhooks/${data.id}/deliveries`)
  assert.equal(elsewhere.status, 404)
  const erased = { email: leaving.email, really: true }
  assert.equal((await asAdmin.post('/admin/personal-data/erase', erased)).status, 200)
  const { rows } = await app.owner.query('select from webhook_endpoints where id = $1', [data.id])
  assert.equal(rows.length, 0)
})

test('an endpoint that does not answer the challenge stays unverified; private and plain addresses are refused', async () => {
  const add = (url: string) => asAdmin.post('/admin/webhooks', { nom: 'X', url, events: PUBLICATIONS })
  for (const url of ['https://127.0.0.1/x', 'https://10.0.0.1/', 'http://exemple.fr/', 'https://localhost/'])
    assert.equal((await add(url)).body.error, 'source_url_forbidden', url)
  const { body } = await add(`http://127.0.0.1:${port}/silent`)
  silent.add('/silent')
  const verified = await asAdmin.post(`/admin/webhooks/${body.data.id}/verify`)
  assert.equal(`${verified.status} ${verified.body.error}`, '422 webhook_unverified')
  assert.equal((await stateOf(body.data.id)).state, 'unverified')
  silent.clear()
})
