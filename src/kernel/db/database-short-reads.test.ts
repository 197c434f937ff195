import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { after, test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { copyOf, inDatabase } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import { times } from '../../../test/fuzz/asking.ts'
import { isReadTimeout, TimedOutInQueue } from '../refusals/db-errors.ts'
import { connect } from './database.ts'
import { raw, sql } from './db.ts'
import { PipelinedReads } from './pipelined-reads.ts'
import { Pool } from './pool.ts'
import { preparedStatementsOf } from './prepared-statements.ts'

const database = await copyOf('empty')
const db = connect(database.owner)
after(async () => {
  await db.close()
  await database.drop()
})
/** Returns the connection, and a count of calls that a rollback does not undo. */
const asked = sql`select current_setting('application_name') as name, nextval('asked')::int as time`
await inDatabase(database.name, client =>
  client.query(`create sequence asked; create table written (n int);
    grant usage on sequence asked to parvis_app; grant select, insert on written to parvis_app`),
)

interface Asked {
  readonly name: string
  readonly time: number
}
/** On a busy machine the shortest read may time out. */
const onShared = () =>
  eventually(async () => {
    const answer = await db.short.one<Asked>(asked)
    return answer?.name === 'parvis short reads' && answer
  }, 'a short read on a shared connection')

test('a statement that exceeds the short timeout is retried on the pool, and goes there directly the next time', async () => {
  // On a busy machine the first attempt may end before it has counted, and the next time be too late to go there directly.
  const tries = ['0.40', '0.41', '0.42', '0.43', '0.44'].map(
    seconds => sql`${asked}, pg_sleep(${raw(seconds)})::text as slept`,
  )
  await eventually(async () => {
    const slow = tries.shift() ?? assert.fail('neither of them')
    const before = await onShared()
    const answers = [await db.short.one(slow), await db.short.one(slow)]
    return isDeepStrictEqual(
      answers,
      [2, 3].map(more => ({ name: 'parvis', time: before.time + more, slept: '' })),
    )
  }, 'two attempts, then one')
  await onShared()
})

test('a statement that was slow only once is short again', async () => {
  await inDatabase(database.name, client => client.query('select setval($1, 1000)', ['asked']))
  // Sleeps at the first call.
  const slowOnce = sql`${asked}, case when currval('asked') = 1001 then pg_sleep(0.4)::text end as slept`
  assert.equal((await db.short.one<Asked>(slowOnce))?.name, 'parvis')
  await eventually(
    async () => (await db.short.one<Asked>(slowOnce))?.name === 'parvis short reads',
    'it is asked on a shared connection again',
  )
})

test('a busy server, or a blocked event loop, is not taken for a silent server', async () => {
  const readers = new PipelinedReads(database.owner, {
    name: 'parvis busy reads',
    planned: 'by values',
    answerMs: 400,
  })
  const slept = (seconds: number, at: number) =>
    // Different texts, so that none counts as slow because of another.
    readers.query({ text: `select pg_sleep(${seconds}), ${at} as at`, values: [] })
  const errors = async (reads: Promise<unknown>[]) =>
    (await Promise.allSettled(reads)).flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
  try {
    // A server that is held up for that long is silent for once.
    await eventually(async () => {
      const behind = await errors(times(16, at => slept(0.1, at)))
      return behind.some(error => error instanceof TimedOutInQueue) && !behind.some(isReadTimeout)
    }, 'late reads alone')

    await eventually(async () => (await errors([slept(0, 0)])).length === 0, 'connections that are new')
    const unheard = slept(0.01, 1)
    // Sent, then the event loop is blocked.
    await setImmediate()
    const until = performance.now() + 1_000
    while (performance.now() < until);
    assert.deepEqual((await errors([unheard])).filter(isReadTimeout), [])
  } finally {
    await readers.close()
  }
})

test('a timeout behind other statements of the transaction closes no other connection', async () => {
  // A server that is held up for that long is silent for once.
  await eventually(async () => {
    const pool = new Pool(database.owner, { name: 'parvis late', max: 2, statementMs: 5_000 })
    const pid = async () =>
      (await pool.query({ text: 'select pg_backend_pid() as pid', values: [] })).rows[0].pid as number
    try {
      const before = await Promise.all([pid(), pid()])
      const late = pool.withClient(client =>
        Promise.all(
          times(2, at =>
            preparedStatementsOf(client).query({
              text: 'select pg_sleep(0.5), $1::int',
              values: [at],
              query_timeout: 900,
            }),
          ),
        ),
      )
      const error = await late.catch((reason: unknown) => reason)
      if (!(error instanceof TimedOutInQueue)) return false
      assert.ok(before.includes(await pid()))
      assert.doesNotThrow(() => pool.refuseStalled())
      return true
    } finally {
      await pool.end()
    }
  }, 'a timeout behind another statement')
})

test('a server that is silent from the start causes one timeout', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  let opened = 0
  silent.on('connection', () => opened++)
  const away = connect({ ...database.owner, host: '127.0.0.1', port, connectionTimeoutMillis: 200 })
  try {
    await assert.rejects(away.short.one(asked), { code: 'unavailable' })
    assert.equal(opened, 1)
  } finally {
    await away.close()
    silent.close()
  }
})

