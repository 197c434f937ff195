/** Numbers in words: `vingt heures trente`, `le huit décembre`. */

const UNITS = 'deux|trois|quatre|cinq|six|sept|huit|neuf'.split('|')
const TEENS = 'dix|onze|douze|treize|quatorze|quinze|seize|dix-sept|dix-huit|dix-neuf'.split('|')
const TENS = ['vingt', 'trente', 'quarante', 'cinquante']

/** From 2 to 59: `un` is an article too. */
const NUMBERS: ReadonlyMap<string, string> = new Map(
  [
    ...UNITS.map((word, at) => [word, at + 2] as const),
    ...TEENS.map((word, at) => [word, at + 10] as const),
    ...TENS.flatMap((word, at) => [
      [word, at * 10 + 20] as const,
      [`${word} et un`, at * 10 + 21] as const,
      ...UNITS.map((unit, ahead) => [`${word}-${unit}`, at * 10 + 22 + ahead] as const),
    ]),
  ].map(([word, number]) => [word, String(number)]),
)
const ANY = [...NUMBERS.keys()].toSorted((one, other) => other.length - one.length).join('|')
const HOURS = new RegExp(String.raw`\b(?:${ANY})(?= heures?\b)|(?<=\bheures? |\dh )(?:${ANY})\b`, 'gi')
/** `12 sept` is a month. */
const DAYS = new RegExp(
  String.raw`(?<!\d |-)\b(?:${ANY})(?= (?:janv|fev|mars|avr|mai|juin|juil|aout|sept|oct|nov|dec)[a-z]*\b)`,
  'g',
)

const inFigures = (text: string, which: RegExp): string =>
  text.replaceAll(which, word => NUMBERS.get(word.toLowerCase()) ?? word)

export const hoursInFigures = (text: string): string => inFigures(text, HOURS)
/** The text must be folded. */
export const daysInFigures = (text: string): string => inFigures(text, DAYS)
