import { fold } from './calendar.ts'
import { typedDay } from './day.ts'
import { noon, typedRanges, withMonthOf } from './days.ts'

/** Days without a collection, or with the collection on another day: one a line, as people type them. */

export interface CollectionException {
  readonly date: string
  readonly report_le: string | null
}

const LONGEST = 200
/** A collection moves by two weeks at most. */
const FURTHEST = 14 * 86_400_000
const COLLECTION = `(?:la |le |les )?(?:collectes?|ramassages?|passages?|tournees?)(?: des (?:ordures(?: menageres)?|dechets|bacs|poubelles|emballages|recyclables))?`
/** `la collecte du 25 décembre`, `jour férié du 25 décembre`. */
const BEFORE = new RegExp(`^[-•* ]*(?:${COLLECTION}(?: prevue?s?)?(?: initialement)? )?(?:du |le |de |au )?`)
/** `25/12 reporté au 26/12`, `25/12 → 26/12`. */
const MOVED =
  / ?(?:→|->|=>|>) ?| ?,? ?:? ?\(?(?:(?:la )?(?:collecte|ramassage|passage) )?(?:(?:est|sera|sont|seront) )?(?:exceptionnellement )?(?:(?:report|decal|deplac|avanc|rattrap|remplac)ee?s?|report|rattrapage) (?:au|a|le|du|par (?:le|celle du)?) ?(?:le )?| (?:aura|a|auront) (?:lieu|passe) (?:le|au) | ?[:,] (?:la )?(?:collecte|ramassage|passage) (?:le |au )| : (?=[a-z]+ \d)/
/** `pas de collecte le 25/12`, `25/12 : annulée`: a day without one, as a day alone. */
const NONE =
  /^[-•* ]*(?:(?:pas de|aucune?|sans) (?:collecte|ramassage|passage|tournee)|annule(?:e|s|es)?|supprime(?:e|s|es)?) ?:? ?(?:du |le |au )?| ?[:,]? ?\(?(?:(?:est|sera) )?(?:(?:pas de|aucune?|sans) (?:collecte|ramassage|passage|tournee)|(?:annule|supprime)(?:e|s|es)?|n'(?:a|aura) pas lieu)\)?$/

/** Undefined when a line has no valid date, or when two dates lie further apart than a collection moves. */
export function exceptionsIn(text: string, now: Date): readonly CollectionException[] | undefined {
  const read = text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => exceptionsOfLine(line, now))
  return read.every(found => found !== undefined) ? read.flat() : undefined
}

function exceptionsOfLine(line: string, now: Date): readonly CollectionException[] | undefined {
  if (line.length > LONGEST) return undefined
  const text = fold(line)
    .replace(/[.!]$/, '')
    .replace(/(?<=\d.{0,20}) ?\((?:ferie|jour ferie)\)/, '')
    // `ordures ménagères : pas de ramassage à Noël`
    .replace(/^[-•* ]*(?:les )?ordures menageres ?: ?(?=(?:pas de|aucune?) )/, '')
    .replace(/(?<=collecte|ramassage|passage|tournee) a (?=noel$)/, ' ')
    // `26/12 au lieu du 25/12`
    .replace(/^(.+) au lieu d[ue] (.+)$/, '$2 → $1')
  const isNone = NONE.test(text)
  const [first = '', second, ...others] = text.replace(NONE, '').split(MOVED)
  if (others.length > 0 || (isNone && second !== undefined)) return undefined
  const days = first.replace(BEFORE, start => (/(?:le|du) $/.test(start) ? 'le ' : ''))
  if (isNone) return datesIn(days, now)?.map(date => ({ date, report_le: null }))
  const date = typedDay(days, now)
  if (date === undefined) return undefined
  if (second === undefined)
    return /collecte|ramassage|passage/.test(text) ? undefined : [{ date, report_le: null }]
  const report_le = movedTo(second, text.slice(first.length, -second.length), date)
  return report_le === undefined || report_le === date ? undefined : [{ date, report_le }]
}

/** `25 décembre et 1er janvier`. */
function datesIn(days: string, now: Date): readonly string[] | undefined {
  const ranges = typedRanges(days, now)
  return ranges?.every(({ du, au }) => du === au) ? ranges.map(({ du }) => du) : undefined
}

/** `lendemain`, `samedi 26`, `jeudi 24`: counted from the day of the collection. */
function movedTo(typed: string, how: string, date: string): string | undefined {
  if (/^(?:au |le )?lendemain$/.test(typed)) return typedDay('demain', noon(date))
  if (/^(?:la )?veille$/.test(typed)) return typedDay('hier', noon(date))
  const text = withMonthOf(date, typed.replace(/^(?:au|le) /, ''))
  const [ahead, back] = [typedDay(text, noon(date)), typedDay(text, noon(date), 'last')]
  if (ahead === undefined || back === undefined) return ahead ?? back
  if (/avanc/.test(how)) return isNear(back) ? back : undefined
  if (/report|rattrap/.test(how)) return isNear(ahead) ? ahead : undefined
  // A weekday alone may be before or behind.
  if (ahead !== back && isNear(ahead) && isNear(back)) return undefined
  return [ahead, back].find(isNear)

  function isNear(day: string) {
    return Math.abs(Date.parse(day) - Date.parse(date)) <= FURTHEST
  }
}
