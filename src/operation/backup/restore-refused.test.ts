/** Refusals of backup and restore: one sentence, and nothing left behind. */
// Of a release: each backup that is refused, and restores that are interrupted.
// A process of its own: its databases are dropped at the end of the file.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { inDatabase } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import {
  backup,
  contents,
  emptyDatabase,
  filledApp,
  folder,
  freshFile,
  isEmpty,
  orphan,
  refused,
  restore,
  rewritten,
  using,
} from '../../../test/fixtures/backups.ts'
import { migrate } from '../../kernel/migrations/migrate.ts'
import { readMigrations } from '../../kernel/migrations/migrations.ts'
import { openEmbedded } from '../../kernel/postgres/open.ts'
import { writtenTo } from './backup.ts'

/** Large enough for the copying to be interrupted. */
const whole = await filledApp('all communes')
const app = await filledApp('some communes')
const expected = await contents(app.connection)
const kept = await backup(app.connection)

test('a file that is cut short, altered or none of ours is refused, and nothing is changed', async () => {
  const into = await emptyDatabase()
  const whole = fs.readFileSync(kept.file)
  const changed = (bytes: Buffer) => {
    const file = freshFile()
    fs.writeFileSync(file, bytes)
    return file
  }
  const damaged = /is damaged or cut short: it cannot be restored\.$/
  for (const length of [whole.length - 1, whole.length - 40, whole.length >> 1, 5000])
    await refused(restore(changed(whole.subarray(0, length)), into), damaged)
  for (let place = 1; place < 10; place++) {
    const bytes = Buffer.from(whole)
    const at = Math.floor((bytes.length * place) / 10)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await refused(restore(changed(bytes), into), damaged)
  }
  const text = gunzipSync(whole).toString()
  const zipped = (other: string) => changed(gzipSync(other))
  await refused(restore(zipped(text.replace('\tParis\t', '\tParys\t')), into), damaged)
  await refused(restore(zipped(`${text}more\n`), into), damaged)
  await refused(restore(zipped(text.slice(0, text.lastIndexOf('{"end"'))), into), damaged)
  await refused(restore(zipped(text.replace(/\n[^\n]*\tParis\t[^\n]*/, '')), into), damaged)
  const foreign = /is not a backup made by Parvis\.$/
  for (const file of [changed(Buffer.from('hello')), zipped('hello'), zipped('{"a":1}\n'), zipped('')])
    await refused(restore(file, into), foreign)
  await refused(restore(changed(Buffer.alloc(0)), into), /not a backup|damaged/)
  await refused(restore(join(folder, 'nowhere'), into), /^There is no file /)
  await refused(restore(folder, into), /cannot be read/)
  await isEmpty(into)
})

test('a backup that this version cannot restore is refused, and nothing is changed', async () => {
  const into = await emptyDatabase()
  await refused(restore(kept.file, into, 'another secret, also long enough'), /another PARVIS_SECRET/)
  const head = (change: (header: Record<string, unknown>) => object) =>
    rewritten(kept.file, text => {
      const end = text.indexOf('\n')
      return JSON.stringify(change(JSON.parse(text.slice(0, end)))) + text.slice(end)
    })
  const known = readMigrations()
  const [first] = known
  const other = { number: 2, name: 'other', sha256: '0' }
  const of = (...migrations: readonly unknown[]) => head(header => ({ ...header, migrations }))
  await refused(restore(of(first, ...Array(known.length).fill(other)), into), /made by a newer Parvis/)
  await refused(restore(of(first, other), into), /is not that of this Parvis/)
  await refused(
    restore(of({ number: 1, name: 'ground', sha256: '0' }, ...Array(64).fill(other)), into),
    /was made before the migrations of 0\.4\.0: restore it with Parvis \S+, which made it, .* parvis migrate --adopt/,
  )
  await refused(
    restore(
      head(header => ({ ...header, parvis_backup: 2 })),
      into,
    ),
    /newer than this one/,
  )
  // Noticed only after the tables were created: they are dropped again.
  await refused(
    restore(
      head(header => ({ ...header, pgboss: 9999 })),
      into,
    ),
    /job queue .* newer/,
  )
  const column = (text: string) => text.replace('"singleton_key"', '"singleton_kex"')
  await refused(restore(rewritten(kept.file, column), into), /columns of pgboss\.job .* are not those/)
  await refused(
    restore(rewritten(kept.file, orphan), into),
    /could not be restored, the database is empty again/,
  )
  await isEmpty(into)
  // After all refusals the same database accepts a valid file.
  await restore(kept.file, into)
  assert.deepEqual(await contents(into), expected)
})

test('only an empty database is restored into', async () => {
  const full = await emptyDatabase()
  await restore(kept.file, full)
  await using(full, client => client.query(`delete from user_roles`))
  const state = await contents(full)
  await refused(
    restore(kept.file, full),
    /is not empty \(\d+ tables, such as .*\): restore into a new DATA_DIR/,
  )
  assert.deepEqual(await contents(full), state)
  const foreign = await emptyDatabase()
  await using(foreign, client => client.query('create table somebody_elses (id int)'))
  await refused(restore(kept.file, foreign), /is not empty \(1 tables, such as somebody_elses\)/)
})

