import { type Html, html } from './html.ts'

/**
 * The language of words that are clearly not French, for screen readers (RGAA 8.7): by their letters, or by the small words that
 * every sentence has. Undefined for French, and where it is not clear.
 */

/** Letters that one language alone has, or that are read by it at least. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['uk', /[іїєґ]/giu],
  ['ru', /\p{Script=Cyrillic}/gu],
]

/** Words that other languages of the list hardly have. */
const SMALL_WORDS: Readonly<Record<string, string>> = {
  fr: 'le la les des du un une et est sont au aux pour par dans sur avec vous nous votre ce cette qui que ne pas ou se sera où de en à l d',
  en: 'the and of to is are for with your you we our this that will be on at from by it please not or can all have in a',
  de: 'der die das und ist sind für mit wir sie ihr ihre von zu zum zur den dem ein eine auf nicht im am bei auch wird in',
  nl: 'de het een en is zijn voor met van op te wij u uw niet bij aan ook wordt deze dat naar in',
  es: 'el la los las y es son para con de del en un una por su que no se al más todos',
  it: 'il lo la i gli le e è sono per con di del della in un una che non si al più tutti nel',
  pt: 'o a os as e é são para com de do da em um uma por que não se ao mais todos na no',
  ca: 'el la els les i és són per amb de del en un una que no es al més tots dels',
  br: 'ar an al ur un eus ha hag da evit gant e vo en er deoc’h ez war a zo d’ar',
  eu: 'eta da dira ez bat izango dugu dute du gure hau hori egin ere baina egunean',
}
const LANGUAGES = Object.entries(SMALL_WORDS).map(
  ([name, words]) => [name, new Set(words.split(' '))] as const,
)

/** Enough to know, and little work. */
const READ = 600
const FEWEST_WORDS = 6

export function languageOf(text: string): string | undefined {
  const read = text.slice(0, READ)
  const letters = read.match(/\p{L}/gu)?.length ?? 0
  for (const [name, script] of SCRIPTS) {
    const own = read.match(script)?.length ?? 0
    // Ukrainian and Japanese are known by a few of their letters.
    if (own > 0 && own >= letters * (name === 'uk' || name === 'ja' ? 0.05 : 0.5)) return name
  }
  const words = read.toLowerCase().match(/[\p{L}’]+/gu) ?? []
  if (words.length < FEWEST_WORDS) return undefined
  const shares = LANGUAGES.map(([name, small]) => ({
    name,
    share: words.filter(word => small.has(word)).length / words.length,
  })).toSorted((one, other) => other.share - one.share)
  const [first, second] = shares
  const french = shares.find(({ name }) => name === 'fr')?.share ?? 0
  if (!first || first.name === 'fr' || first.share < 0.25) return undefined
  return first.share >= 2 * french && first.share > 1.2 * (second?.share ?? 0) ? first.name : undefined
}

/** ` lang="en"`, for the element around these words. */
export const langOf = (text: string): Html | undefined => attribute(languageOf(text))

/** A title is too short to be known by itself: it is read with its text. */
export const langOfTitle = ({ title, body }: { readonly title: string; readonly body: string }) =>
  attribute(languageOf(title) ?? languageOf(body))

const attribute = (name: string | undefined) => (name === undefined ? undefined : html` lang="${name}"`)
