import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { importJWK, jwtVerify } from 'jose'
import { shortId } from '../../../shared/short-id.ts'
import { startApp, testConfig } from '../../../test/app.ts'
import { waitingForLocks, whileReadOnly } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { World } from '../../../test/fixtures/outside-world.ts'
import { pushBrowser, pushService } from '../../../test/fixtures/push-service.ts'
import { countingRefusals } from '../../../test/fixtures/refused-transactions.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { createLog } from '../../kernel/telemetry/log.ts'
import { scopeOfPlace } from '../app.ts'
import { announce, forgetAnnouncements, OF_ONE_SERVICE, type Outcome, settle, takeDue } from './queries.ts'
import { GROUP, sendPushes } from './send.ts'

const world = await World.open()
after(() => world[Symbol.asyncDispose]())
const service = pushService()
const [host, otherHost] = [
  await world.site(service.listener),
  await world.site(service.listener, 'stranger-1.test'),
]
const app = await startApp()
const { db, secrets, metrics } = app.service
const [here, there] = [await make.commune(app, { nom: 'Œuilly' }), await make.commune(app)]
const hall = await make.mairie(app, here)
const lines: string[] = []
const context: JobContext = {
  db,
  secrets,
  metrics,
  config: testConfig({ PUBLIC_URL: 'https://parvis.exemple.fr' }),
  door: world.door(),
  log: createLog('debug', { write: line => void lines.push(line) }),
  enqueue: async () => {},
  onStop: () => {},
}
const send = (signal = new AbortController().signal, of = context) => sendPushes({}, of, signal)
let made = 0
async function browserOf(commune: string, at = host) {
  const browser = pushBrowser()
  const path = `/push/${++made}`
  const subscription = { commune_id: commune, endpoint: `https://${at}${path}`, ...browser.keys }
  assert.equal((await app.anyone.post('/push-subscriptions', subscription)).status, 201)
  return {
    path,
    answers: (status: number, headers = {}, after?: Promise<unknown>) =>
      service.answers.set(path, { status, headers, ...(after && { after }) }),
    messages: () =>
      service.received
        .filter(one => one.path === path)
        .map(({ headers, body }) => ({ headers, ...JSON.parse(browser.read(body).toString()) })),
    isSubscribed: async () =>
      (await app.owner.query('select from push_subscriptions where endpoint = $1', [subscription.endpoint]))
        .rows.length === 1,
  }
}
/** Beside the rate limit of the route. */
async function storedBrowser(commune: string, at = host): Promise<string> {
  const path = `/push/stored-${++made}.`
  const { p256dh, auth } = pushBrowser().keys
  await app.owner.query(
    'insert into push_subscriptions (commune_id, endpoint, p256dh, auth) values ($1, $2, $3, $4)',
    [commune, `https://${at}${path}`, p256dh, auth],
  )
  return path
}
/** Queues the messages of an alert there. */
async function alertOf(commune: string) {
  const acteur = await make.mairie(app, commune)
  await make.publication(app, acteur, commune, { title: 'Alerte', type: 'alerte', niveau: 'danger' })
  await send(AbortSignal.abort())
}
const pathsIn = (paths: readonly string[]) =>
  service.received.map(({ path }) => path).filter(path => paths.includes(path))
const alert = (title: string, fields = {}) =>
  make.publication(app, hall, here, { title, type: 'alerte', niveau: 'danger', ...fields })
const change = (id: string, changes: string) =>
  app.owner.query(`update publications set ${changes} where id = $1`, [id])
async function makeDue() {
  await app.owner.query('update push_messages set next_try_at = now()')
  await app.owner.query('update push_services set paused_until = null')
}
const take = (most: number) => db.transaction(tx => takeDue(tx, most))
/** Each claim takes some of a service. */
async function takeAll() {
  const all: Awaited<ReturnType<typeof take>>[number][] = []
  for (let some = await take(32); some.length > 0; some = await take(32)) all.push(...some)
  return all
}
const waiting = async () => (await app.owner.query('select from push_messages')).rows.length

