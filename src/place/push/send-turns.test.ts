/** Strangers who hold every place that they get, and residents who wait behind them. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { after, test } from 'node:test'
import { startApp, testConfig } from '../../../test/app.ts'
import { twoAtOnce } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { DOMAINS, World } from '../../../test/fixtures/outside-world.ts'
import { pushBrowser, pushService } from '../../../test/fixtures/push-service.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { createLog } from '../../kernel/telemetry/log.ts'
import { OF_ONE_SERVICE, queueSlice, SLOW_PLACES, takeDue } from './queries.ts'
import { sendPushes } from './send.ts'

const world = await World.open()
after(() => world[Symbol.asyncDispose]())
const service = pushService()
/** Requests to strangers: none is answered. */
let held = 0
const holds: RequestListener = () => void held++
const [honest, slow] = [await world.site(service.listener), await world.site(holds, 'stranger-0.test')]
const app = await startApp()
const { db, secrets, metrics } = app.service
const own = world.door()
/** Strangers hold their places for as long as a test takes. */
const door: JobContext['door'] = {
  ...own,
  fetch: (url, options) => own.fetch(url, { ...options, timeoutMs: 600_000 }),
}
const context: JobContext = {
  db,
  secrets,
  metrics,
  config: testConfig(),
  door,
  log: createLog('silent'),
  enqueue: async () => {},
  onStop: () => {},
}
const { keys } = pushBrowser()
const subscribed = (commune: string, endpoints: readonly string[]) =>
  app.owner.query(
    'insert into push_subscriptions (commune_id, endpoint, p256dh, auth) select $1, unnest($2::text[]), $3, $4',
    [commune, endpoints, keys.p256dh, keys.auth],
  )
const alertIn = async (commune: string) =>
  await make.publication(app, await make.mairie(app, commune), commune, { type: 'alerte', niveau: 'danger' })
const waiting = async () => (await app.owner.query('select from push_messages')).rows.length

/** 500 endpoints of so many names below these domains. */
function strangers(labels: number, domains: readonly string[]): string[] {
  const hosts = domains.flatMap(domain => Array.from({ length: labels }, (_, at) => `l${at}.${domain}`))
  for (const host of hosts) world.name(host, () => world.resolve(slow))
  return Array.from({ length: 500 }, (_, at) => `https://${hosts[at % hosts.length]}/${at}`)
}

const CASES = {
  'twelve labels of one name, and a service that never delivered': {
    labels: 12,
    domains: DOMAINS.slice(1, 2),
  },
  'forty names, and a service that delivered before': { labels: 1, domains: DOMAINS.slice(1), before: true },
} as const
for (const [title, { labels, domains, ...given }] of Object.entries(CASES))
  test(`500 endpoints that never answer leave a resident their place: ${title}`, async () => {
    held = 0
    await app.owner.query('delete from push_subscriptions')
    await app.owner.query('delete from push_services')
    const commune = await make.commune(app)
    const path = `/${commune}`
    const told = () => service.received.filter(one => one.path === path).length
    const before = 'before' in given ? 1 : 0
    if (before > 0) {
      await subscribed(commune, [`https://${honest}${path}`])
      await alertIn(commune)
      await sendPushes({}, context, new AbortController().signal)
      await app.owner.query('delete from push_subscriptions')
    }
    assert.equal(told(), before)
    await subscribed(commune, strangers(labels, domains))
    await subscribed(commune, [`https://${honest}${path}`])
    await alertIn(commune)
    const stop = new AbortController()
    const run = sendPushes({}, context, stop.signal)
    try {
      await eventually(async () => told() > before, 'the resident is told')
      assert.ok(held <= SLOW_PLACES, `${held} strangers had a place before`)
      await eventually(async () => (await waiting()) === 500, 'and that is settled')
      // An alert that comes while the places are held.
      await alertIn(commune)
      await eventually(async () => told() > before + 1, 'the resident is told of the next alert')
      assert.ok(held <= SLOW_PLACES, `${held} strangers have a place`)
    } finally {
      stop.abort()
      await run
    }
  })

test('a service whose answers become slow keeps few places, and gets them back when it is quick', async () => {
  await app.owner.query('delete from push_subscriptions')
  await app.owner.query('delete from push_services')
  const commune = await make.commune(app)
  const release: (() => void)[] = []
  let isSlow = false
  const host = await world.site((request, response) => {
    request.resume()
    const answer = () => void response.writeHead(201).end()
    if (isSlow) release.push(answer)
    else answer()
  })
  await subscribed(
    commune,
    Array.from({ length: 2 * OF_ONE_SERVICE }, (_, at) => `https://${host}/${at}`),
  )
  const measured = async () =>
    (await app.owner.query('select answer_ms from push_services')).rows[0]?.answer_ms
  // A machine that is held up answers slowly for once.
  await eventually(async () => {
    await alertIn(commune)
    await sendPushes({}, context, new AbortController().signal)
    assert.equal(await waiting(), 0)
    return (await measured()) < 2_000
  }, 'it is quick')
  // As quick as is allowed: one round of slow answers tells.
  await app.owner.query('update push_services set answer_ms = 1900')
  isSlow = true
  await alertIn(commune)
  const stop = new AbortController()
  const run = sendPushes({}, context, stop.signal)
  const held = async (what: string) => {
    await eventually(async () => release.length >= SLOW_PLACES, what)
    // So long that more would come if they might.
    await new Promise(done => setTimeout(done, 2_500))
    return release.length
  }
  try {
    const first = await held('a first round')
    assert.ok(first <= OF_ONE_SERVICE, `${first} at once while it was quick`)
    for (const answer of release.splice(0)) answer()
    assert.equal(await held('a second round'), SLOW_PLACES)
    assert.ok((await measured()) > 2_000)
    isSlow = false
    for (const answer of release.splice(0)) answer()
    await eventually(async () => (await waiting()) === 0, 'all are told')
    await eventually(async () => {
      if ((await measured()) < 2_000) return true
      await alertIn(commune)
      return await eventually(async () => (await waiting()) === 0, 'all are told again').then(() => false)
    }, 'it is quick again')
  } finally {
    stop.abort()
    for (const answer of release) answer()
    await run
  }
})

