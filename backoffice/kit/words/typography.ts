const NBSP = '\u00a0'

/**
 * French as it is printed: a no-break space before the tall signs, within « », and between a number and what it counts;
 * a typographic apostrophe. Idempotent, since a sentence may be made of sentences.
 */
export const french = (text: string): string =>
  text
    .replaceAll("'", '’')
    .replaceAll(/«[ \u00a0]*/g, `«${NBSP}`)
    // From the first blank of a row alone: a sentence may quote a text of thousands of them.
    .replaceAll(/(?<![ \u00a0])[ \u00a0]*»/g, `${NBSP}»`)
    .replaceAll(/ ([:;!?€%])/g, `${NBSP}$1`)
    .replaceAll(/(\d) (?=(?:h|min|j|s|kB|Mo)\b|\d{2}\b)/g, `$1${NBSP}`)
    .replaceAll(/\bh (?=\d)/g, `h${NBSP}`)
    .replaceAll(/\b(n°|p\.|M\.|Mme) /g, `$1${NBSP}`)

/** A text of somebody else stays as it was written; only, its lines do not begin with a sign that ends something. */
export const unbroken = (text: string): string => text.replaceAll(/ ([:;!?»€%])/g, `${NBSP}$1`)
