import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Data, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { bearer } from '../../people/access/blocks.ts'
import { Problem } from '../refusals/errors.ts'
import { read, write } from './action.ts'
import { type Limit, takeOne } from './limits.ts'
import { get, post } from './route.ts'

const reply = Data(Obj({ ok: Type.Boolean() }))
const action = write({
  summary: 'Counted',
  reply,
  body: Obj({ n: Type.Integer() }),
  run: async () => ({ data: { ok: true } }),
})
const inVain = write({
  ...action,
  run: async ({ body }) => {
    if (body.n === 503) throw new Problem('unavailable')
    return { data: { ok: true } }
  },
})
const costly = write({ ...inVain, prepare: async () => undefined })
const silent = 'a row of the tests'
const rows = bearer([
  get('/free', read({ summary: 'Not counted', reply, run: async () => ({ data: { ok: true } }) })),
  post('/ten', action, { silent, limit: [{ name: 'ten', most: 10, seconds: 3600, by: 'user' }] }),
  post('/elsewhere', inVain, { silent, limit: [{ name: 'elsewhere', most: 3, seconds: 3600, by: 'user' }] }),
  post('/costly', costly, { silent, limit: [{ name: 'costly', most: 3, seconds: 3600, by: 'user' }] }),
  post('/quick', action, { silent, limit: [{ name: 'quick', most: 2, seconds: 2, by: 'user' }] }),
  post('/both', action, {
    silent,
    limit: [
      { name: 'both-short', most: 2, seconds: 3600, by: 'address' },
      { name: 'both-long', most: 100, seconds: 86_400, by: 'address' },
    ],
  }),
])
const app = await startApp({ rows, env: { RATE_LIMIT_SCALE: '1' } })

test('of 500 concurrent requests to two processes, exactly ten pass a limit of ten', async () => {
  const other = await app.beside()
  const user = await app.user()
  const statuses = await Promise.all(
    Array.from({ length: 500 }, async (_, index) => {
      const node = index % 2 === 0 ? app : other
      return (await node.as(user, null).post('/ten', { n: 1 })).status
    }),
  )
  assert.equal(statuses.filter(status => status === 201).length, 10)
  assert.equal(statuses.filter(status => status === 429).length, 490)
})

test('a refusal says when to come back, in the headers that clients know', async () => {
  const user = await app.user()
  const began = performance.now()
  for (let n = 0; n < 10; n++) assert.equal((await app.as(user, null).post('/ten', { n })).status, 201)
  const { status, body, headers } = await app.as(user, null).post('/ten', { n: 1 })
  assert.equal(`${status} ${body.error}`, '429 rate_limited')
  const wait = Number(headers.get('retry-after'))
  const least = 359 - (performance.now() - began) / 1_000
  assert.ok(wait >= least && wait <= 360, `one every six minutes: ${wait}`)
  assert.equal(headers.get('ratelimit-policy'), '"ten";q=10;w=3600')
  assert.equal(headers.get('ratelimit'), `"ten";r=0;t=${wait}`)
})

test('each reply that counts says what is left, of a network that of the one with least', async () => {
  const user = await app.user()
  const left = (reply: { headers: Headers }) =>
    ['ratelimit-policy', 'ratelimit'].map(name => reply.headers.get(name)?.replace(/;t=\d+$/, ''))
  const ask = (body: object) => app.as(user, null).post('/ten', body)
  assert.deepEqual(left(await ask({ n: 1 })), ['"ten";q=10;w=3600', '"ten";r=9'])
  const wrong = await ask({ wrong: 1 })
  assert.deepEqual([wrong.status, ...left(wrong)], [422, '"ten";q=10;w=3600', '"ten";r=8'])
  for (let n = 7; n >= 0; n--) assert.equal(left(await ask({ n: 1 }))[1], `"ten";r=${n}`)
  const ofNetwork: Limit = { name: 'wide', most: 2, seconds: 3600, by: 'address' }
  const { pool } = app.service.db
  const counted: string[] = []
  for (const last of 'aabbccde') {
    const one = await takeOne(pool, ofNetwork, [last, 'the /56', 'the /48'], 1)
    counted.push(`${one.left} of ${one.most}`)
  }
  assert.deepEqual(counted, ['1 of 2', '0 of 2', '1 of 2', '0 of 2', '1 of 2', '0 of 2', '1 of 2', '0 of 8'])
})

