import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retention } from '../foundation/retention.ts'
import { secondsOf } from '../kernel/records/retention.ts'
import { sinceKnown } from './known-client-networks.ts'

const DAY = secondsOf('1 days')
const DAYS = secondsOf(retention.clientNetworks.kept) / DAY
const monthOf = (day: Date) => day.toISOString().slice(0, 7)

test('a client network stays known over the change of every month, also when February lies between', () => {
  for (let day = Date.parse('2027-01-01T12:00Z'); day < Date.parse('2029-01-01'); day += DAY * 1000) {
    const asked = new Set(sinceKnown(new Date(day)).map(monthOf))
    for (let ago = 0; ago <= DAYS; ago++) {
      const then = new Date(day - ago * DAY * 1000)
      assert.ok(asked.has(monthOf(then)), `${new Date(day).toISOString()}: known on ${then.toISOString()}`)
    }
  }
})
