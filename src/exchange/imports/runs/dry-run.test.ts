/** Dry runs wait for somebody else's server: nobody else does. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { eventually } from '../../../../test/eventually.ts'
import { rss } from '../../../../test/imports/documents.ts'
import { importWorld } from '../../../../test/imports/world.ts'

const world = await importWorld()
const { app, server, office } = world

test('four are under way on a node, twelve wait, the others are told to come back; meanwhile everything else is answered', async () => {
  const held: ServerResponse[] = []
  let most = 0
  const by = (_request: unknown, response: ServerResponse) => {
    held.push(response)
    most = Math.max(most, held.length)
  }
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, n) => world.source({ url: server.serve(`/held-${n}`, { by }) })),
  )
  const asked = ids.map(id => office.post(`/admin/import-sources/${id}/run?dry_run=true`))
  let refused = 0
  for (const one of asked) void one.then(({ status }) => status === 503 && refused++)
  await eventually(async () => held.length === 4 && refused === 4, 'four are asked, four refused')
  assert.equal((await app.anyone.get('/communes')).status, 200)
  assert.equal((await office.get('/admin/import-sources')).status, 200)
  assert.equal(app.service.db.load().requests.waiting, 0, 'no connection is held meanwhile')
  const feeding = setInterval(() => {
    for (const response of held.splice(0)) response.end(rss([{ id: 'a', title: 'Un titre', text: 'x' }]))
  }, 20)
  const answers = await Promise.all(asked)
  clearInterval(feeding)
  const told = Map.groupBy(answers, ({ status, body }) => `${status} ${body.error ?? body.data.status}`)
  assert.deepEqual([...told].map(([what, all]) => [what, all.length]).sort(), [
    ['200 succeeded', 16],
    ['503 unavailable', 4],
  ])
  for (const { headers } of told.get('503 unavailable') ?? []) assert.ok(headers.get('retry-after'))
  assert.equal(most, 4)
})

test('a source that drips: the dry run is answered when its ten seconds are over', async () => {
  const by = (_request: unknown, response: ServerResponse) => {
    const drip = setInterval(() => response.write(' '), 300)
    response.on('close', () => clearInterval(drip))
  }
  const id = await world.source({ url: server.serve('/drip', { by }) })
  const { status, error } = await world.dryRun(id)
  assert.deepEqual([status, error.message], ['failed', 'The answer did not arrive in time.'])
})
