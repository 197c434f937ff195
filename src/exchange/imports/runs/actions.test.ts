import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as make from '../../../../test/factories.ts'
import { rss } from '../../../../test/imports/documents.ts'
import { importWorld, inDays } from '../../../../test/imports/world.ts'
import { tableState } from '../../../../test/table-state.ts'

const world = await importWorld()
const { app, server, office, acteur, commune } = world

let paths = 0
const feed = (things: Parameters<typeof rss>[0], path = `/feed-${++paths}.xml`) => ({
  path,
  url: server.serve(path, { body: rss(things), type: 'application/rss+xml' }),
})
/** Each time at other addresses: what one source brought would be a duplicate from another. */
let town = 0
const things = () => [
  {
    id: 'a',
    title: 'Fête du port',
    text: 'Dimanche, sur le quai.',
    link: `https://ville-${++town}.example.org/a`,
    at: inDays(-1),
  },
  {
    id: 'b',
    title: 'Travaux',
    text: 'Rue fermée.',
    link: `https://ville-${town}.example.org/b`,
    at: inDays(-2),
  },
]
const counts = (fields: object) => ({
  fetched: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  duplicates: 0,
  skipped: 0,
  failed: 0,
  ...fields,
})

test('a first run publishes what an acteur that may publish says; a second one changes nothing', async () => {
  const { url } = feed(things())
  const id = await world.source({ url, acteur_id: acteur })
  const first = await world.run(id)
  assert.deepEqual([first.status, first.error], ['succeeded', null])
  assert.deepEqual(first.counts, counts({ fetched: 2, created: 2 }))
  const made = await world.publications(id)
  assert.deepEqual(
    made.map(row => [
      row.external_id,
      row.title,
      row.body,
      row.moderation_status,
      row.moderation_by,
      row.valide,
    ]),
    [
      ['a', 'Fête du port', 'Dimanche, sur le quai.', 'published', 'import', true],
      ['b', 'Travaux', 'Rue fermée.', 'published', 'import', true],
    ],
  )
  for (const row of made) {
    assert.ok(row.publie_le && Date.now() - row.publie_le < 900_000)
    assert.deepEqual([row.acteur_id, row.commune_id, row.commune_ids], [acteur, commune, [commune]])
    const trail = await make.auditOf(app, row.id)
    assert.deepEqual(
      trail.map(({ action }) => action),
      ['publication.imported'],
    )
    assert.equal((await app.anyone.get(`/publications/${row.id}`)).status, 200)
  }
  const before = await tableState(app.owner)
  const second = await world.run(id)
  assert.deepEqual(second.counts, counts({ fetched: 2, unchanged: 2 }))
  const after = await tableState(app.owner)
  const moved = Object.keys(after).filter(name => after[name] !== before[name])
  // The run asked for leaves its own trace, and nothing else moves.
  assert.deepEqual(moved, ['audit_log', 'import_runs', 'import_sources'])
})

