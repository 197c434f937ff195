import type { WatchedKind } from '../../../shared/words/watched-words.ts'
import { firstLetters } from '../../kernel/texts/texts.ts'
import { linksIn } from './hosts.ts'
import { foldedWord, INVISIBLE, plainSigns } from './look-alikes.ts'

/**
 * Finds watched words, phone numbers and links in texts. No expression of a user becomes a regular expression: texts are
 * split into words once, and words are looked up. The time grows with the length of the text, and with the number of
 * expressions.
 */

export interface WatchedList {
  readonly kind: WatchedKind
  readonly words: readonly string[]
}

/** What is searched: the words of authors, and the links beside them. */
interface WatchedTexts {
  readonly texts: readonly string[]
  readonly links: readonly string[]
}

/** What a list found, as it is written; for `new_hosts` also the host, which is not known to be new yet. */
export interface Match {
  readonly list: number
  readonly text: string
  readonly host?: string
}

/** Finds of one expression in one text, and phone numbers. */
const MOST_FOUND = 5
const LONGEST_FOUND = 100
/** Longer words match no `*`: that bounds the time of one comparison. */
const LONGEST_WORD = 60
/** Fewer letters around `*` would match nearly every word. */
const FEWEST_LETTERS = 2
const MOST_WORDS = 6

////////////////////////////////////////////////////////////////////////////// expressions

/** Invisible signs within a word do not hide it. */
const SIGNS = String.raw`\p{L}\p{N}\p{M}${INVISIBLE}`
const WORD = new RegExp(`[${SIGNS}]+`, 'gu')
const WORD_CUT = new RegExp(`[${SIGNS}*]+`, 'gu')

/** A word of an expression, cut at each `*`. */
type Pieces = readonly string[]

/** The words of an expression; undefined if it has none, too many, or one of too few letters beside `*`. */
export function wordsOfExpression(expression: string): Pieces[] | undefined {
  const words = (expression.match(WORD_CUT) ?? []).map(word => word.split(/\*+/).map(foldedWord))
  const isRight = words.every(pieces =>
    pieces.length === 1 ? pieces[0] !== '' : pieces.join('').length >= FEWEST_LETTERS,
  )
  return words.length > 0 && words.length <= MOST_WORDS && isRight ? words : undefined
}