test('a clock that was a day ahead and is set back shuts nobody out', async () => {
  const user = await app.user()
  const ask = async () => (await app.as(user, null).post('/ten', { n: 1 })).status
  assert.equal(await ask(), 201)
  await app.owner.query(`update rate_limits set free_at = free_at + interval '1 day' where key like $1`, [
    `ten:%${user.id}%`,
  ])
  const statuses = []
  for (let n = 0; n < 11; n++) statuses.push(await ask())
  assert.deepEqual(statuses, [...Array(10).fill(201), 429], 'as if nobody had asked, and no more than that')
})

test('a flood that is refused asks the database once a second, and what is freed there is free', async t => {
  const user = await app.user()
  const ask = () => app.as(user, null).post('/ten', { n: 1 })
  for (let n = 0; n < 10; n++) assert.equal((await ask()).status, 201)
  // The second does not pass, however busy the machine is.
  const now = performance.now()
  const { mock: clock } = t.mock.method(performance, 'now', () => now)
  assert.equal((await ask()).status, 429)
  const key = `ten:${user.id}`
  assert.equal((await app.owner.query('delete from rate_limits where key = $1', [key])).rowCount, 1)
  const refused = await Promise.all(Array.from({ length: 20 }, ask))
  assert.ok(refused.every(({ status }) => status === 429))
  assert.ok(refused.every(({ headers }) => Number(headers.get('retry-after')) > 60))
  assert.equal((await app.owner.query('select from rate_limits where key = $1', [key])).rowCount, 0)
  clock.restore()
  await eventually(async () => (await ask()).status === 201, 'it is free again')
})

test('users are counted apart, and what is refused for its shape counts as well', async () => {
  const [one, other] = [await app.user(), await app.user()]
  for (let n = 0; n < 10; n++) assert.equal((await app.as(one, null).post('/ten', { wrong: n })).status, 422)
  assert.equal((await app.as(one, null).post('/ten', { n: 1 })).status, 429)
  assert.equal((await app.as(other, null).post('/ten', { n: 1 })).status, 201)
})

test('a request answered 503 does not count towards the rate limit', async () => {
  const user = await app.user()
  const ask = async (n: number) => (await app.as(user, null).post('/elsewhere', { n })).status
  assert.equal(await ask(201), 201)
  const ahead = async () => {
    const { rows } = await app.owner.query(
      'select extract(epoch from free_at - now())::float as s from rate_limits where key = $1',
      [`elsewhere:${user.id}`],
    )
    return rows[0].s as number
  }
  for (let n = 0; n < 5; n++) {
    assert.equal(await ask(503), 503)
    await eventually(async () => (await ahead()) <= 1200, 'given back')
  }
  assert.deepEqual([await ask(201), await ask(201), await ask(201)], [201, 201, 429])
})

test('a failed request that did work outside the database counts towards the rate limit', async () => {
  const user = await app.user()
  const ask = async () => (await app.as(user, null).post('/costly', { n: 503 })).status
  assert.deepEqual([await ask(), await ask(), await ask(), await ask()], [503, 503, 503, 429])
})

test('the allowance comes back with time', async () => {
  const user = await app.user()
  const ask = async () => (await app.as(user, null).post('/quick', { n: 1 })).status
  assert.deepEqual([await ask(), await ask()], [201, 201])
  // Several at once, since one comes back each second.
  const asked = () => Promise.all([ask(), ask(), ask(), ask()])
  await eventually(async () => (await asked()).includes(429), 'the limit')
  await eventually(async () => (await ask()) === 201, 'the allowance')
})

test('a forwarded address that nobody vouches for changes nothing', async () => {
  const user = await app.user()
  const statuses = []
  for (let n = 0; n < 4; n++) {
    const headers = {
      'x-forwarded-for': `203.0.113.${n}`,
      forwarded: `for=203.0.113.${n}`,
      'x-real-ip': `203.0.113.${n}`,
    }
    statuses.push((await app.as(user, null).post('/both', { n }, { headers })).status)
  }
  assert.deepEqual(statuses, [201, 201, 429, 429])
})

test('reads are not counted', async () => {
  const user = await app.user()
  for (let n = 0; n < 30; n++) assert.equal((await app.as(user, null).get('/free')).status, 200)
})
