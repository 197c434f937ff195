// Begun first: it takes long.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { testConfig } from '../../../../test/app.ts'
import { startSyncing } from '../../../../test/defibrillateurs/syncing.ts'
import {
  type Answering,
  asCsv,
  asGeoJson,
  asPage,
  device,
  type Fields,
  registerServer,
  sends,
} from '../../../../test/fixtures/geodae.ts'
import { doorFor } from '../../../kernel/fetch/fetch.ts'
import { createLog } from '../../../kernel/telemetry/log.ts'
import { openRemote, whyNotRead } from './remote.ts'

const KEY = 'a-key-that-nobody-is-to-see'
const lines: string[] = []
const { app, register, sync } = await startSyncing(`/geodae?key=${KEY}`, { log: line => lines.push(line) })

const rows = Array.from({ length: 10 }, (_, at) => device(at + 1))
const known = () =>
  app.owner
    .query('select gid, nom from defibrillateurs where retire_le is null order by gid::int')
    .then(({ rows }) => rows)
const clear = () =>
  app.owner.query('truncate defibrillateurs, commune_defibrillateurs, defibrillateur_syncs cascade')

const csv = asCsv(rows)
const FORMS: readonly (readonly [what: string, answer: Answering])[] = [
  ['CSV', sends(csv)],
  ['CSV with Content-Encoding', sends(gzipSync(csv), { 'content-encoding': 'gzip' })],
  ['a gzip of CSV', sends(gzipSync(csv), { 'content-type': 'application/gzip' })],
  ['a gzip of CSV with Content-Encoding', sends(gzipSync(gzipSync(csv)), { 'content-encoding': 'gzip' })],
  ['GeoJSON', sends(asGeoJson(rows))],
  ['GeoJSON of multipoints, packed', sends(gzipSync(asGeoJson(rows, true)), { 'content-encoding': 'gzip' })],
  ['a JSON array called CSV', sends(JSON.stringify(rows), { 'content-type': 'text/csv' })],
  ['slowly, a few bytes at a time', slowly(csv)],
  [
    'behind a redirect',
    (request, response) =>
      request.url?.startsWith('/moved')
        ? sends(csv)(request, response)
        : response.writeHead(302, { location: '/moved.csv' }).end(),
  ],
]

function slowly(text: string): Answering {
  return async (_request, response) => {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += 311) {
      response.write(bytes.subarray(at, at + 311))
      await sleep(20)
    }
    response.end()
  }
}

for (const [what, answer] of FORMS)
  test(`read from its address: ${what}`, async () => {
    await clear()
    register.answer = answer
    const { status, error, counts } = await sync()
    assert.deepEqual([status, error, counts?.created], ['ok', null, 10])
  })

/** Ends the line in the middle of the body. */
const cutAfter =
  (body: string | Buffer, headers: Record<string, string> = {}): Answering =>
  (_request, response: ServerResponse) => {
    response.writeHead(200, headers)
    response.write(body, () => setTimeout(() => response.destroy(), 50))
  }

const FAILURES: readonly (readonly [what: string, answer: Answering, words: RegExp])[] = [
  ['a web page with 200', sends('<!doctype html><title>Maintenance</title>'), /it is a web page/],
  ['words with 200', sends('Trop de requêtes'), /names no column “c_gid”/],
  ['an error document with 200', sends('{"error": "quota"}'), /it holds no rows/],
  ['nothing with 200', sends(''), /it is empty/],
  ['500', (_request, response) => response.writeHead(500).end(csv), /answered with an error \(500\)/],
  ['404', (_request, response) => response.writeHead(404).end(), /\(404\)/],
  ['hung up before the answer', request => request.destroy(), /could not be reached, or hung up/],
  ['cut short in the body', cutAfter(csv.slice(0, 1_500)), /could not be reached, or hung up/],
  [
    'shorter than announced',
    cutAfter(csv.slice(0, 1_500), { 'content-length': String(csv.length) }),
    /could not be reached, or hung up/,
  ],
  [
    'a line too few, but whole',
    sends(csv.slice(0, csv.lastIndexOf(';f;'))),
    /its last line \(11\) is not whole/,
  ],
  [
    'a broken gzip',
    sends(gzipSync(csv).subarray(0, -30), { 'content-encoding': 'gzip' }),
    /compression is unknown or broken/,
  ],
  [
    'redirects without end',
    (_request, response) => response.writeHead(302, { location: '/x' }).end(),
    /too often/,
  ],
  [
    'a redirect to what is no web address',
    (_request, response) => response.writeHead(302, { location: 'file:///etc/hostname' }).end(),
    /could not be fetched\. This address is not allowed/,
  ],
]

