import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startApp } from './app.ts'
import * as make from './factories.ts'
import { PASSWORD, signInAt } from './sign-in.ts'

/** Runs the script of `docs/examples`, with generated types, against the service. */

const run = promisify(execFile)
const EXAMPLES = join(import.meta.dirname, '../docs/examples')
const SCRIPT = join(EXAMPLES, 'script.ts')

const app = await startApp()
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
for (let nth = 0; nth < 5; nth++) await make.publication(app, acteur, commune)
const auth = signInAt(app)
await auth.member('anne@example.org')
const token = await auth.token(await auth.session('anne@example.org'))
await make.member(app, acteur, (await app.as({ token }, 'public').get('/me')).body.data)

test('the script has about 60 lines and no casts', () => {
  const text = readFileSync(SCRIPT, 'utf8')
  assert.ok(text.split('\n').length <= 80)
  assert.doesNotMatch(text, / as [A-Za-z{(]|: any|@ts-|\w!\./)
})

test('the script is right for the compiler', async () => {
  const tsc = join(import.meta.dirname, '../node_modules/.bin/tsc')
  await run(process.execPath, [tsc, '--checkers', '1', '-p', EXAMPLES]).catch(({ stdout }) =>
    assert.fail(stdout),
  )
})

test('it signs in, follows a cursor, creates, edits the version it read, reads a 422', async () => {
  const before = (await app.as({ token }, 'public').get('/me/publications')).body.meta.total
  const { stdout } = await run(process.execPath, [SCRIPT, app.url, 'anne@example.org', PASSWORD])
  assert.deepEqual(JSON.parse(stdout), {
    listed: before,
    edited: 'Grand bal',
    stale: 'stale_version',
    wrong: ['title'],
  })
})
