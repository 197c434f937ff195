import type { OwnState } from '../../../shared/words/publications.ts'
import { type Sql, sql } from '../../kernel/db/db.ts'
import type { OwnCounts } from './shapes.ts'

/** The state of a publication as its author understands it, computed from the decision and the publication time. */

const ownWill = sql`p.moderation_by = 'member'`
const letThrough = sql`p.moderation_status in ('approved', 'published')`

export const IN_STATE: Readonly<Record<OwnState, Sql>> = {
  en_ligne: sql`p.visible_le <= now()`,
  programmees: sql`p.visible_le > now()`,
  // Approved without a time: waits for the back-office to set one.
  en_attente: sql`p.moderation_status = 'pending' or (${letThrough} and p.valide and p.publie_le is null)`,
  refusees: sql`p.moderation_status = 'rejected' and not ${ownWill}`,
  retirees: sql`(p.moderation_status = 'rejected' and ${ownWill}) or (${letThrough} and not p.valide)`,
}

const counted = (state: OwnState) => sql`count(*) filter (where ${IN_STATE[state]})::int`

/** All counts in one statement. */
export const countedStates = sql`${counted('en_ligne')} as en_ligne, ${counted('programmees')} as programmees,
  ${counted('en_attente')} as en_attente, ${counted('refusees')} as refusees, ${counted('retirees')} as retirees`

export const NONE: OwnCounts = { en_ligne: 0, programmees: 0, en_attente: 0, refusees: 0, retirees: 0 }
