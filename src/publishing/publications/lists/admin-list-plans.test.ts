import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startApp, testConfig } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'
import type { Db, Sql } from '../../../kernel/db/db.ts'
import { QUEUES } from '../../../office/dashboard/queues.ts'
import { FIND } from '../../../office/pick/found.ts'
import { list } from '../admin.ts'
import type { AdminQuery } from './shapes.ts'

/** The number of rows that a page of the moderators' list reads, when the oldest quarter is pending or rejected. */

const app = await startApp()
const config = testConfig()
const moderator = await app.user(['operator_moderation'])
const towns = [await make.commune(app, { departement: '29' }), await make.commune(app, { departement: '35' })]
const club = await make.acteur(app, towns[0] ?? '')
const ROWS = 8_000
await app.owner.query(
  `insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide,
     publie_le, moderation_by, moderated_by, duplicate_key, duplicate_reason, date_debut, created_at, reports_count)
   select 'Fête ' || n, 'Commun', $1, t.id, towns[1 + n % 2], array[towns[1 + n % 2]],
     case when n <= 6000 then 'published' when n % 2 = 0 then 'pending' else 'rejected' end, n <= 6000,
     case when n <= 6000 then now() - n * interval '1 minute' + case when n % 200 = 0 then interval '30 days' else '0' end end,
     case when n % 3 = 0 then 'backoffice' else 'member' end, case when n % 3 = 0 then $3::uuid end, gen_random_uuid(), 'signature',
     case when n % 150 = 0 then current_date + 7 when n % 9 = 0 then current_date + 60 end, now() - n * interval '1 minute',
     case when n % 500 = 0 then 1 + n % 3 else 0 end
   from generate_series(1, $4) n, (select $2::uuid[] as towns) given,
     (select id from publication_types where slug = 'actualite') t`,
  [club, towns, moderator.id, ROWS],
)
await app.owner.query('vacuum analyze')
/** Index-only scans need pages marked all-visible, which an older open transaction prevents. */
const settle = () =>
  eventually(async () => {
    await app.owner.query('vacuum publications')
    const { rows } = await app.owner.query(
      `select relallvisible = relpages as all from pg_class where oid = 'publications'::regclass`,
    )
    return rows[0].all
  }, 'every page is marked')
await settle()
const { rows: newest } = await app.owner.query(
  'select id from publications order by created_at desc limit 1 offset 9',
)

/** A database that records the rows that each statement processed. */
function counting(counts: number[], plans: string[] = []): Db {
  const all = async <Row>(query: Sql) => {
    const { rows } = await app.owner.query(`explain (analyze, format json) ${query.text}`, query.values)
    const rowsOf = (node: Record<string, unknown>): number =>
      Number(node['Actual Rows']) * Number(node['Actual Loops']) +
      Number(node['Rows Removed by Filter'] ?? 0) +
      ((node.Plans as Record<string, unknown>[]) ?? []).reduce((sum, plan) => sum + rowsOf(plan), 0)
    plans.push(JSON.stringify(rows[0]))
    counts.push(rowsOf(rows[0]['QUERY PLAN'][0].Plan))
    return (await app.owner.query({ text: query.text, values: query.values, types: pg.types })).rows as Row[]
  }
  return { all, one: async <Row>(query: Sql) => (await all<Row>(query))[0], run: async () => 0 }
}

const caller = { id: 'x', status: 'active', roles: ['admin'], territories: {} }

/** The moderators' list, read from that database. */
const listOn = (db: Db, query: AdminQuery) =>
  list.run({ db, short: db, query, caller, config } as unknown as Parameters<typeof list.run>[0])

const ASKED: readonly AdminQuery[] = [
  {},
  { sort: 'urgency' },
  { sort: 'urgency', moderation_status: 'pending' },
  { sort: 'urgency', moderation_status: 'pending,rejected' },
  { moderation_status: 'pending,rejected' },
  { moderation_status: 'rejected,pending', sort: 'created_at_asc' },
  { visible: false },
  { visible: true },
  { scheduled: true },
  { scheduled: false },
  { reported: false },
  { departement: '35', moderation_status: 'published' },
  { since: newest[0].id },
  { commune_id: towns[0] ?? '', sort: 'publie_le_desc', moderation_status: 'published' },
  { q: 'commun' },
]

