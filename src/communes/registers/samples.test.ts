import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { loadElus } from './load-elus.ts'
import { loadInfos } from './load-infos.ts'

/**
 * Files as the registers themselves publish them, which are too large and too personal to be kept here. They are read
 * when PARVIS_SAMPLES names a folder that holds them.
 */
const folder = process.env.PARVIS_SAMPLES
const skip = folder ? false : 'PARVIS_SAMPLES names no folder with files of the registers'

const at = (...path: string[]) => {
  const file = join(folder ?? '', ...path)
  return existsSync(file) ? file : undefined
}

test('real files of the registers', { skip }, async t => {
  const app = await startApp({ template: 'france' })
  const elus = (file: string) =>
    app.service.db.transaction(tx => loadElus(tx, file, { force: false, progress: () => {} }))

  await t.test('all mayors of 2022, in latin1: nobody is refused, and again nothing changes', async t => {
    const file = at('more', 'rne-hard', 'maires-2022-complet-latin1.csv')
    if (!file) return t.skip('not there')
    const { taken, rows, created, refused } = await elus(file)
    assert.deepEqual([rows, taken, refused.unknown.size, refused.reasons.size], [34_921, 34_921, 0, 0])
    assert.ok(created > 34_900)
    const again = await elus(file)
    assert.deepEqual([again.created, again.updated, again.removed], [0, 0, 0])
    const { rows: nice } = await app.owner.query(
      `select e.fonction from elus e join communes c on c.id = e.commune_id where c.code_insee = '06088'`,
    )
    assert.deepEqual(nice, [{ fonction: 'Maire' }])
  })

  await t.test('councillors of arrondissements, with curly apostrophes', async t => {
    const file = at('elus-rne', 'conseillers-arrondissement-2023-utf8-tab-crlf.csv')
    if (!file) return t.skip('not there')
    const { register, taken, rows } = await elus(file)
    assert.deepEqual([register, taken], ['arrondissement', rows])
  })

  await t.test('councillors of departements are nobody’s elus: one sentence', async t => {
    const names = ['2022-utf8-tabulation', '2023-06-utf8-snake', '2023-12-utf8-virgule']
    for (const name of names) {
      const file = at('elus-rne', `conseillers-departementaux-${name}.csv`)
      if (!file) return t.skip('not there')
      await assert.rejects(elus(file), /is no list of the elus of communes/)
    }
  })

  for (const [name, communes] of [
    ['records', 5],
    ['export', 5],
    ['fiche-complete-format-fichier', 1],
  ] as const)
    await t.test(`the directory: ${name}`, async t => {
      const file = at('annuaire-mairies', `${name}.json`)
      if (!file) return t.skip('not there')
      const outcome = await app.service.db.transaction(tx => loadInfos(tx, file, () => {}))
      assert.equal(outcome.communes, communes)
    })
})
