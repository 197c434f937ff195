import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { times } from '../../../test/fuzz/asking.ts'
import { madeFolder, makeFolder } from './folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'parvis-folder-'))
after(() => rmSync(folder, { recursive: true }))

test('many at once below a folder that none of them has made yet: each has its own', async () => {
  for (const round of times(40, at => `${at}`)) {
    const paths = times(12, at => join(folder, round, 'shelf', `${at}`))
    await Promise.all(paths.map(path => madeFolder(path)))
    assert.ok(paths.every(existsSync))
  }
})

test('where no folder can be made it is said, and does not go on for ever', async () => {
  const nowhere = '/proc/parvis/none'
  assert.throws(() => makeFolder(nowhere))
  await assert.rejects(madeFolder(nowhere))
})
