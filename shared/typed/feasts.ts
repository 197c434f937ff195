import { dayAfter, inYear, type Meant, valid } from './calendar.ts'

/** Month and day; of those that move, the days behind Easter. */
type Feast = number | readonly [month: number, day: number]
const FEASTS: ReadonlyMap<string, Feast> = new Map<string, Feast>([
  ["jour de l'an", [1, 1]],
  ['nouvel an', [1, 1]],
  ['fete du travail', [5, 1]],
  ['fete nationale', [7, 14]],
  ['assomption', [8, 15]],
  ['toussaint', [11, 1]],
  ['armistice', [11, 11]],
  ['veille de noel', [12, 24]],
  ['noel', [12, 25]],
  ['christmas', [12, 25]],
  ['saint-sylvestre', [12, 31]],
  ['saint sylvestre', [12, 31]],
  ['vendredi saint', -2],
  ['paques', 0],
  ['lundi de paques', 1],
  ['ascension', 39],
  ['pentecote', 49],
  ['lundi de pentecote', 50],
])

export function feastIn(typed: string, today: string, meant: Meant): string | undefined {
  const [, name = '', year] = /^(.+?)(?: (\d{4}))?$/.exec(typed.replace(/^(?:le |la |l')/, '')) ?? []
  const feast = FEASTS.get(name)
  if (feast === undefined) return undefined
  if (typeof feast !== 'number') return inYear(feast[1], feast[0], year, today, meant)
  const inThe = (of: number) => dayAfter(easter(of), feast)
  if (year !== undefined) return inThe(Number(year))
  const thisYear = Number(today.slice(0, 4))
  const here = inThe(thisYear)
  const fits = meant === 'next' ? here >= today : here <= today
  return fits ? here : inThe(thisYear + (meant === 'next' ? 1 : -1))
}

/** By Gauss and Butcher, of the Gregorian calendar. */
function easter(year: number): string {
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100]
  const [leap, odd] = [Math.floor(century / 4), century % 4]
  const drift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + century - leap - drift + 15) % 30
  const sunday = (32 + 2 * odd + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * sunday) / 451)
  const days = moon + sunday - 7 * late + 114
  return valid(year, Math.floor(days / 31), (days % 31) + 1) ?? ''
}
