// A process of its own: it stops PostgreSQL, and waits long.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { Data, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { testConfig } from '../../../test/app.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import { startCluster } from '../../../test/fixtures/cluster.ts'
import { asker, times } from '../../../test/fuzz/asking.ts'
import { startProxy } from '../../../test/fuzz/proxy.ts'
import { replicaFinding } from '../../operation/doctor/replica.ts'
import { app as apps } from '../../people/access/blocks.ts'
import { openService, type ServiceOptions } from '../../service.ts'
import { inOneTransaction } from '../jobs/jobs.ts'
import { read, write } from '../routes/action.ts'
import { get, post } from '../routes/route.ts'
import { type ConnectionConfig, type Db, sql } from './db.ts'
import { Hosts } from './hosts.ts'
import { Pool } from './pool.ts'
import { PublicReads } from './public-reads.ts'
import { positionOf, Replica } from './replica.ts'

/** A primary and a streaming replica, which is lost, silent, late or locked out. Public reads must not notice. */

const cluster = await startCluster()
const [primary, standby] = cluster.servers
await cluster.follow(standby, primary)
const proxy = await startProxy(standby.connection)
const owner = new pg.Client(primary.connection)
owner.on('error', () => {})
await owner.connect()

const where = (on: 'db' | 'slow') =>
  read({
    summary: 'For the tests',
    reply: Data(Obj({ replica: Type.Boolean() })),
    run: async (context: { readonly db: Db; readonly slow: Db }) => ({
      data: (await context[on].one<{ replica: boolean }>(sql`select pg_is_in_recovery() as replica`)) ?? {
        replica: false,
      },
    }),
  })
/** Like a dashboard counter, which is left out when it takes too long. */
const inTime = read({
  summary: 'For the tests',
  reply: Data(Obj({ replica: Type.Boolean() })),
  run: async ({ within }) => ({
    data: {
      replica: await within(1_000, async db => {
        const row = await db.one<{ replica: boolean }>(sql`select pg_is_in_recovery() as replica`)
        return row?.replica ?? false
      }),
    },
  }),
})
const rows = apps([get('/short', where('db')), get('/heavy', where('slow'))])

async function start(replica: ConnectionConfig, more: Partial<ServiceOptions> = {}) {
  const lines: { level: number; msg: string; replica?: string; reason?: string }[] = []
  const log = pino({ level: 'info' }, { write: line => lines.push(JSON.parse(line)) })
  const config = testConfig()
  const secret = config.secret ?? ''
  const service = await openService({
    config,
    log,
    secret,
    connection: primary.connection,
    replica,
    rows,
    jobs: {},
    ...more,
  })
  const ask = asker(Number(new URL(await service.listen()).port))
  const fromReplica = async (path: string) => {
    const { status, body } = await ask('GET', `/api/v1${path}`, { 'X-App-Source': 'public' })
    return status === 200 ? (JSON.parse(body).data.replica as boolean) : status
  }
  return {
    service,
    ask,
    lines,
    fromReplica,
    both: () => Promise.all([fromReplica('/short'), fromReplica('/heavy')]),
    told: () => lines.filter(line => 'replica' in line),
    async ready() {
      const { status, body } = await ask('GET', '/readyz')
      return [status, JSON.parse(body).replica]
    },
    metrics: async () => (await ask('GET', '/metrics')).body,
  }
}

const node = await start(proxy.connection)
after(async () => {
  await node.service.stop()
  proxy.close()
  await owner.end()
  await cluster.remove()
})

const comesFrom = (side: 'the replica' | 'the primary') =>
  eventually(
    async () => (await node.both()).every(answer => answer === (side === 'the replica')),
    `both kinds of reads from ${side}`,
  )

test('public reads, short and heavy, come from the replica', async () => {
  // On a busy machine the first check may time out.
  await comesFrom('the replica')
  await becomes(node.ready, [200, 'ok'])
  await becomes(node.metrics, /^parvis_replica_read 1$/m)
  await becomes(node.metrics, /^parvis_replica_lag_seconds \d/m)
})

