import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { planFilter } from '../lists/admin-filter.ts'
import { countDuplicates } from '../lists/duplicates-list.ts'
import { matching } from '../lists/matching.ts'

const app = await startApp()
const [office, colleague] = [
  app.as(await app.user(['operator_moderation'])),
  app.as(await app.user(['operator_moderation'])),
]
const author = await app.user()
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
await make.member(app, acteur, author)
const PENDING = { moderation_status: 'pending', valide: false, publie_le: null, created_by: author.id }
/** Publications with the same content, oldest first. */
const alike = async (count: number, fields: object = {}) => {
  const duplicate_key = crypto.randomUUID()
  return await make.several(count, () =>
    make.publication(app, acteur, commune, { ...PENDING, duplicate_key, ...fields }),
  )
}
const write = async (title: string) =>
  (
    await app
      .as(author, null)
      .post('/publications', { title, body: 'Le même texte.', acteur_id: acteur, commune_id: commune })
  ).body.data.id as string

const at = (id: string, path = '') => `/admin/publications/${id}/duplicates${path}`
const dismiss = (id: string, other_id: string) => office.post(at(id, '/dismiss'), { other_id })
const undo = (operation: string) => office.post(`/admin/operations/${operation}/undo`)
const chipOf = async (id: string) =>
  (await office.get(`/admin/publications/${id}`)).body.data.duplicates_count
const chips = async (...ids: string[]) => await Promise.all(ids.map(chipOf))
const listed = async (query = '') => {
  const { body } = await office.get(`/admin/publications?duplicates=true&per_page=100&${query}`)
  assert.equal(body.meta.total, body.data.length)
  return body.data.map(({ id }: { id: string }) => id) as string[]
}
const inTab = async () => (await office.get('/admin/counts')).body.data.moderation.duplicates as number

test('the duplicates of a publication are listed with their marks, page by page', async () => {
  const [first = '', second = '', third = '', gone = ''] = await alike(4)
  await alike(2)
  await office.delete(`/admin/publications/${gone}`)
  await office.patch(`/admin/publications/${first}/moderate`, { moderation_status: 'published' })
  const { status, body } = await office.get(at(second))
  assert.equal(status, 200)
  assert.deepEqual(
    body.data.map((one: Record<string, unknown>) => [
      one.id,
      one.moderation_status,
      one.duplicate_reason,
      one.told_apart,
    ]),
    [
      [third, 'pending', 'signature', false],
      [first, 'published', 'signature', false],
    ],
  )
  assert.equal(body.data[0].author.id, author.id)
  assert.match(body.data[0].body, /^Texte/)
  assert.deepEqual([body.meta.total, await chips(first, second, third, gone)], [2, [2, 2, 2, 3]])
  const page = await office.get(`${at(second)}?per_page=1`)
  const next = await office.get(`${at(second)}?per_page=1&after=${page.body.meta.next}`)
  assert.deepEqual(
    [page, next].map(one => one.body.data[0].id),
    [third, first],
  )
  assert.equal(next.body.meta.next, null)
  assert.equal((await office.get(at(crypto.randomUUID()))).status, 404)
})

test('a limited moderator has the duplicates of the own communes counted, as they are listed', async () => {
  const moderator = await app.user()
  const given = { role: 'operator_moderation', communes: [commune] }
  await app.as(await app.user(['admin'])).post(`/admin/users/${moderator.id}/roles`, given)
  const limited = app.as(moderator)
  const there = await make.commune(app)
  const [here = ''] = await alike(1)
  const { duplicate_key } = await make.row(app, here)
  await make.publication(app, acteur, there, { ...PENDING, duplicate_key })
  const counted = async () => {
    const one = (await limited.get(`/admin/publications/${here}`)).body.data
    const { data } = (await limited.get('/admin/publications?moderation_status=pending&per_page=100')).body
    const row = data.find(({ id }: { id: string }) => id === here)
    const found = (await limited.get('/admin/publications?q=titre&sort=title_asc&per_page=100')).body.data
    const inSearch = found.find(({ id }: { id: string }) => id === here)
    const { total } = (await limited.get(at(here))).body.meta
    return [one, row, inSearch].map(each => each.duplicates_count).concat(total)
  }
  assert.deepEqual([await counted(), await chipOf(here)], [[0, 0, 0, 0], 1])
  await make.publication(app, acteur, there, { ...PENDING, duplicate_key, commune_ids: [there, commune] })
  assert.deepEqual([await counted(), await chipOf(here)], [[1, 1, 1, 1], 2])
  const decided = await limited.patch(`/admin/publications/${here}/moderate`, {
    moderation_status: 'published',
  })
  assert.equal(decided.body.data.duplicates_count, 1)
})

