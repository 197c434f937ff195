import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { differences, textOf } from './differences.ts'

test('a corrected phrase is one change, and what stayed is not marked', () => {
  assert.deepEqual(
    differences(
      'Le bal a lieu le 13 juillet, place du Marché.',
      'Le bal a lieu le 14 juillet, salle des fêtes.',
    ),
    [
      { in: 'both', text: 'Le bal a lieu le ' },
      { in: 'before', text: '13' },
      { in: 'after', text: '14' },
      { in: 'both', text: ' juillet, ' },
      { in: 'before', text: 'place du Marché' },
      { in: 'after', text: 'salle des fêtes' },
      { in: 'both', text: '.' },
    ],
  )
  assert.deepEqual(differences('aujourd’hui', 'aujourd’hui'), [{ in: 'both', text: 'aujourd’hui' }])
  assert.deepEqual(differences('Un mot. Fin.', 'Deux mot. Fin. Suite.').slice(-2), [
    { in: 'both', text: ' mot. Fin.' },
    { in: 'after', text: ' Suite.' },
  ])
  assert.deepEqual(differences('', 'Bonjour'), [{ in: 'after', text: 'Bonjour' }])
})

test('for any two texts, each side of the diff reads as its text', () => {
  const words = fc.array(fc.constantFrom('le', 'bal', ' ', '\n\n', 'É', '🎪', ',', 'd’été', '  ', 'إعلان'), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(words, words, (a, b) => {
      const [before, after] = [a.join(''), b.join('')]
      const pieces = differences(before, after)
      assert.equal(textOf(pieces, 'before'), before)
      assert.equal(textOf(pieces, 'after'), after)
    }),
  )
})

test('up to two hundred differences are marked word by word; above, the texts count as wholly different', () => {
  const pieces = (words: number) => {
    const text = (word: string) => Array.from({ length: words }, (_, at) => `${word}${at}`).join(' et ')
    const found = differences(text('a'), text('b'))
    assert.equal(textOf(found, 'before'), text('a'))
    assert.equal(textOf(found, 'after'), text('b'))
    return found.length
  }
  // A deletion and an insertion for each word: one hundred words are two hundred differences.
  assert.ok(pieces(100) >= 200)
  for (const words of [101, 3_000]) assert.equal(pieces(words), 2, `${words} words`)
})