test('a dry run shows exactly what the run then does, field by field, and changes nothing but its own row', async () => {
  const [one, two] = things()
  assert.ok(one && two)
  const { url, path } = feed([one, two])
  const twin = { id: 'c', title: 'Jumelage', text: 'Déjà dit.', link: 'https://ville.example.org/c' }
  await make.publication(app, acteur, commune)
  const id = await world.source({ url, acteur_id: acteur })
  await world.run(id)
  const [a, b] = await world.publications(id)
  feed([{ ...one, text: 'Reportée à lundi.' }, two, twin, { id: 'd' }], path)
  const before = await tableState(app.owner)
  const dry = await world.dryRun(id)
  const after = await tableState(app.owner)
  assert.deepEqual({ ...after, import_runs: '' }, { ...before, import_runs: '' })
  assert.deepEqual([dry.status, dry.dry_run, dry.trigger], ['succeeded', true, 'manual'])
  const shown = new Map(dry.items.map((item: { external_id: string }) => [item.external_id, item]))
  assert.deepEqual(shown.get('a'), {
    external_id: 'a',
    title: 'Fête du port',
    action: 'updated',
    reason: null,
    detail: null,
    publication_id: a.id,
    changes: { body: { before: 'Dimanche, sur le quai.', after: 'Reportée à lundi.' } },
  })
  assert.deepEqual(shown.get('b'), {
    external_id: 'b',
    title: 'Travaux',
    action: 'unchanged',
    reason: null,
    detail: null,
  })
  const { changes } = shown.get('c') as { changes: Record<string, { after: unknown }> }
  assert.deepEqual(
    [
      changes.title?.after,
      changes.moderation_status?.after,
      changes.acteur_id?.after,
      changes.commune_id?.after,
    ],
    ['Jumelage', 'published', acteur, commune],
  )
  assert.deepEqual(shown.get('d'), {
    external_id: 'd',
    title: null,
    action: 'skipped',
    reason: 'empty',
    detail: { code: 'item_empty', params: {}, message: 'It has neither a title nor a text.' },
  })
  assert.deepEqual(Object.keys(dry.names).length, 3, 'its acteur, its commune and its type, by name')

  const run = await world.run(id)
  assert.deepEqual(run.counts, dry.counts)
  const rows = await world.publications(id)
  assert.deepEqual(
    rows.map(row => [row.external_id, row.body]),
    [
      ['a', 'Reportée à lundi.'],
      ['b', b.body],
      ['c', 'Déjà dit.'],
    ],
  )
  const created = rows.at(-1)
  for (const [field, { after: value }] of Object.entries(changes)) {
    if (field !== 'publie_le') assert.deepEqual(created[field], value, field)
  }
  const trail = await make.auditOf(app, a.id)
  assert.deepEqual(
    trail.map(({ action }) => action),
    ['publication.imported', 'publication.import_updated'],
  )
  const history = (await office.get(`/admin/import-sources/${id}/runs`)).body
  assert.deepEqual(
    history.data.map((one: { dry_run: boolean }) => one.dry_run),
    [false, true, false],
  )
  assert.equal(history.meta.total, 3)
})

const kindOf = ({ status, body }: { status: number; body: { error?: string } }) =>
  `${status} ${body.error ?? ''}`.trim()

test('fifty at once: one is queued, the others are told that it runs; a dry one, too', async () => {
  const id = await world.source({ url: feed(things()).url })
  const ask = () => office.post(`/admin/import-sources/${id}/run`)
  const answers = await Promise.all(Array.from({ length: 50 }, ask))
  const told = Map.groupBy(answers, kindOf)
  assert.deepEqual([told.get('202')?.length, told.get('409 run_in_progress')?.length], [1, 49])
  const dry = await office.post(`/admin/import-sources/${id}/run?dry_run=true`)
  assert.equal(kindOf(dry), '409 run_in_progress')
  const { rows } = await app.owner.query('select status from import_runs where source_id = $1', [id])
  assert.deepEqual(rows, [{ status: 'queued' }])
})

test('dry and other runs mixed, at once: never two at a time, and each that was let in stands in the history', async () => {
  const id = await world.source({ url: feed(things()).url })
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      office.post(`/admin/import-sources/${id}/run${at % 2 ? '?dry_run=true' : ''}`),
    ),
  )
  const told = Map.groupBy(answers, kindOf)
  const [queued = [], dry = []] = [told.get('202'), told.get('200')]
  const refused = [...(told.get('409 run_in_progress') ?? []), ...(told.get('503 unavailable') ?? [])]
  assert.equal(queued.length + dry.length + refused.length, 50)
  assert.ok(queued.length <= 1)
  const { rows } = await app.owner.query(
    `select count(*)::int as n, count(*) filter (where status in ('queued', 'running'))::int as under_way
     from import_runs where source_id = $1`,
    [id],
  )
  assert.deepEqual(rows[0], { n: queued.length + dry.length, under_way: queued.length })
})

test('runs and dry runs of no source are 404', async () => {
  const none = '00000000-0000-7000-8000-000000000000'
  for (const path of [`${none}/run`, `${none}/run?dry_run=1`])
    assert.equal((await office.post(`/admin/import-sources/${path}`)).status, 404)
  assert.equal((await office.get(`/admin/import-sources/${none}/runs`)).status, 404)
})

