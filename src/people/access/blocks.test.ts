import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Data, Id, Obj } from '../../../shared/shapes.ts'
import { act, get, post, signed } from '../../kernel/routes/route.ts'
import { admin, anybody, app, bearer, mairie } from './blocks.ts'
import { anyone, signedIn } from './visitors.ts'

/** Checked by the compiler: `npm run check` fails where a `@ts-expect-error` line compiles. */

const summary = 'For the tests'
const reply = Data(Obj({ id: Id }))
const silent = { silent: 'a row of the tests' }
const myOwn = signedIn.read({ summary, reply, run: async ({ caller }) => ({ data: { id: caller.id } }) })
const write = signedIn.write({ summary, reply, run: async ({ caller }) => ({ data: { id: caller.id } }) })
const maybeMine = anyone.write({
  summary,
  reply,
  run: async ({ caller, source }) => ({ data: { id: caller?.id ?? source.slug } }),
})
const sender = {
  header: 'Signature',
  secrets: () => [],
  type: 'text/plain',
  bodyLimit: 1,
  read: (bytes: Buffer) => bytes,
}

test('an action that needs a user compiles in blocks that have one', () => {
  const rows = [
    ...bearer([get('/mine', myOwn), post('/mine', write, silent)]),
    ...mairie([get('/mine', myOwn), post('/mine', write, silent)]),
    ...admin('claims', [get('/mine', myOwn), post('/mine', write, silent)]),
  ]
  assert.deepEqual(
    rows.map(row => `${row.method} ${row.path} ${row.access.kind}`),
    [
      'GET /api/v1/mine bearer',
      'POST /api/v1/mine bearer',
      'GET /api/v1/mairie/mine mairie',
      'POST /api/v1/mairie/mine mairie',
      'GET /api/v1/admin/mine admin',
      'POST /api/v1/admin/mine admin',
    ],
  )
})

test('an action that needs a user does not compile in open blocks', () => {
  // @ts-expect-error: of a visitor of an app, nothing is known.
  app([get('/mine', myOwn)])
  // @ts-expect-error: somebody signed in is welcome here, and nobody has to be.
  anybody([post('/mine', write, silent)])
  // @ts-expect-error: a webhook's sender is no user.
  signed(sender, [act('/mine', write, silent)])
})

test('an action with an optional user compiles everywhere but behind a signature', () => {
  const row = post('/theirs', maybeMine, silent)
  const rows = [
    ...app([row]),
    ...anybody([row]),
    ...bearer([row]),
    ...mairie([row]),
    ...admin('claims', [row]),
  ]
  assert.equal(rows.length, 5)
  // @ts-expect-error: a webhook comes through no app.
  signed(sender, [row])
})

test('an optional caller is not typed as a user', () => {
  anyone.read({
    summary,
    reply,
    // @ts-expect-error: there may be no caller.
    run: async ({ caller }) => ({ data: { id: caller.id } }),
  })
})
