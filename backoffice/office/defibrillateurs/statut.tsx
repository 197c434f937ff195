import type { Statut } from '../../../shared/words/defibrillateurs.ts'
import { Chip } from '../../kit/ui/chip.tsx'
import { t } from './texts.ts'

const TONES = { actif: 'ok', a_verifier: 'wait', masque: 'plain', hors_service: 'bad' } as const

export const StatutChip = ({ statut }: { readonly statut: Statut }) => (
  <Chip tone={TONES[statut]}>{t.statuts[statut]}</Chip>
)
