import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { ask } from '../../../test/ask.ts'
import { routes } from '../../routes.ts'
import { signInRoutes } from '../../sign-in/routes.ts'
import { networksOf, WIDER } from '../concurrency/client-network.ts'
import { type Limit, takeOne } from './limits.ts'

/** Limits by address count the /64, the /56 and the /48 of an IPv6 address: one, four and sixteen times as much. */

// Most limits are one request, so that few requests reach the multiple of each.
const SCALE = 0.001
const TRUST_PROXY = '127.0.0.1,::1'
const app = await startApp({ env: { RATE_LIMIT_SCALE: `${SCALE}`, TRUST_PROXY } })
const usual = await app.beside({ RATE_LIMIT_SCALE: '1' })

interface Counted {
  readonly method: string
  readonly path: string
  readonly limits: readonly { readonly most: number; readonly seconds: number }[]
}
const COUNTED: readonly Counted[] = [...routes, ...signInRoutes].flatMap(row => {
  const posture = 'posture' in row ? row.posture : undefined
  const limits = (posture?.limit ?? []).filter(({ by }) => by === 'address')
  return limits.length > 0 ? [{ method: row.method, path: row.path, limits }] : []
})

let sites = 0
/** Another /48 each time. */
const site = () => `2001:db8:${(++sites).toString(16)}`
const nil = '00000000-0000-7000-8000-000000000000'
const send = async ({ method, path }: Pick<Counted, 'method' | 'path'>, from: string, url = app.url) => {
  const { status } = await ask(url + path.replaceAll(/:\w+/g, nil), {
    method,
    headers: { 'x-forwarded-for': from, 'x-app-source': 'public', 'content-type': 'application/json' },
    body: '{}',
  })
  assert.ok(status < 500, `${path}: ${status}`)
  return status
}
/** In batches, so that no limit of requests in flight is met. */
async function passed(row: Pick<Counted, 'method' | 'path'>, addresses: readonly string[], url = app.url) {
  const statuses: number[] = []
  for (let at = 0; at < addresses.length; at += 40)
    statuses.push(...(await Promise.all(addresses.slice(at, at + 40).map(from => send(row, from, url)))))
  return statuses.filter(status => status !== 429).length
}
/** What a limit allows, and what comes back while the test takes its time. */
function assertAllowed(
  seen: number,
  { limits }: Counted,
  { times, scale = SCALE, began }: { times: number; scale?: number; began: number },
) {
  const allowed = limits.map(({ most, seconds }) => {
    const many = Math.max(1, Math.floor(most * scale)) * times
    return { many, back: ((performance.now() - began) / 1000 / seconds) * many + 1 }
  })
  const least = Math.min(...allowed.map(({ many }) => many))
  const most = Math.min(...allowed.map(({ many, back }) => many + back))
  assert.ok(seen >= least && seen <= most, `${seen} of ${least}`)
}
const largest = ({ limits }: Counted) =>
  Math.max(1, Math.floor(Math.min(...limits.map(({ most }) => most)) * SCALE))
const networks = (count: number, address: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => address(at))

test('the routes with a limit by address are in the table', () => {
  const names = COUNTED.map(({ path }) => path)
  for (const path of ['push-subscriptions', 'messages', 'claims', 'sign-in/email', 'request-password-reset'])
    assert.ok(
      names.some(name => name.includes(path)),
      path,
    )
  assert.ok(COUNTED.length > 25, `${COUNTED.length}`)
})

for (const row of COUNTED) {
  const one = largest(row)
  test(`${row.method} ${row.path}: one /64, one /56 and one /48 meet the limit, at its multiples`, async () => {
    const [home, street, town] = [site(), site(), site()]
    const began = performance.now()
    const hosts = networks(one + 3, at => `${home}:1::${at + 1}`)
    assertAllowed(await passed(row, hosts), row, { times: 1, began })
    const homes = networks(4 * one + 3, at => `${street}:1${(at % 256).toString(16).padStart(2, '0')}::1`)
    assertAllowed(await passed(row, homes), row, { times: 4, began })
    // Each in another /56.
    const streets = networks(16 * one + 5, at => `${town}:${(at + 1).toString(16)}00::1`)
    assertAllowed(await passed(row, streets), row, { times: 16, began })
    assert.notEqual(await send(row, `${site()}:1::1`), 429, 'another /48')
    assert.notEqual(await send(row, `203.0.113.${sites % 250}`), 429, 'an IPv4 address')
  })
}

