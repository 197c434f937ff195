/**
 * Texts that are expensive for parsers and patterns: alone, repeated, mixed and nested. The same seed makes the same
 * texts.
 */
export interface Hostile {
  readonly name: string
  /** Makes a text of about this length; all lengths have the same structure, to measure growth. */
  readonly make: (length: number) => string
}

const PIECES = [
  '\u0301¦\u0323\u0307¦a\u0301¦e\u0301\u0323¦\u{1d165}¦ﷺ¦Σ¦œ¦Ã©¦\ufffd¦\u0000¦👨\u200d👩\u200d👧',
  '🏳\ufe0f\u200d🌈¦🇫🇷¦\u200d¦\ufe0f¦\u202e¦\u2066a\u2069¦אb¦الع¦\u2028¦\u00a0¦<¦<b¦<b>¦<a b=',
  '<a href="¦</¦</b>¦<br>¦<p><table>¦<!--¦]]>¦<![CDATA[¦<?¦[¦](¦![¦]:¦[a]¦[a](http://b.fr¦_¦a_¦*¦**a',
  '`¦~¦#¦|¦!¦\\¦\\!¦-¦- ¦--¦=¦==¦>¦> ¦  - ¦1. ¦\n- ¦\n  - a¦\n> > a¦\n\n¦\n¦\r¦\r\n¦\t¦ ¦\n ¦\r\n\t',
  ' \n¦(¦)¦((¦()¦{¦}¦{"a":¦[1,¦"¦""¦\\"¦"\\¦\'¦«¦»¦\u201c¦&¦&amp;¦&#¦&#x41;¦&lt;¦%¦%41¦%0¦+¦?q=¦&q=',
  '#/¦/¦//¦../¦,¦;¦:¦.¦@¦a@¦x@y.fr,¦a b¦a¦1¦-1¦0¦1/¦:1¦T¦é¦été ¦l\u2019¦-a¦=?q?¦=?utf-8?q?a?=',
  '=?utf-8?b?¦=C3¦=\r\n¦--b\r\n¦a: b\r\n¦<a@b>¦(a¦+0a¦5.1.1 ¦BEGIN:VEVENT\r\n¦END:VEVENT\r\n¦;A=¦;A="',
  'RRULE:FREQ=DAILY\r\n¦DTSTART:2026¦x:¦\\n¦\\;¦fr;q=0.1,¦t=1,¦v1=aa,¦W/"a",¦2026-01-¦10h¦ lundi¦1er ',
  'st ¦charset=¦www.¦http:',
].flatMap(line => line.split('¦'))

/** Opening and closing characters. */
const PAIRS = [
  '(…)¦[…]¦{…}¦{"a":…}¦[1,…]¦"…"¦« … »¦\\(…\\)¦<b>…</b>¦<p>…</p>¦<ul><li>…</li></ul>',
  '<table><tr><td>…</td></tr></table>¦<blockquote>…</blockquote>¦[a…](http://b.fr)¦![…](b)¦**…**',
  '_a…a_¦<![CDATA[…]]>¦<!--…-->¦&lt;…&gt;¦\u202b…\u202c¦"\'…\'"¦=?…?=¦BEGIN:VEVENT\r\n…END:VEVENT\r\n',
  '<…>¦(a …) b',
].flatMap(line => line.split('¦').map(pair => pair.split('…')))

const filled = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length))
/** Lone surrogates are refused before anything is read. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
const shown = (text: string) => JSON.stringify(text).slice(0, 80)

const repeated = (piece: string): Hostile => ({
  name: shown(piece),
  make: length => cut(filled(piece, length), length),
})
const between = (before: string, inner: Hostile, after: string): Hostile => ({
  name: `${shown(before)} ${inner.name} ${shown(after)}`,
  make: length => before + inner.make(Math.max(length - before.length - after.length, 0)) + after,
})

/** Each piece repeated. */
export const ALONE: readonly Hostile[] = PIECES.map(repeated)
/** The same, with other text before and after. */
export const FIXED: readonly Hostile[] = ALONE.flatMap(all => [all, between('a', all, 'z')])

/** `count` texts, which differ by seed. */
export function composed(seed: number, count: number): Hostile[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => compose(random, 2))
}

type Random = (below: number) => number

function compose(random: Random, depth: number): Hostile {
  const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T
  const some = (most: number) => Array.from({ length: 2 + random(most - 1) }, () => pick(PIECES))
  const inner = () => (depth > 0 && random(2) > 0 ? compose(random, depth - 1) : repeated(some(3).join('')))
  return pick<() => Hostile>([
    () => repeated(some(6).join('')),
    () => between(pick(PIECES), inner(), pick(PIECES)),
    () => nested(pick(PAIRS), pick(PIECES)),
    () => inARow(inner(), inner()),
    () => inARow(inner(), repeated(pick(PIECES)), inner()),
    () => runs(pick(PIECES), pick(PIECES)),
    () => deepList(pick(['- ', '* ', '1. ', '> ', ''])),
    () => strewn(some(8), random(2 ** 31)),
  ])()
}

/** Deeply nested: closed as often, or a little less. */
function nested([open = '', close = '']: readonly string[], inmost: string): Hostile {
  return {
    name: `nested ${shown(open)} ${shown(inmost)} ${shown(close)}`,
    make(length) {
      const levels = Math.floor((length - inmost.length) / (open.length + close.length))
      return levels < 1 ? cut(inmost, length) : open.repeat(levels) + inmost + close.repeat(levels)
    },
  }
}

const inARow = (...all: readonly Hostile[]): Hostile => ({
  name: `(${all.map(({ name }) => name).join(' then ')})`,
  make: length => all.map(({ make }) => make(Math.floor(length / all.length))).join(''),
})

/** The number of runs equals their length: neither alone is suspicious. */
const runs = (piece: string, end: string): Hostile => ({
  name: `runs of ${shown(piece)} to ${shown(end)}`,
  make: length => cut(filled(piece.repeat(Math.ceil(Math.sqrt(length))) + end, length), length),
})

const deepList = (mark: string): Hostile => ({
  name: `a deep list of ${shown(mark)}`,
  make(length) {
    const lines: string[] = []
    for (let deep = 0, size = 0; size < length; deep++) {
      const line = `${'  '.repeat(deep)}${mark}a`
      lines.push(line)
      size += line.length + 1
    }
    return cut(lines.join('\n'), length)
  },
})

/** The pieces in random order. */
const strewn = (pieces: readonly string[], seed: number): Hostile => ({
  name: `strewn ${pieces.map(shown).join(' ')}`,
  make(length) {
    const random = randomFrom(seed)
    const parts: string[] = []
    for (let size = 0; size < length; size += parts.at(-1)?.length ?? 0)
      parts.push(pieces[random(pieces.length)] ?? '')
    return cut(parts.join(''), length)
  },
})

/** Mulberry32, a small deterministic generator. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return below => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
