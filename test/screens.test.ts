import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { routes } from '../src/routes.ts'

const BACKOFFICE = join(import.meta.dirname, '../backoffice')
const sent = readdirSync(BACKOFFICE, { recursive: true, encoding: 'utf8' })
  .filter(path => /\.tsx?$/.test(path) && !/\.test\.ts$|^\.built|^kit\/api\/contract\.ts$/.test(path))
  .map(path => readFileSync(join(BACKOFFICE, path), 'utf8'))

test('every back-office route of the interface is sent by a screen', () => {
  const named = routes
    .filter(({ path, extension }) => path.startsWith('/api/v1/admin/') && !extension)
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  assert.ok(named.length > 40, 'the routes are found')
  assert.deepEqual(
    named.filter(route => !sent.some(text => text.includes(`'${route}'`))),
    [],
  )
})
