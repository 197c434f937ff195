/** A hostile backup store: nothing it returns is trusted. nightly.test.ts has honest ones. */
// Of a release: forged and broken backups, each beside a database of its own.
// A process of its own: its databases are dropped at the end of the file.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import fs from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip, gunzipSync, gzipSync } from 'node:zlib'
import { addressOf, inDatabase } from '../../../test/databases.ts'
import {
  backup,
  config,
  emptyDatabase,
  filledApp,
  folder,
  freshFile,
  isEmpty,
  opened,
  ROLE,
  refused,
  restore,
  rewritten,
  secret,
  using,
} from '../../../test/fixtures/backups.ts'
import { ownServer } from '../../../test/fixtures/own-server.ts'
import { assertRefused, command, freshTree } from '../../../test/fixtures/service-process.ts'
import { BUCKET, KEY, type Lie, REGION, s3Server } from '../../../test/media/s3-server.ts'
import { queues } from '../../foundation/queues.ts'
import { connect } from '../../kernel/db/database.ts'
import type { ConnectionConfig } from '../../kernel/db/db.ts'
import { queuesOf } from '../../kernel/jobs/jobs.ts'
import { migrate } from '../../kernel/migrations/migrate.ts'
import { readMigrations } from '../../kernel/migrations/migrations.ts'
import type { BackupSettings } from '../../kernel/settings/backup.ts'
import { backupTo } from './backup.ts'
import { Digesting } from './digest.ts'
import { fromFile } from './format.ts'
import { makeBackup } from './make.ts'
import { restoreFrom } from './restore.ts'
import { runsOf } from './runs.ts'
import { proved, scratchOf } from './scratch.ts'

const app = await filledApp('some communes')
const db = connect(app.connection)
after(() => db.close())
const honest = await backup(app.connection)
const server = await s3Server()
const bucket = {
  endpoint: server.url,
  region: REGION,
  bucket: BUCKET,
  style: 'path',
  prefix: '',
  ...KEY,
} as const
const IN_BUCKET: BackupSettings = { to: { bucket }, at: '01:15' }
const passphrase = 'of the store that lies'
let places = 0
function freshPlace() {
  const place = join(folder, `store-${++places}`)
  fs.mkdirSync(place)
  // PostgreSQL's account may write here, as it may wherever its own files are.
  fs.chmodSync(place, 0o777)
  return place
}

/** Retries while the lock of the previous backup is still held. */
async function make(
  settings: BackupSettings,
  more: { passphrase?: string; connection?: ConnectionConfig } = {},
) {
  const making = {
    database: opened(more.connection ?? app.connection),
    config: { ...config, backup: settings, backupPassphrase: more.passphrase, dataDir: join(folder, 'none') },
    settings,
    queues: queuesOf(queues),
    // Deriving a key costs a second otherwise, for each file written or opened (nightly.test.ts).
    workFactor: 10,
  }
  for (;;) {
    const made = await makeBackup(making)
    if (made) return made
    await sleep(20)
  }
}
const OTHER = /is damaged, cut short or another file: what comes back is not what was written there\.$/

/** Requests for the backup itself, in parts or whole. */
const ofBackups =
  (lie: Lie): Lie =>
  (request, response) =>
    request.method === 'GET' && /\/parvis-[^/]*\.gz/.test(request.url ?? '') ? lie(request, response) : false
async function lying<T>(lie: Lie, work: () => Promise<T>): Promise<T> {
  server.lies.by = ofBackups(lie)
  try {
    return await work()
  } finally {
    server.lies.by = undefined
  }
}
const gives =
  (bytes: Buffer): Lie =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
    return true
  }
const written = (url = '') => server.stored.get(decodeURIComponent(url.split('/').slice(2).join('/')))?.bytes

/** Other files check backups on the same server. */
const scratch = scratchOf(String(app.connection.database))
const scratches = () =>
  inDatabase('postgres', async client => {
    const { rows } = await client.query(
      `select datname as name from pg_database where datname = $1
       union all select rolname from pg_roles where rolname = $1`,
      [scratch],
    )
    return rows.map(({ name }) => name as string)
  })

/** As partition bounds, these two expressions make PostgreSQL write a file for the forger of the header. */
function writesFile(text: string, path: string): string {
  const hex = Buffer.from('written by PostgreSQL on behalf of the store').toString('hex')
  const bound = (day: number, expression: string) =>
    `FOR VALUES FROM (to_timestamp(${expression}::bigint::float8 / 1e12 + ${86_400 * day})) TO ('1970-01-0${day + 2} 00:00:00+00')`
  const end = text.indexOf('\n')
  const header = JSON.parse(text.slice(0, end))
  const table = header.tables.find((one: { name: string }) => one.name === 'queue_stats')
  table.partitions = [
    { name: 'queue_stats_19700101', bound: bound(0, `lo_from_bytea(424242, decode('${hex}', 'hex'))`) },
    { name: 'queue_stats_19700102', bound: bound(1, `lo_export(424242, '${path}')`) },
  ]
  return JSON.stringify(header) + text.slice(end)
}

