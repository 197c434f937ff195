import { composed, type Hostile } from './texts.ts'

/** Texts that are expensive to display: to parse as Markdown, shape, wrap or compare. */

const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
const again = (piece: string) => (length: number) =>
  cut(piece.repeat(Math.ceil(length / piece.length)), length)
const lines = (lineAt: (at: number) => string) => (length: number) => {
  const all: string[] = []
  for (let at = 0, size = 0; size < length; at++) size += all[all.push(lineAt(at)) - 1]?.length ?? 0
  return cut(all.join('\n'), length)
}
/** A table with this many columns, then rows of two letters. */
const table = (columns: number) => (length: number) => {
  const wide = Math.min(columns, Math.floor(length / 6))
  return cut(`${'|a'.repeat(wide)}\n${'|-'.repeat(wide)}\n${'a\n'.repeat(length)}`, length)
}
const nested = (open: string, close: string) => (length: number) => {
  const levels = Math.floor(length / (open.length + close.length + 1))
  return cut(`${open.repeat(levels)}x${close.repeat(levels)}`, length)
}
const upTo = (begin: string, piece: string) => (length: number) => cut(begin + again(piece)(length), length)

/** Named by their content. */
const MAKERS: Readonly<Record<string, Hostile['make']>> = {
  quotations: again('>'),
  'quotations with blanks': again('> '),
  'numbered lists in a line': again('1. '),
  'lists in a line': length => `${again('- ')(length - 1)}x`,
  'lists within quotations': again('> - '),
  'quotations across lists': lines(at => `${at % 2 ? '> - > ' : '- > - '}*a`),
  'lists one in the other': lines(at => `${' '.repeat(2 * at)}- a`),
  'quotations one in the other': lines(at => `${'>'.repeat(at)} a`),
  'an item of many lines': upTo('- a\n', 'a\n'),
  'lines of a letter': again('a\n'),
  'ends of lines of old machines': again('- a\r'),
  'empty lines': again('\n'),
  'a table of millions of cells': table(400),
  'a table as large as is parsed': table(4),
  bars: again('|'),
  'brackets that open': again('['),
  'links that open': again('[x]('),
  'links within links': nested('[a', '](b)'),
  parentheses: upTo('http://a', ')'),
  stars: again('*'),
  'stars and words': again('*a '),
  'emphasis within emphasis': nested('*a ', ' a*'),
  'stars across underscores': again('*a_b'),
  underscores: again('a_'),
  strokes: again('~~a '),
  backticks: lines(at => '`'.repeat(at % 200)),
  entities: again('&amp;&#x41;&nbsp;'),
  'entities of an address': upTo('http://a', '&a;'),
  backslashes: again('\\'),
  'exclamation marks': again('!'),
  'a link of thousands of letters': length =>
    cut(`[x](https://x.example/${'a'.repeat(Math.max(0, length - 25))})`, length),
  'links that run': again('[a](javascript:alert(1)) <javascript:alert(1)> '),
  'links as many as are parsed': again('[a](http://b.fr)\n\n'),
  'pictures as many as are parsed': again('![a](http://b.fr)\n\n'),
  'addresses by themselves': again('www.a.fr a@b.fr '),
  'definitions of references': lines(at => `[${at}]: http://a.fr "${at}"`),
  'one reference many times': upTo('[a]: http://a.fr\n\n', '[a] '),
  HTML: again('<img src=x onerror=alert(1)><script>alert(1)</script>'),
  'tags one in the other': again('<b><table><svg onload=alert(1)>'),
  comments: again('<!--'),
  fences: again('```\n'),
  headings: again('# a\n'),
  'a word': again('a'),
  'a word with marks': again('a\u0301\u0323'),
  'marks alone': again(`a${'\u0301'.repeat(29)}`),
  'from right to left': again('אb العربية '),
  overrides: again('\u202ea\u2066b'),
  'without width': again('\u200b\u200da\ufeff'),
  'soft hyphens': again('a\u00ad'),
  emoji: again('👨\u200d👩\u200d👧\u200d👦🏳\ufe0f\u200d🌈'),
  flags: again('🇫🇷'),
  ideographs: again('漢字かな'),
  blanks: length => `a${again(' ')(length - 2)}b`,
  'blanks of other kinds': again('\u00a0\u2003\u3000'),
  'blanks before a sign': again('   »   :'),
  tabs: again('\ta'),
  'separators of lines': again('a\u2028b\u2029'),
  'a moment that is none': again('2026-99-99T99:99:99Z '),
  'a day that is none': length => (length < 20 ? cut('2026-99-99', length) : again('2026-99-99\n')(length)),
  'names of what objects have': again('__proto__ constructor toString '),
  'quoted mails': lines(
    at => `${'> '.repeat(at % 40)}Le 14 novembre à 9 h, x a écrit :${' '.repeat(at % 50)}`,
  ),
}

export const SHOWN: readonly Hostile[] = Object.entries(MAKERS).map(([name, make]) => ({ name, make }))

/** Plus random ones. */
export const shownTexts = (seed: number, count: number): readonly Hostile[] => [
  ...SHOWN,
  ...composed(seed, count),
]

/** For comparison: ordinary text of the same length. */
export const harmless: Hostile['make'] = length =>
  cut(
    lines(at =>
      at % 6 === 5
        ? ''
        : at % 6 === 3
          ? '- **Samedi** à 10 h, [le programme](https://example.org/programme)'
          : 'Comme chaque année, notre association organise le marché de la Saint-Michel.',
    )(length),
    length,
  )
