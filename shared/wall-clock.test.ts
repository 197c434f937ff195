import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { ZONES } from '../src/territory/communes/collectes/zones.ts'
import { parisClock, wallClock } from './wall-clock.ts'

test('a wall clock is that of Temporal, in each zone and around the changes of the clock', () => {
  const instants = [
    '2026-03-29T00:59:59Z',
    '2026-03-29T01:00:00Z',
    '2026-10-25T00:30:00Z',
    '2026-12-31T23:00:01Z',
  ]
  for (const zone of ZONES)
    for (const instant of instants) {
      const there = Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime()
      assert.equal(wallClock(zone)(new Date(instant)), there.toString({ smallestUnit: 'second' }), zone)
    }
  assert.equal(parisClock(new Date('2026-11-30T23:00:00Z')), '2026-12-01T00:00:00')
})

test('no day is read from how a language writes it, which is not the same in every browser', () => {
  const wrong = ['src', 'shared', 'backoffice', 'packages'].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => /(?<!\.test)\.tsx?$/.test(name) && !/node_modules|^\./.test(name))
      .map(name => join(folder, name))
      .filter(path =>
        /['"](?:en-CA|fr-CA|sv(?:-SE)?)['"]|\.toLocaleDateString\(/.test(readFileSync(path, 'utf8')),
      ),
  )
  assert.deepEqual(wrong, [])
})
