import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { differenceOf, type OrderName, pagesOf, plainIds } from '../../../../test/publications/plain-lists.ts'
import { type Sql, sql } from '../../../kernel/db/db.ts'
import { pageOf } from '../../../kernel/lists/paging.ts'
import { moveWords } from '../upkeep.ts'
import { BY_APPEARANCE, LIMITS, newestHits } from './newest-hits.ts'
import { listVisible, type SearchBounds } from './public-list.ts'
import { ORDERS } from './public-orders.ts'
import type { Filter, Place } from './public-rows.ts'
import { loadSearchContext } from './search.ts'

/**
 * Searches for words equal plain SQL, whichever steps find them: publications of six years, some published late, dated back or
 * scheduled, and limits so small that each step gives up.
 */

const app = await startApp()
const { pool: db } = app.service.db
const ROWS = 3_000
const [city = '', town = '', ...villages] = await make.several(9, () => make.commune(app))
const clubs = await make.several(3, () => make.acteur(app, city))

// A generator with a seed: `SEED` and `TIMES` look at others, and at more.
let state = Number(process.env.SEED ?? 1)
test.before(() => console.log(`SEED=${state}`))
const chance = () => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31
  return state / 2 ** 31
}
const below = (n: number) => Math.floor(chance() * n)
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T

