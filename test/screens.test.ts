import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { routes } from '../src/routes.ts'
import { describeScreens, reached } from './fixtures/screens-page.ts'

test('every back-office route of the interface is reached from a screen', () => {
  const named = new Set(
    routes
      .filter(route => !route.extension)
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
  )
  const all = reached().filter(({ route }) => named.has(route))
  assert.ok(all.length > 40, 'the routes are found')
  assert.deepEqual(
    all.filter(({ by }) => by.length === 0).map(({ route }) => route),
    [],
  )
})

test('the page in docs says which screen asks what', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/screens.md'), 'utf8')
  assert.equal(page, describeScreens(), 'run: node launch.mjs test/fixtures/screens-page.ts')
})
