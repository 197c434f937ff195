import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../../test/growth.ts'
import { linksIn } from './hosts.ts'
import { matcherOf, type WatchedList, wordsOfExpression } from './matcher.ts'

const words = (...expressions: string[]): WatchedList => ({ kind: 'words', words: expressions })
const PHONES: WatchedList = { kind: 'phones', words: [] }
const HOSTS: WatchedList = { kind: 'new_hosts', words: [] }

/** Runs to the end; the number of steps is the number of turns that other work may get. */
function run(lists: readonly WatchedList[], text: string, link?: string) {
  const matching = matcherOf(lists)({ texts: [text], links: link === undefined ? [] : [link] })
  for (let steps = 0; ; steps++) {
    const step = matching.next()
    if (step.done) return { found: step.value, steps }
  }
}
const found = (list: WatchedList, text: string, link?: string) =>
  run([list], text, link).found.map(one => one.text)

test('words are found whole, whatever their accents, case and punctuation', () => {
  const sentence =
    'Buvette : Bières, vin   chaud et jus d’orange. L’ALCOOL est l’affaire des grands à Nœux-les-Mines.'
  for (const [expression, expected] of [
    ['bières', ['Bières']],
    ['BIERES', ['Bières']],
    ['bière', []],
    ['bière*', ['Bières']],
    ['*cool', ['ALCOOL']],
    ['*lco*', ['ALCOOL']],
    ['b*es', ['Bières']],
    ['b*r*s', ['Bières']],
    ['b*x*s', []],
    ['chau', []],
    ['vin chaud', ['vin chaud']],
    ['vin-chaud', ['vin chaud']],
    ['vin* ch*', ['vin chaud']],
    ['chaud vin', []],
    ["jus d'orange", ['jus d’orange']],
    ['noeux les mines', ['Nœux-les-Mines']],
    ['des grands a', ['des grands à']],
  ] as const)
    assert.deepEqual(found(words(expression), sentence), expected, expression)
  assert.deepEqual(found(words('alcool'), 'al\u00ADcool et alco\u200Bol'), ['al\u00ADcool', 'alco\u200Bol'])
  assert.deepEqual(found(words('alcool'), 'l’alcool '.repeat(50)), ['alcool'])
})

test('an expression has one to six words, and two letters beside an asterisk', () => {
  for (const wrong of ['', '*', '…', 'a*', '*a*', 'vin *', 'un deux trois quatre cinq six sept'])
    assert.equal(wordsOfExpression(wrong), undefined, wrong)
  for (const right of ['ab*', 'a', 'a*b', '06', 'un deux trois quatre cinq six'])
    assert.ok(wordsOfExpression(right), right)
})

test('phone numbers are found in sentences of a local newspaper, and dates, times and codes are not', () => {
  for (const [sentence, expected] of [
    ['Inscriptions au 06 12 34 56 78 avant le 3 mai.', '06 12 34 56 78'],
    ['Renseignements : 02.38.12.34.56 (mairie).', '02.38.12.34.56'],
    ['Tél. 02-38-12-34-56', '02-38-12-34-56'],
    ['Appelez le 0612345678, demandez Anne.', '0612345678'],
    ['Au\u00a006\u00a012\u00a034\u00a056\u00a078.', '06\u00a012\u00a034\u00a056\u00a078'],
    ['Office de tourisme, 0262 12 34 56.', '0262 12 34 56'],
    ['Numéro vert : 0 800 123 456, appel gratuit.', '0 800 123 456'],
    ['Depuis l’étranger : +33 (0)2 38 12 34 56.', '+33 (0)2 38 12 34 56'],
    ['Joindre +32 478 12 34 56 le soir', '+32 478 12 34 56'],
  ] as const)
    assert.deepEqual(found(PHONES, sentence), [expected], sentence)
  for (const sentence of [
    'Le marché a lieu les 01/02/2026, 08/02/2026 et 15/02/2026 de 08 h 30 à 12 h 30.',
    'Du 01 02 2026 au 05 02 2026, puis le 2026-02-01.',
    'Entrée 10 €, 06 ans et plus : 5 €. 1 000 000 de visiteurs en 2025.',
    'SIRET 012 345 678 00012, code postal 45000, IBAN FR76 3000 1007 9412 3456 7890 185.',
    'Lot n° 120612345678901 de la tombola.',
  ])
    assert.deepEqual(found(PHONES, sentence), [], sentence)
})

test('hosts of links are read with their port, user and accents, and once each', () => {
  const hosts = (text: string) => linksIn(text).map(({ host }) => host)
  assert.deepEqual(
    hosts('Voir https://www.Exemple.fr/page?a=1, http://anne@billets.exemple.org:8080 et www.fête.fr.'),
    ['exemple.fr', 'billets.exemple.org', 'xn--fte-fma.fr'],
  )
  assert.deepEqual(hosts('mairie.fr, anne@www.exemple.fr, https://localhost/ et ftp://exemple.fr'), [])
  assert.deepEqual(found(HOSTS, 'https://a.fr/1 https://a.fr/2', 'https://b.fr'), [
    'https://a.fr',
    'https://b.fr',
  ])
})

test('the time grows with the text and with the number of expressions, and other work gets a turn at each word', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const name = (n: number) => `${letters[n % 26]}${letters[Math.floor(n / 26) % 26]}`
  const HOSTILE = {
    'many different words': (size: number) =>
      Array.from({ length: size / 6 }, (_, n) => n.toString(36).padStart(5, 'a')).join(' '),
    'one word again and again': (size: number) => 'aa '.repeat(size / 3),
    'one long word': (size: number) => 'a'.repeat(size),
    digits: (size: number) => '0 8'.repeat(size / 3),
    'a number that never ends': (size: number) => '+1 '.repeat(size / 3),
    links: (size: number) => 'https://a.'.repeat(size / 10),
    'letters without end': (size: number) => 'www.a@'.repeat(size / 6),
  }
  const LISTS = {
    whole: words(...Array.from({ length: 200 }, (_, n) => `aa aa aa ${name(n)}`)),
    cut: words(...Array.from({ length: 200 }, (_, n) => `*a*${name(n)}*a*`)),
  }
  for (const [list, one] of Object.entries(LISTS))
    for (const [text, make] of Object.entries(HOSTILE)) {
      assertLinear(size => run([one, PHONES, HOSTS], make(size)), 20_000, `${text}, ${list}`)
    }
  const text = HOSTILE['many different words'](20_000)
  const some = (size: number) => ({ ...LISTS.cut, words: LISTS.cut.words.slice(0, size) })
  assertLinear(size => run([some(size)], text), 200, 'expressions')
  assert.ok(run([LISTS.cut], text).steps >= 2 * Math.floor(20_000 / 6))
})
