import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startApp } from './app.ts'
import * as make from './factories.ts'
import { PASSWORD, signInAt } from './sign-in.ts'

/** Runs the scripts of `docs/examples`, each with the types of another generator, against the service. */

const run = promisify(execFile)
const EXAMPLES = join(import.meta.dirname, '../docs/examples')
const generators = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)

const app = await startApp()
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
for (let nth = 0; nth < 5; nth++) await make.publication(app, acteur, commune)
const auth = signInAt(app)
await auth.member('anne@example.org')
const token = await auth.token(await auth.session('anne@example.org'))
await make.member(app, acteur, (await app.as({ token }, 'public').get('/me')).body.data)

test('there is a script for three generators, of about 60 lines, without casts', () => {
  assert.deepEqual(generators, ['openapi-typescript', 'orval', 'swagger-typescript-api'])
  for (const generator of generators) {
    const text = readFileSync(join(EXAMPLES, generator, 'script.ts'), 'utf8')
    assert.ok(text.split('\n').length <= 80, generator)
    assert.doesNotMatch(text, / as [A-Za-z{(]|: any|@ts-|\w!\./, generator)
  }
})

test('the scripts are right for the compiler', async () => {
  const tsc = join(import.meta.dirname, '../node_modules/.bin/tsc')
  await run(process.execPath, [tsc, '--checkers', '1', '-p', EXAMPLES]).catch(({ stdout }) =>
    assert.fail(stdout),
  )
})

for (const generator of generators)
  test(`${generator}: signs in, follows a cursor, creates, edits the version it read, reads a 422`, async () => {
    const before = (await app.as({ token }, 'public').get('/me/publications')).body.meta.total
    const script = join(EXAMPLES, generator, 'script.ts')
    const { stdout } = await run(process.execPath, [script, app.url, 'anne@example.org', PASSWORD])
    assert.deepEqual(JSON.parse(stdout), {
      listed: before,
      edited: 'Grand bal',
      stale: 'stale_version',
      wrong: ['title'],
    })
  })
