/** Automatic backups: making, proving, keeping and restoring them, and every failure on the way. */
// Of a release: nights of backups, some of them killed.
// A process of its own: its databases are dropped at the end of the file.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { addressOf, inDatabase, ownerOf } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import {
  config,
  contents,
  emptyDatabase,
  filledApp,
  folder,
  opened,
  ROLE,
  refused,
  restore,
  secret,
} from '../../../test/fixtures/backups.ts'
import { command, freshTree } from '../../../test/fixtures/service-process.ts'
import { BUCKET, KEY, REGION, s3Server } from '../../../test/media/s3-server.ts'
import { queues } from '../../foundation/queues.ts'
import { connect } from '../../kernel/db/database.ts'
import { inDatabase as beside } from '../../kernel/db/database-url.ts'
import type { ConnectionConfig } from '../../kernel/db/db.ts'
import { queuesOf } from '../../kernel/jobs/jobs.ts'
import type { BackupSettings } from '../../kernel/settings/backup.ts'
import { folderStore } from '../../media/folder-store.ts'
import { backups as looked } from '../doctor/backups.ts'
import { makeBackup, whoseOf } from './make.ts'
import { copyMedia } from './media-copies.ts'
import { nameFor } from './names.ts'
import { nightlyBackup } from './nightly.ts'
import { placeFor } from './places.ts'
import { runsOf, stateOf } from './runs.ts'
import { scratchOf } from './scratch.ts'

const app = await filledApp('some communes')
const db = connect(app.connection)
after(() => db.close())
const ROOT = join(import.meta.dirname, '../../..')
const NO_PRIORITIES = pathToFileURL(
  join(import.meta.dirname, '../../../test/fixtures/no-priorities.mjs'),
).href
let places = 0
const freshPlace = () => {
  const place = join(folder, `place-${++places}`)
  fs.mkdirSync(place)
  return place
}
const into = (place: string): BackupSettings => ({ to: { folder: place }, at: '01:15' })
/** Retries while the lock of the previous backup is still held. */
async function make(
  settings: BackupSettings,
  more: { passphrase?: string; connection?: ConnectionConfig; dataDir?: string; secret?: string } = {},
) {
  const making = {
    database: opened(more.connection ?? app.connection, more.secret),
    config: {
      ...config,
      backup: settings,
      backupPassphrase: more.passphrase,
      dataDir: more.dataDir ?? app.dataDir,
    },
    settings,
    queues: queuesOf(queues),
  }
  for (;;) {
    const made = await makeBackup(making)
    if (made) return made
    await sleep(20)
  }
}
/** Other files check backups on the same server. */
const scratch = scratchOf(String(app.connection.database))
const scratches = () =>
  inDatabase('postgres', async client => {
    const { rows } = await client.query('select datname from pg_database where datname = $1', [scratch])
    return rows.map(row => row.datname as string)
  })
const seen = (place: string) => fs.readdirSync(place).filter(name => !name.endsWith('-media'))
const forget = () => app.owner.query('delete from backup_runs')

/** Runs the job like a worker of another node, in a process found by its activity. */
const night = (place: string, lines: string[] = [], connection: ConnectionConfig = app.connection) => {
  const log = {
    info: (_: object, line: string) => lines.push(line),
    error: (about: { reason: string }, line: string) => lines.push(`${line}: ${about.reason}`),
  }
  const settings = {
    ...config,
    dataDir: app.dataDir,
    databaseUrl: addressOf(connection),
    secret,
    backup: into(place),
  }
  const context = { db, config: settings, log, onStop: () => {} } as unknown as Parameters<
    typeof nightlyBackup
  >[1]
  return nightlyBackup(undefined, context, new AbortController().signal)
}

