import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { dayOfWeek, daysAfter, daysBetween, localDay, localTime, startOfDay } from './local-time.ts'

const ZONES = ['Europe/Paris', 'America/Miquelon', 'Pacific/Marquesas', 'Indian/Reunion', 'Etc/GMT+8']

test('clocks and days are those of Temporal, also around the changes of the clock', () => {
  const changes = [
    '2026-03-29T01:00:00Z',
    '2026-10-25T01:00:00Z',
    '2026-11-01T05:00:00Z',
    '2027-12-31T23:00:00Z',
  ]
  for (const zone of ZONES)
    for (const change of changes)
      for (const seconds of [-3_601, -900, -1, 0, 1, 899, 3_600, 86_400]) {
        const at = new Date(Date.parse(change) + seconds * 1_000)
        const there = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
        const time = there.toPlainDateTime().toString({ smallestUnit: 'millisecond' })
        for (const _ of ['first', 'again']) assert.equal(localTime(at, zone), time)
        const day = time.slice(0, 10)
        assert.equal(localDay(at, zone), day)
        assert.equal(startOfDay(day, zone).getTime(), there.startOfDay().epochMilliseconds)
        assert.equal(dayOfWeek(day), there.dayOfWeek)
        for (const days of [-400, -1, 0, 1, 366])
          assert.equal(daysAfter(day, days), there.toPlainDate().add({ days }).toString())
      }
  assert.equal(daysBetween('2028-02-28', '2028-03-01'), 2)
})
