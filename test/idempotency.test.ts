import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { SOME_ID } from '../shared/shapes.ts'
import { takesKey } from '../src/kernel/routes/route.ts'
import { routes } from '../src/routes.ts'
import { startApp } from './app.ts'
import * as make from './factories.ts'

/**
 * Each write of the table of routes keeps its `Idempotency-Key`. The key was used for another request before, so that
 * a write that looks it up is refused, and does nothing.
 */

const app = await startApp({ env: { RATE_LIMIT_SCALE: '0' } })
const admin = await app.user(['admin'])
const commune = await make.commune(app)
const mairie = await make.acteur(app, commune)
await make.member(app, mairie, admin)
await app.owner.query('update communes set mairie_actor_id = $1 where id = $2', [mairie, commune])

const PARAMS: Readonly<Record<string, string>> = {
  acteurId: mairie,
  role: 'admin',
  host: 'exemple.fr',
  slug: 'public',
}
const KEY = 'used-before'
await app.owner.query(
  `insert into idempotency_keys (caller, key, request_hash, status, body) values ($1, $2, '\\x00', 200, '{}')`,
  [admin.id, KEY],
)

const exampleOf = ({ action }: (typeof routes)[number]) =>
  (action.body as (TSchema & { examples?: unknown[] }) | undefined)?.examples?.[0]
/** The body of an upload is a file, which its own test repeats. */
const writes = routes.filter(
  row => row.action.kind === 'write' && takesKey(row) && !('receives' in row.action && row.action.receives),
)
for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'] as const)
  test(`each ${method} looks its Idempotency-Key up`, async () => {
    const rows = writes.filter(row => row.method === method)
    assert.ok(rows.length > 0)
    const passed: string[] = []
    for (const row of rows) {
      const { path, access } = row
      const address = path
        .replace('/api/v1', '')
        .replaceAll(/:(\w+)/g, (_, name: string) => PARAMS[name] ?? SOME_ID)
      const caller = app.as(admin, access.kind === 'admin' ? 'backoffice' : 'public')
      const { status, body: answer } = await caller.send(method, address, exampleOf(row), {
        headers: { 'idempotency-key': KEY },
      })
      if (answer?.error !== 'idempotency_key_reused')
        passed.push(`${path}: ${status} ${JSON.stringify(answer)}`.slice(0, 300))
    }
    assert.deepEqual(passed, [])
  })

const SAMPLES = {
  DELETE: async () => `/admin/publications/${await make.publication(app, mairie, commune)}`,
  PATCH: async () => `/admin/publications/${await make.publication(app, mairie, commune)}/feature`,
  PUT: async () => '/admin/views',
} as const
for (const [method, address] of Object.entries(SAMPLES))
  test(`a ${method} that is sent again gets the first answer, and is done once`, async () => {
    const path = await address()
    const row = writes.find(
      one =>
        one.method === method && path.replace(/[0-9a-f-]{36}/, ':id') === one.path.replace('/api/v1', ''),
    )
    assert.ok(row)
    const send = () =>
      app.as(admin).send(method, path, exampleOf(row), { headers: { 'idempotency-key': `again-${method}` } })
    const [first, second] = [await send(), await send()]
    assert.equal(first.status, 200, JSON.stringify(first.body))
    assert.deepEqual([second.status, second.body], [first.status, first.body])
    assert.deepEqual(
      [first, second].map(({ headers }) => headers.get('idempotent-replayed')),
      [null, 'true'],
    )
    if ('posture' in row && 'audit' in row.posture) {
      const { rows } = await app.owner.query('select from audit_log where action = $1', [row.posture.audit])
      assert.equal(rows.length, 1)
    }
  })
