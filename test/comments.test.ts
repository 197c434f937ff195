import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** Comments say their subject: “Of a publication.” above a number leaves the reader to guess of what it is the most. */
const ROOT = join(import.meta.dirname, '..')
const WITHOUT_SUBJECT = /^\s*(?:\/\*\*|\/\/|\*) ?((?:Of|So many|Whoever|Once:) .*)/
/** The runner reads these lines. */
const FOR_THE_RUNNER = /^Of a release: /

test('no comment begins with a preposition in place of its subject', () => {
  const files = globSync('{backoffice,bench,packages,shared,src,test,trials}/**/*.{ts,tsx,mjs}', {
    cwd: ROOT,
    exclude: file => file.includes('node_modules'),
  })
  assert.ok(files.length > 1_000, 'sources are found')
  const unclear = files.flatMap(file =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .map(line => WITHOUT_SUBJECT.exec(line)?.[1] ?? '')
      .filter(text => text !== '' && !FOR_THE_RUNNER.test(text))
      .map(text => `${file}: ${text}`),
  )
  assert.deepEqual(unclear, [])
})
