import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { KEYS } from './desk-keys.ts'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = globSync('{kit/desk,office/{moderation,claims,appeals,messages}}/*.{ts,tsx}', {
  cwd: ROOT,
}).filter(file => !file.endsWith('.test.ts'))
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

test('a key has one meaning; R answers a person in two ways', () => {
  const meanings = Map.groupBy(Object.entries(KEYS), ([, key]) => key)
  const shared = [...meanings.values()].filter(one => one.length > 1).map(one => one.map(([name]) => name))
  assert.deepEqual(shared, [['refuse', 'reply']])
})

test('no desk has a key beside that table, nor a hint of one', () => {
  assert.ok(SOURCES.length > 40, `${SOURCES.length}`)
  const literal = /\bkey: '(?:[A-Z/]|Delete|Escape)'|\bhint="[A-Z]"|<kbd>[A-Z]<\/kbd>/
  const found = SOURCES.filter(file => literal.test(textOf(file)))
  assert.deepEqual(found, [])
})

test('the keys that every desk has are read in one place', () => {
  const keyed = (name: keyof typeof KEYS) =>
    SOURCES.filter(file => textOf(file).includes(`key: KEYS.${name},`)).toSorted()
  for (const name of ['next', 'previous', 'leave'] as const)
    assert.deepEqual(keyed(name), ['kit/desk/desk-screen.tsx'], name)
  // What several items were given to a colleague is undone where it was done.
  assert.deepEqual(keyed('undo'), ['kit/desk/desk-screen.tsx', 'office/moderation/batch-team.tsx'])
})

test('on every desk an item is given to a colleague by its key', () => {
  for (const desk of ['moderation', 'claims', 'appeals', 'messages']) {
    const texts = SOURCES.filter(file => file.startsWith(`office/${desk}/`)).map(textOf)
    assert.ok(
      texts.some(text => /<Team\b|key: KEYS\.give\b/.test(text)),
      desk,
    )
  }
})

test('each key of the table is used by a desk', () => {
  const all = SOURCES.map(textOf).join('\n')
  const unused = Object.keys(KEYS).filter(name => !all.includes(`KEYS.${name}`))
  assert.deepEqual(unused, [])
})