test('the job makes one when it is due, in a process of its own: proved, told everywhere, and not again', async t => {
  await forget()
  const [place, lines] = [freshPlace(), [] as string[]]
  // A record from a clock that was years ahead does not postpone the next backup.
  await app.owner.query(
    `insert into backup_runs (begun_at, ended_at, outcome, file, bytes, verified)
     values (now() + interval '3 years', now() + interval '3 years', 'made', $1, 0, 'restored')`,
    [FUTURE],
  )
  fs.writeFileSync(join(place, FUTURE), '')
  assert.equal(stateOf(await runsOf(db.pool)), 'none')
  // Two nodes check in the same minute, run as the unit of docs/install.md.
  const { NODE_OPTIONS = '' } = process.env
  process.env.NODE_OPTIONS = `${NODE_OPTIONS} --import=${NO_PRIORITIES}`
  await Promise.all([night(place, lines), night(place, lines)]).finally(() => {
    process.env.NODE_OPTIONS = NODE_OPTIONS
  })
  assert.deepEqual(lines, ['backup made'])
  const [file = '', ...more] = seen(place).filter(name => name !== FUTURE)
  assert.deepEqual(more, [])
  assert.match(file, /^parvis-[0-9a-f]{8}-\d{4}-\d\d-\d\dT\d{6}Z\.gz$/)
  assert.equal(fs.statSync(join(place, file)).mode & 0o777, 0o600)
  const runs = await runsOf(db.pool)
  assert.deepEqual(
    [stateOf(runs), runs.running, runs.good?.name, runs.good?.verified],
    ['ok', false, file, 'restored'],
  )
  assert.equal(runs.good?.bytes, fs.statSync(join(place, file)).size)
  assert.deepEqual(await scratches(), [])
  const { state, says } = await looked(db, { backup: into(place) })
  assert.equal(state, 'ok')
  assert.match(says, /^the last good one is \d+ (?:s|min) old, 1 MB in .*, restored on trial and compared$/)
  await night(place, lines)
  // By the clock of a machine a year ahead of the database, a backup would be due at every check.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 400 * 86_400_000 })
  await night(place, lines)
  t.mock.timers.reset()
  assert.equal(lines.length, 1)
  assert.equal(seen(place).length, 2)
  fs.renameSync(join(place, FUTURE), join(place, FUTURE.replace('0badcafe', file.slice(7, 15))))
  const env = { DATABASE_URL: addressOf(app.connection), PARVIS_SECRET: secret, BACKUP_DIR: place }
  const latest = await command(freshTree(), ['restore', 'latest'], { env })
  assert.match(latest.stdout, /^Passed over: parvis-.*-2999.*: a time still to come /)
  assert.ok(latest.stdout.includes(`${file} in ${place}`), 'the newest of those that are not')
  assert.match(latest.stderr, / is not empty /)
  fs.rmSync(join(place, file))
  const none = await command(freshTree(), ['restore', 'latest'], { env })
  assert.match(none.stderr, /^parvis-.*-2999.*: a time still to come\. The clock was ahead .*parvis backups/)
  const listed = await command(freshTree(), ['backups'], { env })
  assert.match(listed.stdout, /^parvis-.*-2999.* {2}\(a time still to come\)\n$/)
})
const FUTURE = 'parvis-0badcafe-2999-01-01T011503Z.gz'

/** Kills the process as soon as its activity is seen, and begins again if it was done before that. */
async function killed(place: string, pidNow: () => Promise<number | undefined>): Promise<readonly string[]> {
  const before = fs.readdirSync(place)
  for (;;) {
    const lines: string[] = []
    const working = night(place, lines)
    const ended = working.then(() => true)
    let pid: number | undefined
    while (pid === undefined) {
      pid = await pidNow()
      if (pid === undefined && (await Promise.race([ended, sleep(1)]))) break
    }
    try {
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
    } catch {}
    await working
    if (lines[0] !== 'backup made') return lines
    await app.owner.query(`delete from backup_runs where outcome = 'made'`)
    for (const name of fs.readdirSync(place))
      if (!before.includes(name)) fs.rmSync(join(place, name), { recursive: true })
  }
}
const draft = /^\.parvis-.*\.(\d+)\.partial$/
const writer = async (place: string) => {
  const name = fs.readdirSync(place).find(one => draft.test(one))
  return name ? Number(draft.exec(name)?.[1]) : undefined
}
const prover = async () => {
  const { rows } = await app.owner.query(
    `select application_name as name from pg_stat_activity where datname = $1 and application_name like 'parvis restore pid=%'`,
    [scratch],
  )
  return rows[0] ? Number(/pid=(\d+)/.exec(rows[0].name)?.[1]) : undefined
}

