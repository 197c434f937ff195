import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { sql } from '../kernel/db/db.ts'
import { findingOf, watchService } from './service-watch.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 28, 12, minutes))
const mark = (minutes: number, monotonicMinutes = minutes) => ({
  now: at(minutes),
  monotonicMs: monotonicMinutes * 60_000,
})

test('a gap is an interruption, what a late job leaves is none', () => {
  assert.equal(findingOf(mark(0), null, undefined), undefined)
  assert.equal(findingOf(mark(4), at(0), undefined), undefined)
  assert.deepEqual(findingOf(mark(90), at(0), undefined), {
    action: 'uptime.interrupted',
    du: at(0),
    au: at(90),
  })
  // Its own process stood still as long: nobody set the clock.
  assert.deepEqual(findingOf(mark(90), at(0), mark(0)), {
    action: 'uptime.interrupted',
    du: at(0),
    au: at(90),
  })
})

test('a clock that is set ahead or back is told from an interruption', () => {
  const ahead = findingOf(mark(600, 1), at(0), mark(0))
  assert.deepEqual(ahead, { action: 'uptime.clock_moved', du: at(1), au: at(600) })
  const back = findingOf(mark(-30, 1), at(0), mark(0))
  assert.deepEqual(back, { action: 'uptime.clock_moved', du: at(1), au: at(-30) })
  // Also by a process that has just started.
  assert.deepEqual(findingOf(mark(-30), at(0), undefined), {
    action: 'uptime.clock_moved',
    du: at(0),
    au: at(-30),
  })
})

const app = await startApp()
const { db } = app.service
const noted = async () =>
  (
    await db.pool.all<{ action: string; after: { du: string; au: string } }>(
      sql`select action, after from audit_log where entity = 'uptime' order by id`,
    )
  ).map(({ action, after }) => [action, Math.round((Date.parse(after.au) - Date.parse(after.du)) / 60_000)])

test('the trail gets both, once, also where two nodes look at the same time', async () => {
  const look = () => db.transaction(tx => watchService(tx))
  await look()
  assert.deepEqual(await noted(), [])
  await app.owner.query(`update clock set seen_at = seen_at - interval '2 hours'`)
  await Promise.all([look(), look(), look()])
  assert.deepEqual(await noted(), [['uptime.interrupted', 120]])
  await app.owner.query(`update clock set seen_at = seen_at + interval '1 hour'`)
  await Promise.all([look(), look()])
  assert.deepEqual(await noted(), [
    ['uptime.interrupted', 120],
    ['uptime.clock_moved', -60],
  ])
})
