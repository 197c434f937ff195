import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWhen, spread } from './event-time.ts'

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
