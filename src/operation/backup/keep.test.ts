/** Which backups are kept over years of nights; pure functions with a given clock. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDue, KEPT_DAYS, superfluous } from './keep.ts'
import { named, nameFor } from './names.ts'

const DAY_MS = 86_400_000
interface One {
  readonly at: Date
  readonly good: boolean
}
const at = (text: string, good = true): One => ({ at: new Date(text), good })
const days = (kept: readonly One[]) => kept.map(one => one.at.toISOString().slice(0, 10)).sort()

/** Makes a backup each night and removes the superfluous ones; reports what is kept after each night. */
function nights(
  from: string,
  to: string,
  how: (night: Date) => boolean | undefined,
  seen: (kept: One[], now: Date) => void,
) {
  let kept: One[] = []
  for (let now = Date.parse(from); now <= Date.parse(to); now += DAY_MS) {
    const good = how(new Date(now))
    if (good === undefined) continue
    kept.push({ at: new Date(now), good })
    // A bad backup removes nothing.
    if (good) {
      const goes = new Set(superfluous(kept, new Date(now)))
      kept = kept.filter(one => !goes.has(one))
    }
    seen(kept, new Date(now))
  }
  return kept
}

test('seven days, four weeks, twelve months: of each the last, over four years and their changes of clock', () => {
  let most = 0
  const kept = nights(
    '2024-01-01T00:15:00Z',
    '2028-03-27T00:15:00Z',
    () => true,
    (all, now) => {
      most = Math.max(most, all.length)
      const oldest = Math.min(...all.map(one => one.at.getTime()))
      assert.ok(
        now.getTime() - oldest < 366 * DAY_MS,
        `${now.toISOString()}: none is older than twelve months`,
      )
    },
  )
  assert.deepEqual(days(kept), [
    '2027-04-30',
    '2027-05-31',
    '2027-06-30',
    '2027-07-31',
    '2027-08-31',
    '2027-09-30',
    '2027-10-31',
    '2027-11-30',
    '2027-12-31',
    '2028-01-31',
    '2028-02-29',
    // Last Sundays of earlier weeks: 27 March is a Monday, and the clock changed on the 26th.
    '2028-03-12',
    '2028-03-19',
    '2028-03-21',
    '2028-03-22',
    '2028-03-23',
    '2028-03-24',
    '2028-03-25',
    '2028-03-26',
    '2028-03-27',
  ])
  assert.ok(most <= 23, `${most} at most`)
})

test('the hour that a night has twice, and the one it lacks, belong to the days of Paris', () => {
  // 23:30 UTC is the next day in Paris, in winter as in summer.
  const kept = [
    at('2027-10-30T22:30:00Z'),
    at('2027-10-31T00:30:00Z'),
    at('2027-10-31T01:30:00Z'),
    at('2027-10-31T23:30:00Z'),
    at('2027-11-02T01:30:00Z'),
    at('2027-11-03T01:30:00Z'),
  ]
  const goes = superfluous(kept, new Date('2027-11-04T12:00:00Z'))
  assert.deepEqual(goes, [kept[1], kept[0]], 'three of the 31st, one of the 1st')
})

test('the last good one stays, however old; a gap costs none of what was there; a bad one takes no place', () => {
  const old = at('2020-05-05T01:00:00Z')
  assert.deepEqual(superfluous([old], new Date('2027-01-01T00:00:00Z')), [])
  assert.deepEqual(
    superfluous([old, at('2026-12-31T01:00:00Z', false)], new Date('2027-01-01T00:00:00Z')),
    [],
  )
  const now = new Date('2027-01-20T12:00:00Z')
  const bad = at('2027-01-10T01:00:00Z', false)
  assert.deepEqual(superfluous([at('2027-01-20T01:00:00Z'), at('2027-01-19T01:00:00Z'), bad, old], now), [
    bad,
  ])
  // Two good backups a week ago, then only bad ones.
  let seed = 7
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  let lastGood: number | undefined
  nights(
    '2026-01-01T00:15:00Z',
    '2028-01-01T00:15:00Z',
    night => (night.getMonth() === 6 || random() < 0.3 ? undefined : random() < 0.7),
    (all, night) => {
      if (all.some(one => one.good && one.at.getTime() === night.getTime())) lastGood = night.getTime()
      if (lastGood !== undefined) assert.ok(all.some(one => one.good && one.at.getTime() === lastGood))
    },
  )
})

test('all of the newest two days stay: one that is made by hand before something is tried is there after it', () => {
  const hours = [
    '2027-03-09T01:15:00Z',
    '2027-03-09T08:00:00Z',
    '2027-03-09T09:00:00Z',
    '2027-03-10T01:15:00Z',
  ]
  const all = hours.map(hour => at(hour))
  assert.deepEqual(superfluous(all, new Date('2027-03-10T12:00:00Z')), [])
  assert.deepEqual(superfluous(all, new Date('2027-03-11T12:00:00Z')), [], 'and none because time goes by')
  all.push(at('2027-03-11T01:15:00Z'))
  assert.deepEqual(superfluous(all, new Date('2027-03-11T12:00:00Z')), [all[1], all[0]])
  assert.equal(KEPT_DAYS, 7)
})