test('an alert reaches each browser of its commune once, encrypted, with a signature of this installation', async () => {
  const [one, two, elsewhere] = [await browserOf(here), await browserOf(here), await browserOf(there)]
  const id = await alert('Eau impropre à la boisson', { fin_le: new Date(Date.now() + 3_600_000) })
  await make.publication(app, hall, here, { title: 'Loto' })
  await send()
  await send()
  const [message, ...more] = one.messages()
  assert.deepEqual([more.length, two.messages().length, elsewhere.messages().length], [0, 1, 0])
  assert.equal(message.title, 'Danger · Œuilly')
  assert.match(message.body, /^Eau impropre à la boisson\nJusqu’(?:à|au) /)
  assert.equal(message.path, `/p/${shortId(id)}`)
  const { headers } = message
  assert.ok(Number(headers.ttl) > 3_000 && Number(headers.ttl) <= 3_600)
  assert.deepEqual(
    [headers.urgency, headers.topic, headers['content-encoding']],
    ['high', id.replaceAll('-', ''), 'aes128gcm'],
  )
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const half = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const verifier = await importJWK({ kty: 'EC', crv: 'P-256', x: half(1), y: half(33) }, 'ES256')
  const { payload } = await jwtVerify(token, verifier, { audience: `https://${host}` })
  assert.equal(payload.sub, 'https://parvis.exemple.fr')
  assert.equal(
    key,
    (await app.owner.query('select public_key from push_keys')).rows[0].public_key,
    'the key that browsers subscribe for',
  )
  assert.ok(lines.some(line => line.includes('"notifications pushed"')))
  assert.ok(!lines.join().includes(one.path), 'addresses of browsers are in no log')
})

test('a change of level and the lifting are announced, other changes are not', async () => {
  const browser = await browserOf(here)
  const id = await alert('Vent fort', { niveau: 'vigilance' })
  await send()
  await change(id, `body = 'Rentrez vos pots.'`)
  await send()
  assert.equal(browser.messages().length, 1)
  await change(id, `niveau = 'danger'`)
  await send()
  await change(id, 'leve_le = now()')
  await send()
  const [first, second, third, ...more] = browser.messages()
  assert.deepEqual(
    [first, second, third].map(({ title, body }) => [title, body.split('\n')[0]]),
    ['Vigilance', 'Danger', 'Alerte levée'].map(word => [`${word} · Œuilly`, 'Vent fort']),
  )
  assert.equal(third.headers.urgency, 'normal')
  assert.equal(new Set([first, second, third].map(({ tag, headers }) => tag + headers.topic)).size, 1)
  assert.equal(more.length, 0)
  await db.transaction(forgetAnnouncements)
  await send()
  assert.equal(browser.messages().length, 3)
})

test('an alert that is withdrawn or deleted before its end is replaced by a notice without its text', async () => {
  const browser = await browserOf(here)
  const id = await alert('Fausse alerte')
  const over = await alert('Passée')
  await alert('Jamais annoncée', { moderation_status: 'pending', valide: false, publie_le: null })
  await send()
  assert.equal(browser.messages().length, 2)
  await change(over, `fin_le = now() - interval '1 minute'`)
  await change(over, 'deleted_at = now()')
  await change(id, 'deleted_at = now()')
  await Promise.all([send(), send()])
  const [, , notice, ...more] = browser.messages()
  assert.deepEqual(
    [notice.title, notice.body, notice.tag, more.length],
    ['Alerte retirée · Œuilly', 'Cette alerte n’est plus publiée.', id.replaceAll('-', ''), 0],
  )
  await change(id, 'deleted_at = null')
  await send()
  assert.deepEqual(browser.messages().map(({ title }) => title)[3], 'Danger · Œuilly', 'restored')
})

test('nothing is sent of what residents cannot see, of old alerts, or of a closed page', async () => {
  const browser = await browserOf(here)
  const pending = await alert('En attente', {
    moderation_status: 'pending',
    valide: false,
    publie_le: null,
  })
  await alert('Demain', { publie_le: new Date(Date.now() + 86_400_000) })
  await alert('Avant-hier', { publie_le: new Date(Date.now() - 2 * 86_400_000) })
  await alert('Finie', { fin_le: new Date(Date.now() - 1_000) })
  const closed = await browserOf(there)
  await app.owner.query('insert into commune_places (commune_id, ouverte) values ($1, false)', [there])
  await make.publication(app, hall, there, { title: 'Fermée', type: 'alerte' })
  await send()
  assert.deepEqual([browser.messages().length, closed.messages().length, await waiting()], [0, 0, 0])
  await change(pending, `moderation_status = 'approved', valide = true, publie_le = now()`)
  await app.owner.query(`insert into app_sources (slug, active) values ('place', false)`)
  await send()
  assert.equal(browser.messages().length, 0, 'the app of the pages is off')
  await app.owner.query(`delete from app_sources where slug = 'place'`)
  await send()
  assert.equal(browser.messages().length, 1)
})

