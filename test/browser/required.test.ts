import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const PROGRAM = `
  import { skip, visit } from './test/browser/visit.ts'
  const said = await visit({ url: 'http://127.0.0.1:1' }).catch(error => error.message)
  console.log(JSON.stringify({ skip, said }))`

function without(env: Readonly<Record<string, string>>): { skip: string | false; said: string } {
  const args = ['--input-type=module', '--eval', PROGRAM]
  const told = execFileSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, PARVIS_CHROMIUM: '/nowhere/chromium', PARVIS_BROWSER_TESTS: '', ...env },
  })
  // The rest of the output is from the runner that the module starts.
  return JSON.parse(told.split('\n', 1)[0] ?? '')
}

test('without a browser, browser tests are skipped with a message, or fail with it when they are required', () => {
  assert.match(String(without({}).skip), /^PARVIS_CHROMIUM names \/nowhere\/chromium, which is no program/)
  const { skip, said } = without({ PARVIS_BROWSER_TESTS: 'required' })
  assert.equal(skip, false)
  assert.match(said, /^PARVIS_BROWSER_TESTS is required, but PARVIS_CHROMIUM names/)
})

test('CI requires browser tests', () => {
  assert.match(readFileSync(join(ROOT, '.ci/run'), 'utf8'), /^PARVIS_BROWSER_TESTS=required npm test/m)
})
