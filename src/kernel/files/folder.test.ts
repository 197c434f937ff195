import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { times } from '../../../test/fuzz/asking.ts'
import { madeFolder, makeFolder } from './folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'parvis-folder-'))
after(() => rmSync(folder, { recursive: true }))

test('concurrent creation below a missing folder succeeds for all', async () => {
  for (const round of times(40, at => `${at}`)) {
    const paths = times(12, at => join(folder, round, 'shelf', `${at}`))
    await Promise.all(paths.map(path => madeFolder(path)))
    assert.ok(paths.every(existsSync))
  }
})

test('creation of an impossible folder fails and terminates', async () => {
  const nowhere = '/proc/parvis/none'
  assert.throws(() => makeFolder(nowhere))
  await assert.rejects(madeFolder(nowhere))
})
