import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { type Db, type Sql, sql } from '../../../kernel/db/db.ts'
import { prepareSession, STATEMENT_MS } from '../../../kernel/db/session.ts'
import { pageOf } from '../../../kernel/lists/paging.ts'
import { countByDepartement } from './admin-list.ts'
import { BY_ID, type CatalogueFilter, listCatalogue, matchingWords } from './catalogue.ts'
import { shownIn } from './commune.ts'
import { NEAREST as BY_DISTANCE, listNear } from './near.ts'

/** Which index each list is read from, under the plans that the service's connections keep: none reads the whole table. */

const app = await startApp()
const town = await make.commune(app, { departement: '29' })
await app.owner.query(
  `insert into communes (slug, nom, departement) select 'c-' || n, 'C ' || n, (30 + n % 40)::text from generate_series(1, 400) n`,
)
await app.owner.query(
  `with places as (select id, departement, row_number() over (order by id) - 1 as n from communes)
   insert into defibrillateurs (gid, nom, commune_id, departement, latitude, longitude, en_service)
   select 'P' || g, case when g = 19999 then 'Sémaphore' else 'Salle ' || g end, places.id, places.departement,
     42 + 8 * (g * 7919 % 20011) / 20011.0, -4 + 10 * (g * 104729 % 20021) / 20021.0, true
   from generate_series(1, 20000) g join places on places.n = g % 401`,
)
await app.owner.query(
  `insert into commune_defibrillateurs (commune_id, gid) select commune_id, gid from defibrillateurs`,
)
await app.owner.query('vacuum analyze')
const client = new pg.Client(app.connection)
client.on('error', () => {})
after(() => client.end())
await client.connect()
await prepareSession(client, STATEMENT_MS)

/** Answers nothing, and keeps the plan of everything it is asked. */
async function plansOf(ask: (on: { db: Db; slow: Db }) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = []
  let asked: Promise<unknown> = Promise.resolve()
  const explaining = (mode: string): Db => {
    const all = <Row>(query: Sql): Promise<Row[]> => {
      const planned = asked.then(() => plan(query))
      asked = planned
      return planned as Promise<Row[]>
    }
    const plan = async ({ text, values }: Sql): Promise<object[]> => {
      await client.query('deallocate all')
      await client.query(`set plan_cache_mode = ${mode}`)
      await client.query(`prepare asked as ${text}`)
      const given = values.map(value =>
        pg.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value)),
      )
      const { rows } = await client.query(
        `explain execute asked${given.length > 0 ? `(${given.join()})` : ''}`,
      )
      plans.push(rows.map(row => row['QUERY PLAN']).join('\n'))
      return []
    }
    return { all, one: async <Row>(query: Sql) => (await all<Row>(query))[0], run: async () => 0 }
  }
  await ask({ db: explaining('force_generic_plan'), slow: explaining('auto') })
  return plans
}

const here = { latitude: 46, longitude: 2 }
const FIRST = { per_page: 15 }
const [semaphore, lieu] = await Promise.all(
  ['sémaphore', 'salle'].map(q => matchingWords(app.service.db.pool, q)),
)
const box = { west: 2, south: 46, east: 2.1, north: 46.1 }
const list =
  (filter: Partial<CatalogueFilter>, more = {}) =>
  (on: { db: Db; slow: Db }) =>
    listCatalogue(
      on,
      { places: [], communeIds: null, words: [], box: undefined, ...filter },
      { ...pageOf(FIRST, BY_ID), ...more },
    )
const near =
  (filter: Partial<CatalogueFilter>, more = {}) =>
  (on: { db: Db; slow: Db }) =>
    listNear(
      on,
      { places: [], communeIds: null, words: [], box: undefined, ...filter },
      { here, radius: 20_000 },
      { ...pageOf(FIRST, BY_DISTANCE), ...more },
    )

/** In the order of the index, and nothing is sorted again after it. */
const NEAREST =
  /^(?![\s\S]*Sort Key: d\.chord)[\s\S]*Index Scan using defibrillateurs_near .*\n +Order By: \("position" <-> /
const TABLE: readonly (readonly [
  asked: string,
  ask: Parameters<typeof plansOf>[0],
  plans: readonly RegExp[],
])[] = [
  ['everything', list({}), [/Index Scan using defibrillateurs_active/]],
  [
    'everything, far behind',
    list({}, { number: 200, offset: 2985 }),
    [/Index Only Scan using defibrillateurs_active/],
  ],
  [
    'everything, behind a cursor',
    list({}, { after: [town] }),
    [/Index Scan using defibrillateurs_active.*\n +Index Cond: \(id > /],
  ],
  ['a departement', list({ places: [sql`d.departement = ${'29'}`] }), [/defibrillateurs_by_departement/]],
  ['a commune', list({ places: [sql`d.commune_id = ${town}`] }), [/defibrillateurs_by_commune/]],
  ['the scope of an app', list({ communeIds: [town] }), [/defibrillateurs_by_commune/]],
  [
    'a word',
    list({ words: semaphore ?? [] }),
    [/Index Scan using defibrillateurs_active/, /Bitmap Index Scan on defibrillateurs_by_search/],
  ],
  [
    'a box',
    list({ box }),
    [/Index Scan using defibrillateurs_active/, /defibrillateurs_near.*\n +Index Cond: \("position" <@ /],
  ],
  ['the nearest', near({}), [NEAREST]],
  ['the nearest, behind a cursor', near({}, { after: ['0.0001', town] }), [NEAREST]],
  [
    'the nearest, and those of the communes alone',
    near({ own: [] }),
    [NEAREST, /commune_defibrillateurs_own_near/],
  ],
  ['the nearest, second page', near({}, { number: 2, offset: 15 }), [NEAREST]],
  [
    'the nearest with a word',
    near({ words: lieu ?? [] }),
    [NEAREST, /defibrillateurs_near.*\n +Index Cond: \("position" <@ /],
  ],
  [
    'the nearest of a departement',
    near({ places: [sql`d.departement = ${'29'}`] }),
    [NEAREST, /defibrillateurs_near.*\n +Index Cond: \("position" <@ /],
  ],
  [
    'how many in each departement',
    ({ slow }) => countByDepartement(slow, []),
    [/Index Only Scan using defibrillateurs_over/],
  ],
  ['the page of a commune', on => shownIn(on, town), [/commune_defibrillateurs_of/]],
]
for (const [asked, ask, expected] of TABLE)
  test(`${asked}: along its index`, async () => {
    const plans = (await plansOf(ask)).filter(plan => !/^Append/.test(plan))
    assert.equal(plans.length, expected.length)
    for (const [at, pattern] of expected.entries()) assert.match(plans[at] ?? '', pattern)
    for (const plan of plans)
      assert.doesNotMatch(plan, /Seq Scan on (defibrillateurs|commune_defibrillateurs)\b/, asked)
  })
