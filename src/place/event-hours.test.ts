import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventHours } from './event-hours.ts'

const PARIS = 'Europe/Paris'
const event = (
  date_debut: string,
  heure_debut: string | null,
  heure_fin: string | null,
  date_fin = null,
) => ({
  date_debut,
  heure_debut,
  date_fin,
  heure_fin,
  dates: [],
})
const instants = (one: Parameters<typeof eventHours>[0]) => {
  const { begin, end } = eventHours(one, PARIS) ?? {}
  return [begin, end].map(time => time?.toInstant().toString())
}

test('no event ends before it begins, in each hour of the two nights when the clocks change', () => {
  const hours = Array.from(
    { length: 24 },
    (_, quarter) => `0${Math.floor(quarter / 4)}:${String((quarter % 4) * 15).padStart(2, '0')}`,
  )
  for (const day of ['2027-03-28', '2027-10-31'])
    for (const begin of hours)
      for (const end of hours.filter(hour => hour > begin)) {
        const [first = '', last = ''] = instants(event(day, begin, end))
        assert.ok(Date.parse(first) < Date.parse(last), `${day} ${begin} ${end}: ${first} ${last}`)
      }
})

test('an event within the hour that is skipped keeps its length; others have the hours of the clock', () => {
  assert.deepEqual(instants(event('2027-03-28', '02:30', '03:00')), [
    '2027-03-28T01:30:00Z',
    '2027-03-28T02:00:00Z',
  ])
  assert.deepEqual(instants(event('2027-03-28', '01:30', '03:15')), [
    '2027-03-28T00:30:00Z',
    '2027-03-28T01:15:00Z',
  ])
  assert.deepEqual(instants(event('2026-12-31', '22:00', null)), ['2026-12-31T21:00:00Z', undefined])
  assert.equal(eventHours(event('2028-02-29', null, null), PARIS), undefined)
})
