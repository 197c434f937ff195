import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, testConfig } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import type { Db, Sql } from '../../../kernel/db/db.ts'
import { alertsOf } from './alerts-in-force.ts'

/** Alerts in force: all of them, the worst first, whatever is published beside them. */

const app = await startApp()
const config = testConfig()
const EVERYTHING = { slug: 'public', communeIds: null, acteurIds: null }

/** A database that records the rows that each statement processed. */
function counting(counts: number[]): Db {
  const all = async <Row>(query: Sql) => {
    const { rows } = await app.owner.query(`explain (analyze, format json) ${query.text}`, query.values)
    const rowsOf = (node: Record<string, unknown>): number =>
      Number(node['Actual Rows']) * Number(node['Actual Loops']) +
      Number(node['Rows Removed by Filter'] ?? 0) +
      ((node.Plans as Record<string, unknown>[]) ?? []).reduce((sum, plan) => sum + rowsOf(plan), 0)
    counts.push(rowsOf(rows[0]['QUERY PLAN'][0].Plan))
    return await app.service.db.publicReads(() => 'test').db.all<Row>(query)
  }
  return { all, one: async <Row>(query: Sql) => (await all<Row>(query))[0], run: async () => 0 }
}
const titlesOf = async (communeIds: readonly string[], source = EVERYTHING) =>
  (await alertsOf({ db: counting([]), source, config }, communeIds)).map(({ title }) => title)
const hence = (hours: number) => new Date(Date.now() + hours * 3_600_000)
const dayHence = (days: number) =>
  hence(24 * days)
    .toISOString()
    .slice(0, 10)

test('danger comes before vigilance, an alert without a level, and information; then the newest', async () => {
  const [town, other] = [await make.commune(app), await make.commune(app)]
  const club = await make.acteur(app, town)
  const add = (title: string, fields: object, commune = town) =>
    make.publication(app, null, commune, { title, type: 'alerte', fin_le: hence(48), ...fields })
  await add('Danger ancien', { niveau: 'danger', publie_le: hence(-24 * 300) })
  await add('Vigilance ancienne', { niveau: 'vigilance', publie_le: hence(-24 * 20) })
  await add('Sans niveau', { publie_le: hence(-4) })
  await add('Information', { niveau: 'information', publie_le: hence(-1) })
  await add('Vigilance', { niveau: 'vigilance', publie_le: hence(-3), acteur_id: club })
  await add('Danger à côté', { niveau: 'danger', publie_le: hence(-2), commune_ids: [other, town] }, other)
  await add('Ouverte à côté', { fin_le: null, publie_le: hence(-5), commune_ids: [other, town] }, other)
  await add('Levée', { niveau: 'danger', leve_le: new Date() })
  await add('Programmée', { niveau: 'danger', publie_le: hence(1) })
  await add('Finie', { niveau: 'danger', fin_le: hence(-1) })
  await make.publication(app, null, town, { title: 'Une annonce', date_debut: dayHence(9) })
  const expected = [
    'Danger à côté',
    'Danger ancien',
    'Vigilance',
    'Vigilance ancienne',
    'Sans niveau',
    'Ouverte à côté',
    'Information',
  ]
  assert.deepEqual(await titlesOf([town]), expected)
  assert.deepEqual(await titlesOf([other, town]), expected, 'once each')
  assert.deepEqual(await titlesOf([other]), ['Danger à côté', 'Ouverte à côté'])
  assert.deepEqual(await titlesOf([town], { ...EVERYTHING, acteurIds: [club] as never }), ['Vigilance'])
})

test('none that its record calls in force is left out, from Wallis to the Marquesas', async () => {
  const places = [{ departement: '986' }, { departement: '45' }, { departement: '987', code_insee: '98731' }]
  for (const place of places) {
    const town = await make.commune(app, place)
    const dated = [-2, -1, 0, 1].flatMap(days => [
      { date_debut: dayHence(days) },
      { date_debut: dayHence(-9), date_fin: dayHence(days) },
    ])
    const undated = [-4, -3.6, -3.2, -2.8, -2.4, -2, -1].map(days => ({ publie_le: hence(24 * days) }))
    const ended = [-1, 1].map(hours => ({ fin_le: hence(hours), date_debut: dayHence(-9) }))
    await make.several([...dated, ...undated, ...ended].length, at =>
      make.publication(app, null, town, {
        title: `${at}`,
        type: 'alerte',
        ...[...dated, ...undated, ...ended][at],
      }),
    )
    // Read first: an alert may only end meanwhile.
    const found = await titlesOf([town])
    const { body } = await app.anyone.get(`/communes/${town}/publications?type=alerte&per_page=50`)
    const inForce = body.data.filter(({ en_vigueur }: { en_vigueur: boolean }) => en_vigueur)
    // Five in Wallis, where it is the next day from noon in UTC.
    assert.ok(inForce.length >= 5 && inForce.length < body.data.length, `${inForce.length}`)
    for (const { title } of inForce) assert.ok(found.includes(title), `${title} of ${found}`)
  }
})

test('an old alert in force is found among thousands that are over, without reading them', async () => {
  const [town, other] = [await make.commune(app), await make.commune(app)]
  await app.owner.query(
    `insert into publications (title, body, type_id, commune_id, commune_ids, moderation_status, valide, publie_le,
       moderation_by, duplicate_key, duplicate_reason)
     select 'Finie ' || n, 'Texte', t.id, case when n % 2 = 0 then $1::uuid else $2 end,
       case when n % 2 = 0 then array[$1::uuid] else array[$2::uuid, $1] end, 'published', true, now() - n * interval '1 day', 'member',
       gen_random_uuid(), 'signature'
     from generate_series(5, 3000) n, publication_types t where t.slug = case when n % 3 = 0 then 'actualite' else 'alerte' end`,
    [town, other],
  )
  await make.publication(app, null, town, {
    title: 'Travaux du pont',
    type: 'alerte',
    date_debut: dayHence(-900),
    date_fin: dayHence(9),
    publie_le: hence(-24 * 900),
  })
  await app.owner.query('analyze publications')
  const counts: number[] = []
  const found = await alertsOf({ db: counting(counts), source: EVERYTHING, config }, [town])
  assert.deepEqual([found.map(({ title }) => title), counts.length], [['Travaux du pont'], 1])
  assert.ok((counts[0] ?? 0) < 100, `${counts} rows`)
})
