import { fold } from './calendar.ts'
import { typedDay } from './day.ts'
import { noon, typedRanges, withMonthOf, withoutMark } from './days.ts'

/** Days without a collection, or with the collection on another day: one a line, as people type them. */

interface CollectionException {
  readonly date: string
  readonly report_le: string | null
}

const LONGEST = 200
/** A collection moves by two weeks at most. */
const FURTHEST = 14 * 86_400_000
const WHAT =
  'ordures|menageres|dechets|bacs|sacs|poubelles|conteneurs|emballages|recyclables|tri|selective?|jaunes?|gris|grise|noirs?|verts?|bleus?|papiers|verre|encombrants|biodechets|vegetaux'
const COLLECTION = `(?:la |le |les )?(?:collectes?|ramassages?|passages?|tournees?|bacs|sacs|poubelles|conteneurs)(?:(?: des?| du| d')?(?: |(?<='))(?:${WHAT}))*`
/** `la collecte du 25 décembre`, `jour férié du 25 décembre`. */
const BEFORE = new RegExp(`^(?:${COLLECTION}(?: prevue?s?)?(?: initialement)? )?(?:du |des |le |de |au )?`)
const BE = `(?:est|sera|sont|seront)`
/** `25/12 reporté au 26/12`, `25/12 → 26/12`, `… sera collecté le 26/12`, `… le 26/12`. */
const MOVED = new RegExp(
  [
    ` ?(?:→|[-=]*>+) ?`,
    ` ?,? ?(?:et )?:? ?\\(?(?:(?:la )?(?:collecte|ramassage|passage) )?(?:${BE} )?(?:exceptionnellement )?(?:report|decal|deplac|avanc|rattrap|remplac)ee?s? (?:au|a|le|du|par (?:le|celles? du)?) ?(?:le )?`,
    ` ?,? ?(?:et )?:? ?\\(?(?:report|rattrapage)(?: prevu)? (?:(?:au|a|le|du) )?(?:le )?`,
    ` (?:aura|a|auront) (?:lieu|passe) (?:le|au) `,
    ` (?:${BE} )(?:exceptionnellement )?(?:collecte|ramasse)e?s? (?:le|au) `,
    `(?<!\\b(?:non|pas)) (?:${BE} )?(?:exceptionnellement )?(?:effectue|realise|assure)e?s? (?:le|au) `,
    ` ?[:,] (?:la )?(?:collecte|ramassage|passage) (?:le |au )`,
    ` : (?=[a-z]+ \\d)`,
  ].join('|'),
)
const NO = `(?:il n\\x27y (?:a|aura) )?(?:pas de|aucune?|sans) (?:collecte|ramassage|passage|tournee)`
const NOT = `(?:(?:${BE} )?(?:annule|supprime)(?:e|s|es)?|(?:n\\x27est pas|ne sera pas|non) (?:assure|effectue)(?:e|s|es)?|n\\x27(?:a|aura|auront) pas lieu)`
/** `pas de collecte le 25/12`, `25/12 : annulée`: a day without one, as a day alone. */
const NONE = new RegExp(
  `^(?:${NO}|(?:${COLLECTION} )?${NOT}) ?:? ?(?:du |les? |au |a (?=noel))?| ?[:,]? ?\\(?(?:(?:${BE} )?${NO}|${NOT})\\)?$`,
)

/** The first line that is not understood. */
export const unreadException = (text: string, now: Date): string | undefined =>
  text
    .split('\n')
    .find(line => line.trim() !== '' && !exceptionsOfLine(line, now))
    ?.trim()

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
  const text = fold(withoutMark(line))
    .replace(/[.!]$/, '')
    .replace(/(?<=\d.{0,20}) ?\((?:ferie|jour ferie)\)/, '')
    // `ordures ménagères : pas de ramassage à Noël`
    .replace(/^(?:les )?ordures menageres ?: ?(?=(?:pas de|aucune?) )/, '')
    // `26/12 au lieu du 25/12`
    .replace(/^(.+?) ?\(?(?:au lieu|a la place) d[ue] (.+?)\)?$/, '$2 → $1')
    // `report de la collecte du 25/12 au 26/12`
    .replace(/^(?:report|decalage) (?:de la collecte |du ramassage )?du (.+?) au (.+)$/, '$1 → $2')
  const [whole = '', second, ...others] = text.split(MOVED)
  if (others.length > 0) return undefined
  // `annulée le 25/12, rattrapage le 28/12` is moved.
  const isNone = NONE.test(whole)
  const first = whole.replace(NONE, '')
  const days = first.replace(BEFORE, start => (/(?:le|du) $/.test(start) ? 'le ' : ''))
  // No waste is collected on these Sundays: the text may mean the Monday.
  if (/^(?:le |la )?(?:paques|pentecote)$/.test(days)) return undefined
  if (second === undefined) {
    if (isNone) return datesIn(days, now)?.map(date => ({ date, report_le: null }))
    const date = /collecte|ramassage|passage/.test(text) ? undefined : typedDay(days, now)
    return date === undefined ? undefined : [{ date, report_le: null }]
  }
  const how = text.slice(whole.length, -second.length)
  const isBeside = /^(?:au |le )?(?:lendemain|veille)$/.test(second)
  const dates = isBeside ? datesIn(days, now) : [typedDay(withMonthOf(typedDay(second, now), days), now)]
  const moved = dates?.map(date => {
    const report_le = date && movedTo(second, how, date)
    return date && report_le && report_le !== date ? { date, report_le } : undefined
  })
  return moved?.every(one => one !== undefined) ? moved : undefined
}

/** `25 décembre et 1er janvier`. */
function datesIn(days: string, now: Date): readonly string[] | undefined {
  const ranges = typedRanges(days.replaceAll(/ (?:et|ni) (?:(?:du|des|de|le|au|a) )?/g, ' et '), now)
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
