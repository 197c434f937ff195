import type { AlertLevel } from '../../../shared/words/publications.ts'
import { texts } from '../words/language.ts'
import { typedEnd } from '../words/typed-date.ts'

export interface TypedAlert {
  readonly niveau: string
  readonly fin_le: string
}

/** Parses the level and the end of an alert. Whether an end in the past is an error depends on the form. */
export function readAlert(typed: TypedAlert, now: Date) {
  const end = typedEnd(typed.fin_le, now)
  const alert = { fin_le: end?.toISOString() ?? null, niveau: (typed.niveau as AlertLevel) || null }
  return { alert, isPast: Boolean(end && end <= now), errors: end === undefined ? { fin_le: t.end } : {} }
}

const t = texts({
  fr: { end: 'Cette fin n’est pas comprise. Écrivez par exemple 24/11 18 h.' },
  en: { end: 'This end is not understood. Write for example 24/11 18:00.' },
})
