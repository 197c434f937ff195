import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOver, readWhen, spread } from './event-time.ts'

/** A Friday, at noon in Paris. */
const NOW = new Date('2026-11-27T11:00:00Z')

test('one text fills several fields of an event, where the others are empty', () => {
  const none = { date_debut: '', heure_debut: '', date_fin: '', heure_fin: '', dates: '' }
  const filled = (typed: Partial<typeof none>) => spread({ ...none, ...typed }, NOW)
  assert.deepEqual(filled({ date_debut: 'du 12 au 14 décembre' }), {
    date_debut: '12/12/2026',
    date_fin: '14/12/2026',
  })
  assert.deepEqual(filled({ date_debut: 'du 12 au 14 décembre', date_fin: '13/12' }), {})
  assert.deepEqual(filled({ date_debut: 'tous les mardis jusqu’au 15/12', dates: '1/3\n' }), {
    date_debut: '01/12/2026',
    dates: '1/3\n08/12/2026\n15/12/2026\n',
  })
  assert.deepEqual(filled({ date_debut: '12/12', heure_debut: '20h' }), {})
  assert.deepEqual(filled({ heure_debut: '14h-17h', heure_fin: '18h' }), {})
  const hours = filled({ heure_debut: 'de 14h à 17h' })
  assert.deepEqual([hours.heure_debut, hours.heure_fin], ['14\u00a0h', '17\u00a0h'])

  const { when, errors } = readWhen(
    { ...none, date_debut: 'tous les mardis jusqu’au 15/12', heure_debut: '14-17h' },
    NOW,
  )
  assert.deepEqual(errors, {})
  assert.deepEqual(when, {
    date_debut: '2026-12-01',
    heure_debut: '14:00',
    date_fin: null,
    heure_fin: '17:00',
    dates: ['2026-12-08', '2026-12-15'],
  })
  const further = readWhen({ ...none, date_debut: '1/12', dates: 'tous les mardis jusqu’au 15/12' }, NOW)
  assert.deepEqual([further.when.dates, further.errors], [['2026-12-08', '2026-12-15'], {}])
  assert.match(
    readWhen({ ...none, date_debut: 'tous les mardis' }, NOW).errors.date_debut ?? '',
    /jusqu’à quand/,
  )
})

test('a day with its hours fills both fields; what belongs to another field is named, and so is that field', () => {
  const none = { date_debut: '', heure_debut: '', date_fin: '', heure_fin: '', dates: '' }
  const whenOf = (date_debut: string) => {
    const { when, errors } = readWhen({ ...none, date_debut }, NOW)
    assert.deepEqual(errors, {}, date_debut)
    return [when.date_debut, when.heure_debut, when.date_fin, when.heure_fin, ...when.dates].filter(Boolean)
  }
  for (const [typed, ...expected] of [
    ['samedi 12 décembre 20h30', '2026-12-12', '20:30'],
    ['samedi 12 décembre, de 14h à 17h', '2026-12-12', '14:00', '17:00'],
    ['12/12 à 20 heures', '2026-12-12', '20:00'],
    ['demain 18h', '2026-11-28', '18:00'],
    ['du 12 au 14 décembre 20h', '2026-12-12', '20:00', '2026-12-14'],
    ['tous les mardis jusqu’au 15/12 14h-17h', '2026-12-01', '14:00', '17:00', '2026-12-08', '2026-12-15'],
  ] as const)
    assert.deepEqual(whenOf(typed), expected, typed)
  const faults = (typed: Partial<typeof none>) =>
    readWhen({ ...none, date_debut: '12/12', ...typed }, NOW).errors
  const plain = (text = '') => text.replaceAll(/\s/g, ' ')
  assert.match(plain(faults({ date_debut: '20h30' }).date_debut), /^C’est une heure\./)
  assert.match(plain(faults({ date_debut: 'samedi 12 à 14h' }).date_debut), /« Heure de début »/)
  assert.match(plain(faults({ heure_debut: 'samedi' }).heure_debut), /« Premier jour »/)
  assert.match(plain(faults({ heure_debut: '20h', heure_fin: 'dimanche 13' }).heure_fin), /« Dernier jour »/)
  assert.match(plain(faults({ date_fin: '22h' }).date_fin), /^C’est une heure\./)
})

test('an event is over once its last date is', () => {
  const none = { date_debut: '', heure_debut: '', date_fin: '', heure_fin: '', dates: '' }
  const over = (typed: Partial<typeof none>) => isOver(readWhen({ ...none, ...typed }, NOW).when, NOW)
  assert.ok(over({ date_debut: '10/01/2026' }))
  assert.ok(over({ date_debut: '10/01/2026', date_fin: '26/11/2026', dates: '11/01/2026\n' }))
  for (const typed of [
    {},
    { date_debut: '27/11/2026' },
    { date_debut: '10/01/2026', date_fin: '27/11/2026' },
    { date_debut: '10/01/2026', dates: '10/01/2027\n' },
  ])
    assert.equal(over(typed), false, JSON.stringify(typed))
})