test('killed while it writes, or while it proves: nothing half stays, it is told, and the next goes on', async () => {
  await forget()
  const place = freshPlace()
  const whilst = await killed(place, () => writer(place))
  assert.deepEqual(whilst, ['backup failed: its process ended before it was done (SIGKILL)'])
  assert.equal(seen(place).filter(name => !draft.test(name)).length, 0, 'no file has a name')
  await eventually(async () => stateOf(await runsOf(db.pool)) === 'failed', 'it is known to have failed')
  const { state, says } = await looked(db, { backup: into(place) })
  assert.deepEqual(
    [state, says],
    ['wrong', 'the last try failed: its process was killed; there is no good one yet'],
  )

  await app.owner.query(`update backup_runs set begun_at = begun_at - interval '2 hours'`)
  await killed(place, prover)
  assert.equal((await scratches()).length, 1, 'its database is still there')
  assert.equal(seen(place).filter(name => draft.test(name)).length, 0, 'what the first one left is swept')
  await eventually(async () => !(await runsOf(db.pool)).running, 'its lock is free')

  await sleep(1_000 - (Date.now() % 1_000))
  const made = await make(into(place))
  assert.equal(made?.verified, 'restored')
  assert.deepEqual(await scratches(), [])
  assert.equal(stateOf(await runsOf(db.pool)), 'ok')
  const { rows } = await app.owner.query('select outcome, reason, file from backup_runs order by begun_at')
  const killedOnes = { outcome: 'failed', reason: 'its process was killed' }
  const unproved = seen(place).find(name => name !== made?.name)
  assert.ok(unproved, 'a whole file, which nobody has proved')
  assert.deepEqual(rows, [
    { ...killedOnes, file: rows[0].file },
    { ...killedOnes, file: unproved },
    { outcome: 'made', reason: null, file: made?.name },
  ])
})