test('a browser that is gone is removed at once, one that is refused five times too; a pause is kept', async () => {
  const [gone, unknown, refused, busy, away] = [
    await browserOf(here),
    await browserOf(here),
    await browserOf(here),
    await browserOf(here, otherHost),
    await browserOf(here),
  ]
  gone?.answers(410)
  unknown?.answers(404)
  refused?.answers(403)
  busy?.answers(429, { 'retry-after': '900' })
  away?.answers(302, { location: `https://${host}/push/elsewhere` })
  assert.ok(gone && unknown && refused && busy && away)
  await alert('Un')
  await send()
  assert.deepEqual([await gone.isSubscribed(), await unknown.isSubscribed()], [false, false])
  assert.ok(await refused.isSubscribed())
  const { rows } = await app.owner.query(
    'select extract(epoch from next_try_at - now())::int as seconds from push_messages',
  )
  assert.ok(rows.length === 1 && rows[0].seconds > 800, 'as long as it asked for')
  for (const title of ['Deux', 'Trois', 'Quatre']) {
    await alert(title)
    await send()
  }
  assert.ok(await refused.isSubscribed())
  await alert('Cinq')
  await send()
  assert.deepEqual([await refused.isSubscribed(), await away.isSubscribed()], [false, false])
  assert.ok(await busy.isSubscribed())
  assert.equal(service.received.filter(one => one.path === '/push/elsewhere').length, 0)
  busy.answers(201)
  await makeDue()
  await send()
  assert.deepEqual(new Set(busy.messages().map(({ body }) => body.split('\n')[0])).size, 5)
  assert.equal(await waiting(), 0)
})

test('while one browser’s push service does not answer, all other messages are delivered and settled', async () => {
  const commune = await make.commune(app)
  const slow = await storedBrowser(commune)
  const browsers: string[] = []
  while (browsers.length < 60) browsers.push(await storedBrowser(commune))
  await alertOf(commune)
  const { promise, resolve } = Promise.withResolvers<void>()
  const door: JobContext['door'] = {
    ...context.door,
    async fetch(url, options) {
      if (url.endsWith(slow)) await promise
      return context.door.fetch(url, options)
    },
  }
  const run = sendPushes({}, { ...context, door }, new AbortController().signal)
  try {
    await eventually(async () => (await waiting()) === 1, 'one message that is not settled')
    assert.deepEqual(new Set(pathsIn(browsers)), new Set(browsers))
  } finally {
    resolve()
    await run
  }
  assert.equal(await waiting(), 0)
})

test('a slow host leaves room for messages of others', async () => {
  const commune = await make.commune(app)
  const others = 2 * OF_ONE_SERVICE
  for (let times = 0; times < others; times++) await storedBrowser(commune, otherHost)
  const good = await storedBrowser(commune)
  await alertOf(commune)
  // Last of all that are due.
  await app.owner.query(
    `update push_messages set next_try_at = now() - interval '1 minute' where subscription_id in
       (select id from push_subscriptions where endpoint like 'https://' || $1 || '/%')`,
    [otherHost],
  )
  const { promise, resolve } = Promise.withResolvers<void>()
  let [inFlight, most] = [0, 0]
  const door: JobContext['door'] = {
    ...context.door,
    async fetch(url, options) {
      if (url.includes(otherHost)) {
        most = Math.max(most, ++inFlight)
        await promise
        inFlight--
      }
      return context.door.fetch(url, options)
    },
  }
  const run = sendPushes({}, { ...context, door }, new AbortController().signal)
  try {
    await eventually(async () => (await waiting()) === others, 'the other message is settled')
    assert.deepEqual(pathsIn([good]), [good])
    assert.ok(most < OF_ONE_SERVICE + GROUP, 'half of the pool, and less than a group more')
  } finally {
    resolve()
    await run
  }
  assert.equal(await waiting(), 0)
})

test('first attempts are taken before retries that have been due for longer', async () => {
  const commune = await make.commune(app)
  const first = await storedBrowser(commune)
  await storedBrowser(commune)
  await alertOf(commune)
  await app.owner.query(
    `update push_messages m set attempts = 3, next_try_at = now() - interval '1 hour' from push_subscriptions s
     where s.id = m.subscription_id and s.endpoint not like '%' || $1`,
    [first],
  )
  const [message] = await take(1)
  assert.ok(message?.endpoint.endsWith(first))
  await makeDue()
  await send()
})

