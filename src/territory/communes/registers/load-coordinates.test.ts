import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import { sql } from '../../../kernel/db/db.ts'
import { loadCommunes } from './load.ts'
import { frenchTowns, placeCommunes, readTowns, TOWNS } from './load-coordinates.ts'

/** The communes of France were loaded with their coordinates. */
const app = await startApp({ template: 'france' })

/** Read before the transaction: a busy machine takes longer than a transaction may be idle. */
async function load() {
  const towns = await readTowns()
  return await app.service.db.transaction(tx => placeCommunes(tx, towns))
}
async function placeOf(code: string) {
  const { rows } = await app.owner.query('select latitude, longitude from communes where code_insee = $1', [
    code,
  ])
  const { latitude, longitude } = rows[0]
  return latitude === null ? null : [Number(latitude).toFixed(1), Number(longitude).toFixed(1)]
}
async function share() {
  const { rows } = await app.owner.query(
    `select (sum(population) filter (where latitude is not null) / sum(population)::float8)::float8 as share
     from communes where successor_id is null`,
  )
  return rows[0].share
}

test('towns are where they are, in all of France, and most people live in one', async () => {
  for (const [code, name, place] of [
    ['45234', 'Orléans', ['47.9', '1.9']],
    ['59350', 'Lille', ['50.6', '3.1']],
    ['2A004', 'Ajaccio', ['41.9', '8.7']],
    ['97411', 'Saint-Denis', ['-20.9', '55.5']],
    // Its namesake is in another département.
    ['93066', 'Saint-Denis', ['48.9', '2.4']],
  ] as const)
    assert.deepEqual(await placeOf(code), place, name)
  assert.ok((await share()) > 0.75)
})

test('coordinates that were edited stay; those that are missing are filled in', async () => {
  await app.owner.query(
    `update communes set latitude = case code_insee when '45234' then 1 end, longitude = case code_insee when '45234' then 2 end
     where code_insee in ('45234', '59350')`,
  )
  assert.equal(await load(), 1)
  assert.deepEqual(
    [await placeOf('45234'), await placeOf('59350')],
    [
      ['1.0', '2.0'],
      ['50.6', '3.1'],
    ],
  )
})

test('a load whose files are read slowly, as on a busy machine, is not ended for being idle', async () => {
  const [, loaded] = await app.service.db.transaction(tx =>
    // Sent together: nothing is idle between them.
    Promise.all([
      tx.run(sql`select set_config('idle_in_transaction_session_timeout', '200', true)`),
      loadCommunes(tx, []),
    ]),
  )
  assert.deepEqual([loaded.created, loaded.updated], [0, 0])
  assert.deepEqual(await placeOf('45234'), ['1.0', '2.0'], 'filled in or edited, a coordinate stays')
})

test('a commune is not placed by a town of its name in another département', async () => {
  await app.owner.query(
    `update communes set latitude = null, longitude = null, departement = '48' where code_insee = '59350'`,
  )
  assert.equal(await load(), 0)
  assert.equal(await placeOf('59350'), null)
})

test('of all towns of the world, an image needs those of France alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'towns-'))
  after(() => rmSync(folder, { recursive: true }))
  const kept = join(folder, 'cities.json')
  writeFileSync(kept, JSON.stringify(await Array.fromAsync(frenchTowns(TOWNS))))
  assert.deepEqual(await readTowns(kept), await readTowns())
})
