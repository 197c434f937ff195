import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayRange, type EventTime, endInWords, eventTime, lastDay, nextDay, nextTime } from './event-time.ts'

const EVENING: EventTime = {
  date_debut: '2026-12-03',
  heure_debut: '20:30',
  date_fin: null,
  heure_fin: null,
  dates: ['2026-12-10', '2026-12-17'],
}
const said = (more: Partial<EventTime>, language: 'fr' | 'en' = 'fr') =>
  eventTime(language, { ...EVENING, ...more }).replaceAll('\u00a0', ' ')

test('several dates of an event are a list, each month and year once', () => {
  assert.equal(said({}), 'les 3, 10 et 17 décembre 2026, à 20 h 30')
  assert.equal(said({ heure_fin: '22:00' }), 'les 3, 10 et 17 décembre 2026, de 20 h 30 à 22 h')
  assert.equal(said({ heure_debut: null }), 'les 3, 10 et 17 décembre 2026')
  const over = { date_debut: '2026-11-26', dates: ['2026-12-01', '2026-12-10', '2027-01-01'] }
  assert.equal(said(over), 'les 26 novembre, 1er, 10 décembre 2026 et 1er janvier 2027, à 20 h 30')
  const fair = { heure_debut: null, date_fin: '2026-12-04' }
  assert.equal(said(fair), '3 et 4 décembre 2026, puis les 10 et 17 décembre 2026')
  assert.equal(said({ ...fair, dates: ['2027-01-02'] }), '3 et 4 décembre 2026, puis le 2 janvier 2027')
  assert.equal(said({}, 'en'), '3, 10 and 17 December 2026, at 20:30')
  assert.equal(said({ dates: [] }, 'en'), '3 December 2026 at 20:30')
})

test('ranges of days: two consecutive days, several, and across a year', () => {
  assert.equal(dayRange('fr', '2026-12-12', null), '12 décembre 2026')
  assert.equal(dayRange('fr', '2026-12-12', '2026-12-13'), '12 et 13 décembre 2026')
  assert.equal(dayRange('fr', '2026-12-12', '2026-12-20'), 'du 12 au 20 décembre 2026')
  assert.equal(dayRange('fr', '2026-12-31', '2027-01-01'), 'du 31 décembre 2026 au 1er janvier 2027')
})

test('an event: its day, its hours, or both over several days', () => {
  const one: EventTime = {
    date_debut: '2026-12-12',
    heure_debut: null,
    date_fin: null,
    heure_fin: null,
    dates: [],
  }
  const said = (more: Partial<EventTime>) => eventTime('fr', { ...one, ...more }).replaceAll('\u00a0', ' ')
  assert.equal(said({}), '12 décembre 2026')
  assert.equal(said({ date_fin: '2026-12-13' }), '12 et 13 décembre 2026')
  assert.equal(said({ heure_debut: '20:30' }), '12 décembre 2026 à 20 h 30')
  assert.equal(said({ heure_debut: '09:00', heure_fin: '18:05' }), '12 décembre 2026, de 9 h à 18 h 05')
  const [date_fin, heure_debut] = ['2026-12-13', '10:00']
  assert.equal(said({ heure_debut, date_fin }), 'du 12 décembre 2026 à 10 h au 13 décembre 2026')
  assert.equal(
    said({ heure_debut, date_fin, heure_fin: '01:00' }),
    'du 12 décembre 2026 à 10 h au 13 décembre 2026 à 1 h',
  )
})

test('the next day of a series is today or later, and the last one when all are over', () => {
  const next = (today: string, event = EVENING) => nextDay(event, today)
  assert.deepEqual(
    ['2026-12-01', '2026-12-03', '2026-12-04', '2026-12-17', '2026-12-18'].map(day => next(day)),
    ['2026-12-03', '2026-12-03', '2026-12-10', '2026-12-17', '2026-12-17'],
  )
  assert.equal(next('2026-12-05', { ...EVENING, date_fin: '2026-12-06' }), '2026-12-03')
  assert.equal(nextTime('fr', EVENING, '2026-12-04'), '10 décembre 2026 à 20\u00a0h\u00a030')
  assert.equal(lastDay(EVENING), '2026-12-17')
  assert.equal(lastDay({ ...EVENING, date_fin: '2026-12-31' }), '2026-12-31')
  assert.equal(lastDay({ ...EVENING, dates: [] }), '2026-12-03')
})

test('an end at midnight is that of the day before it', () => {
  const end = (instant: string, language: 'fr' | 'en' = 'fr') =>
    endInWords(language, instant).replaceAll('\u00a0', ' ')
  assert.equal(end('2026-11-24T17:00:00Z'), '24 novembre 2026 à 18 h')
  assert.equal(end('2026-11-28T23:00:00Z'), '28 novembre 2026 à minuit')
  assert.equal(end('2026-12-31T23:00:00.000Z', 'en'), '31 December 2026 at midnight')
  assert.equal(end('2026-06-30T22:30:00Z'), '1er juillet 2026 à 0 h 30')
})
