import { ALERT } from '../../../shared/fields/publications.ts'
import type { AlertLevel } from '../../../shared/words/publications.ts'
import { momentAsTyped } from '../words/as-typed.ts'
import { faultsOf, readAs, type Typed } from './described.ts'

/**
 * Reads the level and the end of an alert. Whether an end in the past is an error depends on the form. `stored`: the end so far,
 * which stays as it is where nobody types another: it may have seconds, and be over.
 */
export function readAlert(typed: Typed<typeof ALERT>, now: Date, stored: string | null = null) {
  const isSame = stored !== null && typed.fin_le.trim() === momentAsTyped(stored)
  const fin_le = isSame ? stored : ((readAs(ALERT.fin_le, typed.fin_le, now) ?? null) as string | null)
  const alert = { fin_le, niveau: (typed.niveau as AlertLevel) || null }
  const isPast = !isSame && fin_le !== null && new Date(fin_le) <= now
  return { alert, isPast, errors: faultsOf(ALERT, typed, now) }
}
