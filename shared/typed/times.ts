import { fold } from './calendar.ts'
import { minutesIn } from './lengths.ts'
import { hoursInFigures } from './numbers.ts'

/** A time, and both times of an event, as people type them. */

const LONGEST = 60
const NOON = /^(midi|noon)$/
const CLOCK =
  /^(\d{1,2})(?: ?(?:heures?|hrs?|h\.?|[:.]) ?(?:(\d{2})(?: ?(?:mn|min))?|(et demie?|et quart))?)?(?: (du matin|du soir|de l'apres-midi))?$/
const MORE: Readonly<Record<string, number>> = { 'et demi': 30, 'et demie': 30, 'et quart': 15 }

/** `20h30, salle des fêtes`: the place has its own field. */
const PLACE =
  /,? \(?(?:-|–|a la|a l'|au|dans la|en|(?:sur|devant|derriere) (?:la |le |l'))? ?(?:(?:petite |grande )?salle (?:des fetes|polyvalente|communale|municipale|du conseil)|place(?: (?:du village|de la mairie|de l'eglise))?|mairie|eglise|chapelle|foyer(?: rural| communal)?|stade|gymnase|ecole|parking|halle|parvis|bibliotheque|mediatheque)\)?$/

/** What stands before an hour and says that one follows. */
const TITLE =
  /^(?:(?:debut (?:des (?:parties|jeux|operations)|du (?:spectacle|concert|loto))|debut|depart|rdv|rendez-vous|rassemblement|horaires?|heures?) ?:? ?)?(?:(?:a partir|a compter) (?:de |d')|(?:des|vers|at|a) )?/

const plain = (text: string): string => hoursInFigures(fold(text)).replace(/[.,]$/, '').replace(PLACE, '')

/** `8 h`, `18h30`, `à 18 heures`, `18:30`, `8`, `midi`, `à partir de 8 h`, `8 h du soir`: as `18:30`. */
export function typedTime(text: string): string | undefined {
  if (text.length > LONGEST) return undefined
  const typed = plain(text)
    .replace(TITLE, '')
    .replace(/ (?:precises?|pile|tapantes)$/, '')
  if (NOON.test(typed)) return '12:00'
  if (/^midi (?:et demie?|trente|30)$/.test(typed)) return '12:30'
  const parts = CLOCK.exec(typed)
  if (!parts) return undefined
  const [figures, minute] = [Number(parts[1]), Number(parts[2] ?? MORE[parts[3] ?? ''] ?? 0)]
  const isAfternoon = parts[4] !== undefined && parts[4] !== 'du matin'
  if (figures > 23 || minute > 59 || (parts[4] !== undefined && figures > 12 && !isAfternoon))
    return undefined
  const hour = isAfternoon && figures < 12 ? figures + 12 : figures
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** Midnight is an end alone: of a day that has no such beginning. */
const endIn = (text: string) => (/^(?:minuit|24 ?h(?:00)?|midnight)$/.test(text) ? '00:00' : typedTime(text))

/** `de 14h à 17h`, `14-17h`, `14h/17h`, `entre 14h et 17h`. */
export function typedHours(text: string): { readonly begin: string; readonly end: string } | undefined {
  if (text.length > LONGEST) return undefined
  const typed = plain(text)
    .replace(/^(?:horaires?|heures?) ?:? ?/, '')
    .replace(/,? \(?(?:non[- ]stop|sans interruption|en continu)\)?$/, '')
    .replaceAll(/(?<=[\dh]), ?(?=[a-z])/g, ' ')
    // `début 19h, fin 22h`
    .replace(/^debut :? ?(?:a )?(.{1,12}?) ?[-/;]? (?:et )?fin :? ?(?:a )?(?=\d|minuit|midi)/, '$1 a ')
    // `18h30 et 20h30` are two beginnings.
    .replace(/^entre (.{1,20}?) et /, '$1 a ')
    .replace(/^(?:ouvert )?(?:de|from) /, '')
  const [, start, length] = /^(.{1,30}?) ((?:pendant|durant) .{1,30})$/.exec(typed) ?? []
  if (length !== undefined) return after(typedTime(start ?? ''), minutesIn(length))
  const [first = '', last = '', ...others] = typed.split(
    / ?(?:[-–—−/→>~]|->|=>) ?| (?:et )?(?:jusqu'a|a|to) /,
  )
  const [begin, end] = [typedTime(first), endIn(last)]
  return begin && end && begin !== end && others.length === 0 ? { begin, end } : undefined
}

/** In minutes. */
const LONGEST_EVENT = 12 * 60

/** `à 18h30 pendant 2h` */
function after(begin: string | undefined, minutes: number | undefined) {
  if (begin === undefined || minutes === undefined || minutes > LONGEST_EVENT) return undefined
  const [hour = 0, minute = 0] = begin.split(':').map(Number)
  const end = (hour * 60 + minute + minutes) % (24 * 60)
  const figures = [Math.floor(end / 60), end % 60].map(part => String(part).padStart(2, '0'))
  return { begin, end: figures.join(':') }
}
