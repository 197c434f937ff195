/** An id as it stands in the address of a page, on paper and in a QR code. */

/** Crockford's base 32: no I, L, O or U, so that it can be read aloud and typed. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 26

export function shortId(id: string): string {
  const hex = id.replaceAll('-', '')
  let text = inDigits(hex.slice(0, 2), 2)
  // Five digits of sixteen are four of thirty-two.
  for (let at = 2; at < hex.length; at += 5) text += inDigits(hex.slice(at, at + 5), 4)
  return text
}

function inDigits(hex: string, count: number): string {
  const number = Number.parseInt(hex, 16)
  let text = ''
  for (let at = count - 1; at >= 0; at--) text += DIGITS[(number >> (5 * at)) & 31]
  return text
}

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
