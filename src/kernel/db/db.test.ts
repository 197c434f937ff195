import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Data, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { startApp } from '../../../test/app.ts'
import { copyOf } from '../../../test/databases.ts'
import { type Audience, app as apps, bearer } from '../../people/access/blocks.ts'
import { Problem } from '../refusals/errors.ts'
import { read, write } from '../routes/action.ts'
import { get, post, type Row } from '../routes/route.ts'
import { pipelined, sql, type Tx } from './db.ts'

const reply = Data(Obj({ value: Type.String() }))
const silent = 'a row of the tests'
const doing = (run: (tx: Tx) => Promise<unknown>) =>
  write({
    summary: 'For the tests',
    reply,
    run: async ({ tx }) => ({ data: { value: String(await run(tx)) } }),
  })
const asking = (run: (text: string) => ReturnType<typeof sql>) =>
  read({
    summary: 'For the tests',
    reply,
    query: Obj({ v: Type.String() }),
    run: async ({ db, query }) =>
      (await db.one<{ data: { value: string } }>(run(query.v))) as { data: { value: string } },
  })

const sleep = (tx: Tx, seconds: number) => tx.run(sql`select pg_sleep(${seconds})`)
const touch = (tx: Tx, name: string) =>
  tx.run(sql`update publication_types set nom = nom || '.' where slug = ${name}`)
/** Locks one row, waits, locks the other: two in opposite order deadlock. */
const inTurn = (first: string, second: string) =>
  doing(async tx => {
    await touch(tx, first)
    await sleep(tx, 0.3)
    await touch(tx, second)
  })
let attempts = 0

const rows: Row<Audience>[] = [
  ...bearer([
    post('/forwards', inTurn('actualite', 'alerte'), { silent }),
    post('/backwards', inTurn('alerte', 'actualite'), { silent }),
    post(
      '/never-serialisable',
      doing(async tx => {
        attempts++
        await tx.run(sql`do $$ begin raise exception 'x' using errcode = '40001'; end $$`)
      }),
      { silent },
    ),
    post(
      '/slow',
      doing(tx => sleep(tx, 30)),
      { silent },
    ),
    post(
      '/promised',
      write({
        summary: 'Forgets its trace',
        reply,
        run: async ({ tx }) => {
          await touch(tx, 'service')
          return { data: { value: 'no trace' } }
        },
      }),
      { audit: 'thing.done' },
    ),
    post(
      '/refused-and-kept',
      write({
        summary: 'Refuses and remembers',
        reply,
        errors: ['claim_conflict'],
        run: async ({ audit }) => {
          audit.record({ id: '1', after: { reason: 'conflict' } })
          return new Problem('claim_conflict')
        },
      }),
      { audit: 'claim.conflict' },
    ),
    post(
      '/refused-and-undone',
      write({
        summary: 'Refuses and forgets',
        reply,
        errors: ['claim_conflict'],
        run: async ({ tx, audit }) => {
          await touch(tx, 'annonce')
          audit.record({ id: '2', after: {} })
          throw new Problem('claim_conflict')
        },
      }),
      { audit: 'claim.conflict' },
    ),
    get(
      '/numbers',
      asking(v => sql`select json_build_object('value', (${v}::int / 1)::text) as data`),
    ),
    get(
      '/checks',
      asking(v => sql`select json_build_object('value', (1 / length(${v}))::text) as data`),
    ),
    get(
      '/broken',
      read({
        summary: 'Broken',
        reply,
        run: async ({ db }) => (await db.one(sql`select 'secret' from nowhere`)) as never,
      }),
    ),
    get('/drift', read({ summary: 'Drifts', reply, run: async () => ({ data: { value: 1 } }) as never })),
  ]),
  ...apps([
    get(
      '/where',
      asking(() => sql`select json_build_object('value', current_database()) as data`),
    ),
  ]),
]

const replica = await copyOf('empty')
const lines: string[] = []
const app = await startApp({ rows, replica: replica.owner, log: line => lines.push(line) })
const user = app.as(await app.user(), null)
const outcome = ({ status, body }: { status: number; body: { error?: string } }) =>
  `${status} ${body.error ?? ''}`.trim()

test('after a deadlock the aborted transaction is retried, and both succeed', async () => {
  for (let round = 0; round < 3; round++) {
    const both = await Promise.all([user.post('/forwards'), user.post('/backwards')])
    assert.deepEqual(both.map(outcome), ['201', '201'])
  }
  const { rows: found } = await app.owner.query(
    `select nom from publication_types where slug in ('alerte', 'actualite')`,
  )
  for (const { nom } of found) assert.match(nom, /[^.]\.{6}$/, 'each of the six writes counted once')
})

test('a serialisation failure after all retries is 503, not 500', async () => {
  attempts = 0
  assert.equal(outcome(await user.post('/never-serialisable')), '503 unavailable')
  assert.equal(attempts, 4)
})

