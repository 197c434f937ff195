import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { asTx } from '../../kernel/db/db.ts'
import { OF_ONE_OWNER, settle, takeDue } from './deliveries.ts'

const app = await startApp()
const admin = await app.user(['admin'])

/** Pages of tables and indexes that taking eight deliveries reads; nothing is taken. */
async function buffersOfTaking(busy: readonly string[] = []): Promise<number> {
  let buffers = 0
  const explained = asTx(async query => {
    const { text, values } = typeof query === 'string' ? { text: query, values: [] } : query
    if (text.includes('advisory')) return { rows: [], rowCount: 0 }
    await app.owner.query('begin')
    const answer = await app.owner.query(`explain (analyze, buffers, format json) ${text}`, [...values])
    await app.owner.query('rollback')
    const [{ Plan: plan }] = answer.rows[0]['QUERY PLAN']
    buffers = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    return answer
  })
  await takeDue(explained, 8, {
    keys: busy,
    working: busy.map(() => OF_ONE_OWNER),
    stuck: busy.map(() => false),
    slow: 0,
    late: 0,
  })
  return buffers
}

const waits = (endpoint: string, count: number, events: number) =>
  app.owner.query(
    `insert into webhook_deliveries (endpoint_id, seq, event, resource_id, at, data, next_try_at)
     select $1, n, 'publication.changed', ('00000000-0000-0000-0000-' || lpad((n / $3)::text, 12, '0'))::uuid, now(), '{}',
       now() - (20 * $2 - n) * interval '1 millisecond'
     from generate_series(1, $2::int) as n`,
    [endpoint, count, events],
  )

test('taking deliveries costs the same however many wait for an endpoint, down or back, and however many endpoints are idle', async t => {
  const [down, good] = await make.several(2, () => make.webhook(app, { created_by: admin.id, answer_ms: 10 }))
  assert.ok(down && good)
  await waits(good, 20, 2)
  const states = {
    'is down': `next_try_at = now() + interval '1 hour'`,
    'is disabled': `state = 'disabled', disabled_for = 'asked'`,
    'is paused': 'created_by = null',
    'is busy': `state = 'active'`,
    'is back': `state = 'active'`,
  }
  const seen = new Map<string, number[]>()
  for (const count of [200, 200_000]) {
    await app.owner.query('delete from webhook_deliveries where endpoint_id = $1', [down])
    await waits(down, count, 5)
    await app.owner.query('vacuum analyze webhook_deliveries')
    for (const [state, set] of Object.entries(states)) {
      await app.owner.query(
        `update webhook_endpoints set state = 'active', disabled_for = null, next_try_at = now(), created_by = $2 where id = $1`,
        [down, admin.id],
      )
      await app.owner.query(`update webhook_endpoints set ${set} where id = $1`, [down])
      seen.set(state, [...(seen.get(state) ?? []), await buffersOfTaking(state === 'is busy' ? [down] : [])])
    }
  }
  const before = await buffersOfTaking()
  await app.owner.query(
    `insert into webhook_endpoints (nom, url, events, granted_to, created_by, secret_sealed, state)
     select 'Site', 'https://exemple.fr/', '{alert.started}', 'admin', $1, 'x', 'active' from generate_series(1, 1000)`,
    [admin.id],
  )
  await app.owner.query('vacuum analyze webhook_endpoints')
  const idle = await buffersOfTaking()
  assert.ok(idle < 2 * before, `${before} pages, ${idle} with a thousand endpoints for which nothing waits`)
  await app.owner.query('delete from webhook_endpoints')
  t.diagnostic(JSON.stringify(Object.fromEntries(seen)))
  for (const [state, [few = 0, many = 0]] of seen)
    assert.ok(many < 2 * few, `${state}: ${few}, then ${many} pages`)
})

test('deliveries that fail together are one failure of their endpoint; the next round is another', async () => {
  const endpoint = await make.webhook(app, { created_by: admin.id, answer_ms: 10 })
  await waits(endpoint, OF_ONE_OWNER, 1)
  const failed = { status: null, error: 'network', retryAfter: null }
  const round = async () => {
    const [began] = (await app.owner.query('select clock_timestamp() as at')).rows
    const due = (await app.service.db.transaction(tx => takeDue(tx, 8))).filter(
      one => one.endpoint_id === endpoint,
    )
    await Promise.all(due.map(one => app.service.db.transaction(tx => settle(tx, one, failed))))
    const { rows } = await app.owner.query(
      `select failures, extract(epoch from next_try_at - $2)::float as longest,
         extract(epoch from next_try_at - clock_timestamp())::float as shortest from webhook_endpoints where id = $1`,
      [endpoint, began.at],
    )
    await app.owner.query('update webhook_endpoints set next_try_at = now() where id = $1', [endpoint])
    await app.owner.query('update webhook_deliveries set next_try_at = now() where endpoint_id = $1', [
      endpoint,
    ])
    return { taken: due.length, ...rows[0] }
  }
  const first = await round()
  assert.deepEqual([first.taken, first.failures], [OF_ONE_OWNER, 1])
  assert.ok(first.shortest <= 5, `${first.shortest} s`)
  const second = await round()
  assert.deepEqual([second.taken, second.failures], [OF_ONE_OWNER, 2])
  assert.ok(second.longest > 5 && second.shortest <= 30, `${second.shortest} to ${second.longest} s`)
})
