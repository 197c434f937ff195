import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rss } from '../../../../test/imports/documents.ts'
import { sample } from '../../../../test/imports/samples.ts'
import { importWorld } from '../../../../test/imports/world.ts'
import { tableState } from '../../../../test/table-state.ts'

const world = await importWorld()
const { app, server, office, acteur } = world

/** Far enough that no event is over. */
const coming = (text: string) => text.replaceAll('2026', '2096').replaceAll('2027', '2097')
const serve = (path: string, body: string | Buffer) => server.serve(path, { body, type: 'text/csv' })
const preview = async (fields: object) => {
  const body = { nom: 'x', acteur_id: acteur, ...fields }
  const seen = await office.post('/admin/import-sources/preview', body)
  assert.equal(seen.status, 200, JSON.stringify(seen.body))
  return seen.body.data
}
const titles = async (id: string) => (await world.publications(id)).map(({ title }) => title).sort()

const latin = (text: string) =>
  Buffer.from(text.replaceAll('’', '\u0092').replaceAll('œ', '\u009c'), 'latin1')
const SAMPLES: Readonly<Record<string, (text: string) => string | Buffer>> = {
  'agenda-mairie.csv': latin,
  'deliberations-scdl.csv': text => `\ufeff${text}`,
  'outlook.csv': text => text.replaceAll('\n', '\r\n'),
  'datatourisme-fma.csv': text => text,
  'evenements-publics.csv': text => Buffer.from(`\ufeff${text}`, 'utf16le'),
}

for (const [name, written] of Object.entries(SAMPLES))
  test(`${name}: the dry run is the run, and the second run changes nothing`, async () => {
    const url = serve(`/${name}`, written(coming(sample(name))))
    const id = await world.source({ url, acteur_id: acteur })
    const dry = await world.dryRun(id)
    assert.equal(dry.error, null)
    assert.ok(dry.columns.used.title && dry.columns.found.length > 3)
    const run = await world.run(id)
    assert.ok(run.counts.created > 0)
    assert.deepEqual(run.counts, dry.counts)
    const [first] = await world.publications(id)
    assert.doesNotMatch(JSON.stringify(first), /Ã|\ufffd/)
    const before = await tableState(app.owner)
    const again = await world.run(id)
    assert.equal(again.counts.unchanged, run.counts.created)
    const { publications } = await tableState(app.owner)
    assert.deepEqual(publications, before.publications)
  })

test('columns are chosen in the preview and kept with the source; each change is a version and stands in the trail', async () => {
  const url = serve('/associations.csv', coming(sample('associations.csv')))
  const unknown = await preview({ url })
  assert.deepEqual(
    [unknown.status, unknown.error.code, unknown.kind],
    ['failed', 'csv_columns_unknown', null],
  )
  assert.equal(unknown.columns.used, null)
  assert.deepEqual(unknown.columns.found[2], {
    name: 'Quand',
    examples: ['06/12/2096', 'dimanche 13 décembre 2096'],
  })
  const columns = { title: 'Quoi', date_debut: 'Quand', lieu: 'Où' }
  const seen = await preview({ url, options: { columns } })
  assert.deepEqual([seen.kind, seen.counts.created, seen.columns.used], ['csv', 2, columns])

  const id = await world.source({ url, acteur_id: acteur, options: { columns } })
  assert.equal((await world.run(id)).counts.created, 2)
  assert.deepEqual(await titles(id), ['Randonnée des crêtes', 'Vide-grenier'])
  const path = `/admin/import-sources/${id}`
  const same = await office.patch(path, {
    options: { columns: { lieu: 'Où', date_debut: 'Quand', title: 'Quoi' } },
  })
  assert.equal(same.body.data.version, 1, 'in another order they are the same')
  const changed = await office.patch(path, { options: { columns: { ...columns, body: 'Renseignements' } } })
  assert.deepEqual([changed.body.data.version, changed.body.data.options.columns.body], [2, 'Renseignements'])
  assert.equal((await world.run(id)).counts.updated, 2)
  const none = await office.patch(path, { options: { columns: null } })
  assert.equal(none.body.data.options.columns, null)
  const untitled = await office.patch(path, { options: { columns: { date_debut: 'Quand' } } })
  assert.deepEqual([untitled.status, untitled.body.details[0].path], [422, 'options.columns.title'])
})

test('a column that has gone ends the run, names it, and touches nothing', async () => {
  const columns = { title: 'Titre', date_debut: 'Jour', lieu: 'Lieu' }
  const url = serve('/moved.csv', 'Titre;Jour;Lieu\nLoto;12/12/2096;Mairie\n')
  const id = await world.source({ url, acteur_id: acteur, options: { columns } })
  await world.run(id)
  const before = await world.publications(id)
  serve('/moved.csv', 'Titre;Date;Lieu\nLoto;13/12/2096;Mairie\nBal;14/12/2096;Halle\n')
  const dry = await world.dryRun(id)
  assert.deepEqual(
    [dry.error.code, dry.error.params.text, dry.columns.found.length],
    ['csv_column_gone', 'Jour', 3],
  )
  const run = await world.run(id)
  assert.deepEqual([run.status, run.error.params.text], ['failed', 'Jour'])
  assert.deepEqual(await world.publications(id), before)
})

test('what is no table of a source set to be one is told as what it is', async () => {
  const code = async (path: string, body: string | Buffer) =>
    (await preview({ url: serve(path, body), kind: 'csv' })).error?.code
  assert.equal(await code('/page', '<!doctype html><html><body>x;y</body></html>'), 'not_a_feed')
  assert.equal(await code('/xlsx', Buffer.from('PK\u0003\u0004x;y')), 'is_spreadsheet')
  assert.equal(await code('/feed', rss([{ id: 'a', title: 'Un titre' }])), 'wrong_kind')
  assert.equal(await code('/one', 'titre\nLoto\n'), 'not_a_feed')
})

test('a formula is text, here and in what is exported', async () => {
  const line = `"=cmd|' /C calc'!A0";12/12/2096;@SUM(1)`
  const id = await world.source({
    url: serve('/formula.csv', `titre;date;lieu\n${line}\n`),
    acteur_id: acteur,
  })
  await world.run(id)
  assert.deepEqual(await titles(id), ["=cmd|' /C calc'!A0"])
})

const MANY = 10 * 1024 * 1024 - 100
const HOSTILE: Readonly<Record<string, string>> = {
  quotes: `titre;date\n${'"'.repeat(MANY)}`,
  'one line': `titre;date\n${'x'.repeat(MANY)}`,
  columns: `titre;date\n${';'.repeat(MANY)}`,
  'a wide header': `${'a;'.repeat(100_000)}\n${'b;'.repeat(100_000)}\n`,
  NULs: `titre;date\n${'\0'.repeat(MANY)}`,
}
for (const [name, body] of Object.entries(HOSTILE))
  test(`hostile, ten megabytes: ${name}: it is read or refused, and others are answered meanwhile`, async () => {
    const url = serve('/hostile.csv', body)
    const seeing = preview({ url, kind: 'csv' })
    let done = false
    void seeing.finally(() => {
      done = true
    })
    while (!done) assert.equal((await app.anyone.get('/communes')).status, 200)
    const { error } = await seeing
    assert.ok(error === null || /^(?:csv_|not_a_feed|reading_too_long)/.test(error.code), error?.code)
  })
