import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rss } from '../../../../test/imports/documents.ts'
import { importWorld, inDays } from '../../../../test/imports/world.ts'
import { tableState } from '../../../../test/table-state.ts'

const world = await importWorld()
const { app, server, office, acteur, commune } = world
const clerk = app.as(world.operator)

const THINGS = [
  { id: 'a', title: 'Fête du port', text: 'Dimanche.', link: 'https://ville.example.org/a', at: inDays(-1) },
  { id: 'b', title: 'Travaux', text: 'Rue fermée.', link: 'https://ville.example.org/b', at: inDays(-2) },
]
const serve = (path: string, things = THINGS) =>
  server.serve(path, { body: rss(things), type: 'application/rss+xml' })

test('a source is seen before it is written down: what it would bring, and nothing is written', async () => {
  const url = serve('/preview.xml')
  const body = { nom: 'Le fil', url, acteur_id: acteur }
  // Their first request is written down with the person.
  await office.get('/admin/import-sources')
  const before = await tableState(app.owner)
  const seen = await office.post('/admin/import-sources/preview', body)
  assert.equal(seen.status, 200, JSON.stringify(seen.body))
  assert.deepEqual(await tableState(app.owner), before)
  const { status, kind, counts, error, items, names, entries } = seen.body.data
  assert.deepEqual([status, kind, counts.created, error], ['succeeded', 'rss', 2, null])
  assert.deepEqual(names[commune] !== undefined && names[acteur] !== undefined, true)
  assert.deepEqual(items[0].changes.title, { before: null, after: 'Fête du port' })
  assert.equal(entries[0].code, 'created')
  const id = await world.source(body)
  const run = await world.run(id)
  assert.deepEqual(run.counts, counts, 'and this is what it brings')
  const known = await office.post('/admin/import-sources/preview', body)
  assert.equal(known.body.data.counts.duplicates, 2, 'another source of the same would bring nothing')
})

test('an hour in UTC is shown in the zone of the commune of the source', async () => {
  const start = `${inDays(10).slice(0, 10)}T12:00:00Z`
  const loto = { '@type': 'Event', name: 'Loto', startDate: start }
  const url = server.serve('/loto.json', { body: JSON.stringify(loto), type: 'application/json' })
  const before = await app.owner.query(`select departement from communes where id = $1`, [commune])
  const move = (to: string) =>
    app.owner.query(`update communes set departement = $2 where id = $1`, [commune, to])
  await move('974')
  const seen = await office.post('/admin/import-sources/preview', { nom: 'Île', url, commune_id: commune })
  await move(before.rows[0].departement)
  assert.equal(seen.body.data.items[0]?.changes?.heure_debut.after, '16:00', JSON.stringify(seen.body))
})

test('what is refused of a source is refused of its preview; what fails is told in both languages', async () => {
  const preview = (by: typeof office, fields: object) =>
    by.post('/admin/import-sources/preview', { nom: 'x', url: `${server.url}/none.xml`, ...fields })
  const forbidden = await preview(office, { url: 'http://10.0.0.1/a.xml' })
  assert.deepEqual([forbidden.status, forbidden.body.error], [422, 'source_url_forbidden'])
  const unknown = await preview(office, { acteur_id: '01985e2c-7d4a-7c3e-9b1f-4a6d2e8c0f17' })
  assert.equal(unknown.status, 422)
  const asked = server.asked.length
  const missing = await preview(clerk, {})
  assert.equal(server.asked.length, asked + 1)
  const { status, error } = missing.body.data
  const message = 'Le site n’a pas donné le contenu attendu (réponse 404).'
  assert.deepEqual([status, error], ['failed', { code: 'bad_status', params: { status: 404 }, message }])
  const other = await preview(office, {})
  assert.equal(other.body.data.error.message, 'The server answered with an error (404).')
})

test('a run keeps what became of its items; days say when it was run; both in the language of the reader', async () => {
  const before = [{ ...THINGS[0], id: 'k', link: 'https://ville.example.org/k' }] as typeof THINGS
  const url = serve('/kept.xml', before)
  const id = await world.source({ url, acteur_id: acteur })
  const first = await world.run(id)
  const long = `${'Un long texte. '.repeat(300)}Fin.`
  serve('/kept.xml', [{ ...before[0], text: long }] as typeof THINGS)
  await world.dryRun(id)
  const second = await world.run(id)
  const shown = async (run: string) => (await office.get(`/admin/import-sources/${id}/runs/${run}`)).body.data
  const created = await shown(first.id)
  const { publication_id, action } = created.items[0]
  assert.deepEqual(
    [action, publication_id, created.names[acteur] !== undefined],
    ['created', (await world.publications(id))[0].id, true],
  )
  const { changes } = (await shown(second.id)).items[0]
  assert.equal(changes.body.before, 'Dimanche.')
  assert.ok(changes.body.after.length <= 2001 && changes.body.after.startsWith('Un long texte.'))
  const other = await world.source({ url })
  assert.equal((await office.get(`/admin/import-sources/${other}/runs/${first.id}`)).status, 404)

  const days = await office.get(`/admin/import-sources/${id}/runs/days`)
  assert.equal(days.body.data.length, 1)
  const { date, ...counted } = days.body.data[0]
  assert.deepEqual(counted, { runs: 3, dry_runs: 1, failed: 0, created: 1, updated: 1 })
  const log = await clerk.get(`/admin/import-sources/${id}/logs/${date}`)
  const lines = log.body.data.runs.flatMap((run: { entries: { message: string }[] }) =>
    run.entries.map(({ message }) => message),
  )
  assert.deepEqual(lines, [
    'Mise à jour (texte) : « Fête du port ».',
    'Mise à jour (texte) : « Fête du port ».',
    'Nouvelle publication, publiée : « Fête du port ».',
  ])
})

test('the list says who and where by name, how the last run went, and which sources fail', async () => {
  const good = await world.source({ url: serve('/good.xml', []), acteur_id: acteur, commune_id: commune })
  const bad = await world.source({ url: `${server.url}/nothing.xml`, acteur_id: acteur })
  await world.run(good)
  await world.run(bad)
  const failing = await clerk.get('/admin/import-sources?failing=true')
  const [row] = failing.body.data
  assert.deepEqual([failing.body.meta.total, row.id], [1, bad])
  assert.match(row.last_run.error.message, /réponse 404/)
  assert.equal(row.acteur.id, acteur)
  const fine = await clerk.get(`/admin/import-sources?failing=false&acteur_id=${acteur}`)
  const one = fine.body.data.find(({ id }: { id: string }) => id === good)
  assert.deepEqual([one.commune.id, one.last_run.status, one.type], [commune, 'succeeded', null])
  // To the last digit of its times, which PostgreSQL spells otherwise within JSON.
  const { body: runs } = await clerk.get(`/admin/import-sources/${good}/runs`)
  assert.deepEqual(one.last_run, runs.data[0])
  assert.match(one.last_run.finished_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})
