import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { Type } from 'typebox'
import { startApp } from '../../../test/app.ts'
import { copyOf } from '../../../test/databases.ts'
import { type Audience, app as apps, bearer } from '../../access/blocks.ts'
import { Problem } from '../errors.ts'
import { read, write } from '../routes/action.ts'
import { get, post, type Row } from '../routes/route.ts'
import { Data, Obj } from '../routes/shapes.ts'
import { sql, type Tx } from './db.ts'
import { textsFromText, timestampFromText } from './values.ts'

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
/** Locks one row, waits, locks the other: two that go opposite ways wait for each other. */
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
          audit.record({ id: '1', after: { why: 'conflict' } })
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

test('two writers that wait for each other: PostgreSQL stops one, it is tried again, both succeed', async () => {
  for (let round = 0; round < 3; round++) {
    const both = await Promise.all([user.post('/forwards'), user.post('/backwards')])
    assert.deepEqual(both.map(outcome), ['201', '201'])
  }
  const { rows: found } = await app.owner.query(
    `select nom from publication_types where slug in ('alerte', 'actualite')`,
  )
  for (const { nom } of found) assert.match(nom, /[^.]\.{6}$/, 'each of the six writes counted once')
})

test('what cannot be serialised even when tried again is 503, not 500', async () => {
  attempts = 0
  assert.equal(outcome(await user.post('/never-serialisable')), '503 unavailable')
  assert.equal(attempts, 4)
})

test('a statement that takes too long is ended and answered 503 with Retry-After', async () => {
  const answer = await user.post('/slow')
  assert.equal(outcome(answer), '503 unavailable')
  assert.equal(answer.headers.get('retry-after'), '2')
})

test('a write that promised a trace and left none is not committed', async () => {
  assert.equal(outcome(await user.post('/promised')), '500 internal_error')
  const { rows: found } = await app.owner.query(`select nom from publication_types where slug = 'service'`)
  assert.equal(found[0].nom, 'Service')
})

test('returned, a refusal keeps its trace; thrown, it undoes everything', async () => {
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

test('a value that PostgreSQL refuses is a 422 and a line in the log, never a 500', async () => {
  assert.equal(outcome(await user.get('/numbers?v=99999999999')), '422 validation_failed')
  assert.equal(outcome(await user.get('/numbers?v=abc')), '422 validation_failed')
  assert.ok(lines.some(line => line.includes('validation gap') && line.includes('22P02')))
})

test('nothing of the inside leaks: no SQL, no table, no driver code', async () => {
  const { status, body } = await user.get('/broken')
  assert.deepEqual([status, body.error], [500, 'internal_error'])
  assert.doesNotMatch(JSON.stringify(body), /secret|nowhere|42P01|select/)
})

test('in test runs a reply that is not what its shape says fails', async () => {
  assert.equal(outcome(await user.get('/drift')), '500 internal_error')
})

test('public reads go to the replica, everything behind a bearer to the primary', async () => {
  assert.equal((await app.anyone.get('/where?v=x')).body.data.value, replica.name)
})

test('timestamps keep their milliseconds and are in UTC', () => {
  assert.equal(timestampFromText('2026-11-20 09:14:19.123456+00'), '2026-11-20T09:14:19.123Z')
  assert.equal(timestampFromText('2026-11-20 09:14:19.1+00'), '2026-11-20T09:14:19.100Z')
  assert.equal(timestampFromText('2026-11-20 09:14:19+00'), '2026-11-20T09:14:19.000Z')
})

test('arrays are read as the driver would read them', () => {
  const byTheDriver: (text: string) => unknown = pg.types.getTypeParser(1009 as number)
  const texts = [
    ...[
      '{}',
      '{a}',
      '{a,b}',
      '{NULL}',
      '{a,NULL,"NULL"}',
      '{"a, b",c,"","d"}',
      '{"",""}',
      '{"2026-11-20 09:14:19+00",x}',
    ],
    ...['{"a \\"b\\"",c}', '{"\\\\"}', '{"{a}",b}', '{{a,b},{c,d}}', '[0:1]={a,b}', '{"},{"}', '{é,"ü, ß"}'],
  ]
  for (const text of texts) assert.deepEqual(textsFromText(text), byTheDriver(text), text)
})
