/** Receivers who hold every place that they get, and an honest one that waits behind them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { startApp, testConfig } from '../../../test/app.ts'
import { twoAtOnce } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { sql } from '../../kernel/db/db.ts'
import { doorFor } from '../../kernel/fetch/fetch.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { createLog } from '../../kernel/telemetry/log.ts'
import { OF_ONE_OWNER, SLOW_PLACES, takeDue } from './deliveries.ts'
import { sendEvents } from './send.ts'
import { newWebhookSecret } from './signing.ts'

const received: string[] = []
const receiver = createServer((request, response) => {
  received.push(request.url ?? '')
  // Strangers never answer.
  if (request.url?.startsWith('/honest')) response.writeHead(204).end()
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
after(() => {
  receiver.closeAllConnections()
  receiver.close()
})
const pair = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
const env = { IMPORT_ALLOW_PRIVATE: pair }
const app = await startApp({ env })
const { db, secrets, metrics } = app.service
const log = createLog('silent')
const config = testConfig(env)
const own = doorFor(config, log)
/** Strangers hold their places for as long as a test takes. */
const door: JobContext['door'] = {
  ...own,
  fetch: (url, options) => own.fetch(url, { ...options, timeoutMs: 600_000 }),
}
const context: JobContext = {
  db,
  config,
  secrets,
  log,
  metrics,
  door,
  enqueue: async () => {},
  onStop: () => {},
}
const commune = await make.commune(app)
const admin = await app.user(['admin'])
const held = (of = '/stranger') => received.filter(path => path.startsWith(of)).length

async function forgetAll(): Promise<void> {
  // A sender that settles meanwhile may lock in the other order: the transaction is tried again.
  await db.transaction(tx => tx.run(sql`delete from webhook_endpoints`))
  received.length = 0
}
const endpoint = (path: string, fields: object) =>
  make.webhook(app, {
    url: `http://${pair}/${path}`,
    created_by: admin.id,
    secret_sealed: secrets.seal(newWebhookSecret()),
    ...fields,
  })
/** Queues `count` events for each of these endpoints. */
const queue = (endpoints: readonly string[], count: number, from = 0) =>
  app.owner.query(
    `insert into webhook_deliveries (endpoint_id, seq, event, resource_id, at, data)
     select id, $3::int + n, 'publication.changed', gen_random_uuid(), now(), '{}'
     from generate_series(1, $2::int) as n, unnest($1::uuid[]) as id`,
    [endpoints, count, from],
  )
async function strangers(acteurs: number, each: number, answer_ms: number | null): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < acteurs; at++) {
    const acteur_id = await make.acteur(app, commune)
    for (let n = 0; n < each; n++)
      ids.push(await endpoint(`stranger/${acteur_id}/`, { acteur_id, answer_ms }))
  }
  return ids
}

const CASES = {
  'that were never measured, of 500 acteurs': { acteurs: 500, each: 1, answer_ms: null },
  'of ten acteurs that were slow before': { acteurs: 10, each: 50, answer_ms: 14_000 },
  'of fifty acteurs that were quick until now': { acteurs: 50, each: 10, answer_ms: 20 },
} as const
for (const [title, { acteurs, each, answer_ms }] of Object.entries(CASES))
  test(`500 receivers that never answer leave an honest one its place: ${title}`, async () => {
    await forgetAll()
    await queue(await strangers(acteurs, each, answer_ms), 3)
    const honest = await endpoint('honest', { answer_ms: 20 })
    const stop = new AbortController()
    const run = sendEvents({}, context, stop.signal)
    try {
      await eventually(async () => held() > 0, 'strangers have places')
      await queue([honest], 20)
      await eventually(async () => held('/honest') === 20, 'the honest one has its events')
      const first = held()
      assert.ok(first <= (answer_ms === 20 ? 64 : SLOW_PLACES), `${first} strangers have places`)
      const byActeur = Object.values(Object.groupBy(received, path => path)).map(all => all?.length ?? 0)
      assert.ok(Math.max(...byActeur.filter(count => count < 20)) <= OF_ONE_OWNER, `${byActeur}`)
    } finally {
      stop.abort()
      await run
    }
  })

test('acteurs take turns: an event of each before a second, whatever the number of their endpoints', async () => {
  await forgetAll()
  const [many, few] = [await strangers(1, 8, 20), await strangers(1, 1, 20)]
  const slow = await strangers(1, 2, 5_000)
  await queue([...many, ...few, ...slow], 9)
  const of = { many, few, slow }
  const take = async (most: number, load?: Parameters<typeof takeDue>[2]) => {
    const due = await db.transaction(tx => takeDue(tx, most, load))
    return Object.entries(of).map(
      ([, ids]) => due.filter(({ endpoint_id }) => ids.includes(endpoint_id)).length,
    )
  }
  assert.deepEqual(await take(3), [1, 1, 1])
  assert.deepEqual(await take(20), [4, 4, 2], 'four places an acteur, one each of its slow receivers')
  const busy = [many[0], many[1], few[0], slow[0]]
  const load = (slowTaken: number) => ({
    keys: busy.map(id => id ?? ''),
    working: [3, 1, 3, 1],
    stuck: busy.map(() => false),
    slow: slowTaken,
    late: 0,
  })
  assert.deepEqual(await take(20, load(1)), [0, 1, 1])
  assert.deepEqual(await take(20, load(SLOW_PLACES)), [0, 1, 0])
})

test('a receiver that answers slowly is slow for all nodes, and quick again by its answers', async () => {
  await forgetAll()
  const id = await endpoint('honest', { answer_ms: 9_000 })
  const answerMs = async () =>
    (await app.owner.query('select answer_ms from webhook_endpoints where id = $1', [id])).rows[0].answer_ms
  await queue([id], 12)
  const [first, none] = [
    await db.transaction(tx => takeDue(tx, 8)),
    await db.transaction(tx =>
      takeDue(tx, 8, { keys: [id], working: [1], stuck: [false], slow: 1, late: 0 }),
    ),
  ]
  assert.deepEqual([first.length, none.length], [1, 0])
  await sendEvents({}, context, new AbortController().signal)
  assert.equal(held('/honest'), 11)
  // A machine that is held up answers slowly for once.
  let round = 0
  await eventually(async () => {
    if ((await answerMs()) < 2_000) return true
    await queue([id], 12, 12 * ++round)
    return await sendEvents({}, context, new AbortController().signal).then(() => false)
  }, 'it is quick again')
})

test('a second claim waits for the first one, and takes other events', async () => {
  await forgetAll()
  await queue(await strangers(8, 1, 20), 9)
  const [first, second] = await twoAtOnce(app, tx => takeDue(tx, 8))
  assert.deepEqual([first.length, second.length], [8, 8])
  assert.equal(new Set([...first, ...second].map(({ id }) => id)).size, 16)
})
