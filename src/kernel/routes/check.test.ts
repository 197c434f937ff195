import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDay, isTimestamp } from './check.ts'

test('days and timestamps must exist in the calendar', () => {
  for (const day of ['2024-02-29', '1900-01-01', '2200-12-31']) assert.ok(isDay(day), day)
  for (const day of [
    '2023-02-29',
    '0000-01-01',
    '1899-12-31',
    '2024-13-01',
    '2024-1-1',
    '2024-06-31',
    ' 2024-06-30',
  ])
    assert.ok(!isDay(day), day)
  for (const at of ['2026-11-20T09:14:19Z', '2026-11-20T09:14:19.123456+02:00', '2026-11-20T00:00:00-14:00'])
    assert.ok(isTimestamp(at), at)
  for (const at of [
    '2026-11-20 09:14:19Z',
    '2026-11-20T09:14:60Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T09:14:19',
    'now',
    'infinity',
    '2026-11-20T09:14:19+14:01',
    '2026-11-20T09:14:19+23:59',
    '0000-11-20T09:14:19Z',
  ])
    assert.ok(!isTimestamp(at), at)
})
