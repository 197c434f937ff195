/** The database of deploy/compose.yaml without Docker: runs the script that creates its account on a real server. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { queues } from '../src/foundation/queues.ts'
import { connect } from '../src/kernel/db/database.ts'
import type { ConnectionConfig } from '../src/kernel/db/db.ts'
import { queuesOf } from '../src/kernel/jobs/jobs.ts'
import { migrate } from '../src/kernel/migrations/migrate.ts'
import type { BackupSettings } from '../src/kernel/settings/backup.ts'
import { makeBackup } from '../src/operation/backup/make.ts'
import { superuser } from '../src/operation/doctor/account.ts'
import { TEST_SECRET, testConfig } from './config.ts'
import { ownServer } from './fixtures/own-server.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
const compose = read('deploy/compose.yaml')

async function using(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client(connection)
  await client.connect()
  await work(client).finally(() => client.end())
}

test('the account of the service is not the superuser that the image makes', () => {
  const [, account] = /DATABASE_URL: postgres:\/\/(\w+):/.exec(compose) ?? []
  const named = /POSTGRES_USER: (\w+)/.exec(compose)?.[1] ?? 'postgres'
  assert.equal(account, 'parvis')
  assert.notEqual(named, account)
  assert.match(compose, /- \.\/postgres\/parvis\.sh:\/docker-entrypoint-initdb\.d\/parvis\.sh:ro$/m)
  // During the script, the image's server accepts connections on its socket only.
  assert.match(compose, /pg_isready, --host=127\.0\.0\.1,/)
})

test('the account that the script makes migrates, backs up with its proof, and has no right to the server', async () => {
  const [, statements = ''] = /<<'SQL'\n(.*)\nSQL\n/s.exec(read('deploy/postgres/parvis.sh')) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'parvis-compose-'))
  const server = await ownServer()
  await server.start()
  try {
    const initial = { ...server.connection, database: 'postgres' }
    await using(initial, async client => {
      // The image's initial state.
      for (const text of ['drop database parvis', 'drop role parvis_app', 'create role postgres superuser'])
        await client.query(text)
      for (const text of statements.split(/;\n|;$/).filter(Boolean))
        await client.query(text.replace(":'password'", "'of the compose file'"))
      const { rows } = await client.query('select rolpassword from pg_authid where rolname = $1', [
        'postgres',
      ])
      assert.deepEqual(rows, [{ rolpassword: null }])
    })
    const own = { ...server.connection, user: 'parvis', password: 'of the compose file', database: 'parvis' }
    const connection = own as ConnectionConfig
    await migrate(connection, queuesOf(queues))
    const settings: BackupSettings = { to: { folder }, at: '01:15' }
    const made = await makeBackup({
      database: {
        connection,
        service: async () => connection,
        replica: undefined,
        secret: TEST_SECRET,
        otherSecrets: [],
        place: 'the database of the test',
        close: async () => {},
      },
      config: { ...testConfig(), backup: settings, dataDir: folder },
      settings,
      queues: queuesOf(queues),
    })
    assert.deepEqual([made?.verified, made?.reason], ['restored', null])
    const db = connect(connection)
    assert.deepEqual(await superuser(db), [])
    await db.close()
    await using(own, async client => {
      for (const text of [
        "copy (select 1) to program 'true'",
        "copy (select 1) to '/tmp/x'",
        'create role other',
      ])
        await assert.rejects(client.query(text), { code: '42501' })
    })
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true })
  }
})
