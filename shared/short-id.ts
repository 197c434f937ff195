/** An id as it stands in the address of a page, on paper and in a QR code. */

/** Crockford's base 32: no I, L, O or U, so that it can be read aloud and typed. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 26

export function shortId(id: string): string {
  // 26 digits of five bits hold 130: the first two are zero.
  let text = ''
  let bits = 0
  let waiting = 2
  for (let at = 0; at < id.length; at++) {
    const sign = id.charCodeAt(at)
    if (sign === HYPHEN) continue
    bits = ((bits << 4) | ((sign & 15) + (sign > NINE ? 9 : 0))) & 511
    waiting += 4
    if (waiting < 5) continue
    waiting -= 5
    text += DIGITS[(bits >> waiting) & 31]
  }
  return text
}
const HYPHEN = 45
const NINE = 57

const TYPED_ALIKE: Readonly<Record<string, string>> = { i: '1', l: '1', o: '0' }

/** The id that a short one stands for; undefined for any other text. */
export function idOf(text: string): string | undefined {
  if (text.length !== LENGTH) return undefined
  let number = 0n
  for (const sign of text.toLowerCase()) {
    const digit = DIGITS.indexOf(TYPED_ALIKE[sign] ?? sign)
    if (digit === -1) return undefined
    number = (number << 5n) | BigInt(digit)
  }
  if (number >> 128n !== 0n) return undefined
  return number
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
