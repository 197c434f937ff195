/** Signs without a width. Joiners and the mark of a right-to-left text stay: scripts and emojis need them. */
const UNSEEN = /[\u00ad\u180e\u200b\u200e\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb\ufffe]/g

/**
 * A pasted text as it would have been typed. A soft hyphen of a web page in `décembre` keeps the day from being understood, and
 * nobody sees why; a ligature of a PDF is missing in the address of a page, and a page break glues two words together.
 */
export const typable = (pasted: string): string =>
  pasted
    .replaceAll(/\r\n?|[\v\f\u2028\u2029]/g, '\n')
    // A word that was divided at the end of a line. A plain hyphen there may be one of the word.
    .replaceAll(/\u00ad[ \t]*\n[ \t]*(?=\p{Ll})/gu, '')
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

/** The letter of each byte in windows-1252. */
const LETTERS = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
/** Letters of no French text: `é »` with its no-break space is valid UTF-8 too. */
const FOREIGN = /[\u0180-\u02ff\u0370-\u1fff\u2c00-\uf8ff]/u

/**
 * A text in which each letter was encoded twice, as it was written: `été` for `Ã©tÃ©`. One with other letters beside them
 * stays, since it may be about them. Browsers copy the no-break space in `Ã\u00a0`, which is `à`, as a space.
 */
export const readable = (pasted: string): string => {
  if (!/[ÂÃâðÅ]/.test(pasted) || !/[a-z]/i.test(pasted)) return pasted
  const spaced = pasted.replaceAll(/(?<![ÂÃ])\u00a0/g, ' ').replaceAll(/Ã(?= )/g, 'Ã\u00a0')
  const bytes = Array.from(spaced, letter => {
    const byte = LETTERS.indexOf(letter)
    return byte < 0 && letter < '\u0100' ? letter.charCodeAt(0) : byte
  })
  if (bytes.includes(-1)) return pasted
  try {
    const written = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
    return FOREIGN.test(written) ? pasted : written
  } catch {
    return pasted
  }
}
