import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ELISION = /\b(?:[cdjlmnst]|qu|quelqu|aujourd|jusqu|lorsqu|puisqu)'[a-zàâéèêîôûœ]/i
/** Texts that people type, or that sources write. */
const TYPED: Readonly<Record<string, string>> = {
  'src/communes/registers/elus-register.ts': 'titles as the register writes them',
  'src/demo/town.ts': 'what people of a town write',
  'backoffice/kit/words/typed-date.ts': 'what people type',
}

test('texts for users have typographic apostrophes', () => {
  const found = ['src', 'shared', 'backoffice']
    .flatMap(folder => readdirSync(folder, { recursive: true }).map(name => join(folder, `${name}`)))
    .filter(path => /\.tsx?$/.test(path) && !path.endsWith('.test.ts') && !(path in TYPED))
    .flatMap(path =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter(line => !/^\s*(?:\/\/|\/?\*)/.test(line))
        .flatMap(line => [...line.matchAll(/"[^"]*"|`[^`]*`/g)].map(([text]) => text))
        .filter(text => ELISION.test(text.replace(/\$\{[^}]*\}/g, '')))
        .map(text => `${path}: ${text}`),
    )
  assert.deepEqual(found, [])
})