test('timeouts count as failures, and delete a subscription only with a message that is given up', async () => {
  const commune = await make.commune(app)
  await storedBrowser(commune)
  await alertOf(commune)
  const [message] = await take(1)
  assert.ok(message)
  const failures = async () =>
    (
      await app.owner.query('select failures from push_subscriptions where id = $1', [
        message.subscription_id,
      ])
    ).rows[0]?.failures
  const ends = (outcome: Outcome) =>
    db.transaction(tx => settle(tx, [{ item: message, result: outcome, ms: 1 }]))
  await ends({ seconds: 30, timedOut: false })
  assert.equal(await failures(), 0)
  for (let times = 0; times < 6; times++) await ends({ seconds: 30, timedOut: true })
  assert.equal(await failures(), 6)
  await ends('never')
  assert.equal(await failures(), undefined)
})

test('several workers at once make one key, and send each message once', async () => {
  const browsers = await Promise.all(Array.from({ length: 40 }, () => browserOf(here)))
  await alert('Tous')
  await app.owner.query('delete from push_keys')
  await Promise.all([send(), send(), send(), send()])
  assert.deepEqual(
    browsers.map(browser => browser.messages().length),
    browsers.map(() => 1),
  )
  const keys = browsers.flatMap(one =>
    one.messages().map(({ headers }) => headers.authorization.split('k=')[1]),
  )
  assert.equal(new Set(keys).size, 1)
})

test('of two workers that announce an alert at once, the second queues nothing', async () => {
  const commune = await make.commune(app)
  await storedBrowser(commune)
  await make.publication(app, await make.mairie(app, commune), commune, { type: 'alerte', niveau: 'danger' })
  const source = (await scopeOfPlace(db.pool)) ?? assert.fail()
  let second: Promise<number> | undefined
  await db.transaction(async tx => {
    assert.equal(await announce(tx, source), 1)
    second = db.transaction(other => announce(other, source))
    await eventually(
      async () => (await waitingForLocks(app.connection.database ?? '')) > 0,
      'the second waits for the first',
    )
  })
  assert.equal(await second, 0)
  await send()
})

test('what a killed worker has taken is sent when its lease is over, and it changes nothing any more', async () => {
  const browser = await browserOf(here)
  const id = await alert('Reprise')
  await send(AbortSignal.abort())
  const all = await takeAll()
  const taken = all.filter(one => one.publication_id === id)
  const settleAll = (messages: typeof all, outcome: Outcome) =>
    db.transaction(tx =>
      settle(
        tx,
        messages.map(item => ({ item, result: outcome, ms: 1 })),
      ),
    )
  await send()
  assert.equal(browser.messages().length, 0, 'another worker has it')
  await makeDue()
  const takenAgain = await takeAll()
  await settleAll(taken, { seconds: 0, timedOut: false })
  assert.deepEqual(await takeAll(), [], 'the lease of its successor stands')
  await makeDue()
  // Lifted while the dead worker was about to send the first state.
  await change(id, 'leve_le = now()')
  await send(AbortSignal.abort())
  await settleAll(takenAgain, 'delivered')
  await send()
  assert.deepEqual(
    browser.messages().map(({ title }) => title),
    ['Alerte levée · Œuilly'],
  )
  await change(id, 'leve_le = null')
  await send(AbortSignal.abort())
  await settleAll(takenAgain, 'delivered')
  await send()
  assert.equal(browser.messages().length, 2)
})

test('what was accepted while the database took no writes is noted afterwards, and not sent again', async () => {
  const [browser, database] = [await browserOf(here), app.connection.database ?? '']
  const answered = Promise.withResolvers<void>()
  browser.answers(201, {}, answered.promise)
  await alert('Primaire perdu')
  const counted = countingRefusals(db)
  const sent = send(undefined, { ...context, db: counted.db })
  await eventually(async () => service.received.some(({ path }) => path === browser.path), 'the message')
  await whileReadOnly(database, async () => {
    answered.resolve()
    await eventually(async () => counted.refused() > 1, 'it is refused, and tried again')
  })
  await sent
  await makeDue()
  await send()
  assert.deepEqual([browser.messages().length, await waiting()], [1, 0])
})
