import { normalized } from './texts.ts'

/** Names that people type. Mail programs make a link of whatever looks like an address, so no name holds one. */

/** Not those that join letters: Persian and several Indian scripts need them. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]|(?![\u200c\u200d])\p{Cf}/u
const INVISIBLES = new RegExp(INVISIBLE, 'gu')
/** Other dots that browsers, or a compatible form, take for that of a host. */
const DOTS = /[.。．｡․]/gu
const LETTER = String.raw`[\p{L}\p{M}\u200c\u200d]`
const PART = String.raw`[\p{L}\p{M}\p{N}\u200c\u200d-]`
/**
 * A dot with something before it and a word of two characters or more behind it: `evil.example`, `t.co`. Not `S.A.R.L.`,
 * `M. Dupont`, `Café 2.0`.
 */
const HOST_DOT = String.raw`(?<=[^\s.])\.(?=${LETTER}${PART})`
const IP_ADDRESS = String.raw`(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)`
const ADDRESS = new RegExp(String.raw`${HOST_DOT}|${IP_ADDRESS}|:\s{0,9}/|//|@|\bwww\.`, 'iu')

/** As an address would be read: other spellings of its signs are those signs. */
const plain = (text: string) => normalized(text, 'NFKC').replaceAll(DOTS, '.').replaceAll('\\', '/')

/** What somebody may be called. */
export const isPlainName = (name: string): boolean => !INVISIBLE.test(name) && !ADDRESS.test(plain(name))

/** What was written before that rule, or is no name: still to be read, and no mail program finds an address in it. */
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

/** Why a name was refused, beside its field. */
export const NO_NAME = [
  'ne peut contenir ni adresse web ou e-mail, ni signe invisible ; après un point, mettez une espace',
  'may hold no web or e-mail address and no invisible sign; put a space after a dot',
] as const
