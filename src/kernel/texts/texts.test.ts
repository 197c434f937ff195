import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Obj, Optional, Text } from '../../../shared/shapes.ts'
import { assertLinear } from '../../../test/growth.ts'
import { parseJson } from '../http/json.ts'
import { Problem } from '../refusals/errors.ts'
import { queryReader } from '../routes/query-string.ts'
import {
  firstLetters,
  folded,
  foldedWords,
  isStreamSafe,
  normalized,
  shortened,
  shortenedAtWord,
  slugOf,
  storableLine,
  storableLines,
} from './texts.ts'

const refusal = (run: () => unknown): Problem => {
  try {
    run()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  assert.fail('It was taken.')
}
const MARKS = ['\u0307\u0323', '\u0301', '\u0315\u0300\u05b0\u0e38\u0307', '\u{1d165}\u{1d16d}', '\u0344']
const body = (text: string) => Buffer.from(JSON.stringify({ titre: { fr: text } }))

test('a long run of combining marks is refused before normalisation, with its field', () => {
  for (const marks of MARKS) {
    assertLinear(
      size =>
        assert.equal(refusal(() => parseJson(body(`a${marks.repeat(size)}`))).code, 'validation_failed'),
      60_000,
      JSON.stringify(marks),
    )
  }
  const told = refusal(() => parseJson(body(`a${'\u0301'.repeat(31)}`))).body('en', 'r')
  assert.match(JSON.stringify(told), /"path":"titre\.fr".*too many combining marks/)
  const read = queryReader(Obj({ q: Optional(Text(100)) }), 'refuse')
  const asked = refusal(() => read(`q=${encodeURIComponent(`a${'\u0301'.repeat(31)}`)}`))
  assert.match(JSON.stringify(asked.body('fr', 'r')), /"path":"q".*signes diacritiques/)
})

test('ordinary texts are accepted: thirty marks, accents, emoji, Arabic and Hebrew with vowels', () => {
  const texts = [
    `a${'\u0301'.repeat(30)}`,
    'e\u0301'.repeat(10_000),
    '👨‍👩‍👧‍👦🏳️‍🌈'.repeat(1_000),
    'بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ',
    'בְּרֵאשִׁ֖ית בָּרָ֣א',
    'ก็ที่นี่ น้ำ',
    'क्षत्रिय',
  ]
  for (const text of texts)
    assert.deepEqual(parseJson(body(text)), { titre: { fr: text.normalize('NFC').trim() } })
})

test('other texts lose only the marks beyond thirty', () => {
  const zalgo = `Fête${'\u0323\u0307'.repeat(5_000)} du ${'\u0301'.repeat(40)}village`
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
    const text = normalized(zalgo, form)
    assert.ok(isStreamSafe(text))
    assert.equal(text.replaceAll(/\p{M}/gu, ''), zalgo.normalize(form).replaceAll(/\p{M}/gu, ''))
    assert.equal(normalized(text, form), text)
  }
  assertLinear(size => normalized('\u0307\u0323'.repeat(size), 'NFKD'), 200_000)
})

test('every kind of mark counts: thirty are accepted, thirty-one are not', () => {
  const letters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code))
  const marks = letters.filter(letter => /\p{M}/u.test(letter))
  assert.ok(marks.length > 2_000)
  for (const mark of marks)
    assert.deepEqual(
      [30, 31].map(times => isStreamSafe(`a${mark.repeat(times)}`)),
      [true, false],
      mark,
    )
})

test('no other file normalises texts by itself', () => {
  const others = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(
      file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('kernel/texts/texts.ts'),
    )
    .filter(file => readFileSync(`src/${file}`, 'utf8').includes('.normalize('))
  assert.deepEqual(others, [])
})

test('folding removes case and accents; folding to words also ligatures and punctuation', () => {
  assert.equal(folded('Févr. À L’ŒUVRE'), 'fevr. a l’œuvre')
  assert.equal(foldedWords("  L'Œuvre d’Élise-Ærø, 1ʳᵉ "), 'l oeuvre d elise aerø 1ʳᵉ')
  assert.equal(foldedWords('1ʳᵉ ½ ﬁn', 'NFKD'), '1re 1 2 fin')
})

test('control characters are removed: a line is one line, paragraphs keep their line ends', () => {
  assert.equal(storableLine(' Zoé\r\n\u0000\u0007 Delaunay\ud83d '), 'Zoé  Delaunay\ufffd')
  assert.equal(storableLines('a\r\nb\u0085c\u2029d\te\u0000\u0007f'), 'a\nbc\nd\tef')
})

test('long texts are cut between code points, counted like in PostgreSQL', () => {
  const smiles = '😀'.repeat(10)
  assert.equal(firstLetters(smiles, 10), smiles)
  assert.equal(firstLetters(`a${smiles}`, 5), `a${'😀'.repeat(4)}`)
  assert.equal(firstLetters('abc', 3), 'abc')
  assert.equal(shortened('abc def', 7), 'abc def')
  assert.equal(shortened('abc def', 5), 'abc…')
  assert.equal(shortened(`${smiles}a`, 10), `${'😀'.repeat(9)}…`)
  assert.equal(shortenedAtWord('un bal place de la mairie', 16), 'un bal place…')
  assert.equal(shortenedAtWord(`un ${'o'.repeat(90)}`, 60), `un ${'o'.repeat(56)}…`)
})

test('slugs: without accents, apostrophes and spaces become hyphens, œ is oe', () => {
  const cases = {
    "L'Haÿ-les-Roses": 'l-hay-les-roses',
    Œuilly: 'oeuilly',
    'Saint-Rémy ': 'saint-remy',
    Y: 'y',
    '(Sò)': 'so',
    '…': '',
  }
  for (const [name, slug] of Object.entries(cases)) assert.equal(slugOf(name), slug)
})
