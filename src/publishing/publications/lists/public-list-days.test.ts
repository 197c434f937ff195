import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { type Answer, startApp, testConfig } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'
import type { Db, Sql } from '../../../kernel/db/db.ts'
import { list } from './actions.ts'
import { FEW_HITS } from './search.ts'

/** Lists filtered by days read few rows, whether few or nearly all publications match. */

const app = await startApp()
const towns = await make.several(7, () => make.commune(app))
const [town = '', other = ''] = towns
const club = await make.acteur(app, town)
const ROWS = FEW_HITS + 1_500
const { rows: types } = await app.owner.query(`select id from publication_types where slug = 'evenement'`)
// One in 500 is far away, the others fall in one season; half belong to the commune, half are attached to it.
await app.owner.query(
  `insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide,
     publie_le, moderation_by, duplicate_key, duplicate_reason, date_debut)
   select 'Fête ' || n, 'Commun', $1, $2, case when n % 2 = 0 then $3::uuid else $4::uuid end,
     case when n % 2 = 0 then array[$3::uuid] else array[$4::uuid, $3::uuid] end, 'published', true,
     now() - n * interval '1 minute', 'member', gen_random_uuid(), 'signature',
     case when n % 500 = 0 then date '2199-01-01' + n / 500 when n % 7 > 0 then date '2027-01-01' + n % 90 end
   from generate_series(1, $5) n`,
  [club, types[0].id, town, other, ROWS],
)
await app.owner.query(`insert into app_sources (slug, commune_ids) values ('sept', $1)`, [towns])
await app.owner.query('vacuum analyze')

const WHERE: Readonly<Record<string, string>> = {
  'from=2199-01-01': `date_debut >= '2199-01-01'`,
  'from=2199-12-31': 'false',
  'from=2027-01-01': `date_debut >= '2027-01-01'`,
  'to=2027-12-31': `date_debut <= '2027-12-31'`,
  'from=2027-02-03&to=2027-02-03': `date_debut = '2027-02-03'`,
  'from=2199-01-01&type=alerte': 'false',
  'from=2199-01-01&q=commun': `date_debut >= '2199-01-01'`,
  'from=2199-01-01&sort=featured': `date_debut >= '2199-01-01'`,
}
const PLACES = [
  ['/publications', 'public'],
  ['/publications', 'sept'],
  [`/communes/${town}/publications`, 'public'],
  [`/communes/${other}/publications`, 'public'],
  [`/acteurs/${club}/publications`, 'public'],
] as const

for (const [path, source] of PLACES)
  test(`${path.replaceAll(/[0-9a-f-]{36}/g, ':id')} for ${source}: by days, page by page`, async () => {
    for (const [query, condition] of Object.entries(WHERE)) {
      const place = path.includes(other) ? 'commune_id = $1' : 'true or commune_id = $1'
      const { rows } = await app.owner.query(
        `select title from publications where (${place}) and ${condition} order by publie_le desc limit 12`,
        [other],
      )
      const seen: string[] = []
      for (let next: string | null = ''; seen.length < 12 && next !== null; ) {
        const address: string = `${path}?per_page=4&${query}${next && `&after=${next}`}`
        // A busy machine may ask to come again.
        const { body }: Answer = await eventually(async () => {
          const answer: Answer = await app.as(undefined, source).get(address)
          return answer.status !== 503 && answer
        }, address)
        assert.ok(body.data, `${query} ${JSON.stringify(body)}`)
        seen.push(...body.data.map(({ title }: { title: string }) => title))
        next = body.meta.next
      }
      assert.deepEqual(
        seen,
        rows.map(({ title }) => title),
        query,
      )
    }
  })

/** A database that records the rows that each statement processed. */
function counting(counts: number[]): Db {
  const all = async <Row>(query: Sql) => {
    const { rows } = await app.owner.query(`explain (analyze, format json) ${query.text}`, query.values)
    const rowsOf = (node: Record<string, unknown>): number =>
      Number(node['Actual Rows']) * Number(node['Actual Loops']) +
      Number(node['Rows Removed by Filter'] ?? 0) +
      ((node.Plans as Record<string, unknown>[]) ?? []).reduce((sum, plan) => sum + rowsOf(plan), 0)
    counts.push(rowsOf(rows[0]['QUERY PLAN'][0].Plan))
    return (await app.owner.query({ text: query.text, values: query.values, types: pg.types })).rows as Row[]
  }
  return { all, one: async <Row>(query: Sql) => (await all<Row>(query))[0], run: async () => 0 }
}

test('days that hardly anything has cost the same in a stock of any size', async () => {
  const source = { slug: 'public', communeIds: null, acteurIds: null }
  for (const query of [{ from: '2199-12-31' }, { from: '2199-01-01' }, { to: '1999-12-31' }]) {
    const counts: number[] = []
    const db = counting(counts)
    await list.run({ db, slow: db, source, query, config: testConfig() } as unknown as Parameters<
      typeof list.run
    >[0])
    // The first walk reads a thousand rows, sorts or filters them, and gives up.
    for (const count of counts) assert.ok(count < 4_000, `${JSON.stringify(query)}: ${counts}`)
  }
})