test('marked as different, neither of two is a duplicate in the list, tab, chip and filter', async () => {
  const before = [await inTab(), (await listed()).length] as const
  const [one = '', other = ''] = await alike(2)
  assert.deepEqual([await inTab(), await chips(one, other)], [before[0] + 2, [1, 1]])
  const { status, body } = await dismiss(one, other)
  assert.deepEqual([status, body.data.id, body.data.duplicates_count, body.meta.mail], [200, one, 0, null])
  assert.deepEqual([await inTab(), (await listed()).length, await chips(one, other)], [...before, [0, 0]])
  for (const [each, from] of [
    [one, other],
    [other, one],
  ] as const) {
    const shown = await office.get(at(each))
    assert.deepEqual(
      shown.body.data.map((row: { id: string; told_apart: boolean }) => [row.id, row.told_apart]),
      [[from, true]],
    )
    const trail = await make.auditOf(app, each)
    assert.deepEqual(
      trail.map(({ action, after }) => [action, after]),
      [['publication.told_apart', { told_apart_from: from }]],
    )
  }

  // Repeated the other way round and ten times at once: nothing changes any more.
  const again = await Promise.all([...Array(10)].map(() => dismiss(other, one)))
  assert.deepEqual([...new Set(again.map(answer => answer.status))], [200])
  assert.equal((await make.auditOf(app, one)).length, 1)

  // The mark is not part of the publications' state: its undo works after both were decided.
  for (const id of [one, other])
    await office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'published' })
  const undone = await undo(body.meta.operation_id)
  assert.deepEqual([undone.body.data.restored.sort(), undone.body.data.skipped], [[one, other].sort(), []])
  assert.deepEqual(await chips(one, other), [1, 1])
  assert.deepEqual(await listed('moderation_status=published'), [other, one])
  assert.equal((await make.row(app, one)).moderation_status, 'published')
  assert.deepEqual((await undo(body.meta.operation_id)).body.data.restored, [])
})

test('the mark survives edits of other fields, and ends with the content that was alike', async () => {
  const [one, other] = [await write('Loto'), await write('LOTO !')]
  assert.deepEqual(await chips(one, other), [1, 1])
  await dismiss(other, one)
  const edit = (id: string, changes: object) => app.as(author, null).patch(`/publications/${id}`, changes)
  await edit(one, { lieu: 'Salle des fêtes' })
  assert.deepEqual(await chips(one, other), [0, 0])
  await edit(one, { title: 'Grand loto' })
  await edit(other, { title: 'Grand loto' })
  assert.deepEqual(await chips(one, other), [1, 1], 'both say something else now, and the same')
  await dismiss(one, other)
  assert.deepEqual(await chips(one, other), [0, 0])
  await app.owner.query('delete from publications where id = $1', [other])
  const left = await app.owner.query(
    'select from publications_told_apart where $1 in (publication_id, other_id)',
    [one],
  )
  assert.equal(left.rowCount, 0, 'erased with either of the two')
})

test('duplicates are counted up to 99, so that a page costs the same', async () => {
  const ids = await alike(102)
  assert.equal(await chipOf(ids[0] ?? ''), 99)
  await app.owner.query('delete from publications where id = any($1)', [ids])
})

test('only publications with the same content can be marked as different', async () => {
  const [[one = '', gone = ''], stranger] = [await alike(2), await make.publication(app, acteur, commune)]
  await office.delete(`/admin/publications/${gone}`)
  for (const [id, other, status] of [
    [one, stranger, 422],
    [one, one, 422],
    [one, gone, 422],
    [one, crypto.randomUUID(), 422],
    [gone, one, 404],
    [crypto.randomUUID(), one, 404],
  ] as const)
    assert.equal((await dismiss(id, other)).status, status, `${id} ${other}`)
})

