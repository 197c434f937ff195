// Of a release: every filter of the public lists beside every other one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { numberChanges } from '../../../exchange/changes/number.ts'
import type { Db, Sql } from '../../../kernel/db/db.ts'
import type { Publication } from '../shapes.ts'
import { isSelecting, type Selecting, selectionOf } from './selected.ts'

/** The further filters of the public lists, each with each other one, with all others, and in each order. */

const app = await startApp({ env: { RATE_LIMIT_SCALE: '0' } })
const towns = await make.several(4, () => make.commune(app))
const [here = '', there = '', away = ''] = towns
const acteurs = await make.several(2, at => make.acteur(app, towns[at] ?? ''))
const HOUR = 3_600_000
const hence = (hours: number) => new Date(Date.now() + hours * HOUR)
const day = (days: number) =>
  hence(24 * days)
    .toISOString()
    .slice(0, 10)
const LEVELS = ['danger', 'vigilance', 'information', null]
const ids = await make.several(48, at => {
  const home = towns[at % 3] ?? ''
  const isAlert = at % 2 === 0
  return make.publication(app, acteurs[at % 5] ?? null, home, {
    title: at % 3 === 0 ? `Fête ${at}` : `Avis ${at}`,
    commune_ids: at % 7 === 0 ? [home, towns[(at + 1) % 4]] : [home],
    publie_le: hence(-24 * (at % 12) - 1),
    en_avant: at % 8 === 0,
    ...(isAlert
      ? {
          type: 'alerte',
          niveau: LEVELS[(at / 2) % 4],
          leve_le: at % 16 === 4 ? new Date() : null,
          fin_le: at % 6 === 0 ? hence(30) : at % 6 === 2 ? hence(-30) : null,
        }
      : at % 4 === 1
        ? {
            type: 'evenement',
            date_debut: day((at % 9) - 3),
            date_fin: day((at % 9) - 1),
            public: ['enfants', 'seniors', 'familles', null][((at - 1) / 4) % 4],
            gratuit: [true, false, null][at % 3],
          }
        : {}),
  })
})
const hidden = await make.publication(app, null, here, {
  type: 'alerte',
  niveau: 'danger',
  publie_le: hence(9),
})
await numberChanges(app.service.db)
const changedAt = new Date()
await app.owner.query('update publications set lieu = $1 where id = any($2)', ['Ailleurs', ids.slice(10, 30)])
await app.owner.query(
  `insert into app_sources (slug, commune_ids, acteur_ids) values ('ville', $1, null), ('club', null, $2)`,
  [[here, there], acteurs],
)

const some = ids.filter((_, at) => at % 3 !== 1)
const isFor =
  (...communes: string[]) =>
  (one: Publication) =>
    one.commune_ids.some(id => communes.includes(id))
const NEW: readonly (readonly [string, (one: Publication) => boolean])[] = [
  ['en_vigueur=true', one => one.en_vigueur],
  ['en_vigueur=false', () => true],
  ...['danger', 'vigilance', 'information'].map(
    level => [`niveau=${level}`, (one: Publication) => one.niveau === level] as const,
  ),
  ['gratuit=true', one => one.gratuit === true],
  ['gratuit=false', one => one.gratuit === false],
  ['public=enfants,familles', one => one.public === 'enfants' || one.public === 'familles'],
  [`ids=${[...some, hidden].join(',').toUpperCase()}`, one => some.includes(one.id)],
  [`updated_since=${changedAt.toISOString()}`, one => one.updated_at >= changedAt.toISOString()],
  [`communes=${here}`, isFor(here)],
  [`communes=${there},${away},${there}`, isFor(there, away)],
  [`communes=${towns.join(',')}`, () => true],
]
const OTHERS = [
  '',
  'q=fete',
  'q=-fete',
  'type=alerte',
  `from=${day(0)}`,
  'en_cours=true',
  `acteur_id=${acteurs[0]}`,
  `q=avis&to=${day(2)}`,
]
const SORTS = ['', 'sort=date_debut_asc', 'sort=featured', 'sort=relevance']

const addressOf = (...parts: string[]) => `/publications?${parts.filter(Boolean).join('&')}`
const nameOf = (part: string) => part.split('=')[0]
const idsOf = async (source: string, path: string, perPage = 100) => {
  const found: Publication[] = []
  for (let after = ''; ; ) {
    const { status, body } = await app
      .as(undefined, source)
      .get(`${path}&per_page=${perPage}${after && `&after=${after}`}`)
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
    found.push(...body.data)
    if (body.meta.next === null) return found
    after = body.meta.next
  }
}

const single = NEW.map(one => [one])
const pairs = NEW.flatMap((one, at) =>
  NEW.slice(at + 1).flatMap(other => (nameOf(one[0]) === nameOf(other[0]) ? [] : [[one, other]])),
)

for (const source of ['public', 'ville', 'club'])
  test(`${source}: each further filter finds what the list without it has of it, in the same order`, async t => {
    let cells = 0
    let hits = 0
    const isReached = (filters: (typeof NEW)[number][]) =>
      source !== 'ville' || !filters.some(([part]) => part.startsWith('communes') && part.includes(away))
    for (const other of OTHERS)
      for (const sort of SORTS) {
        if (source !== 'public' && sort === 'sort=featured') continue
        const all = await idsOf(source, addressOf(other, sort))
        for (const filters of [...single, ...(sort === '' ? pairs : [])]) {
          if (!isReached(filters)) continue
          const path = addressOf(other, sort, ...filters.map(([part]) => part))
          const expected = all.filter(one => filters.every(([, matches]) => matches(one)))
          const found = await idsOf(source, path, cells % 4 === 0 ? 3 : 100)
          assert.deepEqual(
            found.map(({ id }) => id),
            expected.map(({ id }) => id),
            path,
          )
          cells++
          hits += expected.length
        }
      }
    assert.ok(hits > cells, `${hits} hits of ${cells} cells`)
    t.diagnostic(`${cells} cells, ${hits} hits`)
  })

