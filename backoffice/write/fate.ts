import type { OwnPublication } from '../api/contract.ts'
import type { Acteur } from '../clerk/acteur.ts'
import type { State } from '../own-publications/state.ts'
import { t } from './texts.ts'

/** What becomes of it when it is sent, by one's real rights: said before, and on the button. */

export type Way = 'now' | 'review' | 'again' | 'save' | 'alert'

export function wayOf(
  acteur: Acteur,
  publication: OwnPublication | undefined,
  type: string | undefined,
): Way {
  if (publication)
    return publication.moderation_status === 'rejected' && publication.moderation_by !== 'member'
      ? 'again'
      : 'save'
  if (type === 'alerte') return 'alert'
  return acteur.publishes_at_once ? 'now' : 'review'
}

export function mineOf({ type }: Acteur): string {
  return type in t.mine ? t.mine[type as keyof typeof t.mine] : t.mine.other
}

export function fateOf(way: Way, state: State | undefined, acteur: Acteur): string {
  if (way === 'again') return t.fate.again
  if (way !== 'save') return acteur.publishes_at_once ? t.fate.atOnce(mineOf(acteur)) : t.fate.reviewed
  if (state !== 'online' && state !== 'planned') return t.fate.stays
  return acteur.publishes_at_once ? t.fate.edited : t.fate.editedReviewed
}
