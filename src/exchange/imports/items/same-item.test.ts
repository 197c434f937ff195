import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areAlike, type Facts, type Stored, sameItems } from './same-item.ts'

const fresh = (fields: Partial<Facts> = {}): Facts => ({
  external_id: 'neuf',
  words_hash: 'b',
  title: 'Loto',
  body: 'Loto du club.',
  source_url: null,
  date_debut: '2027-03-12',
  heure_debut: '20:00',
  lieu: 'Foyer',
  ...fields,
})
const before = (fields: Partial<Stored> = {}): Stored => ({
  ...fresh({ external_id: 'ancien', words_hash: 'a', heure_debut: '14:00' }),
  is_here: false,
  is_coming: true,
  ...fields,
})
const found = async (one: Facts, stored: readonly Stored[]) =>
  (await sameItems({ reading: [one], fresh: [one], stored })).get(one.external_id)

test('an event of one title, day and place is the same at another hour, unless it is over or still there', async () => {
  assert.equal(await found(fresh(), [before()]), 'ancien')
  assert.equal(await found(fresh(), [before({ is_coming: false })]), undefined)
  assert.equal(await found(fresh(), [before({ is_here: true })]), undefined)
  assert.equal(await found(fresh(), [before(), before({ external_id: 'autre' })]), undefined)
})

test('on two pages there are two events, unless hour and place are the same too', async () => {
  const [one, other] = [{ source_url: 'https://v.fr/1' }, { source_url: 'https://v.fr/2' }]
  assert.equal(await found(fresh(one), [before(other)]), undefined)
  assert.equal(await found(fresh(one), [before({ ...other, heure_debut: '20:00' })]), 'ancien')
})

test('texts are alike when most letters are, and every number, day and month', () => {
  for (const [one, other, alike] of [
    ['Lotto du footbal', 'Loto du football', true],
    ['Réunion publique', 'RÉUNION PUBLIQUE !', true],
    ['Conseil du 3 mars', 'Conseil du 3 avril', false],
    ['Atelier 1', 'Atelier 2', false],
    ['Permanence du lundi', 'Permanence du mardi', false],
    ['Loto', 'Bal populaire', false],
    ['', 'Bal', false],
  ] as const)
    assert.equal(areAlike(one, other), alike, `${one} / ${other}`)
})
