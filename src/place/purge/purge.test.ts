import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { startApp, testConfig } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { cachesInFront } from '../../../test/fixtures/cache-in-front.ts'
import { numberChanges } from '../../exchange/changes/number.ts'
import { type Door, doorFor, type FetchOptions } from '../../kernel/fetch/fetch.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { createLog } from '../../kernel/telemetry/log.ts'
import { changesFrom } from '../changes-seen.ts'
import { post } from './post.ts'
import { purgeCaches } from './purge.ts'
import { LEASE_SECONDS, SEEN_MS } from './queries.ts'
import { tagOf, WHOLE } from './tags.ts'

/** Caches in front of la place are told of each change, and pages say how long such a cache may keep them. */

const caches = await cachesInFront()
const [ONE, OTHER] = [caches.addressOf('/un'), caches.addressOf('/autre')]
const KEY = 'a-key-of-caches-0001'
const env = { PLACE_PURGE_URL: `${ONE}, ${OTHER}`, PLACE_PURGE_KEY: KEY }
const app = await startApp({ env })
const plain = await app.beside({ PLACE_PURGE_URL: '', PLACE_PURGE_KEY: '' })
const { db, secrets, metrics } = app.service
const here = await make.commune(app, { slug: 'ici', nom: 'Ici' })
const hall = await make.mairie(app, here)
// Nothing changes there: pages that were made just after a change are not kept for long.
const [quiet, alerted] = [
  await make.commune(app, { slug: 'calme' }),
  await make.commune(app, { slug: 'crue' }),
]
await make.publication(app, await make.mairie(app, alerted), alerted, {
  title: 'Crue',
  type: 'alerte',
  niveau: 'danger',
})

const lines: string[] = []
const later: number[] = []
const config = testConfig(env)
const context: JobContext = {
  db,
  secrets,
  metrics,
  config,
  door: doorFor(config, createLog('silent')),
  log: createLog('debug', { write: line => void lines.push(line) }),
  enqueue: async (_tx, _name, _data, after = 0) => void later.push(after),
  onStop: () => {},
}
const purge = (changes: Partial<JobContext> = {}, signal = new AbortController().signal) =>
  purgeCaches({}, { ...context, ...changes }, signal, '', 0)
const sql = (text: string, values: readonly unknown[] = []) => app.owner.query(text, [...values])
const rows = async () => (await sql('select * from place_purges order by cache desc')).rows
/** As if the last changes were that much older. */
async function age(seconds: number): Promise<void> {
  await sql(`update changes set at = at - $1 * interval '1 second' where at > now() - interval '1 minute'`, [
    seconds,
  ])
  await sql('update place_purges set seq_at = (select at from changes where changes.seq = place_purges.seq)')
}
async function publish(title: string, fields = {}): Promise<void> {
  await make.publication(app, hall, here, { title, ...fields })
  await numberChanges(db)
}
const ofHere = [tagOf(here), tagOf(hall)].sort()
const headersOf = async (path = '/place/ici', origin = app.url) => (await fetch(origin + path)).headers
const cachingOf = async (path?: string, origin?: string) =>
  (await headersOf(path, origin)).get('cache-control') ?? ''
const isLong = (caching: string) => Number(/s-maxage=(\d+)/.exec(caching)?.[1] ?? 0) > 60
/** What nodes see of the caches, once they have looked. */
const areTold = () =>
  new Promise<boolean>((done, failed) => {
    const follower = {
      isEmpty: false,
      follow: (_: unknown, __: number, toldAt?: number) => done(toldAt !== undefined),
    }
    changesFrom(db.pool, follower, [ONE, OTHER])().catch(failed)
  })
const becomes = (path: string, long: boolean) =>
  eventually(
    async () => isLong(await cachingOf(path)) === long,
    `${path} is ${long ? '' : 'not '}kept for long`,
  )

await numberChanges(db)

test('until a cache was told for the first time, pages say the same as without one', async () => {
  assert.equal(await areTold(), false)
  for (const origin of [app.url, plain.url])
    assert.match(
      await cachingOf('/place/calme', origin),
      /^public, max-age=\d+, s-maxage=(60|\d{1,2}), stale-while/,
    )
})

test('a new cache is emptied; then pages may be kept to their end, browsers stay at their seconds', async () => {
  await purge()
  assert.deepEqual(
    caches.told
      .splice(0)
      .map(({ path, tags, key }) => [path, tags, key])
      .sort(),
    ['/autre', '/un'].map(path => [path, [WHOLE], `Bearer ${KEY}`]),
  )
  assert.equal(await areTold(), true)
  await becomes('/place/calme', true)
  const headers = await headersOf('/place/calme')
  const [, age = '', shared = ''] =
    /^public, max-age=(\d+), s-maxage=(\d+), stale-if-error=86400$/.exec(
      headers.get('cache-control') ?? '',
    ) ?? []
  assert.ok(Number(age) <= 30 && Number(shared) <= 3_600, headers.get('cache-control') ?? '')
  assert.match(
    headers.get('cdn-cache-control') ?? '',
    /^max-age=\d+, stale-while-revalidate=60, stale-if-error=86400$/,
  )
  assert.deepEqual(headers.get('surrogate-key')?.split(' '), [`commune-${quiet}`, WHOLE, tagOf(quiet)])
  for (const feed of ['/place/calme/actualites.rss', '/place/calme/agenda.ics']) {
    await becomes(feed, true)
    assert.ok((await headersOf(feed)).get('cache-tag')?.includes(tagOf(quiet)), feed)
  }
  // A page with a query is made each time, and 404 is none.
  for (const path of ['/place/calme/recherche?q=marche', '/place/calme/rien'])
    assert.ok(!isLong(await cachingOf(path)), path)
  assert.equal((await headersOf('/place/calme', plain.url)).get('surrogate-key'), `commune-${quiet}`)
})

