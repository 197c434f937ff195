import { ORDINAL, ordinalNamed, weekdayNamed, withAfternoon } from './calendar.ts'
import { withoutClosed } from './closings.ts'
import { cleaned, LONGEST, withoutMark } from './days.ts'
import { DAYS } from './opening-words.ts'

/** What is said of every week: `tous les mercredis`, `fermé le lundi matin`, `chaque 1er lundi du mois`. */

interface Weekly {
  /** `le mercredi et le jeudi`, as it is written behind `fermé`. */
  readonly days: string
  /** One weekday alone, which may be the next one: `le mercredi`. */
  readonly isOnce: boolean
  readonly isMonthly: boolean
}

const PART = new RegExp(
  `^(?:(?:tous|toutes) les |chaque |les |le )?(?:(${ORDINAL}) )?([a-z]+\\.?)(?: (matin|apres-midi|soir)s?)?( (?:du|de chaque) mois)?$`,
)
/** A part of a day cannot be closed once: closings are whole days. */
const REPEATED = /^(?:tous|toutes|chaque|les|[a-z]+s\b)| (?:mois|matins?|apres-midis?|soirs?)$/
const NTH = ['', '1er', '2e', '3e', '4e', 'dernier']

/** Undefined for anything else, and for days that have a date or an end. */
export function weeklyIn(text: string): Weekly | undefined {
  if (text.length > LONGEST) return undefined
  const own = withAfternoon(cleaned(withoutClosed(withoutMark(text).trim()))).replace(
    /^(?:(?:tous )?les |le |chaque )?week-?ends?$/,
    'les samedis et dimanches',
  )
  const days = own.split(/ ?, ?| (?:et|ou) /).map(dayOfPart)
  if (!days.every(day => day !== undefined)) return undefined
  const isMonthly = / mois$/.test(own)
  return {
    days: days.join(' et '),
    isOnce: days.length === 1 && !REPEATED.test(own),
    isMonthly,
  }
}

function dayOfPart(text: string): string | undefined {
  const [, nth = '', name = '', part, month] = PART.exec(text) ?? []
  const weekday = weekdayNamed(name)
  if (weekday === -1 || (nth === '') !== (month === undefined)) return undefined
  return [
    'le',
    NTH[ordinalNamed(nth)],
    DAYS[(weekday + 6) % 7],
    part?.replace('apres', 'après'),
    month && 'du mois',
  ]
    .filter(Boolean)
    .join(' ')
}
