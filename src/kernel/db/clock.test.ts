import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { clock } from '../../operation/doctor/clock.ts'
import type { Log } from '../telemetry/log.ts'
import { acceptClock, checkClock, MOST_HOURS_IN_DOUBT, readClock } from './clock.ts'

const app = await startApp()
const { db } = app.service
const lines: object[] = []
const log = { warn: (about: object, text: string) => void lines.push({ ...about, text }) } as Pick<
  Log,
  'warn'
>
const look = () => db.transaction(tx => checkClock(tx, {}, { log }))
/** Simulates a clock that is this far ahead, for every statement. */
const ahead = (days: number) =>
  app.owner.query(`update clock set trusted_at = now() - $1 * interval '1 day', hours_in_doubt = 0`, [days])
const shown = async () => {
  const text = await (await fetch(`${app.url}/metrics`)).text()
  return /^parvis_clock_credible (\d)$/m.exec(text)?.[1]
}

test('a new database trusts its clock, and clocks ahead by an hour, a day or a month', async () => {
  assert.equal(await shown(), '1')
  for (const days of [0, 1, 34.9, -34.9]) {
    await ahead(days)
    assert.equal((await readClock(db.pool)).credible, true, `${days} days`)
    await look()
    const { credible, days_ahead, hours_left } = await readClock(db.pool)
    assert.deepEqual([credible, days_ahead, hours_left], [true, 0, MOST_HOURS_IN_DOUBT])
  }
  assert.deepEqual(lines, [])
})

test('a clock that jumps a year ahead is not trusted from the first statement on, and doctor reports it', async () => {
  await ahead(400)
  // New rows have the new time, which proves nothing.
  await app.owner.query(`insert into audit_log (action, entity, entity_id) values ('odd', 'acteur', '1')`)
  await look()
  await look()
  const { credible, days_ahead, hours_left } = await readClock(db.pool)
  assert.deepEqual([credible, days_ahead, hours_left], [false, 400, MOST_HOURS_IN_DOUBT - 2])
  const text = 'the clock is far ahead of the last time that was trusted: nothing is deleted by age'
  assert.deepEqual(lines.splice(0), [
    { days_ahead: 400, hours_left: MOST_HOURS_IN_DOUBT - 1, text },
    { days_ahead: 400, hours_left: MOST_HOURS_IN_DOUBT - 2, text },
  ])
  const found = await clock(db)
  assert.deepEqual(
    [found.state, found.explanation],
    ['wrong', { code: 'clock_in_doubt', params: { n: 400 } }],
  )
  assert.match(found.says, /^the database's is 400 days ahead .* parvis clock accept, or in 166 h of work/)
  const fresh = await startApp()
  await fresh.owner.query(`update clock set trusted_at = now() - interval '400 days'`)
  const page = await (await fetch(`${fresh.url}/metrics`)).text()
  assert.match(page, /^parvis_clock_credible 0$/m)
})

test('a corrected clock is trusted at once', async () => {
  await ahead(400)
  await look()
  await app.owner.query(`update clock set trusted_at = now() - interval '2 hours'`)
  await look()
  assert.deepEqual((await app.owner.query('select hours_in_doubt from clock')).rows, [{ hours_in_doubt: 0 }])
  assert.equal((await clock(db)).state, 'ok')
})

test('after months of standstill the clock is trusted after a week of operation, or when an operator confirms it', async () => {
  for (const days of [100, -100]) {
    await ahead(days)
    for (let hour = 1; hour < MOST_HOURS_IN_DOUBT; hour++) await look()
    assert.equal((await readClock(db.pool)).credible, days < 0)
    assert.equal((await readClock(db.pool)).hours_left, 1)
    await look()
    const { credible, days_ahead } = await readClock(db.pool)
    assert.deepEqual([credible, days_ahead], [true, 0], `${days} days`)
  }
  await ahead(100)
  await look()
  await db.transaction(acceptClock)
  const { credible, hours_left } = await readClock(db.pool)
  assert.deepEqual([credible, hours_left], [true, MOST_HOURS_IN_DOUBT])
})