test('of four duplicates with any pairs marked, those with a duplicate left are listed and counted', async () => {
  const ids = await alike(4)
  // Two pending, two rejected: the other filters apply first.
  await app.owner.query(`update publications set moderation_status = 'rejected' where id = any($1)`, [
    ids.slice(2),
  ])
  const pairs = ids.flatMap((one, place) => ids.slice(place + 1).map(other => [one, other] as const))
  for (let chosen = 0; chosen < 2 ** pairs.length; chosen++) {
    const apart = pairs.filter((_, bit) => (chosen >> bit) & 1)
    await app.owner.query('delete from publications_told_apart where publication_id = any($1)', [ids])
    await app.owner.query(
      `insert into publications_told_apart (publication_id, other_id, duplicate_key)
       select a, b, duplicate_key from unnest($1::uuid[], $2::uuid[]) as pair(a, b) join publications on id = a`,
      [apart.flat(), apart.flatMap(([one, other]) => [other, one])],
    )
    const isApart = (one: string, other: string) =>
      apart.some(pair => pair.includes(one) && pair.includes(other))
    const model = (among: readonly string[]) =>
      among.filter(one => among.some(other => other !== one && !isApart(one, other))).reverse()
    for (const [filter, among] of [
      [{}, ids],
      [{ moderation_status: 'pending' }, ids.slice(0, 2)],
      [{ moderation_status: 'rejected,published' }, ids.slice(2)],
    ] as const) {
      const seen = (await listed(new URLSearchParams(filter).toString())).filter(id => ids.includes(id))
      const label = `${apart.length} apart, ${JSON.stringify(filter)}`
      assert.deepEqual(seen, model(among), label)
      const asked = { ...filter, acteur_id: acteur, duplicates: true }
      const found = await matching(app.service.db.pool, asked, null)
      const all = (await app.service.db.pool.all<{ id: string }>(found.rows)).filter(({ id }) =>
        ids.includes(id),
      )
      assert.deepEqual(all.map(({ id }) => id).sort(), model(among).sort(), label)
      assert.equal(
        await found.count(),
        await countDuplicates(app.service.db.pool, planFilter(asked, undefined, null)),
      )
    }
    const left = ids.map(one => ids.filter(other => other !== one && !isApart(one, other)).length)
    if (chosen % 9 === 0) assert.deepEqual(await chips(...ids), left)
  }
})

test('keeping one rejects the others as duplicates in one operation and closes their reports', async () => {
  const ids = await alike(4)
  const [kept = '', ...others] = ids
  await app.owner.query(
    `insert into publication_reports (publication_id, reason, language, reporter) values ($1, 'spam', 'fr', 'address:9')`,
    [others[0]],
  )
  const { status, body } = await office.post(at(kept, '/keep'), {
    other_ids: others,
    versions: [1, 1, 1],
    reason: 'Déjà en ligne.',
  })
  assert.deepEqual([status, body.data], [200, { updated: [...others].sort(), unchanged: [], failed: [] }])
  assert.equal(body.meta.mail.to.length, 1, 'one mail to their author')
  const rows = await Promise.all(ids.map(id => make.row(app, id)))
  assert.deepEqual(
    rows.map(row => [row.moderation_status, row.moderation_reason_code, row.moderation_reason]),
    [['pending', null, null], ...others.map(() => ['rejected', 'duplicate', 'Déjà en ligne.'])],
  )
  assert.equal(rows[1].reports_count, 0)
  assert.deepEqual(
    [await chipOf(kept), (await listed('moderation_status=pending')).includes(kept)],
    [0, false],
  )

  assert.deepEqual((await undo(body.meta.operation_id)).body.data.restored.sort(), [...others].sort())
  const after = await Promise.all(ids.map(id => make.row(app, id)))
  assert.deepEqual(
    after.map(row => [row.moderation_status, row.reports_count]),
    [
      ['pending', 0],
      ['pending', 1],
      ['pending', 0],
      ['pending', 0],
    ],
  )
  assert.equal(await chipOf(kept), 3)
})

test('publications changed since the comparison are skipped; different content is refused', async () => {
  const [kept = '', changed = '', gone = '', other = ''] = await alike(4)
  await app.owner.query(`update publications set title = 'Retouché' where id = $1`, [changed])
  await office.delete(`/admin/publications/${gone}`)
  const other_ids = [changed, gone, other]
  const { body } = await office.post(at(kept, '/keep'), { other_ids, versions: [1, 1, 1] })
  assert.deepEqual(body.data.updated, [other])
  assert.deepEqual(
    body.data.failed.map(({ id, error }: Record<string, string>) => [id, error]),
    [
      [changed, 'stale_version'],
      [gone, 'not_found'],
    ],
  )
  const stranger = await make.publication(app, acteur, commune)
  for (const [asked, path] of [
    [{ other_ids: [changed, stranger] }, 'other_ids'],
    [{ other_ids: [kept] }, 'other_ids'],
    [{ other_ids: [changed], versions: [1, 2] }, 'versions'],
  ] as const) {
    const refused = await office.post(at(kept, '/keep'), asked)
    assert.deepEqual([refused.status, refused.body.details[0].path], [422, path])
  }
  assert.equal((await make.row(app, changed)).moderation_status, 'pending')
  const stale = await office.post(
    at(kept, '/keep'),
    { other_ids: [changed] },
    { headers: { 'if-match': '"9"' } },
  )
  assert.equal(stale.status, 412)
})

test('two moderators keep different ones at once: one publication is left', async () => {
  for (let round = 0; round < 10; round++) {
    const [one = '', other = ''] = await alike(2)
    const answers = await Promise.all([
      office.post(at(one, '/keep'), { other_ids: [other] }),
      colleague.post(at(other, '/keep'), { other_ids: [one] }),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
    const left = await Promise.all([one, other].map(async id => (await make.row(app, id)).moderation_status))
    assert.deepEqual(left.sort(), ['pending', 'rejected'])
  }
})