test('under an alert caches may keep a page too, and browsers keep it for ten seconds', async () => {
  await becomes('/place/crue', true)
  assert.match(await cachingOf('/place/crue'), /^public, max-age=10, s-maxage=\d+, stale-if-error/)
  await becomes('/place/crue/alertes.atom', true)
  assert.match(
    await cachingOf('/place/crue/alertes.atom'),
    /^public, max-age=60, s-maxage=\d+, stale-if-error/,
  )
  assert.doesNotMatch(await cachingOf('/place/crue', plain.url), /s-maxage/)
})

test('a node that cannot look at the feed lets caches keep pages for a second, from memory too', async () => {
  await becomes('/place/calme', true)
  await sql('begin')
  try {
    await sql('lock table change_feed in access exclusive mode')
    // Not one of the answers that are sent before the router.
    await eventually(
      async () => /^public, max-age=10, s-maxage=1, stale-if-error/.test(await cachingOf('/place/crue?x')),
      'it is late',
    )
    assert.match(await cachingOf('/place/calme'), /^public, max-age=\d+, s-maxage=1, stale-if-error/)
    assert.ok(!(await headersOf('/place/calme')).has('cdn-cache-control'))
    assert.doesNotMatch(await cachingOf('/place/calme', plain.url), /s-maxage=1,/)
  } finally {
    await sql('rollback')
  }
  await becomes('/place/calme', true)
})

test('a change is told when each node that lets caches keep pages has seen it, also one that comes meanwhile', async () => {
  const there = await make.commune(app, { slug: 'la-bas' })
  await numberChanges(db)
  await purge()
  const toldAt = new Map<string, number>()
  caches.answers.set('/un', response => {
    for (const tag of caches.told.at(-1)?.tags ?? []) if (!toldAt.has(tag)) toldAt.set(tag, performance.now())
    response.writeHead(204).end()
  })
  const before = performance.now()
  await publish('Concert')
  const run = purgeCaches({}, context, new AbortController().signal)
  await eventually(
    async () => (await rows()).some(({ leased_until }) => leased_until > new Date()),
    'it waits',
  )
  const meanwhile = performance.now()
  await make.publication(app, null, there, { title: 'Vide-grenier' })
  await numberChanges(db)
  await run
  await purgeCaches({}, context, new AbortController().signal)
  caches.answers.delete('/un')
  await age(21)
  await purge()
  assert.ok((toldAt.get(tagOf(here)) ?? 0) >= before + SEEN_MS)
  assert.ok((toldAt.get(tagOf(there)) ?? 0) >= meanwhile + SEEN_MS)
})

test('each change is told to each cache, and once more when no replica can be behind', async () => {
  await sql('update place_purges set whole_at = null')
  caches.told.length = 0
  later.length = 0
  await publish('Marché')
  await purge()
  const told = caches.told.splice(0)
  assert.deepEqual(told.map(({ path }) => path).sort(), ['/autre', '/un'])
  for (const { tags } of told) assert.deepEqual(tags.toSorted(), ofHere)
  assert.ok(later.every(seconds => seconds > 20) && later.length >= 2, `${later}`)
  await purge()
  assert.deepEqual(caches.toldOf('/un'), [])
  await age(21)
  await purge()
  assert.deepEqual(
    caches.toldOf('/un').map(({ tags }) => tags.toSorted()),
    [ofHere],
  )
  await purge()
  assert.deepEqual(caches.toldOf('/un'), [])
})

test('a cache that does not answer is tried again, keeps no other waiting, and pages are kept for seconds meanwhile', async () => {
  caches.answers.set('/autre', response => void response.writeHead(503).end())
  await becomes('/place/calme', true)
  await publish('Repas')
  await purge()
  assert.deepEqual(
    caches.told
      .splice(0)
      .map(({ path }) => path)
      .sort(),
    ['/autre', '/un'],
  )
  await purge()
  assert.deepEqual(caches.told.splice(0), [], 'it waits')
  const failing = (await rows()).find(({ cache }) => cache === OTHER)
  assert.deepEqual([failing.failures, failing.error], [1, 'bad_status'])
  assert.ok(lines.some(line => line.includes('cache not told')))
  assert.ok(!lines.some(line => line.includes(KEY)))
  assert.equal(await areTold(), true, 'it is late after five seconds')
  await age(6)
  assert.equal(await areTold(), false)
  await becomes('/place/calme', false)
  caches.answers.delete('/autre')
  await sql(`update place_purges set leased_until = now()`)
  await purge()
  assert.deepEqual(
    caches.toldOf('/autre').map(({ tags }) => tags.toSorted()),
    [ofHere],
  )
  assert.equal(await areTold(), true)
  await becomes('/place/calme', true)
})

