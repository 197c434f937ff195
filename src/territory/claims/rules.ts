import { invalid } from '../../kernel/refusals/errors.ts'
import type { ClaimDecision } from './shapes.ts'

/** Refuses fields that belong to the other decision and would be ignored. */
export function refuseFieldsOfOtherDecision({
  status,
  user_id,
  role,
  permissions,
  reason,
}: ClaimDecision): void {
  const other = status === 'approved' ? { reason } : { user_id, role, permissions }
  const only = status === 'approved' ? 'rejected' : 'approved'
  const named = Object.entries(other).find(([, value]) => value != null)
  if (named)
    throw invalid(named[0], `ne va qu’avec la décision « ${only} »`, `goes with the decision "${only}" only`)
}

/** A claim of a deleted acteur cannot be approved until the acteur is restored. */
export function refuseDeletedActeur(claim: { acteur_deleted: boolean }, { status }: ClaimDecision): void {
  if (claim.acteur_deleted && status === 'approved')
    throw invalid(
      'status',
      'l’acteur est supprimé : restaurez-le d’abord',
      'the acteur is deleted: restore it first',
    )
}