test('a read whose connection ends because the server is silent waits for it no second time', async () => {
  const { host, port: behind } = database.owner
  let isSilent = false
  let openedLater = 0
  const between = createServer(socket => {
    if (isSilent) openedLater++
    const line = createConnection(`${host}/.s.PGSQL.${behind}`)
    for (const [from, to] of [
      [socket, line],
      [line, socket],
    ] as const)
      from
        .on('error', () => {})
        .on('close', () => to.destroy())
        .on('data', bytes => {
          if (!isSilent) to.write(bytes)
        })
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  const { port } = between.address() as AddressInfo
  const away = connect({ ...database.owner, host: '127.0.0.1', port })
  try {
    const read = () => away.short.one(asked)
    await Promise.all([read(), read()])
    isSilent = true
    const first = [read(), read()]
    const later = setTimeout(2_500).then(read)
    for (const one of [...first, later]) await assert.rejects(one, { code: 'unavailable' })
    assert.equal(openedLater, 0)
  } finally {
    await away.close()
    between.close()
  }
})

test('a start waits for a server that is late, and a request does not', async () => {
  const { host, port: behind } = database.owner
  const late = createServer(async socket => {
    socket.on('error', () => {})
    await setTimeout(2_500)
    const line = createConnection(`${host}/.s.PGSQL.${behind}`).on('error', () => {})
    socket.pipe(line).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(late, 'listening')
  const { port } = late.address() as AddressInfo
  const behindIt = connect({ ...database.owner, host: '127.0.0.1', port })
  try {
    await behindIt.transaction(async tx => {
      await tx.run(sql`select 1`)
      behindIt.hurry()
      // Its only idle connection is held by the transaction.
      await assert.rejects(behindIt.pool.one(sql`select 1`), { code: 'unavailable' })
    })
  } finally {
    await behindIt.close()
    late.close()
  }
})

test('an error of PostgreSQL is translated as on the pool', async () => {
  await assert.rejects(db.short.one(sql`select ${'x'}::uuid`), { code: 'validation_failed' })
})

test('connections closed by PostgreSQL, idle or in use, fail no read', async () => {
  let isOver = false
  const names = new Set<string | undefined>()
  const reading = Promise.all(
    times(20, async () => {
      while (!isOver) names.add((await db.short.one<{ name: string }>(sql`select 'read' as name`))?.name)
    }),
  )
  try {
    for (let round = 0; round < 3; round++)
      await eventually(
        () =>
          inDatabase(database.name, async client => {
            const { rows } = await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
              where application_name = 'parvis short reads' and datname = current_database()`)
            return rows.length > 0
          }),
        'connections to end',
      )
  } finally {
    isOver = true
  }
  await reading
  assert.deepEqual([...names], ['read'])
})

test('clients read their own writes while other reads are in flight', async () => {
  for (let n = 1; n <= 20; n++) {
    const others = times(8, () => db.short.one(sql`select pg_sleep(0.001)::text as slept`))
    await db.transaction(tx => tx.run(sql`insert into written values (${n})`))
    assert.deepEqual(await db.short.one(sql`select max(n) as newest from written`), { newest: n })
    await Promise.all(others)
  }
})
