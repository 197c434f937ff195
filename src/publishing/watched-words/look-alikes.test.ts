import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../../test/growth.ts'
import { linksIn } from './hosts.ts'
import { foldedWord, plainSigns } from './look-alikes.ts'
import { matcherOf, type WatchedList } from './matcher.ts'

function found(list: WatchedList, text: string): readonly string[] {
  const matching = matcherOf([list])({ texts: [text], links: [] })
  for (;;) {
    const step = matching.next()
    if (step.done) return step.value.map(one => one.text)
  }
}
const words = (...expressions: string[]): WatchedList => ({ kind: 'words', words: expressions })
const PHONES: WatchedList = { kind: 'phones', words: [] }
const HOSTS: WatchedList = { kind: 'new_hosts', words: [] }

test('a word in other letters is found, and shown as it is written', () => {
  for (const [expression, written] of [
    ['casino', 'cаsino'],
    ['casino', 'ｃａｓｉｎｏ'],
    ['casino', 'ＣＡＳＩＮＯ'],
    ['casino', '𝐜𝐚𝐬𝐢𝐧𝐨'],
    ['casino', 'cαsιnο'],
    ['casino', 'СASINО'],
    ['casino', 'саѕіno'],
    ['casino', 'cas\u00adi\u200bno'],
    ['casino', 'cas\ufe0fi\u034fno\u2060'],
    ['casino', 'ca\u3164sino'],
    ['casino', 'casıno'],
    ['cаsino', 'casino'],
    ['ｃａｓｉｎｏ', 'casino'],
    ['cas*', 'cаsinos'],
    ['hotel', 'НOTEL'],
    ['viagra', 'vіаgrа'],
    ['fin', 'ﬁn'],
    ['été', 'ÉTÉ'],
    ['казино', 'КАЗИНО'],
    ['καφές', 'ΚΑΦΕΣ'],
  ] as const) {
    const before = 'L’œuvre « à la mode » 🎄 : '
    assert.deepEqual(
      found(words(expression), `${before}${written}, et après`),
      [written],
      `${expression}: ${written}`,
    )
  }
})

test('French words, and words that are Greek or Cyrillic throughout, are no others', () => {
  for (const [expression, text] of [
    // Letters that all look like Latin ones.
    ['cop', 'сор'],
    ['pot', 'рот'],
    ['bob', 'ВОВ'],
    ['top', 'τορ'],
    ['coca', 'соса'],
    ['p', 'Le ρ de Pearson'],
    ['casino', 'кассира, казино, αγορά'],
    ['pecheur', 'un pêché, les pécheresses'],
    ['oeuf', 'bœufs œuvres'],
    ['12', 'm², 1/2'],
  ] as const)
    assert.deepEqual(found(words(expression), text), [], `${expression}: ${text}`)
})

test('a telephone number is found in other digits and with invisible signs, and shown as it is written', () => {
  for (const written of [
    '06 12 34 5\u200b6 78',
    '06\u00ad12345678',
    '０６ １２ ３４ ５６ ７８',
    '０６．１２．３４．５６．７８',
    '06‑12‑34‑56‑78',
    '＋33 6 12 34 56 78',
    '𝟎𝟔 𝟏𝟐 𝟑𝟒 𝟓𝟔 𝟕𝟖',
    '٠٦ ١٢ ٣٤ ٥٦ ٧٨',
    '0\u20606 12 34 56 7\ufe0f8',
  ])
    for (const before of ['', 'Été 🎄 : ', '\u200b\u200b𝟎 : '])
      assert.deepEqual(
        found(PHONES, `${before}${written}\u200b, le soir`),
        [written],
        JSON.stringify(before + written),
      )
  assert.deepEqual(found(PHONES, 'Le 01–02–03, ١٢٣, 2026‑11‑26'), [])
})

test('hosts are read with the dots of other writings', () => {
  for (const link of [
    'https://evil。example/a',
    'https://evil．example',
    'https://evil｡example',
    'https://ev\u00adil.example',
  ])
    assert.deepEqual(
      linksIn(`Voir ${link} ici`).map(({ host }) => host),
      ['evil.example'],
      link,
    )
  assert.deepEqual(found(HOSTS, 'Été : https://evil。example/a'), ['https://evil。example'])
})

test('each foreign letter has one Latin letter, and texts are read in linear time', () => {
  for (const [written, read] of [
    ['aА', 'aa'],
    ['zɩ', 'zi'],
    ['zв', 'zb'],
    ['zΧ', 'zx'],
    ['zց', 'zg'],
  ] as const)
    assert.equal(foldedWord(written), read)
  const HOSTILE = {
    invisible: '\u200b',
    marks: 'a\u0301',
    digits: '٣',
    mixed: '0\u200b６ ',
    look: 'аa',
    math: '𝟎\ufe0f',
  }
  for (const [name, piece] of Object.entries(HOSTILE)) {
    const make = (size: number) => piece.repeat(size / piece.length)
    assertLinear(size => foldedWord(make(size)), 20_000, `a word of ${name}`)
    assertLinear(size => plainSigns(make(size)).at(size), 20_000, `signs of ${name}`)
    assertLinear(size => found(PHONES, make(size)), 20_000, `numbers of ${name}`)
  }
})