test('a page by need, by several statuses, by what is seen or where: a few rows, and its total without counting the stock', async () => {
  for (const query of ASKED) {
    const counts: number[] = []
    const reply = await listOn(counting(counts), query)
    assert.ok('data' in reply && reply.data.length > 0, JSON.stringify(query))
    const page = counts.at(-1) ?? 0
    assert.ok(page < 3_000, `the page of ${JSON.stringify(query)}: ${counts}`)
  }
})

test('the total of a word that all texts have is not counted to its end, unless somebody means all of them', async () => {
  const asked = async (query: string) =>
    (await app.as(moderator).get(`/admin/publications?per_page=1&${query}`)).body.meta
  const least = await asked('q=commun')
  assert.equal(least.total_exact, false)
  assert.ok(least.total >= 5_000 && least.total < ROWS, `${least.total}`)
  assert.notEqual(least.next, null)
  for (const query of ['q=commun&exact_total=true', '', 'exact_total=true']) {
    const { total, total_exact } = await asked(query)
    assert.deepEqual([total, total_exact], [ROWS, true], query)
  }
  // With few matches all are read.
  const few = await asked('q=commun&moderation_status=rejected')
  assert.deepEqual([few.total, few.total_exact], [1_000, true])
})

test('the queue is one statement with its total, which is said where no row is left as well', async () => {
  for (const sort of [undefined, 'created_at_asc', 'urgency'] as const) {
    const counts: number[] = []
    const query = { moderation_status: 'pending', ...(sort && { sort }) }
    const reply = await listOn(counting(counts), query)
    assert.ok('data' in reply && counts.length === 1, `${sort}: ${counts}`)
    const { meta } = (await app.as(moderator).get('/admin/publications?moderation_status=pending&page=200'))
      .body
    assert.deepEqual([Number(reply.meta.total), meta.total, meta.total_exact], [1_000, 1_000, true])
  }
})

test('only a page as a screen shows it is asked on the connections that everybody shares', async () => {
  const first = { moderation_status: 'pending' }
  for (const [query, isShared] of [
    [first, true],
    [{ ...first, per_page: 100, sort: 'urgency' }, true],
    [{ ...first, page: 30 }, false],
    [{ ...first, per_page: 2_000 }, false],
    [{ moderation_status: 'pending,rejected', sort: 'urgency' }, false],
  ] as const) {
    const [pool, shared]: [number[], number[]] = [[], []]
    const asked = { db: counting(pool), short: counting(shared), query, caller, config }
    await list.run(asked as unknown as Parameters<typeof list.run>[0])
    assert.deepEqual([shared.length, pool.length], isShared ? [1, 0] : [0, 1], JSON.stringify(query))
  }
})

/** The plans for any value, as connections keep them, of the statements that are sent. */
async function keptPlans(ask: (db: Db) => Promise<unknown>): Promise<readonly string[]> {
  const plans: string[] = []
  const all = async <Row>(asked: Sql) => {
    const { rows } = await app.owner.query(`explain (generic_plan) ${asked.text}`)
    plans.push(rows.map(row => row['QUERY PLAN']).join('\n'))
    return (await app.owner.query({ text: asked.text, values: asked.values, types: pg.types })).rows as Row[]
  }
  await ask({ all, one: async <Row>(asked: Sql) => (await all<Row>(asked))[0], run: async () => 0 })
  return plans
}

test('in a large stock a common word is told by a sample, and its hits are not gathered; others are counted', async () => {
  await app.owner.query(
    `insert into publication_totals select 'published', true, false, id, 10000000 from publication_types limit 1`,
  )
  try {
    const asked = async (query: AdminQuery) => {
      const reply = await listOn(counting([]), query)
      assert.ok('data' in reply)
      return [Number(reply.meta.total), reply.meta.total_exact]
    }
    const [total = 0, isExact] = await asked({ q: 'commun' })
    assert.ok(Number(total) >= 5_000 && Number(total) < ROWS && isExact === false, `${total} ${isExact}`)
    const some = await asked({ q: 'commun', commune_id: towns[1] ?? '' })
    assert.ok(Number(some[0]) > 3_000 && some[1] === false, `${some}`)
    for (const ask of [
      (db: Db) => listOn(db, { q: 'commun' }),
      (db: Db) => FIND.publications(db, 'commun', 5, null),
    ]) {
      const plans = await keptPlans(ask)
      assert.ok(plans.some(plan => /Tid Range Scan on publication_words/.test(plan)))
      assert.ok(!plans.some(plan => /publication_words_found/.test(plan)), plans.join('\n\n'))
    }
    // Four rows of one part, and a word that stands in each part without being common in this stock.
    await app.owner.query(
      `update publications set body = 'Un ornithorynque' where title in ('Fête 1', 'Fête 2', 'Fête 3', 'Fête 4')`,
    )
    assert.deepEqual(await asked({ q: 'ornithorynque' }), [4, true])
    assert.deepEqual(await asked({ q: 'axolotl' }), [0, true])
  } finally {
    await app.owner.query('delete from publication_totals where total = 10000000')
  }
})

