import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startApp, testConfig } from '../../../test/app.ts'
import { backups } from './backups.ts'

const app = await startApp()
const around = mkdtempSync(join(tmpdir(), 'parvis-doctor-'))
after(() => rmSync(around, { recursive: true, force: true }))

test('doctor looks for the folder of backups, before a backup is tried', async () => {
  const folder = join(around, 'backups')
  const found = async (PROCESS = 'all') => {
    const { state, says, explanation } = await backups(
      app.service.db,
      testConfig({ BACKUP_DIR: folder, PROCESS }),
    )
    assert.match(says, /there is no good one yet/)
    return `${state} ${explanation.code}`
  }
  assert.equal(await found(), 'wrong backup_no_folder')
  assert.equal(await found('web'), 'note backup_none', 'only workers have it')
  writeFileSync(folder, 'no folder')
  assert.equal(await found(), 'wrong backup_no_folder')
  rmSync(folder)
  mkdirSync(folder)
  assert.equal(await found(), 'note backup_none')
})