test('a disk that is full, and one that is not there: told, and the last good one stays', async t => {
  await forget()
  await refused(
    make(into(join(folder, 'nowhere'))) as Promise<unknown>,
    /^There is no folder .*nowhere \(BACKUP_DIR\): make it, or mount it\.$/,
  )
  const place = freshPlace()
  // Uses a mount namespace, which only root can create. For others the test of a full bucket (below) covers the same
  // path.
  const good = 'parvis-0badcafe-2026-01-01T011503Z.gz'
  const script = `mount -t tmpfs -o size=16k tmpfs "$DISK" && echo of another installation > "$DISK/${good}" || exit 9
    "$NODE" src/main.ts backup; echo "code $?"; ls -A "$DISK"`
  const env = {
    ...process.env,
    NODE: process.execPath,
    DISK: place,
    DATABASE_URL: addressOf(app.connection),
    PARVIS_SECRET: secret,
    BACKUP_DIR: place,
    DATA_DIR: app.dataDir,
  }
  const { status, stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', script], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  })
  if (status !== 0) return t.skip('nobody may mount a small disk here')
  assert.match(stderr, /The backup cannot be written: ENOSPC: no space left on device, write\.\n$/)
  assert.equal(stdout, `code 1\n${good}\n`)
  assert.match((await runsOf(db.pool)).lately[0]?.reason ?? '', /ENOSPC/)
})

test('a backup that was altered after writing is bad, and replaces no older one', async () => {
  await forget()
  const place = freshPlace()
  const first = await make(into(place))
  const old = (first?.name ?? '').replace(/\d{4}-\d\d-\d\d/, '2020-01-02')
  fs.renameSync(join(place, first?.name ?? ''), join(place, old))
  // The file is replaced before it is read again: the check must read what the disk returns.
  const watcher = fs.watch(place, (_, name) => {
    if (name?.endsWith('.gz') && name !== old && fs.existsSync(join(place, name))) {
      const bytes = fs.readFileSync(join(place, name))
      const at = bytes.length >> 1
      bytes[at] = (bytes[at] ?? 0) ^ 1
      fs.writeFileSync(join(place, name), bytes)
      watcher.close()
    }
  })
  await refused(make(into(place)) as Promise<unknown>, /is damaged, cut short or another file/)
  assert.ok(seen(place).includes(old), 'the last good one is there')
  assert.equal(stateOf(await runsOf(db.pool)), 'failed')
  assert.deepEqual(await scratches(), [])
})

test('after the secret was exchanged, those of before go in their time; another installation’s do not', async () => {
  await forget()
  const place = freshPlace()
  const write = (name: string) => {
    fs.mkdirSync(join(place, name, '..'), { recursive: true })
    fs.writeFileSync(join(place, name), '')
  }
  const [gone, left, other] = ['0badcafe-2020-01-01', '0badbeef-2020-01-01', '0badbeef-2020-01-02']
  for (const one of [gone, left, other]) write(`parvis-${one}T011503Z.gz`)
  for (const whose of ['0badcafe', '0badbeef']) {
    write(`parvis-${whose}-media/ab/abcd/480.webp`)
    write(`parvis-${whose}-media-gone.json`)
  }
  // The record knows two of the three files.
  await app.owner.query(
    `insert into backup_runs (begun_at, ended_at, outcome, file, bytes, verified)
     select '2026-01-01', '2026-01-01', 'made', 'parvis-' || name || 'T011503Z.gz', 0, 'restored' from unnest($1::text[]) name`,
    [[gone, left]],
  )
  // Older backups are removed when newer days, weeks and months have replaced them.
  const second = 'the second secret, long enough for all of it'
  for (let days = 1; days < 500; days += 20)
    write(nameFor(whoseOf(opened(app.connection, second)), new Date(Date.now() - days * 86_400_000), false))
  const made = await make(into(place), { secret: second })
  const removed = made?.removed.filter(name => name.startsWith('parvis-0bad'))
  assert.deepEqual(removed?.toSorted(), [`parvis-${left}T011503Z.gz`, `parvis-${gone}T011503Z.gz`])
  const kept = fs.readdirSync(place).filter(name => name !== made?.name)
  assert.deepEqual(
    kept.filter(name => !name.startsWith(`parvis-${made?.name.slice(7, 15)}`)).toSorted(),
    [`parvis-${other}T011503Z.gz`, 'parvis-0badbeef-media', 'parvis-0badbeef-media-gone.json'].toSorted(),
    'copies of pictures stay for as long as a backup bears their name',
  )
})

test('without the right to create a database, the backup is read to its end, and doctor reports the missing right', async () => {
  await inDatabase('postgres', client => client.query(`create role ${ROLE} login password 'plain'`))
  const own = { ...(await emptyDatabase(ROLE)), user: ROLE, password: 'plain' } as ConnectionConfig
  const { file } = await import('../../../test/fixtures/backups.ts').then(({ backup }) =>
    backup(app.connection),
  )
  await restore(file, own)
  const place = freshPlace()
  const made = await make(into(place), { connection: own, dataDir: join(folder, 'no-media') })
  assert.deepEqual(
    [made?.verified, made?.reason],
    ['read', 'permission denied to create database; let the account make databases (alter role … createdb)'],
  )
  const other = connect(own)
  try {
    const { state, says } = await looked(other, { backup: into(place) })
    assert.equal(state, 'note')
    assert.match(says, /not restored on trial: permission denied to create database; let the account/)
  } finally {
    await other.close()
  }
})

test('the account of a node (MIGRATE=apart) makes the nightly backup; a failure is recorded, or fails the job', async () => {
  await forget()
  const NODE = `node_${process.pid}`
  await inDatabase('postgres', client =>
    client.query(`create role ${NODE} login password 'node' in role parvis_app`),
  )
  const node = { ...app.connection, user: NODE, password: 'node' } as ConnectionConfig
  const place = freshPlace()
  try {
    const lines: string[] = []
    await night(place, lines, node)
    assert.deepEqual(lines, ['backup made'])
    const { good } = await runsOf(db.pool)
    assert.equal(good?.verified, 'read')
    assert.match(good?.reason ?? '', /^permission denied to create database; let the account make databases/)
    await inDatabase('postgres', client => client.query(`alter role ${NODE} createdb`))
    assert.equal((await make(into(place), { connection: node }))?.verified, 'restored')

    // The backup's process fails to start; the worker records the failure.
    await forget()
    await night(place, lines, { ...node, password: 'another' } as ConnectionConfig)
    assert.match(lines[1] ?? '', /^backup failed: The database cannot be reached: /)
    assert.equal(stateOf(await runsOf(db.pool)), 'failed')
    assert.match(
      (await looked(db, { backup: into(place) })).says,
      /^the last try failed: The database cannot/,
    )

    await forget()
    await app.owner.query('revoke insert on backup_runs from parvis_app')
    await assert.rejects(night(place, lines, node), /permission denied for table backup_runs/)
    assert.match(lines[2] ?? '', /^backup failed: The account of DATABASE_URL lacks a right .*backup_runs/)
  } finally {
    await app.owner.query('grant insert on backup_runs to parvis_app')
    await inDatabase('postgres', client => client.query(`drop role ${NODE}`))
  }
})

test('a bucket holds them encrypted, with the pictures; the newest comes back by one word, and a full one is told', async () => {
  await forget()
  const server = await s3Server()
  const bucket = {
    endpoint: server.url,
    region: REGION,
    bucket: BUCKET,
    style: 'path',
    prefix: 'nightly/',
    ...KEY,
  } as const
  const settings: BackupSettings = { to: { bucket }, at: '01:15' }
  const passphrase = 'of the bucket of this test'
  const key = 'ab'.repeat(20)
  const shelf = join(app.dataDir, 'media', 'ab', key)
  fs.mkdirSync(shelf, { recursive: true })
  for (const size of ['480', '960']) fs.writeFileSync(join(shelf, `${size}.webp`), `the picture, ${size}`)
  await app.owner.query(`insert into media (key, kind) values ($1, 'document') on conflict do nothing`, [key])

  server.trouble(99, (_request, response) =>
    response.writeHead(507).end('<Error><Code>InsufficientStorage</Code></Error>'),
  )
  await assert.rejects(make(settings), /507 InsufficientStorage/)
  assert.match((await runsOf(db.pool)).lately[0]?.reason ?? '', /507 InsufficientStorage/)
  server.trouble(0, () => {})
  await forget()
  const made = await make(settings, { passphrase })
  assert.deepEqual([made?.verified, made?.media.added], ['restored', 1])
  assert.match(made?.name ?? '', /\.gz\.age$/)
  const stored = server.stored.get(`nightly/${made?.name}`)?.bytes
  assert.equal(stored?.subarray(0, 21).toString(), 'age-encryption.org/v1')
  // A second copy adds nothing. A file removed here stays in the copy for a year.
  const place = await placeFor(settings)
  const copy = (now = new Date(), credible = true) =>
    copyMedia(folderStore(join(app.dataDir, 'media')), place, made?.name.slice(7, 15) ?? '', {
      signal: new AbortController().signal,
      forgotten: new Set(),
      now,
      credible,
    })
  assert.deepEqual(await copy(), { added: 0, removed: 0, strange: 0 })
  fs.rmSync(shelf, { recursive: true })
  assert.deepEqual(await copy(), { added: 0, removed: 0, strange: 0 })

  const fresh = await emptyDatabase()
  const env = {
    DATABASE_URL: addressOf(fresh),
    PARVIS_SECRET: secret,
    BACKUP_S3_ENDPOINT: server.url,
    BACKUP_S3_REGION: REGION,
    BACKUP_S3_BUCKET: BUCKET,
    BACKUP_S3_PREFIX: 'nightly',
    BACKUP_S3_ACCESS_KEY_ID: KEY.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: KEY.secretAccessKey,
  }
  const tree = freshTree()
  const wrong = await command(tree, ['restore', 'latest'], {
    env: { ...env, BACKUP_PASSPHRASE: 'another one, as long' },
  })
  assert.deepEqual(
    [wrong.code, /does not open with this passphrase/.test(wrong.stderr)],
    [1, true],
    wrong.stderr,
  )
  const right = await command(tree, ['restore', 'latest'], { env: { ...env, BACKUP_PASSPHRASE: passphrase } })
  assert.equal(right.code, 0, right.stderr)
  // The snapshot contains the unfinished run of its own backup.
  const again = connect(fresh)
  assert.equal(stateOf(await runsOf(again.pool)), 'none', 'nothing was killed')
  await again.close()
  assert.match(right.stdout, /Pictures and documents: 1 put back into .*, of 1\./)
  assert.equal(
    fs.readFileSync(join(tree, '.data', 'media', 'ab', key, '960.webp'), 'utf8'),
    'the picture, 960',
  )
  const { 'public.backup_runs': _then, ...restored } = rowsOf(await contents(fresh))
  const { 'public.backup_runs': _now, ...kept } = rowsOf(await contents(app.connection))
  assert.deepEqual(restored, kept)
  const listed = await command(tree, ['backups'], { env })
  assert.equal(listed.stdout.trim().split('\n').length, 1)
  assert.deepEqual(await copy(new Date(Date.now() + 365 * 86_400_000)), { added: 0, removed: 0, strange: 0 })
  // An older backup may refer to it, and a clock that is not credible removes nothing.
  const later = new Date(Date.now() + 368 * 86_400_000)
  assert.deepEqual(await copy(later), { added: 0, removed: 0, strange: 0 })
  server.stored.delete(`nightly/${made?.name}`)
  assert.deepEqual(await copy(later, false), { added: 0, removed: 0, strange: 0 })
  assert.deepEqual(await copy(later), { added: 0, removed: 1, strange: 0 })
  assert.equal(
    [...server.stored.keys()].some(name => name.includes(key)),
    false,
  )
})
/** Ignores runs and jobs, which change while the backup is made. */
const rowsOf = (all: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(all).filter(([name]) => name.startsWith('public.') && name !== 'public.nodes'),
  )

////////////////////////////////////////////////////////////////////////////// a clock that is a year ahead

const DAY_MS = 86_400_000
/** Creates a good backup for each of these days before now. */
function placeWith(daysAgo: readonly number[]) {
  const place = freshPlace()
  const names = daysAgo.map(n =>
    nameFor(whoseOf(opened(app.connection)), new Date(Date.now() - n * DAY_MS), false),
  )
  for (const name of names) fs.writeFileSync(join(place, name), '')
  const madeOne = async () => (await make(into(place))) ?? assert.fail('it is made')
  return { place, names, madeOne, files: () => seen(place).filter(name => /\.gz$/.test(name)) }
}
const databaseIsAhead = (days: number) =>
  app.owner.query(`update clock set trusted_at = now() - $1 * interval '1 day'`, [days])

test('the machine is 400 days ahead of the database: the backup bears the time of the database, and all others stay', async t => {
  await forget()
  const { names, madeOne, files } = placeWith([0.1, 1, 2, 6, 20, 38, 68])
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 400 * DAY_MS })
  const { name, removed } = await madeOne()
  t.mock.timers.reset()
  assert.deepEqual(removed, [])
  assert.deepEqual(files().sort(), [...names, name].sort())
  assert.equal(name.slice(16, 20), `${new Date().getUTCFullYear()}`)
})

