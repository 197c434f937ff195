import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/fast-check.ts'
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
  assert.deepEqual(differences('Le thé'.normalize('NFD'), 'Le thé glacé'.normalize('NFD')), [
    { in: 'both', text: 'Le thé'.normalize('NFD') },
    { in: 'after', text: ' glacé'.normalize('NFD') },
  ])
  assert.deepEqual(
    differences('Le bal, été'.normalize('NFD'), 'Le bal, étê'.normalize('NFD')),
    [
      { in: 'both', text: 'Le bal, ' },
      { in: 'before', text: 'été'.normalize('NFD') },
      { in: 'after', text: 'étê'.normalize('NFD') },
    ],
    'a word whose accents are letters of their own stays whole',
  )
  assert.deepEqual(differences('', 'Bonjour'), [{ in: 'after', text: 'Bonjour' }])
})

test('for any two texts, each side of the diff reads as its text', () => {
  const words = fc.array(
    fc.constantFrom('le', 'bal', ' ', '\n\n', '\n', 'É', '🎪', ',', 'd’été', '  ', 'إعلان'),
    {
      maxLength: 40,
    },
  )
  fc.assert(
    fc.property(words, words, (a, b) => {
      const [before, after] = [a.join(''), b.join('')]
      const pieces = differences(before, after)
      assert.equal(textOf(pieces, 'before'), before)
      assert.equal(textOf(pieces, 'after'), after)
    }),
  )
})

test('up to two hundred differences in a paragraph are marked word by word; above, it counts as wholly different', () => {
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

const long = (at: number) =>
  `Paragraphe ${at} : ${Array.from({ length: 60 }, (_, word) => `mot${at}x${word}`).join(' ')}.`

test('of a long text with a few changed paragraphs, only the changed words are marked', () => {
  const before = Array.from({ length: 40 }, (_, at) => long(at))
  const after = before.with(3, long(3).replace('mot3x5', 'autre')).toSpliced(20, 1)
  after.splice(30, 0, 'Nouveau paragraphe.')
  const pieces = differences(before.join('\n\n'), after.join('\n\n'))
  assert.deepEqual(
    pieces.filter(piece => piece.in !== 'both').map(piece => ({ ...piece, text: piece.text.trim() })),
    [
      { in: 'before', text: 'mot3x5' },
      { in: 'after', text: 'autre' },
      { in: 'before', text: long(20) },
      { in: 'after', text: 'Nouveau paragraphe.' },
    ],
  )
  assert.equal(textOf(pieces, 'before'), before.join('\n\n'))
  assert.equal(textOf(pieces, 'after'), after.join('\n\n'))
})

test('neighbouring paragraphs that all changed are compared with their own, also where one is new', () => {
  const before = Array.from({ length: 8 }, (_, at) => long(at))
  // Every paragraph has another word changed; one is rewritten, one is new.
  const after = before.map((text, at) => text.replace(`mot${at}x${at + 9}`, `autre${at}`))
  after.splice(4, 1, long(91), long(92))
  const pieces = differences(before.join('\n'), after.join('\n'))
  const marked = (side: string) => pieces.filter(piece => piece.in === side).map(({ text }) => text.trim())
  assert.deepEqual(
    marked('before'),
    [0, 1, 2, 3, 4, 5, 6, 7].map(at => (at === 4 ? long(4) : `mot${at}x${at + 9}`)),
  )
  assert.deepEqual(
    marked('after'),
    [0, 1, 2, 3, 4, 5, 6, 7].map(at => (at === 4 ? `${long(91)}\n${long(92)}` : `autre${at}`)),
  )
  assert.equal(textOf(pieces, 'before'), before.join('\n'))
  assert.equal(textOf(pieces, 'after'), after.join('\n'))
})

test('a paragraph that is split or joined shows its line break alone', () => {
  const [first, second] = [long(1), long(2)]
  assert.deepEqual(
    differences(`${first} ${second}`, `${first}\n\n${second}`).filter(piece => piece.in !== 'both'),
    [
      { in: 'before', text: ' ' },
      { in: 'after', text: '\n\n' },
    ],
  )
  assert.deepEqual(
    differences(`${first}\n\n${second}\n`, `${first} ${second}\n`).filter(piece => piece.in === 'after'),
    [{ in: 'after', text: ' ' }],
  )
})
