import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSiret } from '../../../shared/registration-numbers.ts'
import { NO_FIELDS, searchable, slugsFor, withClosings, withFields } from './rules.ts'

test('a SIRET is told by its check digits; those of La Poste add up to a multiple of five', () => {
  for (const siret of [
    '73282932000074',
    '35600000000048', // the head office, as everybody
    '35600000009075', // a post office: 30
    '35600000000001'.replace(/.$/, '6'), // 14 + 6 = 20
  ])
    assert.ok(isSiret(siret), siret)
  for (const siret of [
    '73282932000075',
    '73282932100074', // the SIREN alone is wrong
    '35600000009076',
    '00000000000000',
    '7328293200007',
    '732829320000745',
    '7328293200007４',
    '',
  ])
    assert.ok(!isSiret(siret), siret)
})

test('every single wrong digit of a SIRET is noticed', () => {
  const good = '73282932000074'
  for (let at = 0; at < 14; at++)
    for (let digit = 0; digit < 10; digit++) {
      const other = good.slice(0, at) + digit + good.slice(at + 1)
      assert.equal(isSiret(other), other === good, other)
    }
})

const before = {
  ...NO_FIELDS,
  nom: 'Club',
  type: 'association' as const,
  commune_id: 'a',
  commune_ids: ['a', 'b'],
}

test('its own commune comes first and once; a new one takes the place of the old one', () => {
  assert.deepEqual(withFields(before, { commune_ids: ['c', 'a', 'c'] }).commune_ids, ['a', 'c'])
  assert.deepEqual(withFields(before, { commune_id: 'b' }).commune_ids, ['b'])
  assert.deepEqual(withFields(before, { commune_id: 'c' }).commune_ids, ['c', 'b'])
  assert.deepEqual(withFields(before, { nom: 'Autre' }).commune_ids, ['a', 'b'])
})

test('numbers are kept without what people put between, and what is none is refused by name', () => {
  const { siret, rna } = withFields(before, { siret: '732 829 320 00074', rna: ' w75-1234567' })
  assert.deepEqual([siret, rna], ['73282932000074', 'W751234567'])
  assert.equal(withFields(before, { rna: 'W9R1003456' }).rna, 'W9R1003456')
  assert.throws(() => withFields(before, { siret: '732 829 320 00075' }), { code: 'validation_failed' })
  for (const rna of ['751234567', 'W7512345678', 'WA12345678', 'W75123456'])
    assert.throws(() => withFields(before, { rna }), { code: 'validation_failed' }, rna)
})

test('homonyms take their commune along, and a name without a Latin letter gives no slug', () => {
  assert.deepEqual(slugsFor('Club de l’Été', 'ecully'), ['club-de-l-ete', 'club-de-l-ete-ecully'])
  assert.deepEqual(slugsFor('北京', 'ecully'), [])
  for (const slug of slugsFor('x'.repeat(200), 'y'.repeat(100))) assert.ok(slug.length <= 100)
})

test('closing days may be one day, and the last may not precede the first', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const day = { du: '2026-12-07', au: '2026-12-07' }
  assert.deepEqual(withClosings({ fermetures: [day] }, now), { fermetures: [{ ...day, motif: null }] })
  assert.throws(
    () => withClosings({ fermetures: [{ ...day, au: '2026-12-06' }] }, now),
    (error: unknown) => JSON.stringify(error).includes('ne peut pas précéder le premier jour'),
  )
})

test('a number is searched for as one, however it is spaced', () => {
  assert.equal(searchable('732 829 320'), '732829320')
  assert.equal(searchable('732.829.320 00074'), '73282932000074')
  assert.equal(searchable('w75 1234'), 'W751234')
  assert.equal(searchable('rue 12'), 'rue 12')
  assert.equal(searchable('69001'), '69001')
})