test('a download that fails in any way ends the sync as failed with a reason, and changes nothing', async t => {
  await clear()
  register.answer = sends(csv)
  await sync()
  const before = await known()
  for (const [what, answer, words] of FAILURES)
    await t.test(what, async () => {
      register.answer = answer
      const { status, error } = await sync()
      assert.equal(status, 'failed')
      assert.match(error ?? '', words)
      assert.match(error ?? '', /Nothing was changed\.$/)
      assert.deepEqual(await known(), before)
    })
  await t.test('and the next one succeeds', async () => {
    register.answer = sends(csv)
    assert.equal((await sync()).status, 'ok')
  })
  await t.test('keys in the address are told to nobody', async () => {
    const { rows: told } = await app.owner.query('select s::text as row from defibrillateur_syncs s')
    assert.ok(told.length >= FAILURES.length && lines.length > 0)
    for (const text of [...told.map(({ row }) => row), ...lines]) assert.ok(!text.includes(KEY), text)
  })
})

test('a server that never ends is given up at the deadline', async () => {
  const door = doorFor(testConfig(), createLog('silent'))
  const other = await registerServer()
  other.answer = (_request, response) => void response.writeHead(200).write(csv.slice(0, 2_000))
  const drain = async () => {
    const remote = await openRemote({
      door,
      signal: new AbortController().signal,
      url: other.url,
      deadlineMs: 400,
    })
    for await (const _ of remote?.records() ?? []);
  }
  await assert.rejects(drain(), error => whyNotRead(error)?.code === 'fetch_timeout')
  door.close()
})

test('an unchanged register is not read again; a changed one, a forced sync and what a file brought are', async () => {
  await clear()
  let [version, bodies] = ['"1"', 0]
  register.answer = (request, response) => {
    if (request.headers['if-none-match'] === version) return response.writeHead(304).end()
    bodies++
    return sends(csv, { etag: version })(request, response)
  }
  assert.equal((await sync()).counts?.created, 10)
  const second = await sync()
  assert.deepEqual([second.status, second.counts, bodies], ['ok', { rows: 0, not_modified: true }, 1])
  assert.equal((await sync()).counts?.not_modified, true, 'and a third time')
  assert.deepEqual([(await sync({ force: true })).counts?.unchanged, bodies], [10, 2])
  version = '"2"'
  assert.deepEqual([(await sync()).counts?.unchanged, bodies], [10, 3])
  await app.owner.query(
    `insert into defibrillateur_syncs (trigger, status, finished_at) values ('command', 'ok', now())`,
  )
  assert.deepEqual([(await sync()).counts?.unchanged, bodies], [10, 4])
  await app.owner.query(`update defibrillateur_syncs set source = 'of another address'`)
  assert.deepEqual([(await sync()).counts?.unchanged, bodies], [10, 5], 'its mark says nothing of this one')
})

/** As data.gouv.fr hands out a part, or everything, page by page. */
function pages(all: readonly Fields[], size: number, host: string): Answering {
  return (request, response) => {
    const url = new URL(request.url ?? '', `http://${host}`)
    const code = url.searchParams.get('c_com_insee__exact')
    const part = code === null ? all : all.filter(row => row.c_com_insee === code)
    const page = Number(url.searchParams.get('page') ?? 1)
    const next = new URL(url)
    next.searchParams.set('page', String(page + 1))
    const more = page * size < part.length
    sends(asPage(part.slice((page - 1) * size, page * size), more ? next.href : null, part.length))(
      request,
      response,
    )
  }
}