/** The words of the text that is n-th by age, of 0 the oldest. */
const WORDS: Readonly<Record<string, (n: number, commune: string) => boolean>> = {
  mairie: () => chance() < 0.5,
  conseil: () => chance() < 0.4,
  municipal: () => chance() < 0.4,
  philatélie: () => chance() < 0.01,
  confinement: n => n < ROWS / 3 && chance() < 0.2,
  patinoire: n => n % 2 === 0 && chance() < 0.3,
  solstice: n => (n % 2 === 1 && chance() < 0.3) || n % 700 === 0,
  belvédère: (_, commune) => commune === city && chance() < 0.1,
  zibeline: n => n === 1_234,
  axolotl: () => false,
}
const DAY = 86_400_000
const now = Date.now()
const idAt = (ms: number) => {
  const hex = ms.toString(16).padStart(12, '0')
  const rest = crypto.randomUUID().slice(15)
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${rest}`
}
const rows = Array.from({ length: ROWS }, (_, n) => {
  const born = Math.floor(now - (1 - n / ROWS) * 6 * 365 * DAY)
  const kind = chance()
  const commune = oneOf([city, city, city, town, ...villages])
  const words = Object.entries(WORDS).flatMap(([word, isIn]) => (isIn(n, commune) ? [word] : []))
  // Half of them the other way round: no phrase.
  const body = ['Texte', ...(chance() < 0.5 ? words : words.toReversed())].join(' ')
  const visible =
    kind < 0.7
      ? born + below(DAY)
      : kind < 0.8
        ? born + below(90 * DAY)
        : kind < 0.87
          ? born - below(900 * DAY)
          : kind < 0.9
            ? now + below(90 * DAY)
            : born
  return {
    id: kind > 0.97 ? crypto.randomUUID() : idAt(born),
    title: `N° ${n}`,
    body,
    commune_id: commune,
    commune_ids: chance() < 0.1 ? [commune, oneOf(villages.filter(one => one !== commune))] : [commune],
    acteur_id: oneOf(clubs),
    kind,
    at: new Date(visible).toISOString(),
    type: oneOf(['actualite', 'actualite', 'evenement', 'alerte']),
    date_debut: chance() < 0.3 ? new Date(visible + below(60 * DAY)).toISOString().slice(0, 10) : null,
    en_avant: chance() < 0.01,
  }
})
// The oldest one appeared in the week after that of its id.
const [first] = rows
const oldest = now - 12 * 365 * DAY
if (first)
  rows.push({
    ...first,
    id: idAt(oldest),
    title: 'La première',
    body: 'Texte zibeline mairie',
    kind: 0.5,
    at: new Date(oldest + 7 * DAY).toISOString(),
  })
await app.owner.query(
  `insert into publications (id, title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide, publie_le,
     moderation_by, duplicate_key, duplicate_reason, date_debut, en_avant)
   select r.id, title, body, acteur_id, t.id, commune_id, commune_ids, case when waits then 'pending' else 'published' end,
     not waits, case when not waits then at end, 'member', gen_random_uuid(), 'signature', date_debut, en_avant
   from json_to_recordset($1) as r (id uuid, title text, body text, acteur_id uuid, type text, commune_id uuid, commune_ids uuid[],
     kind float8, at timestamptz, date_debut date, en_avant boolean)
   cross join lateral (select kind between 0.7 and 0.8 or kind > 0.99 as waits) as of
   join publication_types t on t.slug = r.type order by r.at`,
  [JSON.stringify(rows)],
)
// Decisions after days or months.
await app.owner.query(
  `update publications p set moderation_status = 'published', valide = true, publie_le = at
   from json_to_recordset($1) as r (id uuid, kind float8, at timestamptz)
   where p.id = r.id and r.kind between 0.7 and 0.8`,
  [JSON.stringify(rows)],
)
// Not the words that triggers keep.
await app.owner.query('create table plain as select id, words_of(p) as texts from publications p')
await app.owner.query('grant select on plain to public')
await app.owner.query('vacuum analyze')

const SMALL: SearchBounds = {
  short: { kind: 'walk', rows: 30 },
  long: { kind: 'walk', rows: 150 },
  enoughToRank: 10,
  mostRanked: 60,
  mostByDay: 40,
  hits: { discarded: 40, looked: 6, block: 8 },
}
const everywhere: Place = { communeIds: null, acteurIds: null, acteurId: undefined }
const at = (...communeIds: string[]): Place => ({ ...everywhere, communeIds })
const PLACES: readonly Place[] = [
  ...[everywhere, everywhere, everywhere, at(city), at(town), at(villages[0] ?? ''), at(city, town)],
  at(...villages),
  { ...everywhere, acteurIds: clubs.slice(0, 1) },
]
const day = () => new Date(now - below(6 * 365) * DAY).toISOString().slice(0, 10)
const randomWords = () => {
  const [one, other, third] = [
    oneOf(Object.keys(WORDS)),
    oneOf(Object.keys(WORDS)),
    oneOf(Object.keys(WORDS)),
  ]
  return oneOf([one, one, `${one} ${other}`, `${one} -${other}`, `"${one} ${other}"`, `-${one}`])
    .concat(chance() < 0.1 ? ` -"${other} ${third}"` : '')
    .concat(chance() < 0.1 ? ` ${third}` : '')
}

const plainly = (filter: Filter, by: OrderName) =>
  plainIds(db, sql`(publications join plain using (id))`, filter, by)

let [stopped, left] = [0, 0]
async function compare(bounds: SearchBounds | undefined) {
  const q = randomWords()
  const words = await loadSearchContext(db, q)
  assert.ok(words)
  const dated = chance() < 0.3
  const filter = {
    place: oneOf(PLACES),
    words,
    type: chance() < 0.3 ? { slugs: ['alerte'] } : chance() < 0.2 ? ({ isNews: true } as const) : undefined,
    from: dated && chance() < 0.7 ? day() : undefined,
    to: dated && chance() < 0.5 ? day() : undefined,
  }
  const by = oneOf([
    'publie_le_desc',
    'publie_le_desc',
    'publie_le_desc',
    'featured',
    'date_debut_asc',
    'relevance',
  ] as const)
  const wanted = await plainly(filter, by)
  // Forty pages and not a thousand: a page costs as much as the list of plain SQL.
  const perPage = Math.max(1 + below(20), Math.ceil(wanted.length / 40))
  const found = await pagesOf(db, filter, ORDERS[by], { perPage, bounds })
  const told = `SEED of ${state}: ${q}, ${by}, ${JSON.stringify({ ...filter, words })}`
  assert.equal(differenceOf(found, wanted), undefined, told)
  // Only a word of many texts leaves some out, and never by age.
  if (found.leavesOut) {
    const candidates = { ...words, query: words.candidates }
    const all = {
      ...filter,
      words: candidates,
      place: everywhere,
      type: undefined,
      from: undefined,
      to: undefined,
    }
    const { enoughToRank, mostByDay } = bounds ?? { enoughToRank: 100, mostByDay: 1_000 }
    const most = by === 'relevance' ? enoughToRank : mostByDay
    assert.ok(by === 'relevance' || by === 'date_debut_asc', told)
    const { discarded, looked } = bounds?.hits ?? LIMITS
    assert.ok((await plainly(all, by)).length >= Math.min(most, discarded, looked), told)
  }
  stopped += found.stops
  left += found.leavesOut ? 1 : 0
}

const TIMES = Number(process.env.TIMES ?? 60)
test('random searches, whose steps give up early, find what plain SQL finds', async () => {
  for (let n = 0; n < TIMES; n++) await compare(SMALL)
  assert.ok(stopped > TIMES / 20, `${stopped} searches stopped and went on behind a cursor`)
  assert.ok(left > TIMES / 50, `${left} searches said that they left texts out`)
})

test('random searches find what plain SQL finds', async () => {
  for (let n = 0; n < TIMES / 3; n++) await compare(undefined)
})

test('so they do once the words that moved are indexed anew', async () => {
  const waiting = async () =>
    (await db.one<{ n: number }>(sql`select count(*) as n from publication_words_moving`))?.n ?? 0
  assert.ok((await waiting()) > 100)
  await moveWords(app.service.db)
  assert.equal(await waiting(), 0)
  for (let n = 0; n < TIMES / 3; n++) await compare(n % 2 === 0 ? SMALL : undefined)
})

test('a search stops for what other filters discard, not for further hits', async () => {
  const words = await loadSearchContext(db, 'mairie')
  assert.ok(words)
  // The end of a block of eight weeks with some forty hits.
  const end = new Date((Math.floor(now / (56 * DAY)) - 10) * 56 * DAY - 1).toISOString()
  const asked = {
    words,
    by: BY_APPEARANCE,
    conditions: [sql`p.visible_le < ${end}::timestamptz`],
    ofRow: [],
    communeIds: null,
    from: end,
  }
  const limits = { discarded: 10, looked: 6, block: 500 }
  const { ids, resumeKey } = await newestHits(db, { ...asked, enough: 1 }, limits)
  assert.deepEqual([ids.length, resumeKey], [1, null])
  const never = { ...asked, conditions: [sql`p.visible_le > now()`], enough: 1 }
  assert.notEqual((await newestHits(db, never, limits)).resumeKey, null)
})

test('blocks of weeks are read whole, or week by week: both find the same', async () => {
  const words = await loadSearchContext(db, 'philatélie')
  assert.ok(words)
  const filter = { place: everywhere, words, type: undefined, from: undefined, to: undefined }
  const wanted = await plainly(filter, 'publie_le_desc')
  for (const block of [0, 1, 3, LIMITS.block]) {
    const bounds = { ...SMALL, hits: { ...LIMITS, block } }
    assert.deepEqual((await pagesOf(db, filter, ORDERS.publie_le_desc, { perPage: 7, bounds })).ids, wanted)
  }
})

test('a search reads the index of words by weeks, and few rows', async () => {
  for (const [q, most] of [
    ['axolotl', 50],
    ['zibeline', 50],
    ['confinement', 600],
    ['patinoire solstice', 200],
    ['"municipal conseil"', 1_500],
  ] as const) {
    const words = await loadSearchContext(db, q)
    assert.ok(words)
    const plans: string[] = []
    let read = 0
    const all = async <Row>(query: Sql) => {
      if (query.text.includes('recursive')) {
        const explained = await app.owner.query(`explain (analyze, format json) ${query.text}`, query.values)
        plans.push(JSON.stringify(explained.rows[0]))
        const rowsOf = (node: Record<string, unknown>): number =>
          (node['Node Type'] === 'Bitmap Heap Scan'
            ? Number(node['Actual Rows']) * Number(node['Actual Loops'])
            : 0) +
          ((node.Plans as Record<string, unknown>[]) ?? []).reduce((sum, plan) => sum + rowsOf(plan), 0)
        read += rowsOf(explained.rows[0]['QUERY PLAN'][0].Plan)
      }
      return await db.all<Row>(query)
    }
    const watched = { all, one: async <Row>(query: Sql) => (await all<Row>(query))[0], run: async () => 0 }
    const page = pageOf({ per_page: 5 }, ORDERS.publie_le_desc)
    const filter = { place: everywhere, words, type: undefined, from: undefined, to: undefined }
    await listVisible({ db: watched, slow: watched }, filter, page, { ...SMALL, hits: LIMITS })
    assert.equal(plans.length, 1, q)
    assert.match(plans[0] ?? '', /publication_words_by_week/, q)
    assert.doesNotMatch(plans[0] ?? '', /"Seq Scan"[^{}]*"publication(?:s|_words)"/, q)
    assert.ok(read <= most, `${q}: ${read} rows`)
  }
})

test('words that hardly meet are looked for twice, and not in each block of weeks', async () => {
  const scansOf = async (q: string) => {
    const words = await loadSearchContext(db, q)
    assert.ok(words)
    let scans = 0
    const one = async <Row>(query: Sql) => {
      const explained = await app.owner.query(`explain (analyze, format json) ${query.text}`, query.values)
      const scansIn = (node: Record<string, unknown>): number =>
        (node['Index Name'] === 'publication_words_by_week' ? Number(node['Actual Loops']) : 0) +
        ((node.Plans as Record<string, unknown>[]) ?? []).reduce((sum, plan) => sum + scansIn(plan), 0)
      scans = scansIn(explained.rows[0]['QUERY PLAN'][0].Plan)
      return await db.one<Row>(query)
    }
    const watched = { all: async () => [], one, run: async () => 0 }
    const { isAll } = await newestHits(watched, {
      words,
      by: BY_APPEARANCE,
      conditions: [sql`p.visible_le <= now()`],
      ofRow: [],
      communeIds: null,
      enough: 21,
    })
    assert.ok(isAll)
    return scans
  }
  assert.equal(await scansOf('patinoire solstice'), 2)
  assert.equal(await scansOf('zibeline belvédère axolotl'), 2)
  assert.ok((await scansOf('axolotl')) > 40)
})
