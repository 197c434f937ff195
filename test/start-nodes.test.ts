/** Several processes on one PostgreSQL: a web process and a worker. */
// Of a release: it starts services as an operator does.
// A process of its own: it starts the service from a tree of its own, which goes at the end.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { addressOf, copyOf } from './databases.ts'
import { eventually } from './eventually.ts'
import {
  command,
  countCommunes,
  createCommune,
  freshTree,
  getJson,
  start,
  TOKEN,
} from './fixtures/service-process.ts'

let database: Awaited<ReturnType<typeof copyOf>>
let owner: pg.Client
before(async () => {
  database = await copyOf('france')
  owner = new pg.Client(database.owner)
  await owner.connect()
})
after(async () => {
  await owner?.end()
  await database?.drop()
})

const seals = async () =>
  (await owner.query<{ sealed: number }>('select coalesce(max(last_id), 0)::int as sealed from audit_seals'))
    .rows[0]?.sealed ?? 0

test('one process serves and another works, started together on one database', async () => {
  const env = {
    DATABASE_URL: addressOf(database.owner),
    PARVIS_SECRET: 'one secret for all the nodes of this test',
  }
  const tree = freshTree()
  const [web, worker] = await Promise.all([
    start(tree, { env: { ...env, PROCESS: 'web' } }),
    start(tree, { env: { ...env, PROCESS: 'worker' } }),
  ])
  assert.equal(await countCommunes(web), 34_969)
  assert.equal((await getJson(worker, '/healthz')).status, 200)
  assert.equal((await getJson(worker, '/readyz')).status, 200)
  assert.equal((await getJson(worker, '/api/v1/communes')).status, 404, 'the worker serves no API')

  const unsigned = [web, worker].map(each => each.said.stdout.includes('PAYMENT_SIGNING_SECRETS is not set'))
  assert.deepEqual(unsigned, [true, false], 'who serves webhooks says that it believes none')

  const told = [web, worker].filter(each => /password in \S+\n/.test(each.said.stderr))
  assert.equal(told.length, 1, 'one of them made the first administrator')
  assert.deepEqual(fs.readdirSync(join(tree, '.data')).sort(), ['first-admin-password', 'media'])

  const { stdout, stderr } = await command(tree, TOKEN, { env: web.env })
  await createCommune(web, stdout.trim(), 'Scellé-sur-Seine')
  assert.equal(stderr, '')
  const { rows } = await owner.query<{ last: number }>('select max(id)::int as last from audit_log')

  const boss = new PgBoss({
    ...(database.owner as object),
    schema: 'pgboss',
    migrate: false,
    supervise: false,
  })
  boss.on('error', () => {})
  await boss.start()
  await boss.send('audit.seal', {})
  await boss.stop({ graceful: false })
  await eventually(async () => (await seals()) === rows[0]?.last, 'the worker sealed the audit trail')

  for (const node of [web, worker]) {
    node.launcher.kill('SIGTERM')
    assert.equal((await node.ended).code, 0)
  }
})

test('a node that starts later says where the first password is, and that nobody works; behind a newer database it serves until it lacks something; one that stops says so first, and serves on', async () => {
  await owner.query(
    `update nodes set worked_at = now() - interval '6 minutes', seen_at = now() - interval '6 minutes'`,
  )
  await owner.query('update users set last_seen_at = null')
  await owner.query(`insert into schema_migrations (number, name, sha256) values (9999, 'of_later', 'x')`)
  const tree = freshTree()
  const env = {
    DATABASE_URL: addressOf(database.owner),
    PARVIS_SECRET: 'one secret for all the nodes of this test',
    PROCESS: 'web',
    DRAIN_SECONDS: '300',
  }
  const web = await start(tree, { env })
  assert.match(
    web.said.stderr,
    /Sign in {4}admin@\S+ {2}password in \/.*\/\.data\/first-admin-password of \S+\n/,
  )
  assert.match(web.said.stderr, /user create --email E --password - --role admin\n/)
  const parts = async () => (await getJson(web, '/readyz')).body as Record<string, unknown>
  assert.deepEqual(await parts(), {
    status: 'ready',
    serving: true,
    database: true,
    migrations: true,
    writable: true,
    clock: true,
    worker: 'gone',
    backup: 'none',
  })
  await eventually(async () => /"no worker for \d+ min/.test(web.said.stdout), 'the log says it')
  const doctor = await command(tree, ['doctor'], { env: web.env })
  assert.equal(doctor.code, 1, doctor.stdout)
  assert.match(doctor.stdout, /^wrong {2}worker +no worker for \d+ min: .*PROCESS=worker/m)
  assert.match(doctor.stdout, /^note {3}migrations +9999, this version knows \d+ and works on it/m)

  await owner.query('update schema_migrations set needs = 9999 where number = 9999')
  assert.deepEqual([(await parts()).status, (await parts()).migrations], ['not ready', false])
  await owner.query('delete from schema_migrations where number = 9999')
  assert.equal((await parts()).status, 'ready')

  web.launcher.kill('SIGTERM')
  await eventually(async () => (await parts()).serving === false, 'it says that it stops')
  const served = await fetch(`${web.url}/api/v1/communes?per_page=1`, {
    headers: { 'x-app-source': 'public' },
  })
  assert.deepEqual([served.status, served.headers.get('connection')], [200, 'close'])
  // A second signal stops it at once, unless it is the same key press.
  let code: number | null = null
  void web.ended.then(ending => {
    code = ending.code
  })
  await eventually(async () => {
    if (code === null) web.launcher.kill('SIGTERM')
    return code !== null
  }, 'it ends')
  assert.equal((await web.ended).code, 130)
})

test('errors in DATABASE_URL that only the operator can fix are one message', async () => {
  const tree = freshTree()
  const good = database.owner
  for (const [wrong, code] of [
    [{ ...good, password: 'another' }, /password authentication failed/],
    [{ ...good, database: 'nowhere' }, /database "nowhere" does not exist/],
  ] as const) {
    const env = { DATABASE_URL: addressOf(wrong), PARVIS_SECRET: 'one secret for all the nodes of this test' }
    const ending = await command(tree, ['start'], { env })
    assert.equal(ending.code, 1)
    assert.match(ending.stderr, /^The database cannot be reached: PostgreSQL \w+ on \/.*\)\.\n$/)
    assert.match(ending.stderr, code)
    assert.doesNotMatch(ending.stderr, new RegExp(good.password as string))
  }
})