test('a forged header runs nothing, not even for the superuser of an embedded database, whoever restores it', async () => {
  const place = freshPlace()
  const [pwned, log] = [join(place, 'pwned'), join(place, 'log')]
  const own = await ownServer({ log })
  await own.start()
  try {
    const connection = own.connection as ConnectionConfig
    const embedded = { ...config, databaseUrl: undefined, secret: undefined, dataDir: place }
    const plain = freshFile()
    await backupTo(plain, opened(connection, 'the secret of whoever forges, also long enough'), embedded)
    const forged = rewritten(plain, text => writesFile(text, pwned))
    // In the nightly job: a forged file under the name of the encrypted one just written.
    const shelf = join(place, 'shelf')
    fs.mkdirSync(shelf)
    const watcher = fs.watch(shelf, (_, name) => {
      if (name?.endsWith('.age') && !name.startsWith('.') && fs.existsSync(join(shelf, name))) {
        watcher.close()
        fs.copyFileSync(forged, join(shelf, name))
      }
    })
    await refused(make({ to: { folder: shelf }, at: '01:15' }, { passphrase, connection }), OTHER)
    // And by an operator who trusts the file.
    await using(connection, client => client.query('create database fresh'))
    const fresh = { ...connection, database: 'fresh' } as ConnectionConfig
    const restoring = restoreFrom(fromFile(forged), opened(fresh, 'another'), embedded, queuesOf(queues))
    await refused(
      restoring,
      /A part of pgboss\.queue_stats is not one that this Parvis makes: queue_stats_19700101/,
    )
    await isEmpty(fresh)
    assert.equal(fs.existsSync(pwned), false)
    const statements = fs.readFileSync(log, 'utf8')
    assert.match(statements, /create database "parvis_backup_check_/)
    assert.doesNotMatch(statements, /lo_export|lo_from_bytea|424242/)
  } finally {
    await own.remove()
  }
})

test('statements in the rows of a file are run by nobody: those of the queue’s library, which the owner would run', async () => {
  const pwned = join(freshPlace(), 'pwned')
  // A backup older than the newest migration: the restore migrates after loading the rows, and starts pg-boss for that.
  const earlier = await emptyDatabase()
  await migrate(earlier, queuesOf(queues), readMigrations().length - 1)
  const { file: older } = await backup(earlier)
  const bam = rewritten(older, text =>
    text
      .replace(
        '{"table":"pgboss.bam"}\n',
        `{"table":"pgboss.bam"}\n018f0000-0000-7000-8000-000000000000\tx\t1\tpending\t\\N\tjob_common\tcopy (select 1) to '${pwned}'\t\\N\t2020-01-01 00:00:00+00\t\\N\t\\N\n`,
      )
      .replace('"pgboss.bam":0', '"pgboss.bam":1'),
  )
  const restored = await emptyDatabase()
  await restore(bam, restored)
  assert.equal(fs.existsSync(pwned), false)
  await using(restored, async client => {
    const { rows } = await client.query('select count(*)::int as n from pgboss.bam')
    assert.equal(rows[0].n, 0)
  })
  for (const forge of [
    (text: string) => text.replace(/^(audit\.seal\t.*\t)job_common\t/m, '$1job_common; select 1\t'),
    (text: string) => text.replace(/^audit\.seal(\tstandard)/m, "audit'seal$1"),
  ]) {
    const empty = await emptyDatabase()
    await refused(restore(rewritten(older, forge), empty), /names job queues that no Parvis makes/)
    await isEmpty(empty)
  }
})

test('truncated, longer, another backup, or forged at the second reading: none is good, and nothing of it stays', async () => {
  const older = await make(IN_BUCKET, { passphrase })
  const swapped = server.stored.get(older.name)?.bytes ?? assert.fail()
  const forged = fs.readFileSync(rewritten(honest.file, text => writesFile(text, '/nowhere')))
  const half: Lie = (request, response) => {
    const bytes = written(request.url) ?? Buffer.alloc(0)
    return gives(bytes.subarray(0, bytes.length >> 1))(request, response)
  }
  const longer: Lie = (request, response) =>
    gives(Buffer.concat([written(request.url) ?? Buffer.alloc(0), Buffer.alloc(9)]))(request, response)
  const endless: Lie = (_request, response) => {
    response.writeHead(200)
    response.write(Buffer.alloc(1_000_000))
    return true
  }
  let readings = 0
  const second: Lie = (request, response) => (++readings > 1 ? gives(forged)(request, response) : false)
  const altered: Lie = (request, response) => {
    const bytes = Buffer.from(written(request.url) ?? '')
    const at = bytes.length - 40
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return gives(bytes)(request, response)
  }
  for (const lie of [half, gives(swapped), gives(forged), gives(Buffer.alloc(0)), second, altered])
    await lying(lie, () => refused(make(IN_BUCKET, { passphrase }), OTHER))
  assert.equal(readings, 2)
  await lying(longer, () => assert.rejects(make(IN_BUCKET, { passphrase }), /other_length_than_asked/))
  await lying(endless, () => assert.rejects(make(IN_BUCKET, { passphrase }), /no_length/))
  // Same length, unencrypted, and consistent in itself.
  const plain = Buffer.from(fs.readFileSync(honest.file))
  await lying(gives(plain), () => assert.rejects(make(IN_BUCKET)))
  const { good } = await runsOf(db.pool)
  assert.equal(good?.name, older.name)
  assert.equal(good?.sha256, older.sha256)
  const digest = new Digesting()
  digest.add(swapped)
  assert.deepEqual([good?.sha256, good?.bytes], [digest.end().sha256, swapped.length])
  assert.deepEqual(await scratches(), [])
})

test('a file that hangs is given up in time, and its database is gone', async () => {
  const hanging = { ...fromFile(honest.file), open: async () => new Readable({ read() {} }) }
  const { signal } = new AbortController()
  const made = { counted: {}, unpacked: 1 }
  const proving = { made, database: opened(app.connection), config, queues: queuesOf(queues), signal }
  await using(app.connection, client =>
    refused(
      proved(client, { ...proving, source: hanging, patienceMs: 200 }),
      /^The check of .* was broken off: it took too long\.$/,
    ),
  )
  assert.deepEqual(await scratches(), [])
  // With too little disk space the backup is only read, and the reason is recorded.
  const embedded = { ...config, databaseUrl: undefined, dataDir: folder }
  const large = { ...proving, made: { counted: {}, unpacked: 1e15 }, config: embedded, patienceMs: 600_000 }
  const proof = await using(app.connection, client =>
    proved(client, { ...large, source: fromFile(honest.file) }),
  )
  assert.equal(proof.verified, 'read')
  assert.match(proof.reason ?? '', /has \d+ MB left and the check may take \d+ MB; make room$/)
})

test('more than was written is not unpacked', async () => {
  const digest = new Digesting()
  const bomb = freshFile()
  const zipped = gzipSync(Buffer.alloc(50_000_000))
  fs.writeFileSync(bomb, zipped)
  digest.add(zipped)
  const { signal } = new AbortController()
  const proving = {
    database: opened(app.connection),
    config,
    queues: queuesOf(queues),
    signal,
    patienceMs: 600_000,
  }
  await using(app.connection, client =>
    refused(
      proved(client, {
        ...proving,
        made: { counted: {}, unpacked: 1_000_000 },
        source: { ...fromFile(bomb), digest: digest.end(), mostUnpacked: 1_000_000 },
      }),
      /unpacks to more than a backup of its size holds/,
    ),
  )
  // Given by an operator: 200 MB of one letter after a valid beginning, where 115 are allowed.
  const large = freshFile()
  const gzip = createGzip()
  const whole = gzip.pipe(fs.createWriteStream(large))
  const text = gunzipSync(fs.readFileSync(honest.file)).toString()
  // The first two lines, and a row without an end.
  gzip.write(text.split('\n', 2).join('\n').concat('\n'))
  for (let n = 0; n < 200; n++) if (!gzip.write(Buffer.alloc(1_000_000, 'x'))) await once(gzip, 'drain')
  gzip.end()
  await once(whole, 'finish')
  const into = await emptyDatabase()
  const env = { DATABASE_URL: addressOf(into), PARVIS_SECRET: secret }
  const { code, stderr } = await command(freshTree(), ['restore', large], { env })
  assert.equal(code, 1)
  assert.match(stderr, /unpacks to more than a backup of its size holds/)
  await isEmpty(into)
})

test('the check works as an account that is no superuser and has no files; where none can be made, it is only read', async () => {
  let seen: unknown
  const look: Lie = async () => {
    const rows = await inDatabase('postgres', async client => {
      const { rows } = await client.query(
        `select distinct rolname as name, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls,
                pg_has_role(r.oid, 'pg_write_server_files', 'member') as files
         from pg_stat_activity join pg_roles r on rolname = usename where datname = $1`,
        [scratch],
      )
      return rows
    })
    if (rows.length > 0) seen = rows
    return false
  }
  const { verified } = await lying(look, () => make(IN_BUCKET))
  assert.equal(verified, 'restored')
  const none = {
    rolsuper: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolbypassrls: false,
    files: false,
  }
  assert.partialDeepStrictEqual(seen, [none])
  assert.match((seen as { name: string }[])[0]?.name ?? '', /^parvis_backup_check_/)
  assert.deepEqual(await scratches(), [])

  await inDatabase('postgres', client =>
    client.query(`create role ${ROLE} login createdb password 'plain' in role pg_write_server_files`),
  )
  const own = { ...(await emptyDatabase(ROLE)), user: ROLE, password: 'plain' } as ConnectionConfig
  await restore(honest.file, own)
  const read = await make(IN_BUCKET, { connection: own })
  assert.deepEqual(
    [read.verified, read.reason],
    [
      'read',
      'the account may use files or start programs on the server; give Parvis an account that only owns its database (docs/install.md)',
    ],
  )
  await inDatabase('postgres', client => client.query(`revoke pg_write_server_files from ${ROLE}`))
  assert.equal((await make(IN_BUCKET, { connection: own })).verified, 'restored')
})

test('with a passphrase nothing unencrypted is restored, unless the operator says so; nor another backup of that name', async () => {
  const place = freshPlace()
  const settings: BackupSettings = { to: { folder: place }, at: '01:15' }
  const one = await make(settings, { passphrase })
  const into = await emptyDatabase()
  const env = { DATABASE_URL: addressOf(into), PARVIS_SECRET: secret, BACKUP_DIR: place }
  const secretly = { ...env, BACKUP_PASSPHRASE: passphrase }
  const tree = freshTree()
  const unencrypted =
    /is not encrypted, although there is a passphrase: it may be forged\. Is it yours\? Add --unencrypted\.\n$/
  const planted = join(place, one.name.replace(/\d{4}-\d\d-\d\dT/, '2020-01-01T').replace('.age', ''))
  fs.copyFileSync(honest.file, planted)
  for (const word of [planted, planted.split('/').at(-1) ?? '', honest.file])
    assertRefused(await command(tree, ['restore', word], { env: secretly }), unencrypted)
  assertRefused(
    await command(tree, ['restore', 'nowhere.gz'], { env: secretly }),
    /^There is no file nowhere\.gz\.\n$/,
  )
  // An unencrypted file under the name of the encrypted one.
  const kept = fs.readFileSync(join(place, one.name))
  fs.copyFileSync(honest.file, join(place, one.name))
  for (const word of ['latest', one.name])
    assertRefused(await command(tree, ['restore', word], { env: secretly }), unencrypted)
  assertRefused(
    await command(tree, ['restore', one.name], { env }),
    /is not encrypted, although its name says so: it may be forged/,
  )
  // Encrypted and of the same installation, but another backup than its name says.
  const older = one.name.replace(/\d{4}-\d\d-\d\dT/, '2020-01-02T')
  fs.writeFileSync(join(place, older), kept)
  assertRefused(
    await command(tree, ['restore', older], { env: secretly }),
    /holds another backup than its name says \(made at .*\): is it the one that you want, give its SHA-256/,
  )
  fs.writeFileSync(join(place, one.name), kept)
  const listed = await command(tree, ['backups'], {
    env: { ...env, DATABASE_URL: addressOf(app.connection) },
  })
  assert.ok(listed.stdout.split('\n').some(line => line.startsWith(one.name) && line.endsWith(one.sha256)))
  await isEmpty(into)
  // The library function refuses it like the command.
  const readings = { ...config, backupPassphrase: passphrase }
  await refused(
    restoreFrom(fromFile(honest.file, passphrase), opened(into), readings, queuesOf(queues)),
    /is not encrypted, although there is a passphrase/,
  )
  await isEmpty(into)
  const insisted = await command(tree, ['restore', planted, '--unencrypted'], { env: secretly })
  assert.equal(insisted.code, 0, insisted.stderr)
  assert.match(
    insisted.stdout,
    /^Not encrypted, and without --sha256 nothing proves .* Its SHA-256: [0-9a-f]{64}\n/,
  )
  const again = await emptyDatabase()
  const trusted = await command(tree, ['restore', older, '--sha256', one.sha256], {
    env: { ...secretly, DATABASE_URL: addressOf(again) },
  })
  assert.equal(trusted.code, 0, trusted.stderr)
  assert.match(trusted.stdout, /^parvis-.*:\nRestored \d+ tables/)
})
