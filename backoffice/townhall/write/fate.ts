import type { OwnState } from '../../../shared/words/publications.ts'
import type { OwnPublication } from '../../kit/api/contract.ts'
import { moment } from '../../kit/words/format.ts'
import type { Acteur } from '../acteur.ts'
import { t } from './texts.ts'

/** Whether sending publishes or queues for review, by the user's permissions; shown above the form and on the button. */

export type Way = 'now' | 'review' | 'again' | 'save' | 'alert'

export function wayOf(
  acteur: Acteur,
  publication: OwnPublication | undefined,
  type: string | undefined,
): Way {
  if (publication) return isReturned(publication) ? 'again' : 'save'
  if (type === 'alerte') return 'alert'
  return acteur.publishes_at_once ? 'now' : 'review'
}

/** Refused or sent back: it is sent again. */
const isReturned = ({ moderation_status, moderation_by }: OwnPublication): boolean =>
  moderation_status === 'changes_requested' ||
  (moderation_status === 'rejected' && moderation_by !== 'member')

function mineOf({ type }: Pick<Acteur, 'type'>): string {
  return type in t.mine ? t.mine[type as keyof typeof t.mine] : t.mine.other
}

/** `publie_le`: of a scheduled publication. */
export function fateOf(
  way: Way,
  state: OwnState | undefined,
  acteur: Pick<Acteur, 'type' | 'publishes_at_once'>,
  publie_le: string | null = null,
  now = new Date(),
): string {
  const { publishes_at_once: atOnce } = acteur
  if (way === 'again') return t.fate.again
  if (way !== 'save') return atOnce ? t.fate.atOnce(mineOf(acteur)) : t.fate.reviewed
  if (state === 'en_ligne') return atOnce ? t.fate.edited : t.fate.editedReviewed
  if (state === 'programmees' && publie_le !== null)
    return atOnce ? t.fate.planned(moment(new Date(publie_le), now)) : t.fate.plannedReviewed
  return state === 'en_attente' ? t.fate.waiting : t.fate.hidden
}