test('services take turns: one message of each before a second, and of equals the one that waited longest', async () => {
  await app.owner.query('delete from push_subscriptions')
  await app.owner.query('delete from push_services')
  const commune = await make.commune(app)
  const names = ['a', 'b', 'c', 'd']
  await subscribed(
    commune,
    names.flatMap((name, at) =>
      Array.from({ length: 40 - 12 * at }, (_, n) => `https://push.${name}.example/${n}`),
    ),
  )
  await app.owner.query(`insert into push_services (service, answer_ms) select unnest($1::text[]), 10`, [
    names.map(name => `${name}.example`),
  ])
  await alertIn(commune)
  await sendPushes({}, context, AbortSignal.abort())
  const take = async (most: number, load?: Parameters<typeof takeDue>[2]) =>
    (await db.transaction(tx => takeDue(tx, most, load)))
      .map(({ key }) => key[0])
      .sort()
      .join('')
  assert.equal(await take(2), 'ab')
  assert.equal(await take(2), 'cd')
  assert.equal(await take(6), 'aabbcd')
  const load = { keys: ['b.example', 'c.example'], working: [2, 1], stuck: [false, false], slow: 0, late: 0 }
  assert.equal(await take(3, load), 'aad', 'those with fewer in flight')
  const stuck = { ...load, stuck: [true, false], slow: SLOW_PLACES }
  assert.equal(await take(8, stuck).then(all => all.includes('b')), false, 'it waits for answers already')
})

test('a second claim waits for the first one, and takes other messages', async () => {
  await app.owner.query('update push_messages set next_try_at = now(), attempts = 0')
  const [first, second] = await twoAtOnce(app, tx => takeDue(tx, 8))
  assert.deepEqual([first.length, second.length], [8, 8])
  assert.equal(new Set([...first, ...second].map(({ subscription_id }) => subscription_id)).size, 16)
})

test('a slice that one worker queues is left alone by another one', async () => {
  await app.owner.query(`update push_announcements set queued_to = '00000000-0000-0000-0000-000000000000'`)
  const pending = (await app.owner.query('select from push_announcements where queued_to is not null')).rows
  await app.owner.query('begin')
  await app.owner.query('select from push_announcements for update')
  try {
    assert.equal(pending.length > 0, true)
    assert.equal(await db.transaction(queueSlice), false)
  } finally {
    await app.owner.query('rollback')
  }
  assert.equal(await db.transaction(queueSlice), true)
})

const ENDPOINTS: Readonly<Record<string, string>> = {
  'https://fcm.googleapis.com/fcm/send/x': 'googleapis.com',
  'https://updates.push.services.mozilla.com/wpush/v2/x': 'mozilla.com',
  'https://wns2-par02p.notify.windows.com/w/?token=x': 'windows.com',
  'https://web.push.apple.com/x': 'apple.com',
  'https://PUSH.Example.COM:8443/x': 'example.com',
  'https://a.b.c.example.com./x': 'example.com',
  'https://push.example.co.uk/x': 'example.co.uk',
  'https://example.co.uk/x': 'example.co.uk',
  'https://push.example.com.br/x': 'example.com.br',
  'https://push.example.asso.fr/x': 'example.asso.fr',
  'https://localhost/x': 'localhost',
  'https://evil.example?x.googleapis.com': 'evil.example',
  'https://evil.example#x.googleapis.com/': 'evil.example',
  // Their names cannot be read without the rules of browsers: they share one group.
  'https://fcm.googleapis.com@evil.example/x': '',
  'https://evil.example\\.googleapis.com/x': '',
  'https://a%2eevil%2eexample/x': '',
  'https:///evil.example/x': '',
  'https://192.0.2.1/x': '',
  'https://3221225985/x': '',
  'https://0xC0.0.2.0x1/x': '',
  'https://[2001:db8::1]/x': '',
}
test('endpoints are counted by the registrable domain of their host, odd ones together', async () => {
  for (const [endpoint, expected] of Object.entries(ENDPOINTS)) {
    const { rows } = await app.owner.query('select push_service_of($1) as service', [endpoint])
    assert.equal(rows[0].service, expected, endpoint)
  }
})
