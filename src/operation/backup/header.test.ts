import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { dayOf, headerFrom } from './header.ts'

const header = {
  parvis_backup: 1,
  version: '0.3.0-dev',
  created_at: '2026-11-22T13:31:54.581Z',
  postgres: 18,
  pgboss: 43,
  migrations: [{ number: 1, name: 'ground', sha256: 'ab' }],
  secret_fingerprint: '01'.repeat(32),
  tables: [
    {
      schema: 'public',
      name: 'communes',
      columns: [{ name: 'id', type: 'uuid' }],
      partitions: [],
    },
  ],
  sequences: [{ name: 'public.audit_log_id_seq', last_value: '55', is_called: true }],
}
const read = (given: Record<string, unknown>) => headerFrom(given, 'it')

test('a header is read into what it may hold, and what it may not hold is left out', () => {
  assert.deepEqual(read({ ...header, more: 'of something' }), header)
  const secrets = { secret: 's'.repeat(64), signing_secret: 'whsec_x' }
  assert.deepEqual(read({ ...header, ...secrets }), { ...header, ...secrets })
})

test('a header that no Parvis writes is refused in a sentence, before any of it is used', () => {
  const [table] = header.tables
  const tables = (change: object) => ({ tables: [{ ...table, ...change }] })
  const hostile: readonly object[] = [
    { version: '0.3.0; drop' },
    { version: { toString: 'x' } },
    { created_at: 'yesterday' },
    { postgres: '18' },
    { pgboss: -1 },
    { pgboss: 1.5 },
    { pgboss: 1e300 },
    { migrations: 'all' },
    { migrations: [null] },
    { migrations: [[]] },
    { migrations: [{ number: 1, name: "x'; --", sha256: 'ab' }] },
    { migrations: Array.from({ length: 10_001 }, () => header.migrations[0]) },
    { secret_fingerprint: 'ab' },
    { secret: 'short' },
    { secret: `${'s'.repeat(40)}\n` },
    { secret: 5 },
    { signing_secret: '' },
    { tables: {} },
    { tables: [table, table] },
    tables({ schema: 'pg_catalog' }),
    tables({ name: '' }),
    tables({ name: 'x'.repeat(64) }),
    tables({ name: 'a\u0000b' }),
    tables({ name: ['communes'] }),
    tables({ columns: null }),
    tables({ columns: [{ name: 'id', type: 'uuid\nnull' }] }),
    tables({ partitions: [{ name: 'x', bound: 5 }] }),
    tables({ partitions: [{ name: 'x', bound: 'x'.repeat(1_001) }] }),
    { sequences: [{ name: 'x', last_value: '1); drop', is_called: true }] },
    { sequences: [{ name: 'x', last_value: 1, is_called: true }] },
    { sequences: [{ name: 'x', last_value: '1', is_called: 'true' }] },
  ]
  for (const change of hostile)
    assert.throws(
      () => read({ ...header, ...change }),
      (error: Error) =>
        error instanceof Refusal && /^it (begins as no backup|is not a backup)/.test(error.message),
      JSON.stringify(change).slice(0, 200),
    )
  assert.throws(() => read({ ...header, parvis_backup: 2, version: '\u001b[2J' }), {
    message: /^it was made by a Parvis that is newer than this one/,
  })
})

test('a partition is a day and called after it; its bounds are made of two dates, and of nothing else in the file', () => {
  const bound = "FOR VALUES FROM ('2026-11-22 00:00:00+00') TO ('2026-11-23 00:00:00+00')"
  assert.deepEqual(dayOf('queue_stats', { name: 'queue_stats_20261122', bound }), {
    name: 'queue_stats_20261122',
    from: '2026-11-22 00:00:00+00',
    to: '2026-11-23 00:00:00+00',
  })
  const from = (text: string) => `FOR VALUES FROM (${text}) TO ('2026-11-23 00:00:00+00')`
  const hostile = [
    'DEFAULT',
    from("to_timestamp(lo_from_bytea(424242, decode('70776e6564', 'hex'))::bigint::float8)"),
    from("to_timestamp(lo_export(424242, '/tmp/pwned'))"),
    from("'2026-11-22 00:00:00+00'::timestamptz"),
    from("'2026-11-22 00:00:00+00', 1"),
    from("'2026-11-22 00:00:01+00'"),
    from("'2026-11-21 00:00:00+00'"),
    from("'2026-99-99 00:00:00+00'"),
    from('MINVALUE'),
    `${bound}; select 1`,
    `${bound}\n`,
    ` ${bound}`,
    bound.toLowerCase(),
  ]
  for (const one of hostile)
    assert.equal(dayOf('queue_stats', { name: 'queue_stats_20261122', bound: one }), undefined, one)
  for (const name of ['queue_stats_20261123', 'queue_stats', 'other_20261122', 'queue_stats_20261122"'])
    assert.equal(dayOf('queue_stats', { name, bound }), undefined)
})
