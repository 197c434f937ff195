import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { publicationsFloor, types } from '../bench/floor-publications.ts'
import { withoutCursor } from '../bench/parts/reads.ts'
import { keepBeside } from '../bench/publications/fill.ts'
import { startApp } from './app.ts'
import * as make from './factories.ts'

/** The bench loads publications without triggers and writes what they would have written. */
test('the bench fills the tables that triggers maintain as the triggers do', async () => {
  const app = await startApp()
  const [town, other] = [await make.commune(app), await make.commune(app)]
  const acteur = await make.acteur(app, town)
  const commune_ids = [town, other]
  await make.publication(app, acteur, town, { commune_ids })
  await make.publication(app, acteur, town, { commune_ids, date_debut: '2027-05-08', heure_debut: '20:30' })
  await make.publication(app, acteur, town, { date_debut: '2027-05-09', date_fin: '2027-05-10' })
  await make.publication(app, acteur, town, {
    commune_ids,
    date_debut: '2027-05-09',
    heure_debut: '08:30',
    dates: ['2027-05-16', '2027-05-23'],
  })

  const read = async (table: string) =>
    (await app.owner.query(`select to_jsonb(t) as row from ${table} t order by 1`)).rows.map(({ row }) => row)
  const tables = ['publication_communes', 'publication_days', 'publication_words']
  const byTriggers = await Promise.all(tables.map(read))
  assert.deepEqual(
    byTriggers.map(rows => rows.length > 1),
    [true, true, true],
  )
  await app.owner.query('set session_replication_role = replica')
  for (const table of tables) await app.owner.query(`delete from ${table}`)
  await keepBeside(app.owner, [
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ])
  assert.deepEqual(await Promise.all(tables.map(read)), byTriggers)
})

test('the floor of the bench answers about publications what the service answers', async () => {
  const app = await startApp()
  const town = await make.commune(app)
  const acteur = await make.acteur(app, town)
  const event = await make.publication(app, acteur, town, { date_debut: '2027-05-08', heure_debut: '20:30' })
  await make.publication(app, acteur, town, { type: 'alerte', publie_le: new Date() })
  await make.publication(app, acteur, town, { moderation_status: 'pending', valide: false, publie_le: null })
  const pool = new pg.Pool({ ...app.connection, types } as pg.PoolConfig)
  await using _ends = { [Symbol.asyncDispose]: () => pool.end() }
  const office = app.as(await app.user(['admin']))
  for (const [who, path] of [
    [app.anyone, `/publications/${event}`],
    [app.anyone, `/communes/${town}/publications?per_page=20`],
    [office, '/admin/publications?moderation_status=pending&sort=created_at_desc&per_page=10'],
  ] as const) {
    const { body } = await who.get(path)
    const floor = JSON.parse(
      JSON.stringify(await publicationsFloor(pool, `/api/v1${path}`, 'http://parvis.test')),
    )
    assert.deepEqual(withoutCursor(floor), withoutCursor(body), path)
  }
})
