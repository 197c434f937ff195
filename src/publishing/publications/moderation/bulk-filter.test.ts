import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startApp } from '../../../../test/app.ts'
import { waitingForLocks } from '../../../../test/databases.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'
import { sql } from '../../../kernel/db/db.ts'
import { matching } from '../lists/matching.ts'
import { type AdminFilter, AdminQuery } from '../lists/shapes.ts'

/** Bulk decisions about all publications that match a filter. */

const app = await startApp()
const moderator = await app.user(['operator_moderation'])
const office = app.as(moderator)
const [here, there] = [await make.commune(app), await make.commune(app)]
const [one, other] = [await make.acteur(app, here), await make.acteur(app, there)]
const PENDING = { moderation_status: 'pending', valide: false, publie_le: null }
const pendingOf = (acteur: string, fields: object = {}) =>
  make.publication(app, acteur, here, { ...PENDING, ...fields })
/** An acteur for each test, so that filters find only its own publications. */
const alone = async () => make.acteur(app, here)

const bulk = (body: object, headers: Record<string, string> = {}) =>
  office.patch('/admin/publications/bulk/moderate', body, { headers })
const statusOf = async (id: string) => (await make.row(app, id)).moderation_status
const statusesOf = async (ids: readonly string[]) => {
  const { rows } = await app.owner.query(
    'select distinct moderation_status as status from publications where id = any($1)',
    [ids],
  )
  return rows.map(({ status }) => status)
}

////////////////////////////////////////////////////////////////////////////// what a filter finds

const source = crypto.randomUUID()
const alike = crypto.randomUUID()
await pendingOf(one, { title: 'Loto de la mairie', created_at: '2026-03-01T12:00:00Z' })
await pendingOf(one, { title: 'Loto des écoles', duplicate_key: alike })
await pendingOf(other, { title: 'Loto des écoles', duplicate_key: alike, commune_ids: [here, there] })
await make.publication(app, other, there, { title: 'Concert', import_source_id: source })
await make.publication(app, other, there, { title: 'Concert annulé', deleted_at: new Date() })
const hidden = await make.publication(app, one, here, { valide: false })
await app.owner.query(
  `insert into publication_reports (publication_id, reason, language, reporter) values ($1, 'spam', 'fr', 'address:1')`,
  [hidden],
)
const { type_id } = await make.row(app, hidden)

const FILTERS: readonly AdminFilter[] = [
  {},
  { moderation_status: 'pending' },
  { moderation_status: 'pending', acteur_id: one },
  { commune_id: there },
  { commune_id: there, q: 'lotos' },
  { q: 'loto' },
  { q: '"loto des" -mairie' },
  { q: '-loto' },
  { q: '  ' },
  { valide: false },
  { type_id },
  { type_id: crypto.randomUUID() },
  { deleted: 'only' },
  { deleted: 'with', q: 'concert' },
  { duplicates: true },
  { duplicates: true, acteur_id: one },
  { duplicates: true, q: 'loto' },
  { reported: true },
  { reported: false, import_source_id: source },
  { from: '2026-03-01', to: '2026-03-01' },
]
for (const filter of FILTERS)
  test(`${JSON.stringify(filter)} finds and counts the same publications as the list`, async () => {
    const query = new URLSearchParams({ ...filter, per_page: '100' } as unknown as Record<string, string>)
    const { data, meta } = (await office.get(`/admin/publications?${query}`)).body
    const { rows, count } = await matching(app.service.db.pool, filter, null)
    const found = await app.service.db.pool.all<{ id: string }>(sql`select id from (${rows}) found`)
    assert.deepEqual(found.map(({ id }) => id).sort(), data.map(({ id }: { id: string }) => id).sort())
    assert.deepEqual([await count(), found.length], [meta.total, meta.total])
  })

test('every filter of the list is accepted; page, cursor and order are not', async () => {
  const document = (await app.anyone.get('/openapi.json')).body
  const names = Object.keys(document.components.schemas.AdminPublicationFilter.properties)
  const paging = ['page', 'per_page', 'after', 'sort', 'exact_total']
  assert.deepEqual(
    names,
    Object.keys(AdminQuery.properties).filter(name => !paging.includes(name)),
  )
})

////////////////////////////////////////////////////////////////////////////// decided

test('a decision by filter changes exactly its matches, and one undo restores them', async () => {
  const acteur = await alone()
  const mine = await make.several(3, at => pendingOf(acteur, { title: `Tombola ${at}` }))
  const [shown, elsewhere] = [
    await make.publication(app, acteur, here, { title: 'Tombola passée' }),
    await pendingOf(one, { title: 'Tombola' }),
  ]
  const { status, body } = await bulk({
    filter: { acteur_id: acteur.toUpperCase(), moderation_status: 'pending', q: 'tombola' },
    expected_total: 3,
    moderation_status: 'rejected',
    reason: 'Hors de la commune',
  })
  assert.equal(status, 200)
  assert.deepEqual(
    { ...body.data, updated: body.data.updated.toSorted() },
    { updated: mine.toSorted(), unchanged: [], failed: [] },
  )
  assert.deepEqual(await statusesOf(mine), ['rejected'])
  assert.deepEqual([await statusOf(shown), await statusOf(elsewhere)], ['published', 'pending'])
  for (const id of mine)
    assert.deepEqual(
      (await make.auditOf(app, id)).map(({ action, user_id }) => [action, user_id]),
      [['publication.moderated', moderator.id]],
    )
  const undone = await office.post(`/admin/operations/${body.meta.operation_id}/undo`)
  assert.deepEqual(undone.body.data.restored.toSorted(), mine.toSorted())
})