test('few are gathered with the columns of their order alone: an index has all of them', async () => {
  const plans: string[] = []
  const query: AdminQuery = { moderation_status: 'pending', sort: 'publie_le_asc' }
  await listOn(counting([], plans), query)
  assert.match(plans.at(-1) ?? '', /"Index Only Scan"[^}]*"publications_in_status"/)
})

test('filters by moderator use an index and do not scan the decisions of others', async () => {
  // A user who decided about few, old publications.
  const rare = await app.user()
  await app.owner.query(
    `update publications set moderation_by = 'mairie', moderated_by = $1
     where id in (select id from publications order by created_at limit 30)`,
    [rare.id],
  )
  await app.owner.query('vacuum analyze publications')
  for (const query of [{ moderation_by: 'mairie' }, { moderated_by: rare.id }] as const) {
    const counts: number[] = []
    await listOn(counting(counts), query)
    assert.ok(Math.max(...counts) < 2_000, `${JSON.stringify(query)}: ${counts}`)
  }
})

test('duplicates and counters read what they show, not the stock', async () => {
  await app.owner.query(`
    update publications p set duplicate_key = twin.duplicate_key from (
      select id, lag(duplicate_key) over (order by created_at) as duplicate_key, row_number() over (order by created_at) as n
      from publications) twin
    where p.id = twin.id and n % 80 = 0;
    update publications set edited_at = created_at;
    update team_settings set target_hours = 48`)
  await app.owner.query('vacuum analyze')
  const { rows } = await app.owner.query('select type_id as id, count(*) from publications group by 1')
  for (const [filter, total] of [
    [{}, 200],
    [{ moderation_status: 'pending' }, 0],
    [{ moderation_status: 'published' }, 150],
    [{ commune_id: towns[0] ?? '' }, 0],
    [{ type_id: rows[0].id }, 200],
  ] as const) {
    const counts: number[] = []
    const reply = await listOn(counting(counts), { ...filter, duplicates: true, per_page: 10 })
    assert.ok('data' in reply)
    assert.equal(Number(reply.meta.total), total, JSON.stringify(filter))
    assert.ok(Math.max(...counts) < 1_500, `${JSON.stringify(filter)}: ${counts}`)
  }
  const { late, reported, scheduled, duplicates, oldest_pending_at } = QUEUES.moderation
  for (const [{ compute }, wanted] of [
    [late, 1_000],
    [reported, 16],
    [scheduled, 30],
    [duplicates, 0],
    [oldest_pending_at, undefined],
  ] as const) {
    const counts: number[] = []
    const seen = await compute(counting(counts), { callerId: moderator.id, territory: null })
    if (wanted !== undefined) assert.equal(Number(seen), wanted)
    assert.ok(Math.max(...counts) < 300, `${wanted}: ${counts}`)
  }
})

test('what waits in a commune is counted along its own indexes, also by a kept plan', async () => {
  // Attached and visible: their links say so.
  await app.owner.query(
    `update publications set commune_ids = commune_ids || $2::uuid[] where commune_id = $1 and visible_le is not null`,
    [towns[1], [towns[0]]],
  )
  await app.owner.query('vacuum analyze publication_communes')
  await settle()
  const [count = ''] = await keptPlans(db =>
    listOn(db, { moderation_status: 'pending', commune_id: towns[0] ?? '' }),
  )
  assert.match(count, /publications_pending_of_commune/)
  assert.match(count, /publication_communes_hidden/)
  const counts: number[] = []
  const reply = await listOn(counting(counts), { moderation_status: 'pending', commune_id: towns[0] ?? '' })
  assert.ok('data' in reply && Number(reply.meta.total) === 1_000 && reply.meta.total_exact)
})
