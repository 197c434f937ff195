import assert from 'node:assert/strict'
import { test } from 'node:test'
import build from 'fast-json-stringify'
import type { TSchema } from 'typebox'
import { formOf } from '../shared/shapes.ts'
import { checkFor } from '../src/kernel/routes/check.ts'
import { routes, signInRoutes } from '../src/routes.ts'
import { stripeWebhook } from '../src/webhooks.ts'

/**
 * Compares the route table with the specification: every route exists with the specified access or is listed as
 * missing, and every other route is marked as an extension.
 */
const INTERFACE = `
admin  GET    /admin/dashboard
admin  GET    /admin/users
admin  GET    /admin/users/:userId
admin  PATCH  /admin/users/:userId
admin  POST   /admin/users/:userId/roles
admin  DELETE /admin/users/:userId/roles/:role
admin  GET    /admin/acteurs
admin  PATCH  /admin/acteurs/:id/validate
admin  PATCH  /admin/acteurs/:id/badge
admin  PATCH  /admin/acteurs/:id/active
admin  DELETE /admin/acteurs/:id/restore
admin  POST   /admin/acteurs/:id/can-publish
admin  GET    /admin/claims
admin  PATCH  /admin/claims/:id
admin  GET    /admin/publications
admin  PATCH  /admin/publications/bulk/moderate
admin  PATCH  /admin/publications/:id/moderate
admin  PATCH  /admin/publications/:id/valide
admin  PATCH  /admin/publications/:id/feature
admin  DELETE /admin/publications/:id
admin  PATCH  /admin/publications/:id/restore
admin  GET    /admin/subscriptions
admin  POST   /admin/communes
admin  PATCH  /admin/communes/:id
admin  GET    /admin/communes/:id/full
admin  GET    /admin/communes/:id/defibrillateurs
admin  POST   /admin/communes/:id/defibrillateurs/sync
admin  PATCH  /admin/defibrillateurs/:id
admin  GET    /admin/defibrillateurs-france
admin  POST   /admin/defibrillateurs-france/sync
admin  PATCH  /admin/defibrillateurs-france/:id
admin  GET    /admin/messages/threads
admin  GET    /admin/messages/threads/:id/messages
admin  POST   /admin/messages/threads/:id/reply
admin  PATCH  /admin/messages/threads/:id/read
admin  PATCH  /admin/messages/threads/:id/unread
admin  PATCH  /admin/messages/threads/:id/flag
admin  PATCH  /admin/messages/threads/:id/close
admin  GET    /admin/import-sources
admin  POST   /admin/import-sources
admin  GET    /admin/import-sources/:id
admin  PATCH  /admin/import-sources/:id
admin  DELETE /admin/import-sources/:id
admin  POST   /admin/import-sources/:id/run
admin  GET    /admin/import-sources/:id/runs
admin  GET    /admin/import-sources/:id/logs/:date
app    GET    /publications/types
app    GET    /publications
app    GET    /publications/:id
app    GET    /acteurs/:acteurId/publications
app    GET    /communes/:communeId/publications
bearer POST   /publications
bearer PATCH  /publications/:id
bearer DELETE /publications/:id
bearer PATCH  /publications/:id/moderate
app    POST   /publications/:id/report
mairie GET    /mairie/acteurs/:acteurId/publications
mairie POST   /mairie/acteurs/:acteurId/publications
mairie PATCH  /mairie/acteurs/:acteurId/publications/:publicationId/moderate
app    POST   /claims
app    GET    /communes
app    GET    /communes/:slug
app    GET    /communes/:id/elus
app    GET    /communes/:id/collectes
app    GET    /communes/:id/infos
app    GET    /communes/:id/defibrillateurs
app    GET    /defibrillateurs
signed POST   /webhooks/payment
`
  .trim()
  .split('\n')
  .map(line => line.split(/\s+/) as [access: string, method: string, path: string])

