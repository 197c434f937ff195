/**
 * The only place where texts are normalised. Putting a run of combining marks in order costs the square of its length
 * (120 000 of them: five seconds), and no language needs more than a handful: Unicode's Stream-Safe form allows thirty.
 */
const MOST_MARKS = 30

// Looked for where a run begins, and nowhere within it: the cost is that of the text's length.
const TOO_MANY = new RegExp(String.raw`(?<!\p{M})\p{M}{${MOST_MARKS + 1}}`, 'u')
const EXCESS = new RegExp(String.raw`(?<!\p{M})(\p{M}{${MOST_MARKS}})\p{M}+`, 'gu')

/** Whether the text may be normalised as it is. What clients send is refused otherwise. */
export const isStreamSafe = (text: string): boolean => !TOO_MANY.test(text)

/** What came from elsewhere, where refusing all of it over a few marks would be wrong: the marks beyond thirty go. */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' = 'NFC'): string =>
  (isStreamSafe(text) ? text : text.replaceAll(EXCESS, '$1')).normalize(form)
