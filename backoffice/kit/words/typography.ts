const NBSP = '\u00a0'

/**
 * Typesets French: a no-break space before tall punctuation, within « », and between a number and its unit;
 * a typographic apostrophe. Idempotent, since a text may contain typeset texts.
 */
export const french = (text: string): string =>
  text
    .replaceAll("'", '’')
    .replaceAll(/«[ \u00a0]*/g, `«${NBSP}`)
    // Matches a run of blanks once: a quoted text may have thousands.
    .replaceAll(/(?<![ \u00a0])[ \u00a0]*»/g, `${NBSP}»`)
    .replaceAll(/ ([:;!?€%])/g, `${NBSP}$1`)
    .replaceAll(/(\d) (?=(?:h|min|j|s|kB|Mo)\b|\d{2}\b)/g, `$1${NBSP}`)
    .replaceAll(/\bh (?=\d)/g, `h${NBSP}`)
    .replaceAll(/\b(n°|p\.|M\.|Mme) /g, `$1${NBSP}`)

/** Keeps the text of a user, except that no line begins with closing punctuation, or with the h of “15 h”. */
export const unbroken = (text: string): string =>
  text.replaceAll(/ ([:;?!»€%])|(?<=\d) (h)(?!\p{L})/gu, (_, mark = '', hour = '') => `${NBSP}${mark}${hour}`)
