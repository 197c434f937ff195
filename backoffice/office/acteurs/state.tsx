import type { AdminActeur } from '../../kit/api/contract.ts'
import { Chip, type Tone } from '../../kit/ui/chip.tsx'
import { t } from './texts.ts'

const TONES = {
  deleted: 'bad',
  merged: 'plain',
  inactive: 'bad',
  unchecked: 'wait',
  checked: 'ok',
} as const satisfies Record<string, Tone>

type Standing = Pick<AdminActeur, 'deleted_at' | 'merged_into' | 'active' | 'valide' | 'badge'>

/** The most important state, and the badge. */
export function StateChip({ acteur }: { readonly acteur: Standing }) {
  const state = stateOf(acteur)
  return (
    <>
      <Chip tone={TONES[state]}>{t.state[state]}</Chip>{' '}
      {acteur.badge && <Chip tone="info">{t.badge[acteur.badge]}</Chip>}
    </>
  )
}

function stateOf({ deleted_at, merged_into, active, valide }: Standing): keyof typeof TONES {
  if (merged_into) return 'merged'
  if (deleted_at) return 'deleted'
  if (!active) return 'inactive'
  return valide ? 'checked' : 'unchecked'
}
