import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { drawing } from '../../../../test/fixtures/drawn-changes.ts'
import { type Sql, sql } from '../../../kernel/db/db.ts'
import { pageOf } from '../../../kernel/lists/paging.ts'
import { planFilter } from './admin-filter.ts'
import { listForAdmin } from './admin-list.ts'
import { ORDERS } from './admin-orders.ts'
import { BY_AGE, LIMITS, type Limits, newestHits } from './newest-hits.ts'
import { loadSearchContext } from './search.ts'

/** Hits by the time at which publications were created, as the back-office lists them, equal plain SQL. */

const app = await startApp()
const { pool: db } = app.service.db
const [city = '', town = ''] = await make.several(2, () => make.commune(app))
const ROWS = 2_500
const DAY = 86_400_000
const WEEK = 7 * DAY

// A failure is repeated with its seed.
const SEED = Number(process.env.SEED ?? 1)
test.before(() => console.log(`SEED=${SEED}`))
const chance = drawing(SEED)
const below = (n: number) => Math.floor(chance() * n)
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T

const WORDS: Readonly<Record<string, (n: number) => boolean>> = {
  mairie: () => chance() < 0.5,
  confinement: n => n < ROWS / 3 && chance() < 0.4,
  patinoire: n => n % 2 === 0 && chance() < 0.3,
  solstice: n => (n % 2 === 1 && chance() < 0.3) || n % 700 === 0,
  zibeline: n => n === 1_234,
  axolotl: () => false,
}
const now = Date.now()
const rows = Array.from({ length: ROWS }, (_, n) => {
  const even = now - Math.floor((1 - n / ROWS) * 6 * 365 * DAY)
  // Many are created right before some weeks end, and their ids are made within the transaction: in the next week.
  const created = chance() < 0.2 ? Math.floor(even / WEEK / 12) * WEEK * 12 - 1 - below(400) : even
  const hex = (created + below(1_000)).toString(16).padStart(12, '0')
  const kind = chance()
  const visible = kind < 0.6 ? created + below(DAY) : created + (below(1_200) - 900) * DAY
  const commune_id = oneOf([city, city, town])
  return {
    id: `${hex.slice(0, 8)}-${hex.slice(8)}-7${crypto.randomUUID().slice(15)}`,
    commune_id,
    created_at: new Date(created).toISOString(),
    publie_le: kind < 0.8 ? new Date(visible).toISOString() : null,
    commune_ids: chance() < 0.1 ? [commune_id, commune_id === city ? town : city] : [commune_id],
    body: ['Texte', ...Object.entries(WORDS).flatMap(([word, isIn]) => (isIn(n) ? [word] : []))].join(' '),
  }
})
await app.owner.query(
  `insert into publications (id, title, body, type_id, commune_id, commune_ids, moderation_status, valide, publie_le, created_at,
     moderation_by, duplicate_key, duplicate_reason)
   select r.id, 'Titre', body, t.id, commune_id, commune_ids, case when publie_le is null then 'pending' else 'published' end,
     publie_le is not null, publie_le, created_at, 'member', gen_random_uuid(), 'signature'
   from json_to_recordset($1) as r (id uuid, body text, commune_id uuid, commune_ids uuid[], publie_le timestamptz,
     created_at timestamptz), publication_types t where t.slug = 'actualite' order by r.created_at`,
  [JSON.stringify(rows)],
)
// Not the words that triggers keep.
await app.owner.query('create table plain as select id, words_of(p) as texts from publications p')
await app.owner.query('grant select on plain to public')
await app.owner.query('analyze')

const STATUSES = [undefined, undefined, 'pending', 'published'] as const
const SMALL: Limits = { discarded: 40, looked: 20, block: 8 }

