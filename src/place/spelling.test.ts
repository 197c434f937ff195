import assert from 'node:assert/strict'
import { test } from 'node:test'
import { begun, corrected, parted } from './spelling.ts'

test('a word is corrected by one error, a long one by two, a short one not at all', () => {
  const known = new Map(
    ['bal', 'marche', 'defibrillateur', 'parche', 'tournoi'].map(word => [word, { uses: 1 }]),
  )
  assert.equal(corrected('marhe', known), 'marche')
  assert.equal(corrected('defibilateur', known), 'defibrillateur')
  assert.equal(corrected('tourmois', known), 'tournoi')
  assert.equal(corrected('pasport', new Map([['passeport', { uses: 1 }]])), 'passeport')
  for (const word of ['bol', 'mahre', 'defiblateurs', 'x'.repeat(10_000)])
    assert.equal(corrected(word, known), undefined)
})

test('of equally near words it is the one with the same first letter, then the most used', () => {
  const known = new Map([
    ['parche', { uses: 9 }],
    ['marcha', { uses: 1 }],
    ['marche', { uses: 5 }],
  ])
  assert.equal(corrected('marchi', known), 'marche')
  known.delete('marche')
  known.delete('marcha')
  assert.equal(corrected('marche', known), 'parche')
})

const known = new Map(
  ['marche', 'noel', 'don', 'sang', 'dechetterie', 'dechets', 'carte', 'identite'].map((word, uses) => [
    word,
    { uses },
  ]),
)
const isSmall = (part: string) => ['de', 'du', 'd', 'la'].includes(part)

test('a beginning stands for the most used word that begins so, if it is long enough', () => {
  assert.equal(begun('dechet', known), 'dechets')
  assert.equal(begun('dechette', known), 'dechetterie')
  assert.equal(begun('dech', known), undefined)
})

test('words without spaces are parted into the fewest known ones', () => {
  assert.deepEqual(parted('marchenoel', known, isSmall), ['marche', 'noel'])
  assert.deepEqual(parted('dondusang', known, isSmall), ['don', 'du', 'sang'])
  assert.deepEqual(parted('cartedidentite', known, isSmall), ['carte', 'd', 'identite'])
  for (const word of ['marche', 'lamarche', 'marchexx', 'du', 'don'.repeat(5_000)])
    assert.equal(parted(word, known, isSmall), undefined, word.slice(0, 20))
})