test('1 500 subscriptions to alerts from 1 500 networks of one /48 meet the limit', async () => {
  const row = COUNTED.find(({ path, method }) => path.endsWith('/push-subscriptions') && method === 'POST')
  assert.ok(row)
  const town = site()
  const began = performance.now()
  const addresses = networks(1_500, at => `${town}:${(at * 43).toString(16)}::1`)
  assertAllowed(await passed(row, addresses, usual.url), row, { times: 16, scale: 1, began })
})

////////////////////////////////////////////////////////////////////////////// the statement

const GENEROUS: Limit = { name: 'generous', most: 1_000, seconds: 3_600, by: 'address' }
const TEN: Limit = { name: 'ten-networks', most: 10, seconds: 36_000, by: 'address' }
const pools = [app.service.db.pool, usual.service.db.pool]
const take = (limit: Limit, network: string, at = 0) =>
  takeOne(pools[at % pools.length] ?? app.service.db.pool, limit, networksOf(network), 1).then(
    () => true,
    (error: { code?: string }) => {
      assert.equal(error.code, 'rate_limited')
      return false
    },
  )
/** How many requests a row of the limit has counted. */
async function countedIn({ name, most, seconds }: Limit, network: string) {
  const all = networksOf(network)
  const { rows } = await app.owner.query(
    `select key, extract(epoch from free_at - now())::float as ahead from rate_limits where key = any($1)`,
    [all.map(one => `${name}:${one}`)],
  )
  return all.map((one, at) => {
    const row = rows.find(({ key }) => key === `${name}:${one}`)
    return Math.ceil(((row?.ahead ?? 0) / seconds) * most * (WIDER[at] ?? 1))
  })
}

test('requests of overlapping networks on two processes at once are all counted, and none waits for ever', async () => {
  const town = site()
  // Eight /64 of two /56 of one /48, in an order of chance.
  const homes = networks(8, at => `${town}:${at % 2 ? '1' : '2'}0${at}`)
  const asked = networks(480, at => homes[at % homes.length] ?? '').toSorted(() => Math.random() - 0.5)
  const began = performance.now()
  const answers = await Promise.all(asked.map((home, at) => take(GENEROUS, home, at)))
  assert.ok(answers.every(Boolean), 'nobody is refused, by a deadlock neither')
  for (const home of homes) {
    const seen = await countedIn(GENEROUS, home)
    const back = ((performance.now() - began) / 3_600_000) * GENEROUS.most
    for (const [at, many] of [60, 240, 480].entries())
      assert.ok(Math.abs((seen[at] ?? 0) - many) <= back * (WIDER[at] ?? 1) + 1, `${seen} of ${home}`)
  }
})

test('of 600 requests at once from 60 networks of one /48 on two processes, exactly 160 pass', async () => {
  const town = site()
  const homes = networks(60, at => `${town}:${(at + 1).toString(16)}00`)
  const answers = await Promise.all(
    networks(600, at => homes[at % homes.length] ?? '').map((home, at) => take(TEN, home, at)),
  )
  assert.equal(answers.filter(Boolean).length, 160)
  // What the /48 refused was not counted elsewhere: nothing is lost when two of them meet.
  const own = await Promise.all(homes.map(async home => (await countedIn(TEN, home))[0] ?? 0))
  assert.equal(
    own.reduce((sum, one) => sum + one, 0),
    160,
  )
})

test('a network that is refused takes nothing from its neighbours, and leaves nothing behind', async () => {
  const town = site()
  const [greedy, neighbour] = [`${town}:101`, `${town}:102`]
  for (let at = 0; at < 30; at++) await take(TEN, greedy, at)
  assert.deepEqual(await countedIn(TEN, greedy), [10, 10, 10])
  for (let at = 0; at < 10; at++) assert.equal(await take(TEN, neighbour, at), true)
  assert.deepEqual(await countedIn(TEN, neighbour), [10, 20, 20])
  // The /56 is full with two more; the fifth network has no row.
  for (const home of ['103', '104']) for (let at = 0; at < 10; at++) await take(TEN, `${town}:${home}`, at)
  assert.equal(await take(TEN, `${town}:105`), false)
  assert.deepEqual(await countedIn(TEN, `${town}:105`), [0, 40, 40])
  const { rows } = await app.owner.query('select from rate_limits where key = $1', [
    `${TEN.name}:${town}:105`,
  ])
  assert.equal(rows.length, 0, 'a flood from new networks leaves no rows')
  assert.equal(await take(TEN, `${town}:201`), true, 'another /56 of it')
})
