/** Texts that others write: the one place where they are normalised, cleaned, folded and shortened. */

////////////////////////////////////////////////////////////////////////////// normalised

/**
 * Sorting a sequence of combining marks costs the square of its length (120 000 of them: five seconds), and no language
 * needs more than a handful: Unicode's Stream-Safe form allows thirty.
 */
const MOST_MARKS = 30

// Matches only where such a sequence begins, not within it: the cost is linear in the text's length.
const TOO_MANY = new RegExp(String.raw`(?<!\p{M})\p{M}{${MOST_MARKS + 1}}`, 'u')
const EXCESS = new RegExp(String.raw`(?<!\p{M})(\p{M}{${MOST_MARKS}})\p{M}+`, 'gu')

const MARK = /\p{M}/u
const FIRST_MARK = 0x300

/**
 * Every 31st place is looked at, with its neighbours, since a mark may take two places: a sequence that is too long has one
 * there, and most texts have none. Looking at every place takes seventy times as long.
 */
function perhapsTooMany(text: string): boolean {
  for (let at = MOST_MARKS; at < text.length; at += MOST_MARKS + 1)
    if (text.charCodeAt(at) >= FIRST_MARK && MARK.test(text.slice(at - 1, at + 2))) return true
  return false
}

/** Whether the text may be normalised as it is. Texts of clients are refused otherwise. */
export const isStreamSafe = (text: string): boolean => !perhapsTooMany(text) || !TOO_MANY.test(text)

/** Undefined where the text has too many marks in a row. */
export const normalizedWhole = (text: string): string | undefined =>
  isStreamSafe(text) ? text.normalize('NFC') : undefined

/** What came from elsewhere, where refusing all of it over a few marks would be wrong: the marks beyond thirty go. */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' = 'NFC'): string =>
  (isStreamSafe(text) ? text : text.replaceAll(EXCESS, '$1')).normalize(form)

////////////////////////////////////////////////////////////////////////////// cleaned: what PostgreSQL can hold

/** As it is, but for bytes that no text has. */
export const storable = (text: string): string => normalized(text.toWellFormed().replaceAll('\0', ''))

/** Paragraphs: no control characters but tabs and the ends of lines, which are spelt alike. */
export const storableLines = (text: string): string =>
  normalized(
    text
      .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
      .replaceAll(/[^\P{Cc}\n\t]/gu, '')
      .toWellFormed(),
  )

/** One line: what is no character of a text is a blank. */
export const storableLine = (text: string): string =>
  normalized(text.toWellFormed().replaceAll(/\p{Cc}+/gu, ' ')).trim()

////////////////////////////////////////////////////////////////////////////// folded: for comparing

/** Without case and accents. */
export const folded = (text: string, form: 'NFD' | 'NFKD' = 'NFD'): string =>
  normalized(text, form).replaceAll(/\p{M}/gu, '').toLowerCase()

/** Its words alone, each behind one blank: without case, accents, ligatures and punctuation. */
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

////////////////////////////////////////////////////////////////////////////// shortened: in letters, as PostgreSQL counts

/** Never ends inside of a letter. */
export function firstLetters(text: string, most: number): string {
  if (text.length <= most) return text
  // A letter takes two places at the most: what is further behind is not looked at.
  const letters = [...text.slice(0, most * 2 + 1)]
  return letters.length <= most ? text : letters.slice(0, most).join('')
}

/** With "…" as its last letter. */
export const shortened = (text: string, most: number): string =>
  firstLetters(text, most) === text ? text : `${firstLetters(text, most - 1).trimEnd()}…`

/** At a word, with "…". */
export function shortenedAtWord(text: string, most: number): string {
  if (firstLetters(text, most) === text) return text
  const kept = firstLetters(text, most - 1)
  // A word longer than a tenth of the whole (an address, a language without spaces) is cut in the middle.
  const word = /\s\S*$/.exec(kept.slice(-Math.max(40, Math.floor(most / 10))))
  const whole = word ? kept.slice(0, kept.length - word[0].length) : kept
  return `${whole.trimEnd()}…`
}
