import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type pg from 'pg'
import { endWaiting, inDatabase, ownerOf, waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import { adopt } from './adopt.ts'
import { migrate } from './migrate.ts'
import { BASELINE, readMigrations } from './migrations.ts'
import { refuseUnmigrated } from './wait-for-migrations.ts'

/** Has the schema of the baseline, which takes a second to make. */
const TEMPLATE = `test_adopt_${process.pid}_template`
after(() => inDatabase('postgres', admin => admin.query(`drop database if exists ${TEMPLATE} with (force)`)))
await inDatabase('postgres', admin => admin.query(`create database ${TEMPLATE}`))
await migrate(ownerOf(TEMPLATE), [], BASELINE)

let made = 0
/** A database with the schema of the baseline that records 65 other migrations, as one of 0.3.1 does. */
async function withOlder(work: (database: { name: string; owner: pg.ClientConfig }) => Promise<void>) {
  const name = `test_adopt_${process.pid}_${++made}`
  const owner = ownerOf(name)
  await inDatabase('postgres', admin =>
    admin.query(`create database ${name} template ${TEMPLATE} strategy file_copy`),
  )
  try {
    await inDatabase(name, client =>
      client.query(`truncate schema_migrations; insert into schema_migrations (number, name, sha256)
        select n, 'older_' || n, md5(n::text) from generate_series(1, 65) n`),
    )
    await work({ name, owner })
  } finally {
    await inDatabase('postgres', admin => admin.query(`drop database ${name} with (force)`))
  }
}

const recorded = (name: string) =>
  inDatabase(name, async client => {
    const { rows } = await client.query<{ text: string }>(
      `select number || ' ' || sha256 as text from schema_migrations order by number`,
    )
    return rows.map(({ text }) => text)
  })
const BASELINE_RECORDS = readMigrations()
  .slice(0, BASELINE)
  .map(({ number, sha256 }) => `${number} ${sha256}`)

test('a database with the schema of the baseline is refused by migrate, adopted, and migrated from then on', async () => {
  await withOlder(async ({ name, owner }) => {
    await assert.rejects(migrate(owner, []), {
      name: 'Refusal',
      message:
        'Migration 1 (base) was changed after it ran: migrations are never edited. A database of a release before 0.4.0 is taken over by parvis migrate --adopt (docs/upgrading.md).',
    })
    await assert.rejects(refuseUnmigrated(owner, []), /is not up to date/, 'nor does a node begin on it')
    await inDatabase(name, client => client.query(`insert into users (nom) values ('Jeanne')`))

    assert.match(await adopt(owner), /^Adopted: .* whose 17 migrations replace 65 in the records/)
    assert.deepEqual(await recorded(name), BASELINE_RECORDS)
    await migrate(owner, [])
    await refuseUnmigrated(owner, [])
    assert.match(await adopt(owner), /^Nothing to do/)
    const left = (client: pg.Client) =>
      client.query(
        `select nom from users union all select datname from pg_database where datname ~ '^parvis_adopt_'`,
      )
    assert.deepEqual((await inDatabase(name, left)).rows, [{ nom: 'Jeanne' }])
  })
})

test('of two concurrent adoptions, one does it and the other has nothing to do', async () => {
  await withOlder(async ({ name, owner }) => {
    const said = await Promise.all([adopt(owner), adopt(owner)])
    assert.deepEqual(said.map(sentence => sentence.split(':')[0]).sort(), ['Adopted', 'Nothing to do'])
    assert.deepEqual(await recorded(name), BASELINE_RECORDS)
  })
})

for (const [what, sql, sentence] of [
  [
    'a column',
    'alter table users add made_up int',
    /after “create table users \(”, is “ {2}made_up integer,” in place of “ {2}constraint users_pkey/,
  ],
  [
    'the body of a trigger function',
    `create or replace function forget_lines() returns trigger language plpgsql as $$ begin return null; end $$`,
    /after “CREATE OR REPLACE FUNCTION public\.forget_lines\(\)”, is “AS \$function\$ begin return null; end \$function\$” in place of “AS \$function\$”/,
  ],
  [
    'a grant',
    'grant insert on audit_seals to parvis_app',
    /is “grant insert, select on table audit_seals to parvis_app;” in place of “grant/,
  ],
] as const)
  test(`a database that differs in ${what} is refused with the first line that differs, and left as it is`, async () => {
    await withOlder(async ({ name, owner }) => {
      await inDatabase(name, client => client.query(sql))
      const before = await recorded(name)
      await assert.rejects(adopt(owner), (error: Error) => {
        assert.equal(error.name, 'Refusal')
        assert.match(
          error.message,
          /^The schema of the database is not that of the baseline, and nothing was changed\./,
        )
        assert.match(error.message, sentence)
        return true
      })
      assert.deepEqual(await recorded(name), before)
    })
  })

test('an adoption that is killed leaves the old records, and the next one succeeds', async () => {
  await withOlder(async ({ name, owner }) => {
    const before = await recorded(name)
    await inDatabase(name, async other => {
      await other.query('begin; lock table schema_migrations in row exclusive mode')
      const failed = assert.rejects(adopt(owner))
      await eventually(async () => (await waitingForLocks(name)) === 1, 'it waits for the table')
      await endWaiting(name)
      await failed
      await other.query('rollback')
    })
    assert.deepEqual(await recorded(name), before)
    assert.match(await adopt(owner), /^Adopted/)
  })
})

test('an account without the right to create databases or to migrate is refused with the reason; so is an empty database', async () => {
  const account = `adopts_${process.pid}`
  await withOlder(async ({ name, owner }) => {
    const before = await recorded(name)
    const as = { ...owner, user: account, password: 'x' } as pg.ClientConfig
    await inDatabase('postgres', client => client.query(`create role ${account} login password 'x'`))
    try {
      await assert.rejects(adopt(as), /^Refusal: The account of DATABASE_URL may not migrate/)
      await inDatabase(name, client => client.query(`grant all on schema_migrations to ${account}`))
      await assert.rejects(adopt(as), /^Refusal: .* let the account make databases/)
      assert.deepEqual(await recorded(name), before)
    } finally {
      await inDatabase(name, client => client.query(`drop owned by ${account}; drop role ${account}`))
    }
    await assert.rejects(
      adopt({ ...owner, database: 'postgres' } as pg.ClientConfig),
      /^Refusal: There is nothing of Parvis in the database yet/,
    )
  })
})
