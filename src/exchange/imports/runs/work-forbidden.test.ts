/** No address, redirect or spelling leads a run anywhere inside, and nothing secret is told on the way. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { ALL_FORMS } from '../../../../test/fixtures/forbidden-addresses.ts'
import { rss } from '../../../../test/imports/documents.ts'
import { importWorld } from '../../../../test/imports/world.ts'

const lines: string[] = []
const world = await importWorld({ log: line => lines.push(line) })
const { app, server, office, acteur } = world

let heard = 0
const canary = createServer(socket => {
  heard++
  socket.on('error', () => {})
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret')
})
canary.listen(0, '127.0.0.1')
await once(canary, 'listening')
after(() => canary.close())
const { port } = canary.address() as AddressInfo
const INSIDE = [
  '127.0.0.1',
  'localhost',
  '[::ffff:127.0.0.1]',
  '2130706433',
  '0x7f.1',
  '127.1',
  '①②⑦.0.0.1',
  '0.0.0.0',
].map(host => `http://${host}:${port}/`)

/** As if it had been saved before that rule, or by somebody who writes into the database. */
const pointAt = (id: string, url: string) =>
  app.owner.query(
    'update import_sources set url = $2, consecutive_failures = 0, enabled = true where id = $1',
    [id, url],
  )

const FORBIDDEN = 'This address is not allowed.'

test(`${ALL_FORMS.length} forbidden forms × run, dry run: one sentence, and nobody inside hears of it`, async () => {
  const id = await world.source({ url: 'https://feeds.example.org/a.xml' })
  for (const form of [...ALL_FORMS.filter(one => one !== ''), ...INSIDE]) {
    await pointAt(id, form)
    const dry = await world.dryRun(id)
    const run = await world.run(id)
    for (const { status, error, counts } of [dry, run])
      assert.deepEqual([status, error.message, counts.fetched], ['failed', FORBIDDEN, 0], form)
  }
  assert.equal(heard, 0)
})

test('redirects of every kind to every such place × run, dry run', async () => {
  for (const status of [301, 302, 303, 307, 308])
    for (const location of [
      ...INSIDE,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'http://10.0.0.1/',
    ]) {
      const id = await world.source({
        url: server.serve(`/to-${status}-${Math.random()}`, {
          status,
          headers: { location: encodeURI(location) },
        }),
      })
      assert.equal((await world.dryRun(id)).error?.message, FORBIDDEN, location)
      assert.equal((await world.run(id)).error?.message, FORBIDDEN, location)
    }
  assert.equal(heard, 0)
})

test('new and changed: a private address of the operator’s choice is let in, its neighbour is not', async () => {
  const id = await world.source({ url: `${server.url}/mine` })
  for (const url of INSIDE) {
    for (const { status, body } of [
      await office.post('/admin/import-sources', { nom: 'x', url }),
      await office.patch(`/admin/import-sources/${id}`, { url }),
    ])
      assert.equal(`${status} ${body.error}`, '422 source_url_forbidden')
  }
})

test('after all that can happen to a run, nothing secret and nothing of what was read stands in a log or an answer', async () => {
  const key = 'canari-clef-77'
  const secret = { options: { api_key: key }, acteur_id: acteur }
  const body = rss([
    {
      id: 'canari-identifiant',
      title: `canari-titre ${key}`,
      text: `canari-texte ${key}`,
      link: 'https://ville.example.org/canari',
    },
    { id: `canari-${key}`, title: undefined, text: undefined },
  ])
  const at = (path: string) => `${server.serve(path, { body })}?token=canari-adresse`
  const id = await world.source({ url: at('/canary'), ...secret })
  await world.dryRun(id)
  await world.run(id)
  for (const [path, served] of [
    ['/canary-500', { status: 500, body: key }],
    ['/canary-302', { status: 302, headers: { location: `http://10.0.0.1/?k=${key}` } }],
    ['/canary-cut', { body: body.slice(0, 40) }],
    ['/canary-gzip', { body, headers: { 'content-encoding': 'gzip' } }],
    ['/canary-none', { status: 204 }],
  ] as const) {
    server.serve(path, served)
    await office.patch(`/admin/import-sources/${id}`, { url: `${server.url}${path}?token=canari-adresse` })
    await world.dryRun(id)
    await world.run(id)
  }
  await app.owner.query(`update import_sources set api_key = 'canari-scelle' where id = $1`, [id])
  await world.run(id)
  assert.ok(lines.length > 20)
  assert.equal(
    lines.find(line => line.includes('canari')),
    undefined,
  )
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date())
  const logs = JSON.stringify((await office.get(`/admin/import-sources/${id}/logs/${today}`)).body)
  const runs = JSON.stringify((await office.get(`/admin/import-sources/${id}/runs`)).body)
  for (const told of [logs, runs]) assert.ok(!told.includes(key) && !told.includes('canari-adresse'))
})