/** The routes that are built. */
const BUILT = new Set([
  'GET /admin/dashboard',
  'GET /admin/users',
  'GET /admin/users/:userId',
  'PATCH /admin/users/:userId',
  'POST /admin/users/:userId/roles',
  'DELETE /admin/users/:userId/roles/:role',
  'GET /admin/acteurs',
  'PATCH /admin/acteurs/:id/validate',
  'PATCH /admin/acteurs/:id/badge',
  'PATCH /admin/acteurs/:id/active',
  'DELETE /admin/acteurs/:id/restore',
  'POST /admin/acteurs/:id/can-publish',
  'GET /admin/claims',
  'PATCH /admin/claims/:id',
  'POST /claims',
  'GET /publications/types',
  'GET /publications',
  'GET /publications/:id',
  'GET /acteurs/:acteurId/publications',
  'GET /communes/:communeId/publications',
  'POST /publications',
  'PATCH /publications/:id',
  'DELETE /publications/:id',
  'PATCH /publications/:id/moderate',
  'POST /publications/:id/report',
  'GET /mairie/acteurs/:acteurId/publications',
  'POST /mairie/acteurs/:acteurId/publications',
  'PATCH /mairie/acteurs/:acteurId/publications/:publicationId/moderate',
  'GET /admin/publications',
  'PATCH /admin/publications/bulk/moderate',
  'PATCH /admin/publications/:id/moderate',
  'PATCH /admin/publications/:id/valide',
  'PATCH /admin/publications/:id/feature',
  'DELETE /admin/publications/:id',
  'PATCH /admin/publications/:id/restore',
  'GET /admin/messages/threads',
  'GET /admin/messages/threads/:id/messages',
  'POST /admin/messages/threads/:id/reply',
  'PATCH /admin/messages/threads/:id/read',
  'PATCH /admin/messages/threads/:id/unread',
  'PATCH /admin/messages/threads/:id/flag',
  'PATCH /admin/messages/threads/:id/close',
  'GET /communes',
  'GET /communes/:slug',
  'GET /communes/:id/elus',
  'GET /communes/:id/collectes',
  'GET /communes/:id/infos',
  'GET /admin/import-sources',
  'POST /admin/import-sources',
  'GET /admin/import-sources/:id',
  'PATCH /admin/import-sources/:id',
  'DELETE /admin/import-sources/:id',
  'POST /admin/import-sources/:id/run',
  'GET /admin/import-sources/:id/runs',
  'GET /admin/import-sources/:id/logs/:date',
  'GET /admin/subscriptions',
  'POST /webhooks/payment',
  'POST /admin/communes',
  'PATCH /admin/communes/:id',
  'GET /admin/communes/:id/full',
  'POST /admin/defibrillateurs-france/sync',
  'POST /admin/communes/:id/defibrillateurs/sync',
  'GET /communes/:id/defibrillateurs',
  'GET /defibrillateurs',
  'GET /admin/communes/:id/defibrillateurs',
  'PATCH /admin/defibrillateurs/:id',
  'GET /admin/defibrillateurs-france',
  'PATCH /admin/defibrillateurs-france/:id',
])

/** Parameter names may differ; positions must match. */
const signature = (method: string, path: string) => `${method} /api/v1${path}`.replaceAll(/:\w+/g, ':')

const served = new Map(routes.map(row => [`${row.method} ${row.path}`.replaceAll(/:\w+/g, ':'), row]))

for (const [access, method, path] of INTERFACE) {
  const built = BUILT.has(`${method} ${path}`)
  test(`${method} ${path} is ${built ? `served, for ${access}` : 'still to come'}`, () => {
    const row = served.get(signature(method, path))
    assert.equal(row !== undefined, built)
    if (row) assert.equal(row.access.kind, access)
  })
}

test('the interface has 68 routes', () => assert.equal(INTERFACE.length, 68))

test('a route that was not asked for is marked as an extension, and no asked one is', () => {
  const asked = new Set(INTERFACE.map(([, method, path]) => signature(method, path)))
  for (const [name, row] of served) assert.equal(row.extension, !asked.has(name), name)
})

test('no two rows have the same address', () => assert.equal(served.size, routes.length))

test('routes that create answer 201, routes that queue 202, all others 200', () => {
  for (const row of routes) {
    const mayQueue = 'mayBeDone' in row.action && row.action.mayBeDone === true
    if (row.method !== 'POST') assert.equal(row.status, mayQueue ? 202 : 200, row.path)
  }
})

test('every write of members and the back-office has a rate limit per user', () => {
  const unlimited = routes.filter(
    row =>
      ['bearer', 'mairie', 'admin'].includes(row.access.kind) &&
      'posture' in row &&
      !row.posture.limit?.some(({ by }) => by === 'user'),
  )
  assert.deepEqual(
    unlimited.map(({ method, path }) => `${method} ${path}`),
    [],
  )
})

/** What a program makes and no person types: tokens, keys of browsers, places in a script. */
const OF_PROGRAMS = [/\/crashes$/, /\/push-subscriptions/, / \/auth\//]

test('a refused text says its form in words: every pattern of a query or body has them', () => {
  const silent: string[] = []
  let found = 0
  const look = (shape: object, at: string): void => {
    if ('pattern' in shape && !('format' in shape)) {
      found++
      if (!formOf(shape)) silent.push(`${at}: ${shape.pattern}`)
    }
    for (const [name, inner] of Object.entries(shape))
      if (typeof inner === 'object' && inner !== null) look(inner, `${at}.${name}`)
  }
  for (const { method, path, action } of [...routes, ...signInRoutes]) {
    const { query, body } = action as { readonly query?: object; readonly body?: object }
    const address = `${method} ${path}`
    if (!OF_PROGRAMS.some(some => some.test(address))) look({ query, body }, address)
  }
  assert.deepEqual(silent, [])
  assert.ok(found > 20, `${found} patterns`)
})

test('every shape can be compiled: a route does it when it is first asked', () => {
  const parts = ['params', 'query', 'body', 'reply'] as const
  const shapes = [...routes, ...stripeWebhook, ...signInRoutes].map(row => row.action as object)
  let compiled = 0
  for (const action of shapes as Partial<Record<(typeof parts)[number], TSchema>>[]) {
    for (const part of parts.filter(name => action[name])) {
      checkFor(action[part] as TSchema)({})
      if (part === 'reply') build(action[part] as object as Parameters<typeof build>[0])
      compiled++
    }
  }
  assert.ok(compiled > shapes.length, `${compiled} shapes`)
})
