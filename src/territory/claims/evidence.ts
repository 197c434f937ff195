import { namesOf } from '../../../shared/fields/field.ts'
import {
  EVIDENCE,
  EVIDENCE_STRENGTHS,
  type EvidenceKind,
  type EvidenceStrength,
} from '../../../shared/words/evidence.ts'
import { domainOf, isPublicMailDomain } from '../../kernel/texts/mail-domains.ts'
import { type Agreement, hasDomainOf, numbersIn } from './agreement.ts'

/** What speaks for and against a claim, strongest first. Only from what is known here: no register is asked. */

interface Evidence {
  readonly kind: EvidenceKind
  readonly strength: EvidenceStrength
  /** Who recorded it, or which owner answered. */
  readonly by: { readonly id: string; readonly nom: string | null } | null
  readonly at: string | null
}

/** An event that was recorded: a code entered, a call, the answer of an owner. */
export interface Recorded extends Pick<Evidence, 'by' | 'at'> {
  readonly kind:
    | 'letter_code'
    | 'official_code'
    | 'official_siret'
    | 'call_back'
    | 'owner_agrees'
    | 'owner_disagrees'
}

interface Known {
  readonly email: string | null
  /** The address is the verified one of the claimant’s account. */
  readonly email_verified: boolean
  readonly message: string | null
  readonly agreement: Agreement
  readonly acteur: { readonly type: string; readonly siret: string | null; readonly rna: string | null }
  /** The town hall of the commune, by the directory; undefined if it has none. */
  readonly register: { readonly email: string | null; readonly site_web: string | null } | undefined
  readonly recorded: readonly Recorded[]
  /** How many owners were told and have not answered. */
  readonly silent: number
}

const MAILS = new Set<EvidenceKind>(['town_mail', 'acteur_mail', 'site_mail', 'town_staff_mail'])

export function evidenceOf(known: Known): Evidence[] {
  const plain = [
    mailOf(known),
    SIRETS[known.agreement.siret],
    RNAS[known.agreement.rna],
    known.agreement.telephone === 'same' ? ('telephone_same' as const) : undefined,
    hasNumberToCheck(known) ? ('number_to_check' as const) : undefined,
    known.silent > 0 ? ('owners_silent' as const) : undefined,
  ].filter(kind => kind !== undefined)
  const strengthOf = (kind: EvidenceKind): EvidenceStrength =>
    MAILS.has(kind) && !known.email_verified ? 'to_check' : EVIDENCE[kind].strength
  return [...known.recorded, ...plain.map(kind => ({ kind, by: null, at: null }))]
    .map(one => ({ kind: one.kind, strength: strengthOf(one.kind), by: one.by, at: one.at }))
    .sort((one, other) => STRENGTHS.indexOf(one.strength) - STRENGTHS.indexOf(other.strength))
}
const STRENGTHS = namesOf(EVIDENCE_STRENGTHS)

/** A mailbox at the town hall proves most for the town hall itself. */
function mailOf({ email, agreement, acteur, register }: Known): EvidenceKind | undefined {
  if (email === null) return undefined
  if (agreement.email === 'same_address') return 'acteur_mail'
  if (register && hasDomainOf(email, register))
    return acteur.type === 'mairie'
      ? 'town_mail'
      : agreement.email === 'same_domain'
        ? 'site_mail'
        : 'town_staff_mail'
  if (agreement.email === 'same_domain') return 'site_mail'
  return isPublicMailDomain(domainOf(email)) ? 'public_mail' : 'other_mail'
}

const SIRETS: Readonly<Record<Agreement['siret'], EvidenceKind | undefined>> = {
  same: 'siret_same',
  same_company: 'siret_company',
  differs: 'siret_differs',
  unknown: undefined,
}
const RNAS: Readonly<Record<Agreement['rna'], EvidenceKind | undefined>> = {
  same: 'rna_same',
  differs: 'rna_differs',
  unknown: undefined,
}

function hasNumberToCheck({ message, acteur }: Known): boolean {
  const { sirens, rnas } = numbersIn(message ?? '')
  return (sirens.length > 0 && acteur.siret === null) || (rnas.length > 0 && acteur.rna === null)
}
