/** The numbers that an acteur is registered by: the same rule for the service and, while somebody types, for the page. */

export const withoutGaps = (text: string): string => text.replaceAll(/[\s.-]/g, '').toUpperCase()

/** Fourteen digits, of which the first nine are a SIREN: each has its own check digit. */
export function isSiret(text: string): boolean {
  if (!/^\d{14}$/.test(text) || !isSiren(text.slice(0, 9))) return false
  // La Poste has too many establishments for check digits: the digits of theirs add up to a multiple of five.
  return luhn(text) || (text.startsWith(LA_POSTE) && digitsOf(text).reduce((sum, n) => sum + n, 0) % 5 === 0)
}
const LA_POSTE = '356000000'

export const isSiren = (text: string): boolean => /^\d{9}$/.test(text) && !/^0{9}/.test(text) && luhn(text)

export const isRna = (text: string): boolean => /^W\d[\dA-Z]\d{7}$/.test(text)

const digitsOf = (text: string) => [...text].map(Number)

const luhn = (text: string): boolean =>
  digitsOf(text)
    .reverse()
    .map((digit, at) => (at % 2 === 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2))
    .reduce((sum, digit) => sum + digit, 0) %
    10 ===
  0
