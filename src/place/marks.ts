import { remembered } from '../kernel/remembered.ts'
import { foldedWords } from '../kernel/texts.ts'
import { isStopWord, partsOf } from '../publications/lists/search.ts'
import { html, type Value } from './html.ts'
import { plainText, shownText } from './text.ts'

/** Marks the words of a search in what it found. */

export interface Marks {
  /** Words that begin with one of those asked for, as names are found. */
  inName(text: string): Value
  /** Words that are those asked for in the singular or the plural. */
  inText(text: string): Value
  /** The part of a text around the first of its marks; undefined without one. */
  excerpt(text: string): Value
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** So many letters of a text are looked through. */
const MOST_SEARCHED = 5_000
const BEFORE = 60
const AFTER = 100

/** fetes, fete: fet. */
const rootOf = remembered(word => foldedWords(word).replace(/(?<=..)(?:es|s|x|e)$/, ''))

export function marksFor(q: string): Marks {
  const words = partsOf(q)
    .filter(({ kind }) => kind !== 'without')
    .flatMap(({ said }) => said.match(WORD) ?? [])
    .filter(word => word.length > 1 && !isStopWord(word))
  const beginnings = words.map(word => foldedWords(word))
  const roots = new Set(words.map(rootOf))
  const isAsked = (word: string) => roots.has(rootOf(word))
  const beginsAsAsked = (word: string) => beginnings.some(asked => foldedWords(word).startsWith(asked))
  return {
    inName: text => marked(shownText(text), beginsAsAsked),
    inText: text => marked(shownText(text), isAsked),
    excerpt(text) {
      const plain = plainText(text.slice(0, MOST_SEARCHED)).replaceAll(/\s+/g, ' ')
      const found = plain.matchAll(WORD).find(([word]) => isAsked(word))
      if (!found) return undefined
      const { index } = found
      const from = index <= BEFORE ? 0 : plain.indexOf(' ', index - BEFORE) + 1
      const to = plain.length <= index + AFTER ? plain.length : plain.lastIndexOf(' ', index + AFTER)
      const [start, end] = [Math.min(from, index), Math.max(to, index + found[0].length)]
      const part = marked(plain.slice(start, end).toWellFormed(), isAsked)
      return [start > 0 && '…', part, end < plain.length && '…']
    },
  }
}

/** The words stand at the odd places of the split. */
const marked = (text: string, isMarked: (word: string) => boolean): Value =>
  text
    .split(/([\p{L}\p{N}\p{M}]+)/u)
    .map((part, at) => (at % 2 === 1 && isMarked(part) ? html`<mark>${part}</mark>` : part))