test('a dry run asked for again under its key is answered from memory, without asking the source', async () => {
  const { url, path } = feed(things())
  const id = await world.source({ url })
  const headers = { 'idempotency-key': 'essai-1' }
  const ask = () => office.post(`/admin/import-sources/${id}/run?dry_run=true`, undefined, { headers })
  const first = await ask()
  const asked = server.asked.filter(line => line.endsWith(path)).length
  assert.deepEqual((await ask()).body, first.body)
  assert.equal(server.asked.filter(line => line.endsWith(path)).length, asked)
})

test('the log of a day: every item that did not stay as it was, newest run first; days and sources apart', async () => {
  const { url } = feed([...things(), { id: 'vide' }])
  const id = await world.source({ url, acteur_id: acteur })
  await world.run(id)
  const run = await world.run(id)
  // Both on one day, also about midnight.
  const today = '2026-06-15'
  await app.owner.query(
    `update import_runs set created_at = timestamptz '2026-06-15 10:00:00+02' + (created_at - (select min(created_at) from import_runs where source_id = $1))
     where source_id = $1`,
    [id],
  )
  const { status, body } = await office.get(`/admin/import-sources/${id}/logs/${today}`)
  assert.equal(status, 200)
  assert.deepEqual([body.data.date, body.data.runs.length, body.data.runs[0].id], [today, 2, run.id])
  const [second, first] = body.data.runs
  assert.deepEqual(
    first.entries
      .map(({ level, message, item }: Record<string, string>) => `${level} ${item} ${message}`)
      .sort(),
    [
      'info a Created, published: Fête du port',
      'info b Created, published: Travaux',
      'info vide Left out: vide. It has neither a title nor a text.',
    ],
  )
  assert.deepEqual(
    second.entries.map(({ item }: { item: string }) => item),
    ['vide'],
  )
  // The night in which clocks change: both ends of that day are another one in UTC, or in winter time.
  for (const at of ['2026-03-29 00:30:00+01', '2026-03-29 23:30:00+02']) {
    await app.owner.query('update import_runs set created_at = $2 where id = $1', [run.id, at])
    const days = ['2026-03-28', '2026-03-29', '2026-03-30'].map(
      async day => (await office.get(`/admin/import-sources/${id}/logs/${day}`)).status,
    )
    assert.deepEqual(await Promise.all(days), [404, 200, 404], at)
  }
  const other = await world.source({ url, nom: 'Une autre', commune_id: commune })
  assert.equal((await office.get(`/admin/import-sources/${other}/logs/${today}`)).status, 404)
})

test('a day of very many lines shows those of its newest runs', async () => {
  const id = await world.source({ url: feed(things()).url, acteur_id: acteur })
  await app.owner.query(
    `insert into import_runs (source_id, trigger, dry_run, status, created_at, started_at, finished_at, entries)
     select $1, 'schedule', false, 'succeeded', '2026-06-15 10:00:00+02', now(), now(),
       (select jsonb_agg(jsonb_build_object('at', '2026-01-01T00:00:00.000Z', 'level', 'info', 'code', 'not_modified', 'params', '{}'::jsonb, 'item', n::text))
        from generate_series(1, 9000) as n) from generate_series(1, 3)`,
    [id],
  )
  const { body } = await office.get(`/admin/import-sources/${id}/logs/2026-06-15`)
  assert.deepEqual(
    body.data.runs.map((one: { entries: unknown[] }) => one.entries.length),
    [9000, 9000, 1],
  )
})

for (const date of [
  '2024-02-30',
  '2026-13-01',
  '24-01-01',
  '2026-1-1',
  '..',
  '%2e%2e',
  '..%2f..',
  '2026-01-01%00',
  'x'.repeat(300),
])
  test(`the log of a day that is none: ${date.slice(0, 20)}`, async () => {
    const id = await world.source({ url: `${server.url}/${Buffer.from(date).toString('hex').slice(0, 60)}` })
    const { status, body } = await office.get(`/admin/import-sources/${id}/logs/${date}`)
    // The router resolves dots, and a NUL cannot be stored: no route or source has such an address.
    const expected = ['..', '%2e%2e', '2026-01-01%00'].includes(date) ? [404] : [422, 400]
    assert.ok(expected.includes(status), `${status} ${body?.error}`)
  })
