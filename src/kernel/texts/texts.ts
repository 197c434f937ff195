/** Normalises, cleans, folds and shortens texts from outside. */

////////////////////////////////////////////////////////////////////////////// normalised

/**
 * Normalising a sequence of combining marks takes quadratic time (five seconds for 120 000), and no language needs more than
 * a few. Unicode's Stream-Safe Text Format allows thirty.
 */
const MOST_MARKS = 30

// Matches only at the start of a sequence, so the cost is linear in the length of the text.
const TOO_MANY = new RegExp(String.raw`(?<!\p{M})\p{M}{${MOST_MARKS + 1}}`, 'u')
const EXCESS = new RegExp(String.raw`(?<!\p{M})(\p{M}{${MOST_MARKS}})\p{M}+`, 'gu')

const MARK = /\p{M}/u
const FIRST_MARK = 0x300

/**
 * A cheap first test: looks at every 31st position and its neighbours (a mark may take two code units). A sequence that is
 * too long has a mark at one of them. Looking at every position takes seventy times as long.
 */
function perhapsTooMany(text: string): boolean {
  for (let at = MOST_MARKS; at < text.length; at += MOST_MARKS + 1)
    if (text.charCodeAt(at) >= FIRST_MARK && MARK.test(text.slice(at - 1, at + 2))) return true
  return false
}

/** Whether the text can be normalised cheaply. Otherwise requests are refused. */
export const isStreamSafe = (text: string): boolean => !perhapsTooMany(text) || !TOO_MANY.test(text)

/** Undefined where the text has too many marks in a row. */
export const normalizedWhole = (text: string): string | undefined =>
  isStreamSafe(text) ? text.normalize('NFC') : undefined

/** For texts that should not be refused as a whole: drops combining marks beyond thirty. */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' = 'NFC'): string =>
  (isStreamSafe(text) ? text : text.replaceAll(EXCESS, '$1')).normalize(form)

////////////////////////////////////////////////////////////////////////////// cleaned: what PostgreSQL can hold

/** PostgreSQL cannot store NUL and lone surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
/** Removes only what PostgreSQL cannot store. */
export const storable = (text: string): string => normalized(text.toWellFormed().replaceAll('\0', ''))

/** Several lines: removes control characters except tabs, and converts line ends to `\n`. */
export const storableLines = (text: string): string =>
  normalized(
    text
      .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
      .replaceAll(/[^\P{Cc}\n\t]/gu, '')
      .toWellFormed(),
  )

/** One line: replaces control characters by a space. */
export const storableLine = (text: string): string =>
  normalized(text.toWellFormed().replaceAll(/\p{Cc}+/gu, ' ')).trim()

////////////////////////////////////////////////////////////////////////////// folded: for comparing

/** Without case and accents. */
export const folded = (text: string, form: 'NFD' | 'NFKD' = 'NFD'): string =>
  normalized(text, form).replaceAll(/\p{M}/gu, '').toLowerCase()

/** Only the words, separated by one space: without case, accents, ligatures and punctuation. */
export const foldedWords = (text: string, form?: 'NFD' | 'NFKD'): string =>
  withoutLigatures(folded(text, form))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** `L'Haÿ-les-Roses` → `l-hay-les-roses`; `Œuilly` → `oeuilly`. */
export const slugOf = (name: string): string =>
  withoutLigatures(folded(name))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100)
    .replace(/-+$/, '')

const withoutLigatures = (lower: string) => lower.replaceAll('œ', 'oe').replaceAll('æ', 'ae')

////////////////////////////////////////////////////////////////////////////// shortened: in code points, like PostgreSQL

/** Never cuts a surrogate pair. */
export function firstLetters(text: string, most: number): string {
  if (text.length <= most) return text
  // A code point takes at most two code units, so the rest need not be read.
  const letters = [...text.slice(0, most * 2 + 1)]
  return letters.length <= most ? text : letters.slice(0, most).join('')
}

/** Ends in "…" when it was cut. */
export const shortened = (text: string, most: number): string =>
  firstLetters(text, most) === text ? text : `${firstLetters(text, most - 1).trimEnd()}…`

/** Cut at a word boundary, with "…". */
export function shortenedAtWord(text: string, most: number): string {
  if (firstLetters(text, most) === text) return text
  const kept = firstLetters(text, most - 1)
  // Cuts within a word that is longer than a tenth of the text (a URL, a language without spaces).
  const word = /\s\S*$/.exec(kept.slice(-Math.max(40, Math.floor(most / 10))))
  const whole = word ? kept.slice(0, kept.length - word[0].length) : kept
  return `${whole.trimEnd()}…`
}