async function compare(limits: Limits): Promise<boolean> {
  const names = Object.keys(WORDS)
  const q = oneOf([oneOf(names), `${oneOf(names)} ${oneOf(names)}`, `${oneOf(names)} -${oneOf(names)}`])
  const words = await loadSearchContext(db, q)
  assert.ok(words)
  if (!words.indexable) return true
  const status = oneOf(STATUSES)
  const communeIds = chance() < 0.3 ? [town] : null
  const cursor = chance() < 0.4 ? oneOf(rows) : undefined
  const enough = 1 + below(40)
  const conditions = [
    ...(status ? [sql`p.moderation_status = ${status}`] : []),
    ...(cursor ? [sql`(p.created_at, p.id) < (${cursor.created_at}::timestamptz, ${cursor.id}::uuid)`] : []),
  ]
  const asked = { words, by: BY_AGE, conditions: [], communeIds, from: cursor?.created_at, enough }
  const { ids, isAll, resumeKey } = await newestHits(db, { ...asked, ofRow: conditions }, limits)
  if (resumeKey) return false
  const near = communeIds ? sql`and p.commune_ids && ${communeIds}::uuid[]` : sql``
  const more = conditions
    .map(condition => sql`and ${condition}`)
    .reduce((all, one) => sql`${all} ${one}`, sql``)
  const wanted = await db.all<{ id: string }>(sql`
    select p.id from publications p join plain using (id) where texts @@ ${words.query}::tsquery ${near} ${more}
    order by p.created_at desc, p.id desc limit ${enough}`)
  const told = `SEED=${SEED}: ${q}, ${status}, ${communeIds}, ${JSON.stringify(cursor)}, ${enough}`
  assert.deepEqual(
    ids,
    wanted.map(({ id }) => id),
    told,
  )
  if (isAll) assert.ok(ids.length < enough, told)
  return true
}

const TIMES = Number(process.env.TIMES ?? 60)
test('random searches find what plain SQL finds, unless they stop', async () => {
  let whole = 0
  for (let n = 0; n < TIMES; n++) whole += (await compare(n % 2 === 0 ? LIMITS : SMALL)) ? 1 : 0
  assert.ok(whole > TIMES / 2, `${whole} of ${TIMES} did not stop`)
})

test('both indexes are read, and few rows', async () => {
  const words = await loadSearchContext(db, 'confinement')
  assert.ok(words)
  let plan = ''
  const one = async <Row>(query: Sql) => {
    const { rows } = await app.owner.query(`explain (analyze, format json) ${query.text}`, query.values)
    plan = JSON.stringify(rows[0])
    return await db.one<Row>(query)
  }
  await newestHits(
    { all: async () => [], one, run: async () => 0 },
    { ...{ words, by: BY_AGE, conditions: [], ofRow: [], communeIds: null, enough: 5 } },
  )
  assert.match(plan, /publication_words_by_week/)
  assert.match(plan, /publication_words_moved_by_age/)
  assert.doesNotMatch(plan, /"Seq Scan"[^{}]*"publication(?:s|_words)"/)
  const moved = await app.owner.query(
    `select count(*)::int as n from publication_words where week is not null and publication_id = any($1)`,
    [rows.map(({ id }) => id)],
  )
  assert.ok(moved.rows[0].n > ROWS / 10, `${moved.rows[0].n} texts are indexed by another week`)
})

test('the back-office lists many old hits, page by page, without reading all of them', async () => {
  const words = await loadSearchContext(db, 'confinement')
  const plan = planFilter({ moderation_status: 'published' }, words, null)
  const wanted = await db.all<{ id: string }>(sql`
    select p.id from publications p join plain using (id)
    where texts @@ ${words?.query}::tsquery and moderation_status = 'published' order by p.created_at desc, p.id desc limit 60`)
  // As many as its total says there are, of ten million.
  const counted = { total: 5_000, isExact: false, few: undefined, likely: 5_000, stock: 10_000_000 }
  const sent: string[] = []
  const all = <Row>(query: Sql) => {
    sent.push(query.text)
    return db.all<Row>(query)
  }
  const watched = { all, one: async <Row>(query: Sql) => (await all<Row>(query))[0], run: async () => 0 }
  const first = pageOf({ per_page: 20 }, ORDERS.created_at_desc)
  const shown: string[] = []
  for (let page = first; shown.length < 60; ) {
    const rows = (await listForAdmin(watched, plan, page, counted)).slice(0, 20)
    shown.push(...rows.map(({ id }) => id))
    const last = rows.at(-1)
    assert.ok(last)
    page = { ...first, after: ORDERS.created_at_desc.keyOf(last) }
  }
  assert.deepEqual(
    shown,
    wanted.map(({ id }) => id),
  )
  // A look at the newest, their hits by weeks, and the rows of these; then a look behind each cursor.
  assert.equal(sent.filter(text => text.includes('with recursive')).length, 1)
  assert.equal(sent.length, 5)
})