test('the tabular API: pages are followed', async t => {
  const tabular = await startSyncing('/api/resources/edb6/data/')
  const { register, sync, communeId, app } = tabular
  const paris = ['75101', '75115', '75120', '75115'].map((c_com_insee, at) =>
    device(100 + at, { c_com_insee }),
  )
  const all = [...rows, ...paris]

  await t.test('all of them for a national sync, as large as they come', async () => {
    register.answer = pages(all, 4, register.host)
    const { status, counts } = await sync()
    assert.deepEqual([status, counts?.rows, counts?.created], ['ok', 14, 14])
    assert.deepEqual(register.asked, [
      '/api/resources/edb6/data/?page_size=200',
      ...[2, 3, 4].map(page => `/api/resources/edb6/data/?page_size=200&page=${page}`),
    ])
  })

  await t.test('a commune’s sync asks for each of its codes, and for nothing else', async () => {
    register.asked.length = 0
    register.answer = pages(
      paris.map(row => ({ ...row, c_nom: 'Changé' })),
      1,
      register.host,
    )
    const { status, counts } = await sync({ commune: await communeId('75056') })
    assert.deepEqual([status, counts?.rows, counts?.updated, counts?.withdrawn], ['ok', 4, 4, 0])
    const codes = new Set(
      register.asked.map(path => new URL(path, register.url).searchParams.get('c_com_insee__exact')),
    )
    assert.deepEqual([...codes], ['75056', ...Array.from({ length: 20 }, (_, at) => `${75101 + at}`)])
    assert.equal(register.asked.length, 21 + 1, 'two pages of one arrondissement')
  })

  await t.test('one without a code is not missing, for nobody asked for it', async () => {
    register.answer = pages(
      [...all, device(200, { c_com_insee: null, c_com_cp: '75008' })],
      50,
      register.host,
    )
    assert.equal((await sync()).counts?.created, 1)
    register.answer = pages(paris, 50, register.host)
    const { status, counts } = await sync({ commune: await communeId('75056') })
    assert.deepEqual([status, counts?.withdrawn], ['ok', 0])
  })

  await t.test(
    'a commune where nothing is left is held; one where nothing ever was is a success',
    async () => {
      register.answer = pages([], 50, register.host)
      assert.equal((await sync({ commune: await communeId('75056') })).status, 'held')
      assert.equal((await sync({ commune: await communeId('2A004') })).status, 'ok')
    },
  )

  const BROKEN: readonly (readonly [what: string, answer: Answering, words: RegExp])[] = [
    [
      'a next page on another server',
      sends(asPage(all, 'https://elsewhere.example.com/api/resources/edb6/data/?page=2', 20)),
      /on another server/,
    ],
    ['a next page that is no address', sends(asPage(all, 'http://[', 20)), /on another server/],
    [
      'pages in a circle',
      (request, response) =>
        sends(asPage(all, `${register.url}/api/resources/edb6/data/?page=2`, 20))(request, response),
      /in a circle/,
    ],
    ['fewer rows than announced', sends(asPage(all, null, 187_000)), /14 of 187000 rows came/],
    [
      'an error on the second page',
      (request, response) =>
        request.url?.includes('page=2')
          ? response.writeHead(502).end()
          : sends(asPage(all, `${register.url}/api/resources/edb6/data/?page=2`, 28))(request, response),
      /\(502\)/,
    ],
  ]
  for (const [what, answer, words] of BROKEN)
    await t.test(`nothing changes: ${what}`, async () => {
      const { rows: before } = await app.owner.query(
        'select d::text as row from defibrillateurs d order by id',
      )
      register.answer = answer
      const { status, error } = await sync()
      assert.equal(status, 'failed')
      assert.match(error ?? '', words)
      const { rows: after } = await app.owner.query(
        'select d::text as row from defibrillateurs d order by id',
      )
      assert.deepEqual(after, before)
    })
})