test('workers at once tell each change once', async () => {
  caches.told.length = 0
  await publish('Brocante')
  await Promise.all(Array.from({ length: 6 }, () => purge()))
  assert.equal(caches.toldOf('/un').length, 1)
})

test('what a worker did not settle is told by another one after its lease; the late one changes nothing', async () => {
  const asked = Promise.withResolvers<ServerResponse>()
  caches.answers.set('/un', asked.resolve)
  await publish('Loto')
  const first = purge()
  const response = await asked.promise
  caches.answers.delete('/un')
  caches.told.length = 0
  await publish('Bal')
  await purge()
  assert.deepEqual(caches.toldOf('/un'), [], 'the first one has it')
  await sql(`update place_purges set leased_until = leased_until - $1 * interval '1 second'`, [LEASE_SECONDS])
  await purge()
  assert.equal(caches.toldOf('/un').length, 1)
  const before = (await rows()).find(({ cache }) => cache === ONE)
  response.writeHead(204).end()
  await first
  const after = (await rows()).find(({ cache }) => cache === ONE)
  assert.deepEqual([after.seq, after.turn], [before.seq, before.turn])
})

test('a worker that stops leaves the rest to the next one at once', async () => {
  const stopping = new AbortController()
  caches.answers.set('/un', () => stopping.abort())
  await publish('Thé dansant')
  await purge({}, stopping.signal)
  caches.answers.delete('/un')
  assert.equal((await rows()).find(({ cache }) => cache === ONE).failures, 0)
  caches.told.length = 0
  await purge()
  assert.equal(caches.toldOf('/un').length, 1)
})

test('all is emptied, and once more, where other versions run, a type changes or a backup was restored', async () => {
  const twice = async (what: string, change: () => Promise<unknown>) => {
    await purge()
    await sql(`update place_purges set whole_at = null`)
    caches.told.length = 0
    await change()
    await purge()
    assert.deepEqual(
      caches.toldOf('/un').map(({ tags }) => tags),
      [[WHOLE]],
      what,
    )
    await sql(`update place_purges set whole_at = now()`)
    await purge()
    await purge()
    assert.deepEqual(
      caches.toldOf('/un').map(({ tags }) => tags),
      [[WHOLE]],
      `${what}, once more`,
    )
  }
  await twice('another version', () =>
    sql(`insert into nodes (node, process, version) values ('old', 'web', '0.0.1')`),
  )
  await twice('a type', async () => {
    await sql(`update publication_types set nom = 'Sorties' where slug = 'evenement'`)
    await numberChanges(db)
  })
  await twice('a backup', () =>
    sql(`update changes set at = at + interval '1 second' where seq = (select last_seq from change_feed)`),
  )
  await twice('the scope of the pages', () => sql(`insert into app_sources (slug) values ('place')`))
})

test('a database that was away for minutes empties nothing; a node that others outlive does', async () => {
  const old = `insert into nodes (node, process, version, seen_at) values ('before', 'web', '0.0.2', now())`
  await sql(old)
  for (const _ of [1, 2]) {
    await purge()
    await sql('update place_purges set whole_at = null')
  }
  caches.told.length = 0
  // No node could write its heartbeat.
  await sql(`update nodes set seen_at = seen_at - interval '10 minutes'`)
  await purge()
  assert.deepEqual(caches.told, [])
  await sql(`update nodes set seen_at = now() where node <> 'before'`)
  await purge()
  assert.deepEqual(
    caches.toldOf('/un').map(({ tags }) => tags),
    [[WHOLE]],
  )
})

test('a cache that is named no more is forgotten', async () => {
  await purge({ config: testConfig({ PLACE_PURGE_URL: OTHER }) })
  assert.deepEqual(
    (await rows()).map(({ cache }) => cache),
    [OTHER],
  )
  await purge({ config: testConfig() })
  assert.deepEqual(await rows(), [])
})

test('Fastly and Cloudflare are told in their own forms', async () => {
  const asked: [url: string, options: FetchOptions][] = []
  const door = {
    stream: async (url: string, options: FetchOptions) => {
      asked.push([url, options])
      return { status: 'not_modified' }
    },
  } as unknown as Door
  const { signal } = new AbortController()
  for (const cache of [
    'https://api.fastly.com/service/s1/purge',
    'https://api.cloudflare.com/client/v4/zones/z1/purge_cache',
  ])
    await post(door, { cache, key: KEY, tags: ['a', 'b'] }, signal)
  assert.deepEqual(
    asked.map(([, { headers, content }]) => [headers, content?.bytes.toString()]),
    [
      [{ 'surrogate-key': 'a b', 'fastly-key': KEY }, ''],
      [{ authorization: `Bearer ${KEY}` }, '{"tags":["a","b"]}'],
    ],
  )
})
