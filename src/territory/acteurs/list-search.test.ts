import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

const app = await startApp()
const office = app.as(await app.user(['operator_claims']))
const commune = await make.commune(app)
/** More rows than the short scan reads: a word that all have, one that few have, and one that only the last have. */
const COUNT = 1500
await app.owner.query(
  `insert into acteurs (nom, commune_id, type, created_at)
   select 'Lot ' || to_char(n, 'FM0000') || ' commun' || case when n % 100 = 0 then ' rare' else '' end
            || case when n > ${COUNT - 40} then ' dernier' else '' end,
          $1, case when n % 3 = 0 then 'ecole' else 'autre' end, now() + n * interval '1 second'
   from generate_series(1, ${COUNT}) n`,
  [commune],
)
const all = Array.from({ length: COUNT }, (_, at) => at + 1)
const numberOf = ({ nom }: { nom: string }) => Number(/\d+/.exec(nom)?.[0])

for (const [query, expected] of [
  ['q=commun', all],
  ['q=rare', all.filter(n => n % 100 === 0)],
  ['q=dernier', all.filter(n => n > COUNT - 40)],
  ['q=dernier%20commun&type=ecole', all.filter(n => n > COUNT - 40 && n % 3 === 0)],
  ['q=rare&sort=created_at_desc', all.filter(n => n % 100 === 0).reverse()],
  ['q=commun&sort=created_at_desc', all.toReversed()],
  ['q=absent', []],
] as const)
  test(`the list of acteurs ?${query}: every hit once and in order, by cursor and by page, however far behind it stands`, async () => {
    for (const perPage of [7, 100]) {
      if (perPage === 7 && expected.length > 100) continue
      const walked: number[] = []
      const numbered: number[] = []
      for (let next: string | null = ''; next !== null; ) {
        const { body } = await office.get(
          `/admin/acteurs?${query}&per_page=${perPage}${next && `&after=${next}`}`,
        )
        assert.equal(body.meta.total, expected.length)
        walked.push(...body.data.map(numberOf))
        next = body.meta.next
      }
      for (let page = 1; page <= Math.ceil(expected.length / perPage); page++) {
        const { body } = await office.get(`/admin/acteurs?${query}&per_page=${perPage}&page=${page}`)
        numbered.push(...body.data.map(numberOf))
      }
      assert.deepEqual([walked, numbered], [expected, expected])
    }
  })
