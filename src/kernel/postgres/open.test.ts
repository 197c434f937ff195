/** The embedded PostgreSQL with real processes and real kills. */

// A process of its own: its PostgreSQL goes at the end of the file.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../../test/eventually.ts'
import {
  adopt,
  freshFolder,
  hold,
  isRoot,
  openHere,
  preparedFolder,
  query,
  serverOf,
  startHolder,
} from '../../../test/fixtures/embedded.ts'
import { assertNoProcess, groupOf, isRunning, kill } from '../../../test/fixtures/processes.ts'

const ADDRESS = 'http://127.0.0.1:3000'

test('opening prepares and starts the server, closing stops it and keeps the data', async () => {
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

test('the server has its own session, so that Ctrl-C does not reach it', async () => {
  const database = await openHere({ dataDir: await preparedFolder() })
  const pid = serverOf(database)
  assert.equal(groupOf(pid), pid)
})

test('data never reaches the log', async () => {
  const dataDir = await preparedFolder()
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
  const dataDir = await preparedFolder()
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

test('a second service is refused, with the name of the first', async () => {
  const dataDir = await preparedFolder()
  const service = await hold({ dataDir, as: 'service', label: ADDRESS })
  await assert.rejects(openHere({ dataDir, as: 'service' }), {
    name: 'Refusal',
    message:
      `Parvis already runs on this data (process ${service.child.pid}, ${ADDRESS}): ` +
      'stop it first, or give this one another DATA_DIR.',
  })
  assert.ok(isRunning(service.server), 'the refused one leaves the server alone')
})

test('a command works beside the service; the last process stops the server', async () => {
  const dataDir = await preparedFolder()
  const service = await hold({ dataDir, as: 'service' })
  // Beside a running server, only the package's version is needed, no program.
  const packageDir = freshFolder('package')
  fs.mkdirSync(packageDir, { recursive: true })
  const ofVersion = (version: string) =>
    fs.writeFileSync(join(packageDir, 'package.json'), JSON.stringify({ version }))
  ofVersion('18.9.0')
  const command = await openHere({ dataDir, as: 'command', packageDir })
  await command.stop()
  assert.deepEqual(await query(service, 'select 1 as one'), [{ one: 1 }])
  ofVersion('19.0.0')
  await assert.rejects(
    openHere({ dataDir, as: 'command', packageDir }),
    /18, this Parvis brings 19: back it up/,
  )

  const longer = await openHere({ dataDir, as: 'command' })
  await service.leave()
  assert.deepEqual(await query(longer, 'select 1 as one'), [{ one: 1 }])
  await longer.stop()
  await assertNoProcess(dataDir)
})

test('concurrent opening and closing succeeds', async () => {
  const dataDir = freshFolder()
  const holders = await Promise.all([hold({ dataDir, as: 'service' }), hold({ dataDir, as: 'command' })])
  assert.equal(holders[0].server, holders[1].server, `${holders[0].refused} ${holders[1].refused}`)
  const here = await openHere({ dataDir, as: 'command' })
  await Promise.all([...holders.map(each => each.leave()), here.stop()])
  await assertNoProcess(dataDir)

  // Some processes open while others close: each must get a working server.
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

test('a process killed while preparing leaves no half-made cluster', async () => {
  const namesIn = (folder: string) => (fs.existsSync(folder) ? fs.readdirSync(folder) : [])
  // Begun again where it was ready before the kill.
  const dataDir = await eventually(async () => {
    const folder = freshFolder()
    const child = startHolder({ dataDir: folder })
    const isDraft = (name: string) => name.startsWith('postgres.new-')
    const begun = (name: string) => isDraft(name) || name === 'postgres'
    await eventually(async () => namesIn(folder).some(begun), 'it prepares')
    await sleep(50)
    await kill(child.pid)
    return !namesIn(folder).includes('postgres') && namesIn(folder).some(isDraft) && folder
  }, 'a kill while it prepares')
  const database = await openHere({ dataDir })
  assert.deepEqual(await query(database, 'select 1 as one'), [{ one: 1 }])
  await database.stop()
  await openHere({ dataDir })
  assert.deepEqual(fs.readdirSync(dataDir).sort(), ['postgres', 'postgres.log', 'postgres.password'])
})

test('a postmaster.pid with the id of another program does not prevent the start', async () => {
  const dataDir = await preparedFolder()
  const { directory, stop } = await openHere({ dataDir })
  await stop()
  const { uid, gid } = fs.statSync(directory)
  // PostgreSQL itself only checks processes of its own account.
  const stranger = adopt(
    spawn('sleep', ['60'], { stdio: 'ignore', cwd: '/', ...(isRoot ? { uid, gid } : {}) }),
  )
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

test('a killed server is restarted by the next process, and by a running service', async () => {
  const dataDir = await preparedFolder()
  const gone = await hold({ dataDir, durable: true })
  await query(gone, 'create table kept as select 42 as answer')
  await kill(gone.child.pid)
  await kill(gone.server)
  const service = await openHere({ dataDir, as: 'service' })
  assert.deepEqual(await query(service, 'select answer from kept'), [{ answer: 42 }])

  await kill(serverOf(service))
  const locks = `select count(*)::int as held from pg_locks where locktype = 'advisory'`
  await eventually(
    () =>
      query(service, locks).then(
        rows => rows[0].held === 2,
        () => false,
      ),
    'it is present again, and the only service',
  )

  await kill(serverOf(service))
  await service.stop()
  await assertNoProcess(dataDir)
})

test('a running service logs once that its server does not start, and why, then that it runs again', async () => {
  const dataDir = await preparedFolder()
  const heard: object[] = []
  const hear = (fields: object, msg?: string) => void heard.push({ ...fields, msg })
  const service = await openHere({ dataDir, as: 'service', log: { warn: hear, error: hear } })
  const settings = join(dataDir, 'postgres.conf')
  fs.writeFileSync(settings, 'no_such_setting = 1\n')
  await kill(serverOf(service))
  await eventually(async () => heard.length > 0, 'the reason is logged')
  // Time for a second attempt.
  await sleep(2_000)
  fs.rmSync(settings)
  await eventually(async () => heard.length > 1, 'it runs again')
  assert.deepEqual(await query(service, 'select 1 as one'), [{ one: 1 }])
  const [stopped, back] = heard as { msg: string; reason?: string; seconds?: number }[]
  assert.match(stopped?.msg ?? '', /^the embedded PostgreSQL does not start/)
  assert.match(stopped?.reason ?? '', /no_such_setting/)
  assert.match(back?.msg ?? '', /runs again/)
  assert.ok((back?.seconds ?? 0) >= 1)
  await service.stop()
})

test('closing works when the server is dead', async () => {
  const database = await openHere({ dataDir: await preparedFolder() })
  await kill(serverOf(database))
  await database.stop()
  await assertNoProcess(database.directory)
})
