import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { sql } from '../../kernel/db/db.ts'
import { checkKept, repairKept } from './commands.ts'
import { forgetOldOperations } from './moderation/undo.ts'
import { endLapsedFeatures, foldTotals, unpinEndedAlerts } from './upkeep.ts'

const app = await startApp()
const office = app.as(await app.user(['admin']))
const [here, there] = [await make.commune(app), await make.commune(app)]
const acteur = await make.acteur(app, here)
const night = <T>(work: Parameters<typeof app.service.db.transaction<T>>[0]) =>
  app.service.db.transaction(work)

test('the nightly job clears an expired feature and keeps a running one', async () => {
  const lapsed = await make.publication(app, acteur, here, {
    en_avant: true,
    featured_until: '2026-01-01T00:00:00Z',
  })
  const standing = await make.publication(app, acteur, here, {
    en_avant: true,
    featured_until: '2099-01-01T00:00:00Z',
  })
  assert.equal(await night(endLapsedFeatures), 1)
  assert.deepEqual(
    [(await make.row(app, lapsed)).en_avant, (await make.row(app, standing)).en_avant],
    [false, true],
  )
})

test('an alert is unpinned once its end has passed, wherever its commune is; whoever is changing it comes first', async () => {
  const reunion = await make.commune(app, { departement: '974', code_insee: '97411' })
  const [town, far] = [await make.acteur(app, here), await make.acteur(app, reunion)]
  const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const pinned = (of: string, commune: string, fields = {}) =>
    make.publication(app, of, commune, {
      epingle: true,
      type: 'alerte',
      publie_le: hoursFromNow(-99),
      ...fields,
    })
  const ended = await pinned(town, here, { fin_le: hoursFromNow(-1) })
  const [inForce, news] = [
    await pinned(town, here, { fin_le: hoursFromNow(1) }),
    await pinned(town, here, { type: 'actualite' }),
  ]
  // It has no end: it ends with the second day after it appeared.
  const endless = await pinned(far, reunion)
  const first = async () => (await app.anyone.get(`/acteurs/${town}/publications`)).body.data.slice(0, 3)
  const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)
  assert.ok(idsOf(await first()).includes(ended))

  await app.owner.query('begin')
  await app.owner.query('select from publications where id = $1 for update', [ended])
  assert.equal(await night(unpinEndedAlerts), 1)
  assert.equal((await make.row(app, ended)).epingle, true)
  await app.owner.query('commit')
  assert.equal(await night(unpinEndedAlerts), 1)
  assert.equal(await night(unpinEndedAlerts), 0)
  const isPinned = async (id: string) => (await make.row(app, id)).epingle
  assert.deepEqual(await Promise.all([ended, endless, inForce, news].map(isPinned)), [
    false,
    false,
    true,
    true,
  ])
  assert.ok(!idsOf((await first()).slice(0, 2)).includes(ended))
})

test('pinned alerts are found along their index', async () => {
  const plan = await night(async tx => {
    await tx.run(sql`set local enable_seqscan = off`)
    return await tx.all(sql`
      explain select from publications
      where epingle and type_id = (select id from publication_types where slug = 'alerte')`)
  })
  assert.match(JSON.stringify(plan), /publications_pinned/)
})

test('operations of last month can no longer be undone', async () => {
  const id = await make.publication(app, acteur, here)
  const { body } = await office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'rejected' })
  assert.equal(await night(forgetOldOperations), 0)
  await app.owner.query(`update moderation_operations set created_at = now() - interval '31 days'`)
  assert.ok((await night(forgetOldOperations)) >= 1)
  assert.equal((await office.post(`/admin/operations/${body.meta.operation_id}/undo`)).status, 404)
})

test('stored totals are compared with the publications, and repaired when they differ', async () => {
  const id = await make.publication(app, acteur, here, {
    commune_ids: [here, there],
    date_debut: '2027-12-03',
    dates: ['2027-12-10'],
  })
  const { duplicate_key } = await make.row(app, id)
  const twin = await make.publication(app, acteur, there, { duplicate_key })
  await app.anyone.post(`/publications/${id}/report`, { reason: 'spam' })
  const wrong = () => night(async tx => (await checkKept(tx)).map(({ wrong }) => wrong))
  assert.deepEqual(await wrong(), [0, 0, 0, 0, 0, 0, 0])
  await app.owner.query(
    `insert into publication_totals select 'pending', false, false, type_id, 3 from publications limit 1`,
  )
  await app.owner.query('delete from publication_day_totals where reported = 1')
  await app.owner.query('update publications set reports_count = 7 where id = $1', [id])
  await app.owner.query('update publication_communes set visible_le = null')
  await app.owner.query('delete from publication_days')
  await app.owner.query(`update publication_words set recherche = '' where publication_id = $1`, [id])
  await app.owner.query('update publication_words set moving = true where publication_id = $1', [twin])
  await app.owner.query(`update duplicate_publications set valide = false where publication_id = $1`, [twin])
  await app.owner.query('delete from duplicate_groups')
  // A further day in two communes; words that are gone, and words that nothing will move; a publication and its group.
  assert.deepEqual(await wrong(), [1, 1, 1, 1, 2, 2, 2])
  await night(repairKept)
  assert.deepEqual(await wrong(), [0, 0, 0, 0, 0, 0, 0])
  await night(foldTotals)
  assert.deepEqual(await wrong(), [0, 0, 0, 0, 0, 0, 0])
})

test('the totals follow every kind of change, also of many rows at once', async () => {
  await app.owner.query(`update publications set moderation_status = 'rejected', valide = false`)
  await app.owner.query(`update publications set deleted_at = now() where epingle is false`)
  await app.owner.query(
    `update publications set type_id = (select id from publication_types where slug = 'alerte')`,
  )
  await app.owner.query('delete from publications where id in (select id from publications limit 2)')
  assert.deepEqual(await night(async tx => (await checkKept(tx))[0]?.wrong), 0)
  await app.owner.query('truncate publications cascade')
  const { rows } = await app.owner.query(
    'select coalesce(sum(total), 0)::int as total from publication_totals',
  )
  assert.equal(rows[0].total, 0)
})
