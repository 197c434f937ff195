import { invalid } from '../kernel/errors.ts'
import type { ClaimDecision } from './shapes.ts'

/** Fields that grant rights are refused with a rejection, where they would be ignored silently. */
export function refuseRightsWithoutApproval({ status, user_id, role, permissions }: ClaimDecision): void {
  if (status === 'approved') return
  const named = Object.entries({ user_id, role, permissions }).find(([, value]) => value != null)
  if (named)
    throw invalid(
      named[0],
      'ne va qu’avec la décision « approved »',
      'goes with the decision "approved" only',
    )
}

/** A claim on a deleted acteur cannot be approved; once the acteur is restored, it can. */
export function refuseDeletedActeur(claim: { acteur_deleted: boolean }, { status }: ClaimDecision): void {
  if (claim.acteur_deleted && status === 'approved')
    throw invalid(
      'status',
      "l'acteur est supprimé : restaurez-le d'abord",
      'the acteur is deleted: restore it first',
    )
}