test('a changed total is 409 with the number in both languages, and nothing is decided', async () => {
  const acteur = await alone()
  const mine = await make.several(3, () => pendingOf(acteur))
  const filter = { acteur_id: acteur }
  for (const [expected_total, language, words] of [
    [2, 'fr', /trouve maintenant 3$/],
    [2, 'en', /finds 3 by now$/],
    [4, 'fr', /trouve maintenant 3$/],
    [1, 'fr', /trouve maintenant 3$/],
  ] as const) {
    const { status, body } = await bulk(
      { filter, expected_total, moderation_status: 'rejected' },
      { 'accept-language': language },
    )
    assert.deepEqual([status, body.error, body.details[0].path], [409, 'total_changed', 'expected_total'])
    assert.match(body.details[0].message, words)
  }
  assert.deepEqual(await statusesOf(mine), ['pending'])
  assert.deepEqual((await office.get('/admin/operations?mine=true')).body.data.length, 1)
})

test('ids and filter together or neither are refused, and filters are validated like queries', async () => {
  const id = await pendingOf(one)
  const REFUSED: readonly (readonly [path: string, body: object])[] = [
    ['ids', {}],
    ['filter', { ids: [id], filter: {}, expected_total: 1 }],
    ['expected_total', { filter: {} }],
    ['expected_total', { ids: [id], expected_total: 1 }],
    ['expected_total', { filter: {}, expected_total: 0 }],
    ['expected_total', { filter: {}, expected_total: 1.5 }],
    ['filter', { filter: [], expected_total: 1 }],
    ['filter', { filter: null, expected_total: 1 }],
    ['filter.commune', { filter: { commune: here }, expected_total: 1 }],
    ['filter.commune_id', { filter: { commune_id: 'x' }, expected_total: 1 }],
    ['filter.sort', { filter: { sort: 'title_asc' }, expected_total: 1 }],
    ['filter.per_page', { filter: { per_page: 1 }, expected_total: 1 }],
    ['filter.valide', { filter: { valide: 'true' }, expected_total: 1 }],
    ['filter.from', { filter: { from: '2026-02-30' }, expected_total: 1 }],
    ['filter.q', { filter: { q: 'x'.repeat(201) }, expected_total: 1 }],
  ]
  for (const [path, body] of REFUSED) {
    const answer = await bulk({ ...body, moderation_status: 'rejected' })
    assert.deepEqual([answer.status, answer.body.details?.[0].path], [422, path], JSON.stringify(body))
  }
  assert.equal(await statusOf(id), 'pending')
})

test('a publication changed before the lock fails, and new matches are not included', async () => {
  const acteur = await alone()
  const [first = '', touched = ''] = await make.several(2, at => pendingOf(acteur, { title: `Loto ${at}` }))
  const colleague = new pg.Client(app.connection)
  await colleague.connect()
  try {
    await colleague.query('begin')
    await colleague.query(`update publications set title = 'Grand loto' where id = $1`, [touched])
    const answer = bulk({
      filter: { acteur_id: acteur },
      expected_total: 2,
      moderation_status: 'rejected',
    })
    await eventually(
      async () =>
        (await waitingForLocks(app.connection.database ?? '', { query: '%for no key update%' })) > 0,
      'the decision waits for the colleague',
    )
    const late = await pendingOf(acteur)
    await colleague.query('commit')
    const { body } = await answer
    assert.deepEqual(body.data.updated, [first])
    assert.deepEqual(
      body.data.failed.map(({ id, title, error }: Record<string, string>) => [id, title, error]),
      [[touched, 'Grand loto', 'stale_version']],
    )
    assert.deepEqual([await statusOf(touched), await statusOf(late)], ['pending', 'pending'])
  } finally {
    await colleague.end()
  }
})

test('of two simultaneous decisions by one filter, the second finds another total or changed publications', async () => {
  const acteur = await alone()
  const mine = await make.several(20, () => pendingOf(acteur))
  const body = { filter: { acteur_id: acteur, moderation_status: 'pending' }, expected_total: 20 }
  const beside = (await app.beside()).as(moderator)
  const answers = await Promise.all([
    bulk({ ...body, moderation_status: 'rejected' }),
    beside.patch('/admin/publications/bulk/moderate', { ...body, moderation_status: 'published' }),
  ])
  const updated = answers.flatMap(({ status, body }) => (status === 200 ? body.data.updated : []))
  assert.deepEqual(updated.toSorted(), mine.toSorted())
  for (const id of mine) assert.equal((await make.auditOf(app, id)).length, 1)
})

test('many are approved for one time, and an undo takes the time away', async () => {
  const ids = await make.several(3, () => pendingOf(one))
  const publie_le = '2031-05-01T06:00:00.000Z'
  const { status, body } = await bulk({ ids, moderation_status: 'approved', publie_le })
  assert.equal(status, 200)
  for (const id of ids) assert.equal((await make.row(app, id)).publie_le.toISOString(), publie_le)
  await office.post(`/admin/operations/${body.meta.operation_id}/undo`)
  for (const id of ids) assert.equal((await make.row(app, id)).publie_le, null)
})

test('failures name the publication’s title, or null for unknown ids', async () => {
  const gone = await pendingOf(one, { title: 'Disparue', deleted_at: new Date() })
  const unknown = crypto.randomUUID()
  const { body } = await bulk({ ids: [gone, unknown], moderation_status: 'rejected' })
  assert.deepEqual(
    body.data.failed.map(({ title, error }: Record<string, string>) => [title, error]),
    [
      ['Disparue', 'not_found'],
      [null, 'not_found'],
    ],
  )
})
