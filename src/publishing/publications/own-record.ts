import type { ModerationStatus } from '../../../shared/words/moderation.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { can, editsAtOnce, type Standing, type UserOrKey } from '../../people/access/permissions.ts'
import { ACTE_TYPE } from '../actes/rules.ts'
import { type OwnRow, record } from './record.ts'
import { afterEdit } from './rules.ts'
import { ACTS, type Act, type OwnPublication } from './shapes.ts'
import { standingOf } from './standing.ts'

/** A publication as members see it, with the actions allowed to the caller, so that no client repeats the rules. */

/** The town hall through which publications of others are held. */
export interface Hall {
  readonly id: string
  readonly standing: Standing
}

export const ownRecord =
  (caller: UserOrKey, config: Config, hall?: Hall) =>
  (row: OwnRow): OwnPublication => {
    const { role, permissions, open, can_publish, deleted, ...rest } = row
    const may = deleted ? [] : ACTS.filter(act => isAllowed(caller, row, act, hall))
    const edit_needs_review =
      may.includes('edit') && row.valide && !afterEdit(row, true, editsAtOnce(caller, standingOf(row))).valide
    return { ...record(rest, config), may, edit_needs_review }
  }

const DECISIONS = { publish: 'published', reject: 'rejected', hold: 'pending' } as const satisfies Partial<
  Record<Act, ModerationStatus>
>

function isAllowed(caller: UserOrKey, row: OwnRow, act: Act, hall: Hall | undefined): boolean {
  const standing = standingOf(row)
  if (act === 'edit' && row.type_id === ACTE_TYPE) return false
  if (act === 'delete') return can(caller, { action: 'delete', standing }) === 'allowed'
  if (act === 'edit')
    return can(caller, { action: 'edit', standing, inZone: true, content: true, pin: false }) === 'allowed'
  const decision = { to: DECISIONS[act], decidedBy: row.moderation_by }
  const others = hall !== undefined && hall.id !== row.acteur_id
  return (
    can(
      caller,
      others
        ? { action: 'hold', standing: hall.standing, ...decision }
        : { action: 'moderate', standing, ...decision },
    ) === 'allowed'
  )
}
