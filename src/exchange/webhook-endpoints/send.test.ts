// Of a release: it kills processes, and waits for retries.
// Begun first: it starts processes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { type Answer, received204, startReceiver } from '../../../test/fixtures/webhook-receiver.ts'

const {
  app,
  commune,
  club,
  comingBack,
  received,
  answers,
  nodes,
  startNode,
  someNode,
  kill,
  endpoint,
  rowsOf,
  settled,
} = await startReceiver()

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
  await eventually(async () => (received.get('/held')?.length ?? 0) > 0, 'in flight')
  await app.owner.query(`update publications set title = 'Later' where id = $1`, [id])
  await eventually(async () => (await rowsOf(endpointId)).length === 2, 'a later event')
  await sleep(1_500)
  // On a busy machine the first one may be sent again meanwhile.
  const kinds = () => (received.get('/held') ?? []).map(({ type }) => type)
  assert.deepEqual([...new Set(kinds())], ['publication.published'], 'the later one waits')
  const before = kinds().length
  await kill(first)
  isHeld = false
  // As when the lease is over.
  await app.owner.query(`update webhook_deliveries set next_try_at = now() where endpoint_id = $1`, [
    endpointId,
  ])
  await startNode()
  await settled([endpointId], 'both')
  const all = received.get('/held') ?? []
  assert.ok(all.length >= before + 2, `${kinds()}`)
  assert.deepEqual(kinds(), [...Array(all.length - 1).fill('publication.published'), 'publication.changed'])
  assert.equal(new Set(all.slice(0, -1).map(one => one.id)).size, 1)
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

test('while the disk of the database is full, no event is lost: what was sent is noted when there is room again', async () => {
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
  await eventually(async () => changed().length > 0, 'sent')
  await sleep(1_000)
  assert.deepEqual(
    (await rowsOf(id)).map(({ state }) => state),
    ['delivered', 'waiting'],
    'not noted',
  )
  await freed()
  await settled([id], 'noted')
  assert.equal(new Set(changed().map(one => one.id)).size, 1)
  assert.equal((received.get('/full') ?? []).filter(({ type }) => type === 'publication.published').length, 1)
})
