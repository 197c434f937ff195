/** Stands in a text for a number that no other text has: a text that is written again and again measures its duplicates. */
export const OWN_NUMBER = 'N'.repeat(12)

let last = Date.now() % 1e12
export const nextNumber = (): string => String(++last).padStart(OWN_NUMBER.length, '0')