test('killing the replica under load fails no read; reads return to it when it recovers', async t => {
  const outcomes = new Map<unknown, number>()
  let loaded = true
  const load = times(8, async at => {
    while (loaded) {
      const outcome = await node.fromReplica(at < 6 ? '/short' : '/heavy')
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  })
  const before = node.told().length
  t.after(() => {
    loaded = false
  })
  for (let round = 0; round < 2; round++) {
    await sleep(300)
    await standby.kill()
    await comesFrom('the primary')
    assert.deepEqual(await node.ready(), [200, 'away'])
    assert.match(await node.metrics(), /^parvis_replica_read 0$/m)
    await sleep(300)
    await standby.start()
    await comesFrom('the replica')
  }
  loaded = false
  await Promise.all(load)
  t.diagnostic(JSON.stringify([...outcomes]))
  assert.deepEqual([...outcomes.keys()].sort(), [false, true])
  // Logged at changes, not per request (a starting server may refuse connections again).
  const told = node.told().slice(before)
  assert.ok(told.length >= 4 && told.length <= 12, JSON.stringify(told))
  assert.deepEqual(new Set(told.map(line => line.replica)), new Set(['away', 'ok']))
  for (const line of told) assert.equal(line.reason !== undefined, line.replica === 'away')
})

test('waiting reads of a silent replica are answered by the primary', async () => {
  await comesFrom('the replica')
  proxy.mute()
  const answers = await Promise.all(times(12, at => node.fromReplica(at % 4 ? '/short' : '/heavy')))
  assert.deepEqual(
    answers.filter(answer => typeof answer !== 'boolean'),
    [],
  )
  await comesFrom('the replica')
})

test('with a wrong replica password the service is ready, reports the reason, and uses the primary', async () => {
  const shut = await start({ ...standby.connection, password: 'not the password' })
  try {
    assert.deepEqual(await shut.both(), [false, false])
    assert.deepEqual(await shut.ready(), [200, 'away'])
    await sleep(1_000)
    const [told, ...more] = shut.told()
    assert.deepEqual([told?.level, told?.replica, more], [40, 'away', []])
    assert.match(told?.reason ?? '', /password authentication failed/)
    assert.ok(!JSON.stringify(told).includes('not the password'))
  } finally {
    await shut.service.stop()
  }
})

test('doctor reports the state of the replica', async () => {
  // On a busy machine a check may time out, or the replica be late for a moment.
  const says = (replica: pg.ClientConfig, expected: RegExp) =>
    eventually(async () => {
      const { state, says } = await replicaFinding(primary.connection, replica)
      return expected.test(`${state} ${says}`)
    }, `${expected}`)
  await says(standby.connection, /^ok .*0\.\d s behind/)
  await says({ ...standby.connection, password: 'x' }, /^wrong .*password authentication failed.*primary/)
  await says({ ...standby.connection, host: '/nowhere' }, /^wrong .*ENOENT.*primary/)
})

test('a lagging replica is not read until it has caught up, or its address leads to another server', async () => {
  const pool = new Pool(primary.connection, { name: 'parvis', max: 1, statementMs: 5_000 })
  const replica = new Replica(proxy.connection, () => positionOf(pool), 1)
  const reads = new PublicReads(primary.connection, replica)
  const states: string[] = []
  replica.onChange(({ state }) => states.push(state))
  const isReplica = async () =>
    (await reads.short({ text: 'select pg_is_in_recovery() as replica', values: [] }, () => 'a')).rows[0]
      .replica
  try {
    await standby.kill()
    await standby.start('alone')
    await replica.watch()
    await eventually(isReplica, 'the replica is read')
    await owner.query(`create table written_later ()`)
    await eventually(async () => replica.now.state === 'late' && (replica.now.lag ?? 0) > 1, 'it is late')
    assert.equal(await isReplica(), false)
    proxy.moveTo(primary.connection)
    await eventually(async () => replica.now.state === 'ok', 'another one that is not late')
    assert.equal(await isReplica(), false, 'nor is it asked on the connections to the one before')
    proxy.moveTo(standby.connection)
    await standby.kill()
    await standby.start()
    proxy.cut()
    await eventually(isReplica, 'it is read again')
    assert.ok(states.includes('late') && states.at(-1) === 'ok', `${states}`)
  } finally {
    await reads.close()
    await pool.end()
  }
})

test('of several servers a standby is read again, also while the primary that was read instead answers', async () => {
  const all = cluster.servers.map(({ connection: { host = '', port = 0 } }) => ({ host, port }))
  const hosts = new Hosts(primary.connection, { all, wanted: 'prefer-standby', connectMs: undefined }, 50)
  await standby.kill()
  const two = await start({ ...primary.connection, hosts })
  try {
    await becomes(two.ready, [200, 'ok'])
    assert.deepEqual(await two.both(), [false, false])
    await standby.start()
    await eventually(async () => (await two.both()).every(answer => answer === true), 'the standby is read')
  } finally {
    await two.service.stop()
    hosts.close()
  }
})

const putDown = post(
  '/words',
  write({
    summary: 'For the tests',
    body: Obj({ word: Type.String() }),
    reply: Data(Obj({ word: Type.String(), number: Type.Integer() })),
    async run({ tx, body: { word }, enqueue }) {
      const row = await tx.one<{ number: number }>(
        sql`insert into words (word) values (${word}) returning number`,
      )
      await enqueue('audit.seal', { word })
      return { data: { word, number: row?.number ?? 0 } }
    },
  }),
  { silent: 'a row of the tests' },
)

test('after a failover under load every acknowledged write exists once, and the old primary is not used', async () => {
  await cluster.wait(primary)
  await owner.query(`create table words (word text, number serial); create table worked (word text);
    grant all on words, worked, words_number_seq to public`)
  const all = cluster.servers.map(({ connection: { host = '', port = 0 } }) => ({ host, port }))
  const hosts = new Hosts(primary.connection, { all, wanted: 'primary', connectMs: undefined })
  const two = await start(standby.connection, {
    connection: { ...primary.connection, hosts },
    config: testConfig({ PROCESS: 'all' }),
    rows: apps([putDown, get('/short', where('db')), get('/heavy', where('slow')), get('/within', inTime)]),
    jobs: {
      'audit.seal': inOneTransaction((tx, { word }: { word: string }) =>
        tx.run(sql`insert into worked values (${word})`),
      ),
    },
  })
  const acknowledged = new Map<string, string>()
  const say = async (word: string) => {
    const headers = { 'X-App-Source': 'public', 'Content-Type': 'application/json', 'Idempotency-Key': word }
    return await two.ask('POST', '/api/v1/words', headers, JSON.stringify({ word }))
  }
  const refusals = new Set<number>()
  let loaded = true
  const load = times(4, async at => {
    for (let count = 0; loaded; count++) {
      const word = `${at}-${count}`
      for (let reply = await say(word); ; reply = await say(word)) {
        if (reply.status === 201) acknowledged.set(word, reply.body)
        if (reply.status < 400 || !loaded) break
        refusals.add(reply.status)
        await sleep(20)
      }
    }
  })
  const more = async (count: number) => {
    const enough = acknowledged.size + count
    await eventually(async () => acknowledged.size >= enough, `${count} more words`)
  }
  try {
    await more(10)
    await primary.kill()
    await standby.promote()
    await more(10)
    // It still believes that it is the primary, and would accept writes.
    await primary.start()
    await eventually(async () => two.lines.some(line => /left alone/.test(line.msg)), 'the old one was seen')
    hosts.recheck()
    await more(5)
    loaded = false
    await Promise.all(load)

    assert.deepEqual(
      [...refusals].filter(status => status !== 503 && status !== 409),
      [],
    )
    const kept = await standby.ask<{ word: string }>('select word from words order by word')
    assert.deepEqual(new Set(kept.map(({ word }) => word)).size, kept.length, 'none twice')
    for (const [word, body] of acknowledged) assert.equal((await say(word)).body, body)
    for (const word of acknowledged.keys())
      assert.ok(
        kept.some(one => one.word === word),
        word,
      )
    const work = () => standby.ask<{ word: string }>('select word from worked order by word')
    await eventually(async () => (await work()).length >= kept.length, 'each has had its job')
    assert.deepEqual(await work(), kept, 'once')

    const old = await primary.ask('select from words')
    assert.ok(old.length < kept.length, `${old.length} of ${kept.length} on the old one`)
    // For this node the replica is the primary now; for a node that writes to the old primary it is useless.
    await becomes(two.ready, [200, 'ok'])
    await eventually(
      async () => /promoted/.test(node.told().at(-1)?.reason ?? ''),
      'a replica that was promoted',
    )
    await comesFrom('the primary')

    // The new primary has no standby: a synchronous commit waits forever and keeps its session.
    const waitFor = async (names: string) => {
      await standby.ask(`alter system set synchronous_standby_names = '${names}'`)
      await standby.ask('select pg_reload_conf()')
    }
    await waitFor('*')
    // The checkpointer applies the setting later.
    let tries = 0
    await eventually(async () => (await say(`still-heard-${tries++}`)).status === 503, 'commits wait')
    assert.equal((await say('unheard')).status, 503)
    assert.equal((await two.ready())[0], 503, 'it takes no writes')
    assert.equal(typeof (await two.fromReplica('/short')), 'boolean', 'it is read')
    assert.equal(typeof (await two.fromReplica('/within')), 'boolean', 'also within a time')
    for (const reply of await Promise.all(times(20, at => say(`unheard-${at}`))))
      assert.equal(reply.status, 503)
    const [left] = await standby.ask<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where wait_event = 'SyncRep'`,
    )
    assert.ok((left?.n ?? 99) < 10, `${left?.n} sessions wait`)
    await waitFor('')
    await eventually(
      async () => (await say('unheard')).status === 201,
      'it is taken once commits are answered',
    )
  } finally {
    loaded = false
    await two.service.stop()
    hosts.close()
  }
})

test('after a single address has moved, the old server is neither read nor written', async () => {
  await primary.ask(`alter system set synchronous_standby_names = ''`)
  await primary.ask('select pg_reload_conf()')
  await Promise.all(
    cluster.servers.map((server, at) =>
      server.ask(`create table which as select '${at === 0 ? 'the old one' : 'the new one'}' as name;
        grant select, insert on which to public`),
    ),
  )
  const address = await startProxy(primary.connection)
  const { host = '', port = 0 } = address.connection
  const hosts = new Hosts(
    address.connection,
    { all: [{ host, port }], wanted: 'any', connectMs: undefined },
    200,
  )
  const moved = await start(
    { ...standby.connection, password: 'none is read' },
    { connection: { ...address.connection, hosts }, config: testConfig({ PROCESS: 'all' }) },
  )
  const { db } = moved.service
  const kinds = [
    db.short,
    db.pool,
    db.publicReads(() => 'somebody').db,
    db.publicReads(() => 'somebody').slow,
  ]
  const readAt = () =>
    Promise.all(
      kinds.map(
        async kind => (await kind.one<{ name: string }>(sql`select name from which limit 1`))?.name ?? '',
      ),
    )
  try {
    assert.deepEqual(new Set(await readAt()), new Set(['the old one']))
    address.moveTo(standby.connection)
    assert.ok(address.left() > 4, 'the queue, too')
    await eventually(async () => address.left() === 0, 'nothing leads to the old one')
    assert.deepEqual(new Set(await readAt()), new Set(['the new one']))
    await db.transaction(tx => tx.run(sql`insert into which values ('written')`))
    assert.equal((await primary.ask('select from which')).length, 1)
    // After seeing the new timeline, a node never uses a server on an older one.
    address.moveTo(primary.connection)
    await assert.rejects(
      db.longSession(session => session.all(sql`select name from which`)),
      { code: 'ENOSERVER' },
    )
    assert.equal(address.left() > 0, true)
    // A read is refused while background work has the connection that was open before.
    const names = await eventually(
      () => readAt().catch(error => error.code !== 'unavailable' && Promise.reject(error)),
      'the open connections are used',
    )
    assert.deepEqual(new Set(names), new Set(['the new one']))
    assert.equal(moved.lines.filter(line => /leads to another server/.test(line.msg)).length, 1)
  } finally {
    await moved.service.stop()
    hosts.close()
    address.close()
  }
})