test('the lists of a commune and of an acteur take the further filters too', async () => {
  for (const path of [`/communes/${here}/publications`, `/acteurs/${acteurs[0]}/publications`]) {
    const all = await idsOf('public', `${path}?`)
    for (const [part, matches] of NEW.filter(([part]) => !part.startsWith('communes')))
      assert.deepEqual(
        (await idsOf('public', `${path}?${part}`)).map(({ id }) => id),
        all.filter(matches).map(({ id }) => id),
        `${path}?${part}`,
      )
  }
})

const NOBODY = '01980000-0000-7000-8000-000000000000'
const REFUSED: readonly (readonly [string, string, string])[] = [
  ['public', `communes=${here}&commune_id=${here}`, '422 validation_failed'],
  ['public', `communes=${Array(21).fill(here).join(',')}`, '422 validation_failed'],
  ['public', 'communes=', '422 validation_failed'],
  ['public', `ids=${Array(101).fill(here).join(',')}`, '422 validation_failed'],
  ['public', `ids=${here},`, '422 validation_failed'],
  ['public', 'niveau=grave', '422 validation_failed'],
  ['public', 'updated_since=hier', '422 validation_failed'],
  ['public', `communes=${here},${NOBODY}`, '404 not_found'],
  ['ville', `communes=${here},${away}`, '403 scope_violation'],
]
for (const [source, query, expected] of REFUSED)
  test(`${source}: ${query.slice(0, 30)}… is refused: ${expected}`, async () => {
    const { status, body } = await app.as(undefined, source).get(`/publications?${query}`)
    assert.equal(`${status} ${body.error}`, expected)
  })

test('a merged commune is listed as the one it merged into', async () => {
  const old = await make.commune(app, { successor_id: here })
  const expected = await idsOf('public', addressOf(`communes=${here}`))
  const found = await idsOf('public', addressOf(`communes=${old},${here}`))
  assert.deepEqual(
    found.map(({ id }) => id),
    expected.map(({ id }) => id),
  )
})

/** A database that records the rows that each statement processed. */
function counting(counts: number[]): Db {
  const all = async <Row>(query: Sql) => {
    const { rows } = await app.owner.query(`explain (analyze, format json) ${query.text}`, query.values)
    const rowsOf = (node: Record<string, unknown>): number =>
      Number(node['Actual Rows']) * Number(node['Actual Loops']) +
      Number(node['Rows Removed by Filter'] ?? 0) * Number(node['Actual Loops']) +
      ((node.Plans as Record<string, unknown>[]) ?? []).reduce((sum, plan) => sum + rowsOf(plan), 0)
    counts.push(rowsOf(rows[0]['QUERY PLAN'][0].Plan))
    return await app.service.db.publicReads(() => 'test').db.all<Row>(query)
  }
  return { all, one: async <Row>(query: Sql) => (await all<Row>(query))[0], run: async () => 0 }
}

test('of many candidates the last are read, and the reply says that there are more', async () => {
  await app.owner.query(
    `insert into publications (title, body, type_id, commune_id, commune_ids, moderation_status, valide, publie_le,
       moderation_by, duplicate_key, duplicate_reason)
     select 'Brève ' || n, 'Commun', t.id, $1::uuid, array[$1::uuid], 'published', true, now() - n * interval '1 second',
       'member', gen_random_uuid(), 'signature'
     from generate_series(1, 6000) n, publication_types t where t.slug = 'actualite'`,
    [towns[3]],
  )
  await app.owner.query('analyze')
  const since = `updated_since=${changedAt.toISOString()}`
  const { body } = await app.anyone.get(addressOf(since))
  assert.deepEqual([body.data.length, body.meta.complete], [15, false])
  // Those of a place, or of an acteur, are found beside them.
  for (const place of [`communes=${here}`, `acteur_id=${acteurs[0]}`]) {
    const { body } = await app.anyone.get(addressOf(since, place, 'per_page=100'))
    const expected = (await idsOf('public', addressOf(place))).filter(
      one => one.updated_at >= changedAt.toISOString(),
    )
    assert.ok(expected.length > 0)
    assert.deepEqual([body.data.length, body.meta.complete], [expected.length, undefined])
  }
  const everywhere = { communeIds: null, acteurIds: null, acteurId: undefined }
  const town = { ...everywhere, communeIds: [here] }
  const READ: readonly (readonly [Selecting, typeof town | typeof everywhere, number])[] = [
    [{ en_vigueur: true }, everywhere, 400],
    [{ en_vigueur: true }, town, 400],
    [{ niveau: 'danger' }, everywhere, 400],
    [{ niveau: 'danger' }, town, 400],
    [{ gratuit: true }, everywhere, 400],
    [{ public: 'enfants' }, town, 400],
    [{ ids: some.join(',') }, everywhere, 400],
    [{ updated_since: new Date().toISOString() }, everywhere, 400],
    [{ updated_since: changedAt.toISOString() }, everywhere, 50_500],
    [{ updated_since: changedAt.toISOString() }, town, 50_500],
  ]
  for (const [asked, place, most] of READ) {
    const counts: number[] = []
    await selectionOf(counting(counts), asked, place)
    const read = counts.reduce((sum, one) => sum + one, 0)
    assert.ok(read <= most, `${JSON.stringify(asked)}: ${read} rows`)
  }
})

test('false, or no further filter, selects nothing beforehand', () => {
  assert.equal(isSelecting({}), false)
  assert.equal(isSelecting({ en_vigueur: false }), false)
})
