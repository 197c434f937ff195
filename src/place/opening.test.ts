import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Closing } from '../../shared/closings.ts'
import { todayIn } from './days.ts'
import { Holds } from './holds.ts'
import { isHoliday } from './holidays.ts'
import {
  ACTEUR_WORDS,
  closingsShown,
  HALL_WORDS,
  hallClosingsShown,
  openNow,
  structuredHours,
  weekShown,
} from './opening.ts'

const HOURS = 'Du lundi au vendredi de 9 h à 12 h et de 14 h à 17 h. Samedi de 9 h à 11 h 30.'

const at = (
  instant: string,
  horaires: string | null = HOURS,
  words = HALL_WORDS,
  fuseau = 'Europe/Paris',
  fermetures: readonly Closing[] = [],
) => {
  const now = new Date(instant)
  const place = {
    now,
    holds: new Holds(fuseau, now),
    fuseau,
    today: todayIn(fuseau, now),
    town: { departement: '45' },
  }
  const open = openNow(place, { horaires, fermetures: [...fermetures] }, words)
  return open && [open.words, open.until].filter(Boolean).join(', ').replaceAll('\u00a0', ' ')
}

test('whether it is open now, and until when, on the clock of the commune', () => {
  for (const [instant, expected] of [
    ['2026-11-23T08:59:59+01:00', 'fermée, ouvre à 9 h'],
    ['2026-11-23T09:00:00+01:00', 'ouverte, jusqu’à 12 h'],
    ['2026-11-23T12:00:00+01:00', 'fermée, ouvre à 14 h'],
    ['2026-11-23T17:00:00+01:00', 'fermée, ouvre demain à 9 h'],
    ['2026-11-28T11:30:00+01:00', 'fermée, ouvre lundi à 9 h'],
    ['2026-11-29T10:00:00+01:00', 'fermée aujourd’hui, ouvre demain à 9 h'],
    // The day before Christmas, and Christmas.
    ['2026-12-24T18:00:00+01:00', 'fermée, ouvre samedi à 9 h'],
    ['2026-12-25T10:00:00+01:00', 'fermée, jour férié, ouvre demain à 9 h'],
    ['2026-07-01T11:59:00+02:00', 'ouverte, jusqu’à 12 h'],
  ] as const)
    assert.equal(at(instant), expected, instant)
  assert.equal(at('2026-11-23T06:00:00Z', HOURS, HALL_WORDS, 'Indian/Reunion'), 'ouverte, jusqu’à 12 h')
  assert.equal(at('2026-12-25T10:00:00+01:00', HOURS, ACTEUR_WORDS), undefined, 'a shop may be open')
})

test('nothing is said of hours that are not understood, or that depend on a note', () => {
  for (const hours of [null, 'Sur rendez-vous', 'Dimanche : fermé', 'Lundi : 9h00-12h00 (sauf juillet)'])
    assert.equal(at('2026-11-23T10:00:00+01:00', hours), undefined)
  assert.equal(at('2026-11-24T10:00:00+01:00', 'Lundi : 9h00-12h00 (sauf juillet)'), 'fermée aujourd’hui')
})

test('hours are shown as a table, and as written where they are not understood', () => {
  const table = weekShown({ today: '2026-11-28' }, HOURS, 'mairie').toString()
  assert.match(
    table,
    /<tr><th scope="row">Lundi<\/th><td>9\u00a0h\u00a0– 12\u00a0h<\/td><td>14\u00a0h\u00a0– 17\u00a0h<\/td><\/tr>/,
  )
  assert.match(
    table,
    /<tr class="on"><th scope="row">Samedi<span class="sr"> \(aujourd’hui\)<\/span><\/th><td colspan="2">9\u00a0h\u00a0– 11\u00a0h\u00a030<\/td><\/tr>/,
  )
  assert.match(table, /Dimanche<\/th><td colspan="2">fermé<\/td>/)
  assert.equal(
    weekShown({ today: '2026-11-28' }, '<b>matin', 'mairie').toString(),
    '<p class="lines">&lt;b&gt;matin</p>',
  )
  const horaires = 'Samedi de 9 h à 11 h 30. Dimanche de 9 h à 10 h (été)'
  const structured = structuredHours('2026-11-28', { horaires, fermetures: [] })
  assert.deepEqual(structured, {
    openingHoursSpecification: [
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: 'https://schema.org/Saturday',
        opens: '09:00',
        closes: '11:30',
      },
    ],
  })
})