test('the database is 400 days ahead: a year of nights stays as it is, its record too, until the clock is trusted', async () => {
  await forget()
  const nights = Array.from({ length: 40 }, (_, n) => n + 1)
  const { place, names, madeOne, files } = placeWith(nights)
  await app.owner.query(
    `insert into backup_runs (begun_at, ended_at, outcome, file, bytes, verified)
     select now() - interval '2 years', now(), 'made', 'long ago', 1, 'read'`,
  )
  const recorded = async () =>
    (await app.owner.query(`select from backup_runs where file = 'long ago'`)).rowCount
  await databaseIsAhead(400)
  const first = await madeOne()
  assert.deepEqual([first.removed, await recorded()], [[], 1])
  assert.deepEqual(files().sort(), [...names, first.name].sort())
  await databaseIsAhead(0)
  fs.rmSync(join(place, first.name))
  const second = await madeOne()
  assert.ok(second.removed.length > 20, 'the control: these are superfluous')
  assert.equal(await recorded(), 0)
  assert.ok(names.slice(0, 6).every(name => files().includes(name)))
})

test('restore latest takes the newest that bears no time to come, and says which it passes over', async () => {
  await forget()
  const { place, madeOne } = placeWith([3, -400])
  const { name } = await madeOne()
  const env = { DATABASE_URL: addressOf(await emptyDatabase()), PARVIS_SECRET: secret, BACKUP_DIR: place }
  const { code, stdout, stderr } = await command(freshTree(), ['restore', 'latest'], { env })
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^Passed over: parvis-\S+Z\.gz: a time still to come /)
  assert.ok(stdout.includes(`\n${name} in ${place}:\n`), stdout)
  assert.match(stdout, /^Restored \d+ tables/m)
})

test('the address of another database on the same server', () => {
  const at = (connectionString: string) =>
    (beside({ connectionString } as ConnectionConfig, 'x') as { connectionString: string }).connectionString
  assert.equal(
    at('postgres://u:p@h:1/parvis?sslmode=verify-full'),
    'postgres://u:p@h:1/x?sslmode=verify-full',
  )
  assert.equal(at('postgres://u:p@/parvis?host=/run/postgresql'), 'postgres://u:p@/x?host=/run/postgresql')
  assert.equal(
    at('postgres://u:p@a,b:2/parvis?target_session_attrs=read-write'),
    'postgres://u:p@a,b:2/x?target_session_attrs=read-write',
  )
  assert.deepEqual(beside({ ...ownerOf('one') }, 'x'), ownerOf('x'))
})
