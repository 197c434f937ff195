import { foldedWords, normalized } from '../../kernel/texts/texts.ts'

/** Texts as a reader sees them: without invisible signs, and with the letters that foreign ones are drawn like. */

/** Signs of other alphabets that look like Latin ones (after the confusables of UTS 39), in the order of the letters below. */
const FOREIGN = 'АВЕЅІЈКМНОРСТУХԌԚԜаеѕіјкмнорстухԁԛԝһӏѵгпьвΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβγεηικνορστυχωϲϳօսոհցıɑɡɩ'
const LATIN = 'ABESIJKMHOPCTYXGQWaesijkmhopctyxdqwhlvrnbbABEZHIKMNOPTYXabyenikvopotuxwcjounhgiagi'
const BY_SIGN = new Map([...FOREIGN].map((sign, at) => [sign, LATIN.charAt(at)]))
const ANY_FOREIGN = new RegExp(`[${FOREIGN}]`, 'gu')
const ANY_LATIN = /\p{Script=Latin}/u

/** Soft hyphens, zero-width spaces, marks of direction, fillers. */
export const INVISIBLE = String.raw`\p{Cf}\p{Default_Ignorable_Code_Point}`
const ANY_INVISIBLE = new RegExp(`[${INVISIBLE}]+`, 'gu')

/**
 * A word for comparing. Foreign letters are read as Latin ones only beside Latin ones: a word that is Greek or Cyrillic
 * throughout is a word of that language.
 */
export function foldedWord(word: string): string {
  const seen = normalized(word.replaceAll(ANY_INVISIBLE, ''), 'NFKD')
  const isMixed = ANY_LATIN.test(seen)
  return foldedWords(isMixed ? seen.replaceAll(ANY_FOREIGN, sign => BY_SIGN.get(sign) ?? sign) : seen, 'NFKD')
}

/** A text with its digits, dots and hyphens in ASCII and no invisible signs; `at` leads back to the text as it is written. */
interface Plain {
  readonly text: string
  readonly at: (index: number) => number
}

const ODD = new RegExp(`[${INVISIBLE}]|[^\\P{Nd}0-9]|[＋．。｡\\u2010\\u2011－]`, 'gu')
const ASCII: Readonly<Record<string, string>> = { '＋': '+', '。': '.', '｡': '.', '．': '.', '－': '-' }

export function plainSigns(written: string): Plain {
  let text = ''
  let from = 0
  /** Where the written text is ahead: from this index on, by so much. */
  const steps: { readonly index: number; readonly ahead: number }[] = []
  for (const { 0: sign, index } of written.matchAll(ODD)) {
    text += written.slice(from, index) + asciiOf(sign)
    from = index + sign.length
    if (from !== text.length) steps.push({ index: text.length, ahead: from - text.length })
  }
  if (from === 0) return { text: written, at: index => index }
  text += written.slice(from)
  return { text, at: index => index + (steps.findLast(step => step.index <= index)?.ahead ?? 0) }
}

function asciiOf(sign: string): string {
  const known = ASCII[sign] ?? (/[\u2010\u2011]/.test(sign) ? '-' : undefined)
  return known ?? (/\p{Nd}/u.test(sign) ? digitOf(sign) : '')
}

/** Digits stand in rows of ten, each of which begins with its zero. */
function digitOf(sign: string): string {
  const plain = normalized(sign, 'NFKC')
  if (/^[0-9]$/.test(plain)) return plain
  const code = sign.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String(code - zero)
}
