import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { drawing } from '../../../../test/fixtures/drawn-changes.ts'
import { differenceOf, pagesOf, plainIds } from '../../../../test/publications/plain-lists.ts'
import { sql } from '../../../kernel/db/db.ts'
import { newestOfDays } from './newest-of-days.ts'
import { ORDERS } from './public-orders.ts'

/** Events newest first, where the newest thousand publications have none: they are read from the indexes of days. */

const app = await startApp()
const { pool: db } = app.service.db
const commune = await make.commune(app)
const club = await make.acteur(app, commune)
const [NEWS, EVENTS] = [2_000, 600]
// Events of one day, and series of which one day in ten days comes again.
await app.owner.query(
  `insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide, publie_le,
     moderation_by, duplicate_key, duplicate_reason, date_debut, heure_debut, dates)
   select 'Titre ' || n, 'Texte', $1, (select id from publication_types where slug = case when n % 9 = 0 then 'alerte' else 'evenement' end),
     $2, array[$2::uuid], 'published', true, now() - n * interval '1 minute', 'member', gen_random_uuid(), 'signature',
     case when n > $3 then date '2026-01-01' + n % 300 end, case when n > $3 and n % 5 = 0 then '18:30' end,
     case when n > $3 and n % 4 = 0
       then array(select date '2026-01-01' + n % 300 + 10 * week from generate_series(1, 1 + n % 11) week) else '{}'::date[] end
   from generate_series(1, $4) n`,
  [club, commune, NEWS, NEWS + EVENTS],
)
await app.owner.query('vacuum analyze')

const seed = Number(process.env.SEED ?? 1)
test.before(() => console.log(`SEED=${seed}`))
const draw = drawing(seed)
const day = () =>
  new Date(Date.UTC(2026, 0, 1) + Math.floor(draw() * 400) * 86_400_000).toISOString().slice(0, 10)
const everywhere = { communeIds: null, acteurIds: null, acteurId: undefined }
const windows = Array.from({ length: 40 }, () => {
  const [from, to] = [day(), day()].sort()
  return draw() < 0.4 ? { from, to: undefined } : draw() < 0.2 ? { from: undefined, to } : { from, to }
})

test('the newest events of some days are those of plain SQL, however many rows are compared', async () => {
  for (const days of windows) {
    const filter = { place: everywhere, type: undefined, words: undefined, ...days }
    const enough = 1 + Math.floor(draw() * 60)
    const wanted = await plainIds(db, sql`publications`, filter, 'publie_le_desc', enough)
    for (const most of [1, NEWS + 30, 20_000]) {
      const asked = { days, enough, conditions: [sql`p.visible_le <= now()`] }
      assert.deepEqual(await newestOfDays(db, asked, most), wanted, JSON.stringify({ ...days, enough, most }))
    }
  }
})

test('the lists of some days are those of plain SQL, page by page', async () => {
  for (const days of windows.slice(0, 20))
    for (const by of ['publie_le_desc', 'featured'] as const) {
      const type =
        draw() < 0.3 ? { slugs: ['alerte'] } : draw() < 0.3 ? ({ isNews: true } as const) : undefined
      const filter = { place: everywhere, type, words: undefined, ...days }
      const found = await pagesOf(db, filter, ORDERS[by], { perPage: 7 + Math.floor(draw() * 30) })
      const wanted = await plainIds(db, sql`publications`, filter, by)
      assert.equal(differenceOf(found, wanted), undefined, JSON.stringify({ ...filter, by }))
    }
})

test('indexes alone find the newest events', async () => {
  let plan = ''
  const all = async <Row>(query: { text: string; values: unknown[] }) => {
    // A table of a few pages is read whole otherwise.
    await app.owner.query('set enable_seqscan = off')
    const { rows } = await app.owner.query(`explain ${query.text}`, query.values)
    await app.owner.query('reset enable_seqscan')
    plan = rows.map(row => row['QUERY PLAN']).join('\n')
    return [] as Row[]
  }
  const asked = {
    days: { from: '2026-05-01', to: undefined },
    enough: 20,
    conditions: [sql`p.visible_le <= now()`],
  }
  await newestOfDays({ all, one: async () => undefined, run: async () => 0 }, asked)
  for (const index of [
    'publications_visible_by(_commune)?_day',
    'publications_visible',
    'publication_days_by_day',
  ])
    assert.match(plan, new RegExp(`Index Only Scan using ${index} on`), plan)
})
