import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lexer, type Token } from 'marked'
import fc from '../../../../test/fast-check.ts'
import { type Block, blocksOf, markdownOf } from './markdown.ts'
import { type Piece, textOf } from './row.ts'

const again = (text: string) => markdownOf(blocksOf(text))
const looks = (text: string) =>
  blocksOf(text).map(({ isItem, rows }) => [
    isItem ? 'item' : 'line',
    ...rows.map(row =>
      row
        .map(({ text, bold, link }) => `${text}${bold ? ` *${bold}` : ''}${link ? ` →${link.href}` : ''}`)
        .join(' | '),
    ),
  ])

test('bold, lists and links are read, and written as they were', () => {
  const text =
    'Entrée **gratuite**, [inscription](https://mairie.fr/a_(b)).\n\nApportez :\n- un **couteau**\n- [une **chaise**](tel:0102030405)\nou un banc\n\n**Voir [le site](https://x.fr)** !'
  assert.deepEqual(looks(text), [
    ['line', 'Entrée  | gratuite *out | ,  | inscription →https://mairie.fr/a_(b) | .'],
    ['line', ''],
    ['line', 'Apportez :'],
    ['item', 'un  | couteau *out'],
    ['item', 'une  →tel:0102030405 | chaise *in →tel:0102030405', 'ou un banc'],
    ['line', ''],
    ['line', 'Voir  *out | le site *out →https://x.fr |  !'],
  ])
  assert.equal(again(text), text)
})

test('the field shows no backslash of an imported text, and writes it again', () => {
  const seen = (text: string) =>
    blocksOf(text)
      .flatMap(({ rows }) => rows.map(textOf))
      .join('\n')
      .replaceAll('\u2063', '')
  for (const [text, shown] of [
    ['Cuve de 345 m\\*, **5 \\* 3**', 'Cuve de 345 m*, 5 * 3'],
    ['\\# 3e prix', '# 3e prix'],
    ['- 2027\\. Une année', '2027. Une année'],
    ['\\[1\\] mon\\_fichier', '[1] mon_fichier'],
    ['a\\\\b C:\\temp', 'a\\b C:\\temp'],
    // These la place shows with their backslash.
    ['`a\\*b`', '`a\\*b`'],
    ['```\n\\*\n```', '```\n\\*\n```'],
    ['https://a.fr/a\\_b', 'https://a.fr/a\\_b'],
  ] as const) {
    assert.equal(seen(text), shown)
    assert.equal(again(text), text)
  }
  // A link over such a sign, and a sign that was deleted behind the mark.
  const link = { href: 'https://a.fr' }
  assert.equal(
    markdownOf([{ isItem: false, rows: [[{ text: '5 \u2063* 3', link }]] }]),
    '[5 * 3](https://a.fr)',
  )
})

test('whatever is outside of the subset is literal', () => {
  for (const text of [
    '# Titre',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '<b>gras</b>',
    'a * b * c, 5 €*, _x_, *x*, ***x***, `**x**`, ** x **, **x **, \\*\\*x\\*\\*',
    '* a',
    '- - -',
    '![alt](https://x.fr/a.png)',
    '[x](javascript:alert(1)) [x](/y) [x](https://x "titre") [x]',
    '<a title="**x**">',
  ])
    for (const { isItem, rows } of blocksOf(text)) {
      assert.equal(isItem, false, text)
      for (const row of rows)
        assert.ok(
          row.every(({ bold, link }) => !bold && !link),
          text,
        )
    }
  assert.deepEqual(looks('```\n- **a**\n```\n- b'), [
    ['line', '```'],
    ['line', '- **a**'],
    ['line', '```'],
    ['item', 'b'],
  ])
})

test('markup that was typed into bold text is no second pair of asterisks', () => {
  const typed: Block = { isItem: false, rows: [[{ text: 'Entrée **libre**, 5 €', bold: 'out' }]] }
  assert.equal(markdownOf([typed]), 'Entrée **libre**, 5 €')
  const beside: Block = { isItem: false, rows: [[{ text: 'a', bold: 'out' }, { text: ' et **b**' }]] }
  assert.equal(markdownOf([beside]), '**a** et **b**')
})

