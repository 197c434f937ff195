import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import type { Db } from '../../kernel/db/db.ts'
import { dayTotals, foldDayTotals } from '../../publishing/publications/day-totals.ts'

const app = await startApp()
const office = app.as(await app.user(['operator_support']))
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
const publication = (fields: Readonly<Record<string, unknown>>) =>
  make.publication(app, acteur, commune, fields)
const decided = (created_at: string, moderated_at: string, fields: object = {}) =>
  publication({
    moderation_by: 'backoffice',
    created_at,
    edited_at: created_at,
    moderated_at,
    publie_le: moderated_at,
    ...fields,
  })
const rejected = { moderation_status: 'rejected', valide: false, publie_le: null }

// 14 March ends at 23:00 UTC in Paris.
await decided('2026-03-14T08:00:00Z', '2026-03-14T22:59:59Z')
const late = await decided('2026-03-14T08:00:00Z', '2026-03-14T23:00:00Z')
await decided('2026-03-14T08:00:00Z', '2026-03-15T09:00:00Z', rejected)
// Edited before the decision, and after.
await decided('2026-03-01T08:00:00Z', '2026-03-16T09:00:00Z', {
  edited_at: '2026-03-16T07:00:00Z',
  ...rejected,
})
await decided('2026-03-01T08:00:00Z', '2026-03-18T09:00:00Z', {
  ...rejected,
  moderation_status: 'changes_requested',
  edited_at: '2026-03-18T06:00:00Z',
})
await decided('2026-03-17T08:00:00Z', '2026-03-17T09:30:00Z', { edited_at: '2026-03-20T07:00:00Z' })
await publication({
  created_at: '2026-03-16T08:00:00Z',
  publie_le: '2026-03-16T08:00:00Z',
  deleted_at: new Date(),
})
await app.owner.query(
  `insert into publication_reports (publication_id, reason, language, created_at) values ($1, 'spam', 'fr', '2026-03-15T12:00:00Z')`,
  [late],
)
const ask = (query: string) => office.get(`/admin/stats${query}`)

test('each day of Paris has its numbers, empty days included', async () => {
  const { status, body } = await ask('?from=2026-03-14&to=2026-03-18')
  assert.equal(status, 200)
  const nothing = {
    proposed: 0,
    published: 0,
    rejected: 0,
    changes_requested: 0,
    reported: 0,
    median_hours: null,
  }
  assert.deepEqual(body.data, [
    { ...nothing, day: '2026-03-14', proposed: 3, published: 1, median_hours: 15 },
    { ...nothing, day: '2026-03-15', published: 1, rejected: 1, reported: 1, median_hours: 20 },
    { ...nothing, day: '2026-03-16', proposed: 1, rejected: 1, median_hours: 2 },
    { ...nothing, day: '2026-03-17', proposed: 1, published: 1, median_hours: 1.5 },
    { ...nothing, day: '2026-03-18', changes_requested: 1, median_hours: 3 },
  ])
})

test('the default is the last thirty days including today, also with one end given', async () => {
  await publication({})
  const { body } = await ask('')
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format()
  assert.deepEqual([body.data.length, body.data.at(-1).day, body.data.at(-1).proposed], [30, today, 1])
  const days = async (query: string) => {
    const { data } = (await ask(query)).body
    return [data.length, data[0].day, data.at(-1).day]
  }
  assert.deepEqual(await days('?from=2026-03-01'), [30, '2026-03-01', '2026-03-30'])
  assert.deepEqual(await days('?to=2026-03-30'), [30, '2026-03-01', '2026-03-30'])
  assert.deepEqual(await days('?from=2024-01-01&to=2024-12-31'), [366, '2024-01-01', '2024-12-31'])
})

test('a reversed or too long period is 422, and an unchanged reply 304', async () => {
  for (const query of [
    '?from=2026-03-02&to=2026-03-01',
    '?from=2024-01-01&to=2025-01-01',
    '?from=hier',
    '?from=2200-12-03',
    '?to=1900-01-05',
    '?day=1',
  ])
    assert.equal((await ask(query)).status, 422, query)
  const first = await ask('?from=2026-03-14&to=2026-03-18')
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  assert.equal((await office.get('/admin/stats?from=2026-03-14&to=2026-03-18', { headers })).status, 304)
})

test('a role limited to communes reads the same numbers of them, attached publications included, for 92 days at most', async () => {
  const [elsewhere, neighbour] = [await make.commune(app), await make.commune(app)]
  const club = await make.acteur(app, elsewhere)
  const other = await make.publication(app, club, elsewhere, {
    created_at: '2026-03-15T08:00:00Z',
    publie_le: '2026-03-15T08:00:00Z',
    commune_ids: [elsewhere, neighbour],
  })
  await app.owner.query(
    `insert into publication_reports (publication_id, reason, language, created_at) values ($1, 'spam', 'fr', '2026-03-15T12:00:00Z')`,
    [other],
  )
  const limited = async (...communes: readonly string[]) => {
    const user = await app.user([])
    await app.owner.query(
      `insert into user_roles (user_id, role, commune_ids) values ($1, 'operator_support', $2)`,
      [user.id, communes],
    )
    return app.as(user)
  }
  const span = '/admin/stats?from=2026-03-14&to=2026-03-18'
  const everything = (await office.get(span)).body.data
  assert.deepEqual((await (await limited(commune, elsewhere)).get(span)).body.data, everything)
  assert.deepEqual((await (await limited(commune, neighbour)).get(span)).body.data, everything)
  const there = (await (await limited(neighbour)).get(span)).body.data
  assert.deepEqual(
    there.map(({ proposed, published, reported }: Record<string, number>) => [proposed, published, reported]),
    [
      [0, 0, 0],
      [1, 1, 1],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
  )
  const somewhere = await limited(commune)
  assert.equal((await somewhere.get('/admin/stats?from=2024-01-01&to=2024-04-01')).status, 200)
  assert.equal((await somewhere.get('/admin/stats?from=2024-01-01&to=2024-04-02')).status, 422)
})

test('the days of a year are read from their totals, and publications alone of days that changed', async () => {
  await app.service.db.transaction(foldDayTotals)
  const plans: string[] = []
  const scans = (node: {
    'Node Type': string
    'Relation Name'?: string
    'Actual Loops': number
    Plans?: never[]
  }): string[] => [
    ...(node['Relation Name'] && node['Actual Loops'] > 0
      ? [`${node['Relation Name']} ${node['Actual Loops']}`]
      : []),
    ...(node.Plans ?? []).flatMap(scans),
  ]
  const explain: Db['all'] = async query => {
    const { rows } = await app.owner.query(`explain (analyze, format json) ${query.text}`, query.values)
    plans.push(...scans(rows[0]['QUERY PLAN'][0].Plan))
    return []
  }
  const readYear = async () => {
    plans.length = 0
    await dayTotals(
      { all: explain, one: async () => undefined, run: async () => 0 },
      '2026-01-01',
      '2026-12-31',
    )
    return plans.toSorted()
  }
  assert.deepEqual(await readYear(), ['publication_day_totals 1'])
  await app.owner.query(
    `update publications set edited_at = edited_at - interval '1 hour' where moderated_at < '2026-03-15T12:00:00Z'`,
  )
  assert.deepEqual(await readYear(), ['publication_day_totals 1', 'publications 2'])
})
