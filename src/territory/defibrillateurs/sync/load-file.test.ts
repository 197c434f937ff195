import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { startApp } from '../../../../test/app.ts'
import { asCsv, asGeoJson, device } from '../../../../test/fixtures/geodae.ts'
import { fileOf } from '../../../../test/fixtures/registers.ts'
import { Problem } from '../../../kernel/refusals/errors.ts'
import { Refusal } from '../../../kernel/refusals/refusal.ts'
import { loadFile } from './load-file.ts'

const app = await startApp({ template: 'france' })
const load = (file: string, force = false) => loadFile(app.service.db, file, { force, progress: () => {} })
const clear = () =>
  app.owner.query('truncate defibrillateurs, commune_defibrillateurs, defibrillateur_syncs cascade')
const syncs = async () =>
  (await app.owner.query('select trigger, status, error from defibrillateur_syncs order by id')).rows

test('a file, packed or not, in any form: the second of them finds everything as it is', async () => {
  await clear()
  const rows = Array.from({ length: 10 }, (_, at) => device(at + 1))
  const files = [fileOf(asCsv(rows)), fileOf(gzipSync(asGeoJson(rows))), fileOf(JSON.stringify(rows))]
  for (const [at, file] of files.entries()) {
    const outcome = await load(file)
    assert.ok(outcome.status === 'ok')
    assert.deepEqual([outcome.figures.created, outcome.figures.unchanged], at === 0 ? [10, 0] : [0, 10])
  }
  assert.deepEqual(
    await syncs(),
    files.map(() => ({ trigger: 'command', status: 'ok', error: null })),
  )
})

test('an unreadable file is refused with a message, and the failed sync is recorded', async () => {
  await clear()
  for (const [content, words] of [
    ['<html>', /: The register could not be read: it is a web page, or XML\. Nothing was changed\.$/],
    [gzipSync('c_gid\n1\n').subarray(0, 15), /compression is damaged/],
  ] as const)
    await assert.rejects(
      load(fileOf(content)),
      error => error instanceof Refusal && words.test(error.message),
    )
  await assert.rejects(load('nowhere.csv'), /There is no file nowhere\.csv/)
  assert.deepEqual(
    (await syncs()).map(({ status }) => status),
    ['failed', 'failed', 'failed'],
  )
})

test('beside a sync that is queued nothing is loaded; one that runs is waited for', async () => {
  await clear()
  const file = fileOf(asCsv([device(1)]))
  const refused = (error: unknown) => error instanceof Problem && error.code === 'run_in_progress'
  await app.owner.query(`insert into defibrillateur_syncs (trigger) values ('manual')`)
  await assert.rejects(load(file), refused)
  await app.owner.query(`delete from defibrillateur_syncs`)
  await app.owner.query(`select pg_advisory_lock(hashtextextended('defibrillateurs.sync', 0))`)
  const loading = load(file)
  await setTimeout(500)
  assert.deepEqual(await syncs(), [])
  await app.owner.query(`select pg_advisory_unlock(hashtextextended('defibrillateurs.sync', 0))`)
  assert.equal((await loading).status, 'ok')
})