function matches(word: string, pieces: Pieces): boolean {
  const [first = '', ...rest] = pieces
  const last = rest.pop() ?? ''
  if (word.length > LONGEST_WORD || !word.startsWith(first)) return false
  const end = word.length - last.length
  let at = first.length
  for (const piece of rest) {
    const found = word.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return at <= end && word.endsWith(last)
}

////////////////////////////////////////////////////////////////////////////// phone numbers

const BETWEEN = String.raw`[\s.\-]?`
const GROUPED = [String.raw`\s`, String.raw`\.`, '-', '/', '']
/** French numbers in groups of two, of one kind of separator, so that dates are none; free ones; international ones. */
const PHONE = new RegExp(
  String.raw`(?<![\d+])(?:(?:\+|00\s?)[1-9](?:${BETWEEN}(?:\(0\)${BETWEEN})?\d){7,13}|${GROUPED.map(
    one => String.raw`0[1-9](?:${one}\d{2}){4}|0[1-9]\d{2}(?:${one}\d{2}){3}`,
  ).join('|')}|0\s?8\d{2}(?:\s?\d{3}){2}|0\s8\d{2}(?:\s\d{2}){3})(?!\d)`,
  'gu',
)

/** As they are written. */
function phonesIn(written: string): string[] {
  const { text, at } = plainSigns(written)
  return [...text.matchAll(PHONE)].slice(0, MOST_FOUND).map(({ 0: phone, index }) => {
    const last = at(index + phone.length - 1)
    return written.slice(at(index), last) + String.fromCodePoint(written.codePointAt(last) ?? 0)
  })
}

////////////////////////////////////////////////////////////////////////////// the matcher

interface Expression {
  readonly list: number
  /** Ids of its words. */
  readonly words: readonly number[]
}

interface Word {
  readonly from: number
  readonly to: number
  /** The ids that it matches. */
  readonly ids: ReadonlySet<number>
}

/** Yields after each word, so that a caller can let other work have its turn; returns what was found. */
type Matching = Generator<undefined, readonly Match[]>

/** Compiles the lists into one function. */
export function matcherOf(lists: readonly WatchedList[]): (searched: WatchedTexts) => Matching {
  const findWords = wordFinder(lists)
  const ofKind = (kind: WatchedKind) => lists.flatMap((list, at) => (list.kind === kind ? [at] : []))
  const [phones, hosts] = [ofKind('phones'), ofKind('new_hosts')]
  return function* match({ texts, links }) {
    const found = new Map<string, Match>()
    const add = (list: number, text: string, host?: string) => {
      const shown = firstLetters(text, LONGEST_FOUND)
      found.set(`${list} ${host ?? shown}`, { list, text: shown, ...(host !== undefined && { host }) })
    }
    for (const text of texts) {
      if (findWords) yield* findWords(text, add)
      if (phones.length > 0) for (const phone of phonesIn(text)) for (const list of phones) add(list, phone)
    }
    if (hosts.length > 0)
      for (const text of [...texts, ...links])
        for (const { host, from, to } of linksIn(text))
          for (const list of hosts) add(list, text.slice(from, to), host)
    return [...found.values()]
  }
}

/** Undefined without expressions. */
function wordFinder(lists: readonly WatchedList[]) {
  const byFirst = new Map<number, Expression[]>()
  const { idOf, idsOf } = wordIds()
  for (const [list, { words: expressions }] of lists.entries())
    for (const expression of expressions) {
      const words = wordsOfExpression(expression)?.map(idOf) ?? []
      const [first] = words
      if (first !== undefined) byFirst.set(first, [...(byFirst.get(first) ?? []), { list, words }])
    }
  if (byFirst.size === 0) return undefined

  return function* (text: string, add: (list: number, text: string) => void): Generator<undefined, void> {
    const known = new Map<string, ReadonlySet<number>>()
    const finds = new Map<Expression, number>()
    const words: Word[] = []
    for (const { 0: written, index: from } of text.matchAll(WORD)) {
      const ids = known.get(written) ?? idsOf(written)
      known.set(written, ids)
      words.push({ from, to: from + written.length, ids })
      yield
    }
    for (const [at, { from, ids }] of words.entries()) {
      for (const id of ids)
        for (const expression of byFirst.get(id) ?? []) {
          const count = finds.get(expression) ?? 0
          const last = words[at + expression.words.length - 1]
          if (count === MOST_FOUND || !last) continue
          if (!expression.words.every((word, step) => words[at + step]?.ids.has(word))) continue
          finds.set(expression, count + 1)
          add(expression.list, plain(text.slice(from, last.to)))
        }
      yield
    }
  }
}

/** Without Markdown and line breaks between its words. */
const plain = (text: string) => text.replaceAll(/[*_`]/g, '').replaceAll(/\s+/g, ' ')

/** Numbers the words of expressions, and finds the numbers that a written word matches. */
function wordIds() {
  const known = new Map<string, number>()
  const whole = new Map<string, number>()
  const cut: { readonly id: number; readonly pieces: Pieces }[] = []
  return {
    idOf(pieces: Pieces): number {
      const key = pieces.join('*')
      const id = known.get(key) ?? known.size
      if (known.has(key)) return id
      known.set(key, id)
      if (pieces.length === 1) whole.set(key, id)
      else cut.push({ id, pieces })
      return id
    },
    idsOf(written: string): ReadonlySet<number> {
      const word = foldedWord(written)
      const exact = whole.get(word)
      const ids = cut.flatMap(({ id, pieces }) => (matches(word, pieces) ? [id] : []))
      return new Set(exact === undefined ? ids : [exact, ...ids])
    },
  }
}
