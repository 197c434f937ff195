import { namesOf } from '../../../../shared/fields/field.ts'
import type { OwnState } from '../../../../shared/words/publications.ts'
import { join, raw, type Sql, sql } from '../../../kernel/db/db.ts'
import type { OwnCounts } from './shapes.ts'

/** The state of a publication as its author understands it, computed from the decision and the publication time. */

const ownWill = sql`p.moderation_by = 'member'`
const letThrough = sql`p.moderation_status in ('approved', 'published')`

export const IN_STATE: Readonly<Record<OwnState, Sql>> = {
  en_ligne: sql`p.visible_le <= now()`,
  programmees: sql`p.visible_le > now()`,
  // Approved without a time: waits for the back-office to set one.
  en_attente: sql`p.moderation_status = 'pending' or (${letThrough} and p.valide and p.publie_le is null)`,
  a_corriger: sql`p.moderation_status = 'changes_requested'`,
  refusees: sql`p.moderation_status = 'rejected' and not ${ownWill}`,
  retirees: sql`(p.moderation_status = 'rejected' and ${ownWill}) or (${letThrough} and not p.valide)`,
}

/** All counts in one statement. */
export const countedStates = join(
  namesOf(IN_STATE).map(state => sql`count(*) filter (where ${IN_STATE[state]})::int as ${raw(state)}`),
  ', ',
)

export const NONE: OwnCounts = {
  en_ligne: 0,
  programmees: 0,
  en_attente: 0,
  a_corriger: 0,
  refusees: 0,
  retirees: 0,
}
