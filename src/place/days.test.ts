import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  hoursOn,
  isOver,
  isUnderWay,
  laterInWords,
  localTime,
  nearDay,
  secondsOfDayLeft,
  shortDay,
  todayIn,
  whenInFull,
} from './days.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('today is that of the commune, from Papeete to Paris', () => {
  const now = new Date('2026-11-22T23:30:00Z')
  assert.deepEqual(
    ['Pacific/Tahiti', 'America/Miquelon', 'Europe/Paris', 'Indian/Reunion'].map(zone => todayIn(zone, now)),
    ['2026-11-22', '2026-11-22', '2026-11-23', '2026-11-23'],
  )
  assert.equal(secondsOfDayLeft('Europe/Paris', new Date('2026-11-22T22:59:30Z')), 30)
  // The day on which the clocks go back has 25 hours.
  assert.equal(secondsOfDayLeft('Europe/Paris', new Date('2026-10-24T22:00:00Z')), 25 * 3_600)
  assert.equal(plain(localTime('2026-07-01T06:05:00Z', 'Europe/Paris')), '8 h 05')
})

test('days are said in full, and the year only where it is another one', () => {
  const today = '2026-11-30'
  assert.deepEqual(
    ['2026-11-30', '2026-12-01', '2026-12-02', '2027-01-01'].map(day => plain(nearDay(day, today))),
    ['aujourd’hui', 'demain, mardi 1er décembre', 'mercredi 2 décembre', 'vendredi 1er janvier 2027'],
  )
  assert.equal(plain(shortDay('2025-03-11', today)), '11 mars 2025')
})

test('an event of several days says until when, and is under way from its second day on', () => {
  const event = {
    date_debut: '2026-12-05',
    heure_debut: '10:00',
    date_fin: '2026-12-06',
    heure_fin: '19:00',
    dates: [],
  }
  assert.equal(plain(hoursOn(event, '2026-12-05', '2026-11-22')), '10 h, jusqu’au dimanche 6 décembre')
  assert.deepEqual(
    ['2026-11-22', '2027-01-01'].map(today => plain(whenInFull(event, today))),
    [
      'Du samedi 5 décembre à 10 h au dimanche 6 décembre à 19 h',
      'Du samedi 5 décembre 2026 à 10 h au dimanche 6 décembre 2026 à 19 h',
    ],
  )
  const short = { ...event, date_fin: null }
  assert.equal(plain(hoursOn(short, '2026-12-05', '2026-11-22')), '10 h – 19 h')
  assert.deepEqual(
    ['2026-12-04', '2026-12-05', '2026-12-06', '2026-12-07'].map(day => [
      isUnderWay(event, day),
      isOver(event, day),
    ]),
    [
      [false, false],
      [false, false],
      [true, false],
      [false, true],
    ],
  )
})

test('of several days the next one is said, then the rule of the others, or which and how many they are', () => {
  const event = {
    date_debut: '2026-11-30',
    heure_debut: '18:30',
    date_fin: null,
    heure_fin: null,
    dates: ['2026-12-07', '2026-12-14', '2026-12-28', '2027-01-04'],
  }
  assert.deepEqual(
    ['2026-11-27', '2026-12-01', '2026-12-08'].map(today => plain(whenInFull(event, today, 'all'))),
    [
      'Lundi 30 novembre 2026 à 18 h 30, puis chaque lundi jusqu’au 4 janvier 2027, sauf le 21 décembre 2026',
      'Lundi 7 décembre 2026 à 18 h 30, puis chaque lundi jusqu’au 4 janvier 2027, sauf le 21 décembre 2026',
      'Lundi 14 décembre 2026 à 18 h 30, puis les 28 décembre 2026 et 4 janvier 2027',
    ],
  )
  assert.equal(
    plain(whenInFull(event, '2026-11-27')),
    'Lundi 30 novembre à 18 h 30, puis chaque lundi jusqu’au 4 janvier, sauf le 21 décembre',
  )
  const over = plain(whenInFull(event, '2027-02-01'))
  assert.equal(over, 'Chaque lundi, du 30 novembre 2026 au 4 janvier 2027, sauf le 21 décembre 2026')
  assert.equal(plain(laterInWords(event, '2026-12-14')), 'puis les 28 décembre et 4 janvier')
  const irregular = { ...event, dates: ['2026-12-01', '2026-12-09', '2026-12-19', '2027-01-04'] }
  assert.equal(laterInWords(irregular, '2026-11-30'), 'puis 4 autres dates')
  assert.equal(laterInWords({ ...event, dates: [] }, '2026-11-30'), '')
})
