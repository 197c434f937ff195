import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayAskConditionally, nextAfterFailure, nextSlot } from './timing.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const HOUR = 3_600_000
const after = (date: Date | null) => ((date?.getTime() ?? 0) - NOW.getTime()) / HOUR

test('each source has its own time, half an interval to one and a half away; from then on exactly one', () => {
  const intervals = { hourly: 1, daily: 24, weekly: 168 } as const
  for (const schedule of ['hourly', 'daily', 'weekly'] as const) {
    const firsts = Array.from({ length: 200 }, (_, n) => nextSlot(schedule, `source-${n}`, NOW))
    const length = intervals[schedule]
    for (const first of firsts) assert.ok(after(first) >= length / 2 && after(first) < length * 1.5)
    assert.ok(new Set(firsts.map(first => Math.floor((after(first) * 8) / length))).size >= 7, 'spread')
    const [first] = firsts
    assert.ok(first)
    // Found due by the job up to five minutes late, again and again, it does not drift.
    const late = new Date(first.getTime() + 5 * 60_000)
    assert.equal(nextSlot(schedule, 'source-0', late)?.getTime(), first.getTime() + length * HOUR)
  }
  assert.equal(nextSlot('manual', 's', NOW), null)
})

test('failures double the wait up to a day; a server that says when is not asked before', () => {
  const waits = Array.from({ length: 10 }, (_, n) => after(nextAfterFailure('hourly', 's', n + 1, null, NOW)))
  assert.deepEqual(waits, [2, 4, 8, 16, 24, 24, 24, 24, 24, 24])
  assert.ok(after(nextAfterFailure('daily', 's', 1, null, NOW)) >= 24)
  assert.ok(after(nextAfterFailure('weekly', 's', 3, null, NOW)) >= 168)
  assert.equal(after(nextAfterFailure('hourly', 's', 1, 48 * 3600, NOW)), 48)
  assert.equal(after(nextAfterFailure('hourly', 's', 1, 60, NOW)), 2)
  assert.equal(nextAfterFailure('manual', 's', 1, 60, NOW), null)
})

test('a calendar is read whole once a day of Paris: its next occurrences move although the file does not', () => {
  assert.equal(mayAskConditionally('rss', '2026-01-01T00:00:00Z', NOW), true)
  assert.equal(mayAskConditionally('ical', '2026-06-14T22:00:00Z', NOW), true)
  assert.equal(mayAskConditionally('ical', '2026-06-14T21:59:00Z', NOW), false)
  assert.equal(mayAskConditionally('openagenda', '2026-06-14T10:00:00Z', NOW), false)
  assert.equal(mayAskConditionally(null, null, NOW), false)
})
