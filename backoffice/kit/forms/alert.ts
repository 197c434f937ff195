import { ALERT } from '../../../shared/fields/publications.ts'
import type { AlertLevel } from '../../../shared/words/publications.ts'
import { faultsOf, readAs, type Typed } from './described.ts'

/** Reads the level and the end of an alert. Whether an end in the past is an error depends on the form. */
export function readAlert(typed: Typed<typeof ALERT>, now: Date) {
  const fin_le = (readAs(ALERT.fin_le, typed.fin_le, now) ?? null) as string | null
  const alert = { fin_le, niveau: (typed.niveau as AlertLevel) || null }
  return { alert, isPast: fin_le !== null && new Date(fin_le) <= now, errors: faultsOf(ALERT, typed, now) }
}
