import { normalized } from './texts.ts'

/** Names that people type. They may not contain addresses, because mail programs turn these into links. */

/** Invisible characters, except the joiners that Persian and several Indian scripts need. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]|(?![\u200c\u200d])\p{Cf}/u
const INVISIBLES = new RegExp(INVISIBLE, 'gu')
/** Other characters that browsers or NFKC treat as the dot of a host name. */
const DOTS = /[.。．｡․]/gu
const LETTER = String.raw`[\p{L}\p{M}\u200c\u200d]`
const PART = String.raw`[\p{L}\p{M}\p{N}\u200c\u200d-]`
/** A dot before a word of two or more characters: `evil.example`, `t.co`. Not `S.A.R.L.`, `M. Dupont`, `Café 2.0`. */
const HOST_DOT = String.raw`(?<=[^\s.])\.(?=${LETTER}${PART})`
const IP_ADDRESS = String.raw`(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)`
const ADDRESS = new RegExp(String.raw`${HOST_DOT}|${IP_ADDRESS}|:\s{0,9}/|//|@|\bwww\.`, 'iu')

/** Normalises other spellings of the characters of an address. */
const plain = (text: string) => normalized(text, 'NFKC').replaceAll(DOTS, '.').replaceAll('\\', '/')

/** Whether a name contains no address and no invisible character. */
export const isPlainName = (name: string): boolean => !INVISIBLE.test(name) && !ADDRESS.test(plain(name))

/** Makes other texts (older names, subjects) readable without anything that a mail program turns into a link. */
export function withoutLinks(text: string): string {
  const seen = text.replaceAll(INVISIBLES, sign => (/[\t\n\r\u2028\u2029]/.test(sign) ? sign : ''))
  if (!ADDRESS.test(plain(seen))) return seen
  return plain(seen)
    .replaceAll(new RegExp(IP_ADDRESS, 'gu'), ip => ip.replaceAll('.', ' . '))
    .replaceAll(/[a-z][a-z\d+.-]{0,20}:\s{0,9}\/+|:\s{0,9}\/|\/{2,}|@/giu, sign =>
      sign === '@' ? ' (at) ' : ' ',
    )
    .replaceAll(/\bwww\./giu, 'www ')
    .replaceAll(new RegExp(HOST_DOT, 'gu'), '. ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

/** The error message for a refused name, in French and English. */
export const NO_NAME = [
  'ne peut contenir ni adresse web ou électronique, ni signe invisible ; après un point, mettez une espace',
  'may hold no web or e-mail address and no invisible sign; put a space after a dot',
] as const
