import { foldedWords } from '../kernel/texts/texts.ts'
import { remembered } from '../kernel/values/remembered.ts'
import { isStopWord, partsOf } from '../publishing/publications/lists/search-words.ts'
import { html, type Value } from './html.ts'
import { lineOf, shownText } from './text.ts'

/** Marks the words of a search in what it found. */

export interface Marks {
  /** Words that begin with one of those asked for, as names are found. */
  inName(text: string): Value
  /** Words that are those asked for in the singular or the plural. */
  inText(text: string): Value
  /** The part of a text around the first of its marks; undefined without one. */
  excerpt(text: string): Value
}

const SIGN = String.raw`[\p{L}\p{N}\p{M}]`
const WORD = new RegExp(`${SIGN}+`, 'gu')
interface Found {
  readonly word: string
  readonly index: number
  readonly end: number
}
/** Where a word begins. */
const WORD_HERE = new RegExp(`(?<!${SIGN})${SIGN}+`, 'uy')
/** The most letters of a text that are searched. */
const MOST_SEARCHED = 5_000
/** Letters around a found word whose Markdown is removed for the excerpt: longer than most links. */
const AROUND = 400
const BEFORE = 60
const AFTER = 100

/** fetes, fete: fet. */
const rootOf = remembered(word => foldedWords(word).replace(/(?<=..)(?:es|s|x|e)$/, ''))

/** The letters up to ſ by what they are compared as: ` eèéêë`. Others may be anything. */
const ALIKE = Map.groupBy(
  Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)).filter(sign =>
    /[\p{L}\p{N}]/u.test(sign),
  ),
  sign => foldedWords(sign).charAt(0),
)

/**
 * The words that may begin as one of these: few of those of a text. Their first signs are found without the flag `u`, which
 * makes it four times as slow; from U+2000 to U+206F there is only punctuation, such as apostrophes.
 */
function beginningAs(words: readonly string[]) {
  const initials = new Set(words.map(word => word.charAt(0)))
  const signs = [...initials].flatMap(initial => ALIKE.get(initial) ?? []).join('')
  const first = new RegExp(`[${signs}\\u0180-\\u1fff\\u2070-\\udbff\\ue000-\\uffff]`, 'g')
  return function* (text: string): Generator<Found, undefined> {
    let end = 0
    const next = () => {
      first.lastIndex = end
      return first.exec(text)?.index
    }
    for (let index = next(); index !== undefined; index = next()) {
      WORD_HERE.lastIndex = index
      const word = WORD_HERE.exec(text)?.[0]
      end = index + (word ?? ' ').length
      if (word !== undefined) yield { word, index, end }
    }
  }
}

export function marksFor(q: string): Marks {
  const words = partsOf(q)
    .filter(({ kind }) => kind !== 'without')
    .flatMap(({ said }) => said.match(WORD) ?? [])
    .filter(word => word.length > 1 && !isStopWord(word))
  const beginnings = words.map(word => foldedWords(word))
  const roots = new Set(words.map(rootOf))
  const perhaps = beginningAs(beginnings)
  const isAsked = (word: string) => roots.has(rootOf(word))
  const beginsAsAsked = (word: string) => beginnings.some(asked => foldedWords(word).startsWith(asked))
  const marked = (text: string, isMarked: (word: string) => boolean): Value => {
    const parts: Value[] = []
    let end = 0
    for (const found of perhaps(text)) {
      if (!isMarked(found.word)) continue
      parts.push(text.slice(end, found.index), html`<mark>${found.word}</mark>`)
      end = found.end
    }
    return [...parts, text.slice(end)]
  }
  const excerptOf = (plain: string, found: Found, isBegun: boolean, goesOn: boolean): Value => {
    const { index } = found
    const from = index <= BEFORE ? 0 : plain.indexOf(' ', index - BEFORE) + 1
    const to = plain.length <= index + AFTER ? plain.length : plain.lastIndexOf(' ', index + AFTER)
    const [start, end] = [Math.min(from, index), Math.max(to, found.end)]
    const part = marked(plain.slice(start, end).toWellFormed(), isAsked)
    return [(isBegun || start > 0) && '…', part, (goesOn || end < plain.length) && '…']
  }
  return {
    inName: text => marked(shownText(text), beginsAsAsked),
    inText: text => marked(shownText(text), isAsked),
    excerpt(whole) {
      const text = whole.slice(0, MOST_SEARCHED)
      let end = 0
      for (const { word, index } of perhaps(text)) {
        if (index < end || !isAsked(word)) continue
        const from = index <= AROUND ? 0 : Math.min(index, text.indexOf(' ', index - AROUND) + 1)
        end = index + AROUND
        const plain = lineOf(text.slice(from, end))
        const found = perhaps(plain).find(one => isAsked(one.word))
        // A word in the address of a link is not shown.
        if (found) return excerptOf(plain, found, from > 0, end < text.length)
      }
      return undefined
    },
  }
}
