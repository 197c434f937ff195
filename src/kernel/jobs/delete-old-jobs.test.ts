import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { startApp } from '../../../test/app.ts'
import { queues } from '../../foundation/queues.ts'
import type { ConnectionConfig } from '../db/db.ts'
import { deleteOldJobs } from './delete-old-jobs.ts'
import { installQueues } from './install.ts'
import { ownerOptions, queuesOf } from './jobs.ts'

const app = await startApp()
async function queue(t: TestContext): Promise<PgBoss> {
  const boss = new PgBoss({
    ...ownerOptions(app.connection as ConnectionConfig),
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  t.after(() => boss.stop({ graceful: false }))
  return boss
}

const left = async () => {
  const { rows } = await app.owner.query(
    `select data->>'key' as key from pgboss.job where name = 'keys.rotate' and data ? 'key' order by 1`,
  )
  return rows.map(({ key }) => key as string)
}
/** Finished and waiting jobs, recent and old, in the queue's format. */
async function jobs(boss: PgBoss) {
  await app.owner.query(`delete from pgboss.job where name = 'keys.rotate'`)
  for (const [key, days] of [
    ['waits', 0],
    ['waits since long', 100],
    ['failed', 0],
    ['failed long ago', 100],
  ] as const)
    await boss.send('keys.rotate', { key }, { startAfter: new Date(Date.now() - days * 86_400_000) })
  await app.owner.query(`update pgboss.job set state = 'failed', completed_on = start_after
    where name = 'keys.rotate' and data->>'key' like 'failed%'`)
}
const tidied = async (boss: PgBoss) => {
  await app.owner.query('update pgboss.queue set maintain_on = null, monitor_on = null')
  await boss.supervise('keys.rotate')
}
const ALL = ['failed', 'failed long ago', 'waits', 'waits since long']

test('pg-boss deletes no job by age; the nightly job does, if the clock is credible', async t => {
  const boss = await queue(t)
  await jobs(boss)
  await tidied(boss)
  assert.deepEqual(await left(), ALL)
  await app.owner.query(`update clock set trusted_at = now() - interval '90 days'`)
  assert.equal(await app.service.db.transaction(deleteOldJobs), 0)
  await app.owner.query('update clock set trusted_at = now()')
  await app.service.db.transaction(deleteOldJobs)
  assert.deepEqual(await left(), ['failed', 'waits'])
})

test('queues and jobs of an older version get the same settings', async t => {
  const boss = await queue(t)
  const older = () =>
    app.owner.query(`update pgboss.queue set deletion_seconds = 604800, retention_seconds = 1209600;
      update pgboss.job set deletion_seconds = 604800, keep_until = start_after + interval '14 days'`)
  await jobs(boss)
  await older()
  await tidied(boss)
  assert.deepEqual(await left(), ['failed', 'waits'], 'the control: there the queue deletes')
  await jobs(boss)
  await older()
  const client = new pg.Client(app.connection)
  await client.connect()
  await installQueues(app.connection as ConnectionConfig, client, queuesOf(queues), { tidy: true })
  await client.end()
  await tidied(boss)
  assert.deepEqual(await left(), ALL)
  const { rows } = await app.owner.query(
    'select distinct deletion_seconds as after, retention_seconds > 1e9 as long from pgboss.queue',
  )
  assert.deepEqual(rows, [{ after: 0, long: true }])
})
