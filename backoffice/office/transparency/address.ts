import { readingAddress, withoutBlanks } from '../../kit/address.ts'

export function transparencyAddress(search: Record<string, unknown>) {
  const read = readingAddress(search)
  const year = Number(read.text('annee'))
  return withoutBlanks({
    annee: Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR ? year : undefined,
    /** 1 to 12. Absent: the whole year. */
    mois: MONTHS.find(month => `${month}` === read.text('mois')),
  })
}
const FIRST_YEAR = 2000
const LAST_YEAR = 2999
export const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