test('closings come before the hours, joined where they follow each other, on the clock of the commune', () => {
  const closings = [
    { du: '2026-12-01', au: '2026-12-01', motif: 'Formation' },
    { du: '2026-12-21', au: '2026-12-27', motif: 'Congés' },
    { du: '2026-12-28', au: '2027-01-01', motif: null },
    { du: '2026-12-26', au: '2026-12-26', motif: null },
  ]
  const closed = (instant: string, hours: string | null = HOURS, fuseau = 'Europe/Paris') =>
    at(instant, hours, HALL_WORDS, fuseau, closings)
  for (const [instant, expected] of [
    ['2026-11-30T17:00:00+01:00', 'fermée, ouvre mercredi à 9 h'],
    ['2026-12-01T10:00:00+01:00', 'fermée aujourd’hui, ouvre demain à 9 h'],
    ['2026-12-02T10:00:00+01:00', 'ouverte, jusqu’à 12 h'],
    ['2026-12-20T23:59:59+01:00', 'fermée aujourd’hui, ouvre samedi 2 janvier 2027 à 9 h'],
    [
      '2026-12-21T00:00:00+01:00',
      'fermée jusqu’au vendredi 1er janvier 2027, ouvre samedi 2 janvier 2027 à 9 h',
    ],
    ['2027-01-02T10:00:00+01:00', 'ouverte, jusqu’à 11 h 30'],
  ] as const)
    assert.equal(closed(instant), expected, instant)
  // On Réunion it is the next day already.
  assert.equal(
    closed('2026-11-30T20:30:00Z', HOURS, 'Indian/Reunion'),
    'fermée aujourd’hui, ouvre demain à 9 h',
  )
  assert.equal(closed('2026-12-01T10:00:00+01:00', 'Sur rendez-vous'), 'fermée aujourd’hui')
  assert.equal(closed('2026-12-02T10:00:00+01:00', null), undefined)
  assert.deepEqual(
    closingsShown({ today: '2026-12-02' }, { horaires: null, fermetures: closings }).map(one =>
      one.toString().replaceAll('\u00a0', ' '),
    ),
    [
      'Fermeture du lundi 21 décembre au dimanche 27 décembre : <span dir="auto">Congés</span>',
      'Fermeture du lundi 28 décembre au vendredi 1<sup>er</sup> janvier 2027',
      'Fermeture le samedi 26 décembre',
    ],
  )
  assert.deepEqual(
    structuredHours('2026-12-28', { horaires: null, fermetures: closings }).specialOpeningHoursSpecification,
    [
      {
        '@type': 'OpeningHoursSpecification',
        validFrom: '2026-12-28',
        validThrough: '2027-01-01',
        opens: '00:00',
        closes: '00:00',
      },
    ],
  )
})

test('the closings of a town hall name the next public holidays on which it would be open', () => {
  const shown = (today: string, fermetures: readonly Closing[] = [], horaires: string | null = HOURS) =>
    hallClosingsShown({ today, town: { departement: '45' } }, { horaires, fermetures: [...fermetures] }).map(
      one => one.toString().replaceAll('\u00a0', ' '),
    )
  const christmas = 'Fermeture le vendredi 25 décembre : <span dir="auto">jour férié</span>'
  assert.deepEqual(shown('2026-12-04'), [])
  assert.deepEqual(shown('2026-12-05'), [christmas])
  assert.deepEqual(shown('2026-12-14', [{ du: '2026-12-31', au: '2026-12-31', motif: null }]), [
    christmas,
    'Fermeture le jeudi 31 décembre',
    'Fermeture le vendredi 1<sup>er</sup> janvier 2027 : <span dir="auto">jour férié</span>',
  ])
  // Closed anyway: by holidays of its own, on that day of the week, or by hours that nobody understands.
  const closing = { du: '2026-12-21', au: '2026-12-27', motif: null }
  assert.deepEqual(shown('2026-12-07', [closing]), ['Fermeture du lundi 21 décembre au dimanche 27 décembre'])
  assert.deepEqual(shown('2026-12-07', [], 'Lundi de 9 h à 12 h'), [])
  assert.deepEqual(shown('2026-12-07', [], 'Sur rendez-vous'), [])
  const friday = 'Vendredi de 9 h à 12 h'
  assert.deepEqual(shown('2026-12-07', [], `${friday}, jours fériés compris`), [])
  assert.deepEqual(shown('2026-12-07', [], `${friday} sauf jours fériés`), [christmas])
})

test('public holidays, also those of Easter, of Alsace and overseas', () => {
  const days = (year: number, departement: string | null = null) =>
    Array.from({ length: 366 }, (_, at) => new Date(Date.UTC(year, 0, 1 + at)).toISOString().slice(0, 10))
      .filter(day => day.startsWith(`${year}`) && isHoliday(day, departement))
      .map(day => day.slice(5))
      .join(' ')
  const rest = '05-01 05-08 05-14 05-25 07-14 08-15 11-01 11-11 12-25'
  assert.equal(days(2026), `01-01 04-06 ${rest}`)
  assert.equal(days(2026, '67'), `01-01 04-03 04-06 ${rest} 12-26`)
  assert.equal(days(2026, '974'), `01-01 04-06 ${rest.replace('12-25', '12-20 12-25')}`)
  // Easter at its earliest and latest, and in other years.
  for (const [year, monday] of [
    [2008, '03-24'],
    [2011, '04-25'],
    [2024, '04-01'],
    [2038, '04-26'],
    [2100, '03-29'],
  ] as const)
    assert.ok(isHoliday(`${year}-${monday}`, null), `${year}`)
})