test('words beside a link that look like markup themselves are written as they were', () => {
  for (const text of ['[[a](https://a.fr)](https://a.fr)', '[[*](https://a.fr)](https://a.fr) fin'])
    assert.equal(again(text), text)
})

/** Pieces of text that meet each other in unlucky ways. */
const SIGNS = [
  '*',
  '**',
  '_',
  '`',
  '[',
  ']',
  '(',
  ')',
  '](https://a.fr)',
  '\\',
  '<',
  '>',
  '!',
  '#',
  '- ',
  '\n',
  '\n\n',
  ' ',
  '  ',
  '\t',
  '\r',
  'a',
  'é',
  '€',
  '«',
  '🎉',
  '1. ',
  '~~',
  '|',
  '---',
  'https://b.fr/',
  '\u00a0',
  '\u200b',
]
const texts = fc.oneof(
  fc.array(fc.constantFrom(...SIGNS), { maxLength: 30 }).map(parts => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

test('no text changes on its way through the field', () => {
  fc.assert(
    fc.property(texts, text => assert.equal(again(text), text)),
    { numRuns: 3_000 },
  )
})

/** The words and the looks that la place shows. */
function shown(tokens: readonly Token[] = [], look = ''): string[] {
  return tokens.flatMap(token => {
    const inside = (mark: string) => shown('tokens' in token ? token.tokens : [], look + mark)
    switch (token.type) {
      case 'strong':
        return inside('b')
      case 'link':
        return token.raw.startsWith('[') ? inside('l') : [[token.text, look]].flat()
      case 'list':
        return token.items.flatMap((item: Token) => [
          '•',
          ...shown('tokens' in item ? item.tokens : [], look),
        ])
      case 'space':
        return []
      default:
        return 'tokens' in token && token.tokens
          ? inside('')
          : [`${'text' in token ? token.text : ''}${look && `/${[...look].sort().join('')}`}`]
    }
  })
}

const words = fc
  .array(fc.constantFrom('mot', 'été', ' ', '!', '« ', ' »', '(a)', '12 €', '🎉', '’', 'l', ', ', '–'), {
    minLength: 1,
    maxLength: 5,
  })
  .map(parts => parts.join(''))
const link = fc
  .constantFrom('https://mairie.fr', 'mailto:a@b.fr', 'https://x.fr/a_(b)?c=1')
  .map(href => ({ href }))
const piece: fc.Arbitrary<Piece> = fc
  .record({
    text: words,
    bold: fc.constantFrom(undefined, undefined, 'out' as const, 'in' as const),
    link: fc.option(link, { nil: undefined }),
  })
  .map(one => (one.bold === 'in' && !one.link ? { ...one, bold: 'out' as const } : one))
const written: fc.Arbitrary<Block[]> = fc.array(
  fc.record({
    isItem: fc.boolean(),
    rows: fc.array(piece, { minLength: 1, maxLength: 5 }).map(row => [row]),
  }),
  { minLength: 1, maxLength: 4 },
)

test('what is written in the field is shown with the same words, and is the same when it is opened again', () => {
  fc.assert(
    fc.property(written, blocks => {
      const text = markdownOf(blocks)
      const plain = (all: readonly Block[]) =>
        all
          .flatMap(({ rows }) => rows.map(textOf))
          .map(row => row.replaceAll(/\s/g, ''))
          .filter(Boolean)
      assert.deepEqual(plain(blocksOf(text)), plain(blocks), text)
      assert.equal(again(text), text)
    }),
    { numRuns: 3_000 },
  )
})

test('bold and links of the field are those of la place', () => {
  fc.assert(
    fc.property(written, blocks => {
      const text = markdownOf(blocks)
      fc.pre(!/^(?:- )?\s{4}/m.test(text))
      const ours = blocksOf(text).flatMap(({ isItem, rows }) => [
        ...(isItem ? ['•'] : []),
        ...rows.flat().map(({ text, bold, link }) => `${text}/${bold ? 'b' : ''}${link ? 'l' : ''}`),
      ])
      const marksOf = (all: readonly string[]) =>
        all.filter(one => /•|\/(b|l|bl)$/.test(one)).map(one => one.trim())
      assert.deepEqual(marksOf(ours), marksOf(shown(lexer(text, { gfm: true, breaks: true }))), text)
    }),
    { numRuns: 3_000 },
  )
})
