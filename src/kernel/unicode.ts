/**
 * The only place where texts are normalised. Sorting a sequence of combining marks costs the square of its length (120 000
 * of them: five seconds), and no language needs more than a handful: Unicode's Stream-Safe form allows thirty.
 */
const MOST_MARKS = 30

// Matches only where such a sequence begins, not within it: the cost is linear in the text's length.
const TOO_MANY = new RegExp(String.raw`(?<!\p{M})\p{M}{${MOST_MARKS + 1}}`, 'u')
const EXCESS = new RegExp(String.raw`(?<!\p{M})(\p{M}{${MOST_MARKS}})\p{M}+`, 'gu')

/** Whether the text may be normalised as it is. Texts of clients are refused otherwise. */
export const isStreamSafe = (text: string): boolean => !TOO_MANY.test(text)

/** For texts of feeds and mails, which are not refused for a few marks: the marks beyond thirty are dropped. */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' = 'NFC'): string =>
  (isStreamSafe(text) ? text : text.replaceAll(EXCESS, '$1')).normalize(form)
