import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Data, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { signatureOf } from '../../../test/fixtures/inbound-mail.ts'
import { times } from '../../../test/fuzz/asking.ts'
import { app as anybody } from '../../people/access/blocks.ts'
import { sql } from '../db/db.ts'
import { Problem } from '../refusals/errors.ts'
import { AlreadyDone, Redirect, read, write } from './action.ts'
import { act, get, post, queue, signed } from './route.ts'

/** One row for each feature that an action may use. */

const silent = 'for the tests'
const Reply = Data(Obj({ n: Type.Integer() }))
const Which = Obj({ n: Type.Integer() })

const done = write({
  summary: 'Done before, for even numbers',
  body: Which,
  reply: Reply,
  mayBeDone: true,
  run: async ({ body }) => (body.n % 2 ? { data: body } : new AlreadyDone({ data: body })),
})

const old = read({
  summary: 'Stands elsewhere',
  reply: Reply,
  redirects: true,
  run: async () => new Redirect('/api/v1/new'),
})

let working = 0
let most = 0
const slowly = write({
  summary: 'Takes a while',
  reply: Reply,
  async run() {
    working++
    most = Math.max(most, working)
    await sleep(20)
    working--
    if (working > 0) throw new Problem('conflict')
    return { data: { n: most } }
  },
  errors: ['conflict'],
})

const together = write({
  summary: 'Waits for another one',
  reply: Reply,
  async run() {
    working++
    most = Math.max(most, working)
    await eventually(async () => most > 1, 'another one beside it')
    working--
    return { data: { n: most } }
  },
})

const held: number[] = []
let prepared = 0
const preparing = write({
  summary: 'Asks another server first',
  body: Which,
  reply: Reply,
  errors: ['not_found'],
  async prepare({ db, body }) {
    const row = await db.pool.one<{ n: number }>(
      sql`select count(*)::int as n from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
    )
    held.push(row?.n ?? -1)
    if (body.n === 0) throw new Problem('not_found')
    return ++prepared
  },
  run: async ({ prepared: n }) => ({ data: { n: n ?? -1 } }),
})

const within = read({
  summary: 'Leaves out what takes too long',
  reply: Reply,
  async run({ within }) {
    const waited = async (seconds: number, most: number) =>
      await within(most, async db => {
        await db.run(sql`select pg_sleep(${seconds}::float)`)
        return 1
      }).catch(() => 0)
    return { data: { n: (await waited(0, 60_000)) * 10 + (await waited(30, 1_000)) } }
  },
})

const stored = write({
  summary: 'Stores what comes',
  body: Which,
  reply: Reply,
  async run({ body, tx }) {
    await tx.run(sql`insert into app_sources (slug) values (${`event-${body.n}`}) on conflict do nothing`)
    return { data: { n: body.n } }
  },
})
const SECRET = 'the secret of a sender in the tests'

const app = await startApp({
  rows: [
    ...anybody([
      post('/done', done, { silent }),
      queue('/queued', done, { silent }),
      get('/old', old),
      get('/within', within),
      act('/one-at-a-time', slowly, { silent, oneAtATime: true }),
      act('/side-by-side', together, { silent }),
      act('/preparing', preparing, { silent }),
    ]),
    ...signed(
      {
        header: 'Test-Signature',
        secrets: () => [SECRET],
        type: 'application/json',
        bodyLimit: 1000,
        read: bytes => JSON.parse(bytes.toString()),
      },
      [act('/test/stored', stored, { silent })],
    ),
  ],
})

test('a route that creates or queues answers 200 when there was nothing left to do', async () => {
  const statuses = []
  for (const path of ['/done', '/queued'])
    for (const n of [1, 2]) statuses.push((await app.anyone.post(path, { n })).status)
  assert.deepEqual(statuses, [201, 200, 202, 200])
  const { paths } = (await app.anyone.get('/openapi.json')).body
  assert.ok(paths['/api/v1/done'].post.responses[200])
})

test('a record with another address is 301, for caches too', async () => {
  const { status, headers } = await fetch(`${app.url}/api/v1/old`, {
    redirect: 'manual',
    headers: { 'x-app-source': 'public' },
  })
  assert.deepEqual([status, headers.get('location')], [301, '/api/v1/new'])
  assert.match(headers.get('cache-control') ?? '', /^public/)
  const { paths } = (await app.anyone.get('/openapi.json')).body
  assert.ok(paths['/api/v1/old'].get.responses[301])
})

test('a row that says so does its work one at a time on a node; others do not', async () => {
  const statuses = async (path: string) =>
    (await Promise.all(times(5, () => app.anyone.post(path)))).map(({ status }) => status)
  assert.deepEqual(await statuses('/one-at-a-time'), [200, 200, 200, 200, 200])
  assert.equal(most, 1)
  assert.deepEqual(await statuses('/side-by-side'), [200, 200, 200, 200, 200])
})

test('prepare runs outside the transaction, passes its result to the action, and is skipped for a repeated key', async () => {
  const key = { headers: { 'idempotency-key': 'once' } }
  const answers = [
    await app.anyone.post('/preparing', { n: 1 }, key),
    await app.anyone.post('/preparing', { n: 1 }, key),
    await app.anyone.post('/preparing', { n: 1 }),
  ]
  assert.deepEqual(
    answers.map(({ body }) => body.data.n),
    [1, 1, 2],
  )
  assert.deepEqual([prepared, new Set(held)], [2, new Set([0])])
  assert.equal((await app.anyone.post('/preparing', { n: 0 })).status, 404)
})

test('an optional part of an answer is given up after its time, and the rest is answered', async () => {
  const { status, body } = await app.anyone.get('/within')
  assert.deepEqual([status, body.data.n], [200, 10])
})

test('a webhook is carried out once its signature is right', async () => {
  const raw = Buffer.from('{"n":7}')
  const send = (secret: string) =>
    app
      .as(undefined, null)
      .post('/test/stored', undefined, { raw, headers: { 'test-signature': signatureOf(raw, { secret }) } })
  const count = async () =>
    (await app.owner.query("select count(*)::int as n from app_sources where slug like 'event-%'")).rows[0].n
  assert.equal((await send('another secret')).status, 400)
  assert.equal(await count(), 0)
  assert.deepEqual([(await send(SECRET)).body, await count()], [{ data: { n: 7 } }, 1])
})