test('a statement timeout is answered with 503 and Retry-After', async () => {
  const answer = await user.post('/slow')
  assert.equal(outcome(answer), '503 unavailable')
  assert.equal(answer.headers.get('retry-after'), '2')
})

test('a write without its promised audit row is not committed', async () => {
  assert.equal(outcome(await user.post('/promised')), '500 internal_error')
  const { rows: found } = await app.owner.query(`select nom from publication_types where slug = 'service'`)
  assert.equal(found[0].nom, 'Service')
})

test('a returned Problem commits its audit row, a thrown one rolls back', async () => {
  const again = { headers: { 'idempotency-key': 'the-same' } }
  assert.equal(outcome(await user.post('/refused-and-kept', undefined, again)), '409 claim_conflict')
  assert.equal(outcome(await user.post('/refused-and-kept', undefined, again)), '409 claim_conflict')
  assert.equal(outcome(await user.post('/refused-and-undone')), '409 claim_conflict')
  const { rows: found } = await app.owner.query(
    `select entity_id from audit_log where action = 'claim.conflict'`,
  )
  assert.deepEqual(found, [{ entity_id: '1' }])
  const { rows: types } = await app.owner.query(`select nom from publication_types where slug = 'annonce'`)
  assert.equal(types[0].nom, 'Annonce')
})

const nameOf = async (slug: string): Promise<string> =>
  (await app.owner.query('select nom from publication_types where slug = $1', [slug])).rows[0].nom

test('statements sent with the commit are atomic with the transaction', async () => {
  const { db } = app.service
  const renamed = (nom: unknown) => sql`update publication_types set nom = ${nom} where slug = 'annonce'`
  await db.transaction(async (_tx, last) => last(renamed('Seule')))
  assert.equal(await nameOf('annonce'), 'Seule')
  await db.transaction(async (tx, last) => {
    last(renamed('Derrière'))
    await touch(tx, 'service')
  })
  assert.deepEqual([await nameOf('annonce'), await nameOf('service')], ['Derrière', 'Service.'])
  const refused = [sql`update publication_types set ordre = ${'no number'}`, renamed(() => {})]
  for (const query of refused) {
    const both = db.transaction(async (tx, last) => {
      await touch(tx, 'service')
      last(renamed('Avant'))
      last(query)
    })
    await assert.rejects(both)
    assert.deepEqual([await nameOf('annonce'), await nameOf('service')], ['Derrière', 'Service.'])
  }
  await app.owner.query(
    `update publication_types set nom = initcap(slug) where slug in ('annonce', 'service')`,
  )
})

test('a transaction that PostgreSQL rolled back is not reported as committed', async () => {
  const { db } = app.service
  const swallowed = db.transaction(async tx => {
    await touch(tx, 'service')
    await tx.run(sql`select 1 / 0`).catch(() => {})
  })
  await assert.rejects(swallowed, /Rolled back/)
  const unheard = db.transaction(async tx => {
    tx.run(sql`update publication_types set ordre = ${'no number'}`).catch(() => {})
  })
  await assert.rejects(unheard, /Rolled back/)
})

test('a statement after the end of its transaction fails', async () => {
  const { db } = app.service
  const before = await nameOf('service')
  const held = Promise.withResolvers<void>()
  const late: Promise<unknown>[] = []
  const later = async (tx: Tx) => {
    await held.promise
    await touch(tx, 'service')
  }
  await db.transaction(async tx => late.push(pipelined(later(tx))))
  const failed = db.transaction(async tx => {
    // Held back until the transaction is open, but it has ended by then.
    late.push(pipelined(touch(tx, 'service')), pipelined(later(tx)))
    throw new Problem('conflict')
  })
  await assert.rejects(failed, { code: 'conflict' })
  held.resolve()
  for (const one of await Promise.allSettled(late))
    assert.match(one.status === 'rejected' ? `${one.reason}` : one.status, /The transaction is over/)
  assert.equal(await nameOf('service'), before)

  // Not awaited, but sent before the commit.
  await db.transaction(async tx => void touch(tx, 'service'))
  assert.equal(await nameOf('service'), `${before}.`)
})

test('an invalid value for PostgreSQL is a 422 with a log line, not a 500', async () => {
  assert.equal(outcome(await user.get('/numbers?v=99999999999')), '422 validation_failed')
  assert.equal(outcome(await user.get('/numbers?v=abc')), '422 validation_failed')
  assert.ok(lines.some(line => line.includes('validation gap') && line.includes('22P02')))
})

test('errors leak no SQL, table name or driver code', async () => {
  const { status, body } = await user.get('/broken')
  assert.deepEqual([status, body.error], [500, 'internal_error'])
  assert.doesNotMatch(JSON.stringify(body), /secret|nowhere|42P01|select/)
})

test('in tests a reply that differs from its shape fails', async () => {
  assert.equal(outcome(await user.get('/drift')), '500 internal_error')
})

test('public reads use the replica, authenticated ones the primary', async () => {
  assert.equal((await app.anyone.get('/where?v=x')).body.data.value, replica.name)
})
