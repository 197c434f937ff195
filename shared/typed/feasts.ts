import { dayAfter, inYear, LAST, type Meant, nthWeekday, valid } from './calendar.ts'

/** Month and day; of those that move, the days behind Easter. */
type Feast = number | readonly [month: number, day: number] | ((year: number) => string)
const FEASTS: ReadonlyMap<string, Feast> = new Map<string, Feast>([
  ["jour de l'an", [1, 1]],
  ['nouvel an', [1, 1]],
  ["premier de l'an", [1, 1]],
  ["1er de l'an", [1, 1]],
  ['epiphanie', [1, 6]],
  ['chandeleur', [2, 2]],
  ['saint-valentin', [2, 14]],
  ['saint valentin', [2, 14]],
  ['fete de la musique', [6, 21]],
  ['saint-jean', [6, 24]],
  ['saint jean', [6, 24]],
  ['halloween', [10, 31]],
  ['saint-nicolas', [12, 6]],
  ['saint nicolas', [12, 6]],
  ['jour de noel', [12, 25]],
  ['reveillon de noel', [12, 24]],
  ['reveillon du nouvel an', [12, 31]],
  ['reveillon de la saint-sylvestre', [12, 31]],
  ['mardi gras', -47],
  ['dimanche des rameaux', -7],
  ['rameaux', -7],
  ['jeudi saint', -3],
  ['dimanche de paques', 0],
  ["jeudi de l'ascension", 39],
  ["jour de l'ascension", 39],
  ['dimanche de pentecote', 49],
  ['dimanche de la pentecote', 49],
  ['lundi de la pentecote', 50],
  ['fete des meres', mothersDay],
  ['fete des peres', year => nthWeekday(year, 6, 0, 3) ?? ''],
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

/** The last Sunday of May; a week later where that is Pentecost. */
function mothersDay(year: number): string {
  const day = nthWeekday(year, 5, 0, LAST) ?? ''
  return day === dayAfter(easter(year), 49) ? dayAfter(day, 7) : day
}

/** `la veille de Noël`, `le lendemain de l’Ascension`. */
const BESIDE = /^(?:la |le )?(veille|lendemain) (?:de |du |d')(.+)$/

export function feastIn(typed: string, today: string, meant: Meant): string | undefined {
  const [, side, of = ''] = BESIDE.exec(typed) ?? []
  if (side === undefined || typed === 'veille de noel') return feastAlone(typed, today, meant)
  const feast = feastAlone(of, today, meant)
  return feast && dayAfter(feast, side === 'veille' ? -1 : 1)
}

function feastAlone(typed: string, today: string, meant: Meant): string | undefined {
  const [, name = '', year] = /^(.+?)(?: (\d{4}))?$/.exec(typed.replace(/^(?:le |la |l')/, '')) ?? []
  const feast = FEASTS.get(name)
  if (feast === undefined) return undefined
  if (typeof feast === 'object') return inYear(feast[1], feast[0], year, today, meant)
  const inThe = (of: number) => (typeof feast === 'function' ? feast(of) : dayAfter(easter(of), feast))
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
