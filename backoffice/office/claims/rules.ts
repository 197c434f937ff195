import { namesOf } from '../../../shared/fields/field.ts'
import { EVIDENCE_STRENGTHS } from '../../../shared/words/evidence.ts'
import type { Claim, ClaimItem } from '../../kit/api/contract.ts'
import type { Tone } from '../../kit/ui/chip.tsx'

export const TONES = {
  pending: 'wait',
  approved: 'ok',
  rejected: 'bad',
  expired: 'plain',
} as const satisfies Record<Claim['status'], Tone>

const DAY_MS = 86_400_000
/** Whole days until the claim expires; shown in the list from three days on. */
export const daysLeft = ({ expires_at }: Pick<Claim, 'expires_at'>, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(expires_at) - now.getTime()) / DAY_MS))
export const isUrgent = (claim: Pick<Claim, 'status' | 'expires_at'>, now: Date): boolean =>
  claim.status === 'pending' && daysLeft(claim, now) <= 3

type Mark = ClaimItem['agreement'][keyof ClaimItem['agreement']]
/** Whether an agreement speaks for the claimant, against, or neither. */
export const MARK_TONES = {
  same: 'ok',
  same_address: 'ok',
  same_domain: 'ok',
  same_company: 'ok',
  differs: 'bad',
  public_domain: 'plain',
  unknown: 'plain',
} as const satisfies Record<Mark, Tone>

export const STRENGTH_TONES = {
  against: 'bad',
  strong: 'ok',
  weak: 'info',
  to_check: 'wait',
  nothing: 'plain',
} as const satisfies Record<ClaimItem['evidence'][number]['strength'], Tone>

/** A postal address is known apart from the claim: the directory has those of town halls. */
export const hasAddress = ({ acteur, register }: Pick<ClaimItem, 'acteur' | 'register'>): boolean =>
  Boolean(acteur.adresse || (acteur.type === 'mairie' && register?.adresse))

/** The numbers that are known apart from the claim: the directory has those of town halls. */
export function numbersToCall({ acteur, register }: Pick<ClaimItem, 'acteur' | 'register'>) {
  const listed = acteur.type === 'mairie' ? register?.telephone : undefined
  return [
    ...(listed ? [{ number: 'register', telephone: listed } as const] : []),
    ...(acteur.telephone ? [{ number: 'page', telephone: acteur.telephone } as const] : []),
  ]
}

type Strength = ClaimItem['evidence'][number]['strength']

/** The strength of the whole evidence: that of its strongest piece. A piece against the claim outweighs all others. */
export const verdictOf = ({ evidence }: Pick<ClaimItem, 'evidence'>): Strength =>
  namesOf(EVIDENCE_STRENGTHS).find(strength => evidence.some(one => one.strength === strength)) ?? 'nothing'
