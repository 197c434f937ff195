/** Signs without a width. Joiners and the mark of a right-to-left text stay: scripts and emojis need them. */
const UNSEEN = /[\u00ad\u180e\u200b\u200e\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb\ufffe]/g

/**
 * A pasted text as it would have been typed. A soft hyphen of a web page in `décembre` keeps the day from being understood, and
 * nobody sees why; a ligature of a PDF is missing in the address of a page, and a page break glues two words together.
 */
export const typable = (pasted: string): string =>
  pasted
    .replaceAll(/\r\n?|[\v\f\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(UNSEEN, '')
    .replaceAll(/[\ufb00-\ufb06]/g, ligature => ligature.normalize('NFKC'))

/** For a field of one line. Its parts are trimmed, since an expression for the blanks around a break takes quadratic time. */
export const typableLine = (pasted: string): string => {
  const parts = typable(pasted).split(/[\n\t]+/)
  const last = parts.length - 1
  return parts
    .map((part, at) => (at > 0 ? part.trimStart() : part))
    .map((part, at) => (at < last ? part.trimEnd() : part))
    .join(' ')
}
