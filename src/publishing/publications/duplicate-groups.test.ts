import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { checkKept } from './commands.ts'

/** Groups of duplicates while transactions overlap. */

const app = await startApp()
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
const PENDING = { moderation_status: 'pending', valide: false, publie_le: null }

const open = async () => {
  const client = new pg.Client(app.connection)
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
const waits = (client: pg.Client) =>
  eventually(async () => {
    const { rows } = await app.owner.query(
      `select wait_event_type = 'Lock' as waits from pg_stat_activity where pid = $1`,
      [(client as unknown as { processID: number }).processID],
    )
    return rows[0]?.waits
  }, 'the statement waits')
const insert = (client: pg.Client, duplicate_key: string) =>
  make.publication({ ...app, owner: client }, acteur, commune, { ...PENDING, duplicate_key })
const grouped = async (key: string) =>
  (
    await app.owner.query(
      'select publication_id as id, moderation_status from duplicate_publications where duplicate_key = $1 order by created_at',
      [key],
    )
  ).rows
const groups = async (key: string) =>
  (await app.owner.query('select total from duplicate_groups where duplicate_key = $1', [key])).rows
const wrong = async () =>
  (await app.service.db.transaction(checkKept)).filter(one => one.wrong > 0).map(({ name }) => name)

test('of two transactions that write the same content, the second waits for the first and finds it', async () => {
  await using first = await open()
  await using second = await open()
  const key = crypto.randomUUID()
  for (const client of [first, second]) await client.query('begin')
  const one = await insert(first, key)
  assert.deepEqual(await grouped(key), [])
  const other = insert(second, key)
  await waits(second)
  // Other content is written meanwhile.
  await insert(app.owner, crypto.randomUUID())
  await first.query('commit')
  await other
  await second.query('commit')
  assert.deepEqual((await grouped(key)).map(({ id }) => id).sort(), [one, await other].sort())
  assert.deepEqual(await groups(key), [{ total: 2 }])
  assert.deepEqual(await wrong(), [])
})

test('a duplicate of what is rolled back or deleted meanwhile is in no group', async () => {
  const deleted = crypto.randomUUID()
  await insert(app.owner, deleted)
  for (const [key, change, end] of [
    [crypto.randomUUID(), (client: pg.Client, key: string) => insert(client, key), 'rollback'],
    [
      deleted,
      (client: pg.Client, key: string) =>
        client.query('update publications set deleted_at = now() where duplicate_key = $1', [key]),
      'commit',
    ],
  ] as const) {
    await using first = await open()
    await using second = await open()
    await first.query('begin')
    await change(first, key)
    const made = insert(second, key)
    await waits(second)
    await first.query(end)
    await made
    assert.deepEqual([await grouped(key), await groups(key)], [[], []])
  }
  assert.deepEqual(await wrong(), [])
})

test('of a group that is left from both sides at once, nothing stays', async () => {
  const key = crypto.randomUUID()
  const ids = await make.several(3, () => insert(app.owner, key))
  await using first = await open()
  await using second = await open()
  const leave = (client: pg.Client, at: number) =>
    client.query('update publications set deleted_at = now() where id = $1', [ids[at]])
  await first.query('begin')
  await leave(first, 0)
  const left = leave(second, 1)
  await waits(second)
  await first.query('commit')
  await left
  assert.deepEqual([await grouped(key), await groups(key)], [[], []])
})

test('a decision about a publication is in its group, whichever of the two commits first', async () => {
  const decide = (client: pg.Client, id: string) =>
    client.query(
      `update publications set moderation_status = 'published', valide = true, publie_le = now() where id = $1`,
      [id],
    )
  for (const decidedFirst of [true, false]) {
    const key = crypto.randomUUID()
    const id = await insert(app.owner, key)
    await using first = await open()
    await using second = await open()
    await first.query('begin')
    await (decidedFirst ? decide(first, id) : insert(first, key))
    const later = decidedFirst ? insert(second, key) : decide(second, id)
    await waits(second)
    await first.query('commit')
    await later
    assert.deepEqual(
      (await grouped(key)).map(row => [row.id === id, row.moderation_status]),
      [
        [true, 'published'],
        [false, 'pending'],
      ],
    )
  }
  assert.deepEqual(await wrong(), [])
})

test('a transaction may write more keys than the server has advisory locks', async () => {
  const { rows } = await app.owner.query(
    `select current_setting('max_locks_per_transaction')::int * current_setting('max_connections')::int as most`,
  )
  const keys = Array.from({ length: 2 * rows[0].most }, () => crypto.randomUUID())
  await app.owner.query(`select group_duplicates($1, '{}')`, [keys])
  const { rows: left } = await app.owner.query('select from duplicate_key_locks')
  assert.deepEqual(left, [])
})

test('a publication that nothing resembles writes no row of a group; its twin writes three', async () => {
  const counted = async () =>
    (
      await app.owner.query(
        `select sum(n_tup_ins + n_tup_upd)::int as n from pg_stat_xact_user_tables where relname in ('duplicate_publications', 'duplicate_groups')`,
      )
    ).rows[0].n
  const key = crypto.randomUUID()
  await app.owner.query('begin')
  try {
    const before = await counted()
    await insert(app.owner, key)
    assert.equal((await counted()) - before, 0)
    await insert(app.owner, key)
    assert.equal((await counted()) - before, 3)
  } finally {
    await app.owner.query('rollback')
  }
})
