import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ELISION = /\b(?:[cdjlmnst]|qu|quelqu|aujourd|jusqu|lorsqu|puisqu)'[a-zàâéèêîôûœ]/i
/** Texts that people type, or that sources write. */
const TYPED: Readonly<Record<string, string>> = {
  'shared/typed/feasts.ts': 'what people type',
  'shared/typed/day.ts': 'what people type',
  'shared/typed/end.ts': 'what people type',
  'shared/typed/series.ts': 'what people type',
  'src/territory/communes/registers/elus-register.ts': 'titles as the register writes them',
}

/** French words before it: texts of both languages stand in the same files. */
const MAIL = /(?:\b(?:adresses?|par|ou|un|des|les|mes|vos|votre|cet|aucun|web et) |\b[dl]’)e?-?mails?\b/gi

const sources = () =>
  ['src', 'shared', 'backoffice']
    .flatMap(folder => readdirSync(folder, { recursive: true }).map(name => join(folder, `${name}`)))
    .filter(path => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))

test('texts for users have typographic apostrophes', () => {
  const found = sources()
    .filter(path => !(path in TYPED))
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

test('French texts write of “courriel” and “adresse électronique”, and not of “e-mail”', () => {
  const found = sources().flatMap(path =>
    [...readFileSync(path, 'utf8').matchAll(MAIL)].map(([text]) => `${path}: ${text}`),
  )
  assert.deepEqual(found, [])
})
