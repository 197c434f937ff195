import { DAYS } from '../../shared/typed/opening-words.ts'
import type { Defibrillateur } from '../territory/defibrillateurs/shapes.ts'
import { html, type Value } from './html.ts'
import { ACTEUR_WORDS, type OpenNow, openNow, weekOf } from './opening.ts'
import { withOrdinals } from './text.ts'
import type { Visit } from './visit.ts'

/** Whether a defibrillator can be reached now, where its hours can be read: “heures ouvrables” have none. */

type Hours = Pick<Defibrillateur, 'disponibilite_jours' | 'disponibilite_heures' | 'complement'>
type Now = Pick<Visit, 'now' | 'holds' | 'fuseau' | 'today' | 'town'>

/** accessible maintenant; fermé maintenant, ouvre lundi à 9 h; nothing where it is not known. */
export function openTag(visit: Now, one: Hours): Value {
  const open = reachable(visit, one)
  if (!open) return undefined
  if (open.isOpen) return html` <span class="tag ok">accessible maintenant</span>`
  const until = open.until.replace(/ à 0\sh$/, '')
  return html` <span class="tag bad">${withOrdinals(`fermé maintenant${until && `, ${until}`}`)}</span>`
}

const LONGEST_LINE = 200

function reachable(visit: Now, one: Hours): Pick<OpenNow, 'isOpen' | 'until'> | undefined {
  const { disponibilite_jours: days, disponibilite_heures: hours, complement } = one
  const of = (horaires: string) => openNow(visit, { horaires, fermetures: [] }, ACTEUR_WORDS)
  // Hours in free text refine the two lists.
  const refined = complement?.split('\n').find(line => line.length <= LONGEST_LINE && weekOf(line))
  if (refined !== undefined) return of(refined)
  const isAllDay = hours.includes('24h/24')
  const isEveryDay = days.includes('7j/7')
  if (isAllDay && isEveryDay) return { isOpen: true, until: '' }
  const named = isEveryDay ? ['tous les jours'] : days.filter(day => DAYS.includes(day))
  if (named.length === 0 || hours.length === 0) return undefined
  const open = of(`${named.join(', ')} : ${isAllDay ? '0h-24h' : hours.join(', ')}`)
  const isWhole = days.every(day => day === '7j/7' || day === 'jours fériés' || DAYS.includes(day))
  return open?.isOpen || isWhole ? open : undefined
}
