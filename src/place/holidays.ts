import { daysBetween } from '../kernel/values/local-time.ts'

/** Public holidays (Code du travail, L3133-1 and L3134-13; overseas: the abolition of slavery). */

const EVERYWHERE = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25']
/** Easter Monday, Ascension Day, Whit Monday. */
const AFTER_EASTER = [1, 39, 50]
const GOOD_FRIDAY = -2
const IN_ALSACE_MOSELLE = '12-26'
const ALSACE_MOSELLE = ['57', '67', '68']
const BY_DEPARTEMENT: Readonly<Record<string, string>> = {
  '971': '05-27',
  '972': '05-22',
  '973': '06-10',
  '974': '12-20',
  '976': '04-27',
}

export function isHoliday(day: string, departement: string | null): boolean {
  const inYear = day.slice(5)
  if (EVERYWHERE.includes(inYear) || BY_DEPARTEMENT[departement ?? ''] === inYear) return true
  const sinceEaster = daysBetween(easterOf(Number(day.slice(0, 4))), day)
  if (AFTER_EASTER.includes(sinceEaster)) return true
  const isThere = ALSACE_MOSELLE.includes(departement ?? '')
  return isThere && (inYear === IN_ALSACE_MOSELLE || sinceEaster === GOOD_FRIDAY)
}

/** Easter Sunday by the Gregorian computus (Meeus). */
export function easterOf(year: number): string {
  const a = year % 19
  const century = Math.floor(year / 100)
  const rest = year % 100
  const g = Math.floor((8 * century + 13) / 25)
  const h = (19 * a + century - Math.floor(century / 4) - g + 15) % 30
  const l = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - h - (rest % 4)) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  const day = (h + l - 7 * m + 33 * month + 19) % 32
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
