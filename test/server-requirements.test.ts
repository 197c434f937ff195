/** Real servers that Parvis cannot use, permanently or now: each is refused with one message. */
// A process of its own: it starts the service from a tree of its own, which goes at the end.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createServer } from 'node:tls'
import { usingDatabase } from '../src/foundation/database.ts'
import { strictly } from '../src/kernel/db/database-url.ts'
import { isPooledByTransaction, unfit } from '../src/kernel/db/server-state.ts'
import { migrate } from '../src/kernel/migrations/migrate.ts'
import { Refusal } from '../src/kernel/refusals/refusal.ts'
import { testConfig } from './app.ts'
import { addressOf, copyOf, inDatabase, ownerOf } from './databases.ts'
import { freshFolder, openHere } from './fixtures/embedded.ts'
import { selfSigned } from './fixtures/self-signed.ts'
import { assertRefused, command, freshTree } from './fixtures/service-process.ts'
import { startPooler } from './fixtures/transaction-pooler.ts'

const opening = (DATABASE_URL: string, DATABASE_READ_URL?: string) =>
  usingDatabase(
    testConfig({ DATABASE_URL, ...(DATABASE_READ_URL && { DATABASE_READ_URL }) }),
    { as: DATABASE_READ_URL ? 'service' : 'command', say: () => {} },
    ({ connection }) => migrate(connection, []),
  )
const refused = (work: Promise<unknown>, sentence: RegExp) =>
  assert.rejects(work, error => {
    assert.ok(error instanceof Refusal, String(error))
    assert.match(error.message, sentence)
    return true
  })

test('a database in SQL_ASCII or LATIN1 is refused at the start and by doctor, and nothing is made in it', async () => {
  for (const encoding of ['SQL_ASCII', 'LATIN1']) {
    const name = `test_${process.pid}_${encoding.toLowerCase()}`
    await inDatabase('postgres', client =>
      client.query(
        `create database ${name} encoding '${encoding}' locale_provider libc locale 'C' template template0`,
      ),
    )
    after(() => inDatabase('postgres', client => client.query(`drop database ${name} with (force)`)))
    await refused(
      opening(addressOf(ownerOf(name))),
      new RegExp(`a database in ${encoding}, .* encoding 'UTF8'`),
    )
    const made = await inDatabase(name, client =>
      client.query(`select from pg_tables where schemaname = 'public'`),
    )
    assert.equal(made.rowCount, 0)
    if (encoding === 'LATIN1') continue
    const env = {
      DATABASE_URL: addressOf(ownerOf(name)),
      PARVIS_SECRET: 'a secret that is long enough for all',
    }
    const doctor = await command(freshTree(), ['doctor'], { env })
    assert.equal(doctor.code, 1)
    assert.equal(doctor.stderr, '')
    assert.match(
      doctor.stdout,
      /^ok {5}data .*\nwrong {2}postgresql {2}DATABASE_URL points to a database in SQL_ASCII/,
    )
  }
})

test('a server that is too old is reported by doctor as well', () => {
  const state = { version: '15.9', major: 15, encoding: 'UTF8', standby: false, readOnly: false }
  assert.equal(unfit(state), 'DATABASE_URL points to PostgreSQL 15: Parvis needs 17 or newer.')
  assert.equal(unfit({ ...state, major: 17 }), undefined)
})

test('a standby is refused with one message', async () => {
  const dataDir = freshFolder()
  const first = await openHere({ dataDir })
  await first.stop()
  fs.writeFileSync(join(first.directory, 'standby.signal'), '')
  const standby = await openHere({ dataDir })
  await refused(
    migrate(standby.connection, []),
    /^DATABASE_URL points to a standby, which takes no writes: name the primary/,
  )
})

test('a server without TLS, and one whose certificate nobody knows, are one sentence without a warning', async () => {
  const { key, cert } = selfSigned('localhost')
  const server = createServer({ key, cert }, socket => socket.destroy())
  // The driver first asks for TLS in plain text.
  const front = (await import('node:net')).createServer(socket =>
    socket.once('data', () => {
      socket.write('S')
      server.emit('connection', socket)
    }),
  )
  await new Promise<void>(resolve => front.listen(0, '127.0.0.1', resolve))
  after(() => front.close())
  const { port } = front.address() as { port: number }
  const PARVIS_SECRET = 'a secret that is long enough for all'
  const tree = freshTree()
  const unknown = `postgres://u:p@127.0.0.1:${port}/parvis?sslmode=require`
  assertRefused(
    await command(tree, ['doctor'], { env: { DATABASE_URL: unknown, PARVIS_SECRET } }),
    /^The database cannot be reached: PostgreSQL parvis on 127.*: its certificate is signed by nobody .* sslrootcert=/,
  )
  await refused(
    opening(`${addressOf(ownerOf('postgres'))}&sslmode=require`),
    /: it speaks no TLS: turn ssl on there/,
  )
  await refused(opening(`${unknown}&sslrootcert=/nowhere/ca.pem`), /\/nowhere\/ca\.pem/)
})

test('sslmode values that the driver treats as verify-full are written so; an explicit choice is kept', () => {
  const url = 'postgres://u:p@h/d?a=1&sslmode='
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
    assert.equal(strictly(`${url}${mode}&b=2`), `${url}verify-full&b=2`)
  for (const kept of [
    `${url}no-verify`,
    `${url}disable`,
    `${url}require&uselibpqcompat=true`,
    'postgres://h/d',
  ])
    assert.equal(strictly(kept), kept)
})

test('a pooler in transaction mode is detected, and PostgreSQL itself is not taken for one', async () => {
  const direct = ownerOf('postgres')
  assert.equal(await isPooledByTransaction(direct), false)
  const pooler = await startPooler(direct)
  // Not the template itself: nobody can copy it while a session is open there.
  const migrated = await copyOf('empty')
  try {
    assert.equal(await isPooledByTransaction(pooler.connection), true)
    await refused(
      opening(addressOf(pooler.connection)),
      /^DATABASE_URL goes .*pool_mode = transaction.*: set pool_mode = session/,
    )
    // For the read replica: a start refuses it, a command ignores it, doctor reports it.
    const [primary, replica] = [addressOf(direct), addressOf(pooler.connection)]
    await refused(opening(primary, replica), /^DATABASE_READ_URL goes .*: set pool_mode = session/)
    await opening(addressOf(migrated.owner), 'postgres://u:p@127.0.0.1:1/away')
    const env = {
      DATABASE_URL: addressOf(migrated.owner),
      DATABASE_READ_URL: replica,
      PARVIS_SECRET: 'a secret that is long enough for all',
    }
    const { stdout, stderr } = await command(freshTree(), ['doctor'], { env })
    assert.match(stdout + stderr, /^wrong +replica +DATABASE_READ_URL goes through a pooler/m)
  } finally {
    pooler.close()
    await migrated.drop()
  }
})

for (const mode of ['transaction', 'statement'] as const)
  test(`doctor says in one sentence that a pooler is in ${mode} mode`, async () => {
    const pooler = await startPooler(ownerOf('postgres'), mode)
    try {
      const env = {
        DATABASE_URL: addressOf(pooler.connection),
        PARVIS_SECRET: 'a secret that is long enough for all',
      }
      assertRefused(
        await command(freshTree(), ['doctor'], { env }),
        /^DATABASE_URL goes through a pooler .* set pool_mode = session for this database, or name PostgreSQL itself\.\n$/,
      )
    } finally {
      pooler.close()
    }
  })