const seven = [
  '2026-11-22',
  '2026-11-21',
  '2026-11-20',
  '2026-11-16',
  '2026-11-02',
  '2026-10-15',
  '2026-09-15',
].map(day => at(`${day}T01:15:00Z`))

test('one that is made while the clock is a year ahead takes none of the others away, then or later', () => {
  const wrong = at('2027-12-27T15:36:43Z')
  assert.deepEqual(superfluous([...seven, wrong], wrong.at), [])
  // After the clock was corrected, the backup dated in the future is neither counted nor removed.
  const nights = Array.from({ length: 40 }, (_, n) => ({
    at: new Date(Date.parse('2026-11-22T01:15:00Z') - n * DAY_MS),
    good: true,
  }))
  const now = new Date('2026-11-22T12:00:00Z')
  assert.deepEqual(superfluous([...nights, wrong], now), superfluous(nights, now))
  assert.notDeepEqual(superfluous(nights, now), [])
  // While it is the only one by the wrong clock, it looks like the first after a long pause, and removes nothing.
  assert.deepEqual(superfluous([...nights, wrong], wrong.at), [])
  const next = at('2027-12-28T01:15:00Z')
  assert.notDeepEqual(superfluous([...nights, wrong, next], next.at), [])
})

test('with any clock, the newest seven days, four weeks and twelve months with a backup are kept', () => {
  let seed = 11
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const periods: [(day: string) => string | number, number][] = [
    [day => day, KEPT_DAYS],
    [day => Math.floor((Date.parse(day) / DAY_MS + 3) / 7), 4],
    [day => day.slice(0, 7), 12],
  ]
  for (let round = 0; round < 200; round++) {
    // Noon, when the day is the same in Paris and UTC.
    const first = Date.parse('2026-01-01T12:00:00Z')
    const all = Array.from({ length: 1 + random(60) }, () => ({
      at: new Date(first + random(900) * DAY_MS),
      good: true,
    }))
    const newest = Math.max(...all.map(one => one.at.getTime()))
    const goes = new Set(superfluous(all, new Date(newest + random(2_000) * DAY_MS)))
    const [before, after] = [days(all), days(all.filter(one => !goes.has(one)))]
    for (const [period, most] of periods)
      assert.deepEqual(
        [...new Set(after.map(period))].slice(-most),
        [...new Set(before.map(period))].slice(-most),
        `round ${round}`,
      )
  }
})

test('due once a night, made up for when it was missed, tried three times an hour apart', () => {
  const due = (now: string, ...attempts: [string, boolean][]) =>
    isDue(
      new Date(now),
      '01:15',
      attempts.map(([begun, good]) => ({ begun_at: new Date(begun), good })),
    )
  const good = ['2027-01-19T00:20:00Z', true] as [string, boolean]
  assert.equal(due('2027-01-19T12:00:00Z'), true, 'never yet')
  assert.equal(due('2027-01-19T12:00:00Z', good), false)
  assert.equal(due('2027-01-20T00:10:00Z', good), false, '01:10 in Paris')
  assert.equal(due('2027-01-20T00:20:00Z', good), true)
  assert.equal(due('2027-01-25T15:00:00Z', good), true, 'missed')
  const failed = (time: string) => [`2027-01-20T${time}:00Z`, false] as [string, boolean]
  assert.equal(due('2027-01-20T01:00:00Z', good, failed('00:20')), false)
  assert.equal(due('2027-01-20T01:20:00Z', good, failed('00:20')), true)
  assert.equal(due('2027-01-20T09:20:00Z', good, failed('00:20'), failed('01:20'), failed('02:20')), false)
  assert.equal(due('2027-01-21T00:20:00Z', good, failed('00:20'), failed('01:20'), failed('02:20')), true)
  // The clock changes from 2 to 3 on 28 March, and from 3 to 2 on 31 October.
  const one = (begun: string) => [{ begun_at: new Date(begun), good: true }]
  assert.equal(isDue(new Date('2027-03-28T01:05:00Z'), '02:30', one('2027-03-27T01:35:00Z')), true)
  assert.equal(isDue(new Date('2027-10-31T01:35:00Z'), '02:30', one('2027-10-31T00:35:00Z')), false)
})

test('a name says whose it is and when it was made; any other is nobody’s', () => {
  const moment = new Date('2026-11-21T01:15:03.500Z')
  for (const encrypted of [false, true]) {
    const name = nameFor('0badcafe', moment, encrypted)
    assert.deepEqual(named(name), { name, whose: '0badcafe', at: new Date('2026-11-21T01:15:03Z') })
  }
  for (const name of [
    'parvis-0badcafe-2026-13-41T011503Z.gz',
    'parvis.gz',
    'x-parvis-0badcafe-2026-11-21T011503Z.gz',
  ])
    assert.equal(named(name), undefined, name)
})