test('a database left by a killed restore or a migration counts as empty; one with a single user row does not', async () => {
  const into = await emptyDatabase()
  await migrate(into, [], 47)
  await using(into, client =>
    client.query('create extension btree_gist; create table theirs (id int); insert into theirs values (1)'),
  )
  await refused(restore(kept.file, into), /is not empty/)
  await using(into, client => client.query('drop table theirs'))
  await using({ ...into, application_name: 'parvis' }, () =>
    refused(restore(kept.file, into), /is not empty/),
  )
  // The server lists a closed connection for a moment.
  await eventually(
    () =>
      using(into, async client => {
        const { rows } = await client.query(
          `select from pg_stat_activity where datname = current_database() and application_name = 'parvis'`,
        )
        return rows.length === 0
      }),
    'the connection is gone',
  )
  await restore(kept.file, into)
  assert.deepEqual(await contents(into), expected)
  const extensions = await using(into, client => client.query('select extname from pg_extension'))
  assert.ok(
    extensions.rows.some(({ extname }) => extname === 'btree_gist'),
    'what others brought stays',
  )
})

test('two restores into the same database at once: one works, one is refused', async () => {
  const into = await emptyDatabase()
  const results = await Promise.allSettled([restore(kept.file, into), restore(kept.file, into)])
  assert.deepEqual(results.map(one => one.status).sort(), ['fulfilled', 'rejected'])
  assert.deepEqual(await contents(into), expected)
})

test('a backup is for its owner alone, overwrites nothing and leaves nothing half-made', async () => {
  assert.equal(fs.statSync(kept.file).mode & 0o777, 0o600)
  const bytes = fs.readFileSync(kept.file)
  await refused(backup(app.connection, kept.file), /is there already: a backup overwrites nothing\.$/)
  assert.deepEqual(fs.readFileSync(kept.file), bytes)
  await refused(
    backup(app.connection, join(folder, 'no', 'where.gz')),
    /^There is no folder .*no: make it first\.$/,
  )
  await refused(backup(await emptyDatabase()), /^There is nothing of Parvis in the database yet/)
})

interface Run {
  readonly database: string | undefined
  readonly work: Promise<unknown>
}

/** Calls `act` while a run copies the communes, then waits for its end. A run that ended unseen is started again. */
const whileCopying = (start: () => Promise<Run>, act: (pid: number) => unknown): Promise<unknown> =>
  inDatabase('postgres', async client => {
    const copying = async () => {
      const { rows } = await client.query<{ pid: number; database: string }>(
        `select pid, datname as database from pg_stat_activity
         where application_name ~ '^parvis (backup|restore)' and query like 'copy%communes%'`,
      )
      return rows
    }
    for (let tries = 0; tries < 30; tries++) {
      // An interrupted run may still be closing its connection.
      const before = (await copying()).map(({ pid }) => pid)
      const { database, work } = await start()
      let ended = false
      const end = () => {
        ended = true
      }
      work.then(end, end)
      for (; !ended; await sleep(1)) {
        const found = (await copying()).find(one => one.database === database && !before.includes(one.pid))
        if (!found) continue
        await act(found.pid)
        // It may have ended before that.
        const failed = await work.then(
          () => undefined,
          error => ({ error }),
        )
        if (failed) throw failed.error
        break
      }
    }
    assert.fail('every run ended before its copying was seen')
  })

const INTERRUPTED = /^Interrupted: nothing was kept\.$/
const LOST = /terminat|connection error/
const interrupt = () => process.emit('SIGHUP')
const closeConnection = (pid: number) => whole.owner.query('select pg_terminate_backend($1)', [pid])
const leftovers = () => fs.readdirSync(folder).filter(name => name.includes('partial'))

test('a backup that is interrupted or loses its database leaves no file', async () => {
  const { connection } = whole
  let file = ''
  const start = async () => {
    file = freshFile()
    return { database: connection.database, work: backup(connection, file) }
  }
  const leavesNothing = () => {
    assert.equal(fs.existsSync(file), false)
    assert.deepEqual(leftovers(), [])
  }
  await refused(whileCopying(start, interrupt), INTERRUPTED)
  leavesNothing()
  await assert.rejects(whileCopying(start, closeConnection), LOST)
  leavesNothing()
})

test('a backup that fails while its file is being opened leaves no file', async () => {
  const failing = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('no first piece')) }),
  }
  for (let times = 0; times < 20; times++) {
    await assert.rejects(
      writtenTo(freshFile(), failing, () => {}),
      /no first piece/,
    )
    await sleep(5)
    assert.deepEqual(leftovers(), [])
  }
})

test('a restore that is interrupted or loses its database leaves it empty', async () => {
  const { file } = await backup(whole.connection)
  let into = whole.connection
  const start = async () => {
    into = await emptyDatabase()
    return { database: into.database, work: restore(file, into) }
  }
  await refused(whileCopying(start, interrupt), INTERRUPTED)
  await isEmpty(into)
  await assert.rejects(whileCopying(start, closeConnection), LOST)
  await isEmpty(into)
})

test('nothing is restored under a service that is just starting', async () => {
  const dataDir = join(folder, 'starting')
  const service = await openEmbedded({ dataDir, as: 'service', durable: false })
  try {
    await refused(
      restore(kept.file, service.connection),
      /^Something else is at work in .*: stop the service/,
    )
  } finally {
    await service.stop()
  }
})
