import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAndHoursIn } from './day-and-hours.ts'

const NOW = new Date('2026-11-27T11:00:00Z')

test('days are parted from the hours behind them, where there is one way to part them', () => {
  for (const [typed, days, hours] of [
    ['samedi 12 décembre 20h30', 'samedi 12 décembre', '20h30'],
    ['samedi 12 décembre, de 14h à 17h', 'samedi 12 décembre', 'de 14h à 17h'],
    ['12/12 midi', '12/12', 'midi'],
    ['samedi 20 h 30', 'samedi', '20 h 30'],
    ['du 12 au 14 décembre 20h', 'du 12 au 14 décembre', '20h'],
    [
      'tous les mardis de 14h à 16h jusqu’à fin janvier',
      'tous les mardis jusqu’à fin janvier',
      'de 14h à 16h',
    ],
    ['chaque lundi, 18 h 30, jusqu’au 15 mars', 'chaque lundi jusqu’au 15 mars', '18 h 30'],
    ['à 18h30 samedi 12 décembre', 'samedi 12 décembre', 'à 18h30'],
    ['de 14h à 17h le 12/12', 'le 12/12', 'de 14h à 17h'],
  ] as const)
    assert.deepEqual(dayAndHoursIn(typed, NOW), { days, hours }, typed)
  for (const typed of [
    'samedi 12 à 14h',
    'tous les mardis de 14h à 16h',
    '14h samedi 18h',
    '12 à 14h',
    '15 janvier 20',
    'samedi 12 décembre',
    '20h30',
    'du 12/12 14h au 14/12 17h',
    '',
    '12 '.repeat(200),
  ])
    assert.equal(dayAndHoursIn(typed, NOW), undefined, typed)
})
