import { typedEnd } from '../../../shared/typed/end.ts'
import type { AlertLevel } from '../../../shared/words/publications.ts'
import { texts } from '../words/language.ts'

export interface TypedAlert {
  readonly niveau: string
  readonly fin_le: string
}

/** Parses the level and the end of an alert. Whether an end in the past is an error depends on the form. */
export function readAlert(typed: TypedAlert, now: Date) {
  const end = typedEnd(typed.fin_le, now)
  const alert = { fin_le: end?.toISOString() ?? null, niveau: (typed.niveau as AlertLevel) || null }
  const errors: { readonly fin_le?: string } = end === undefined ? { fin_le: t.end } : {}
  return { alert, isPast: Boolean(end && end <= now), errors }
}

const t = texts({
  fr: { end: 'Cette fin n’est pas comprise. Écrivez par exemple « ce soir 20 h » ou « 24/11 18 h ».' },
  en: { end: 'This end is not understood. Write for example “tonight 20:00” or “24/11 18:00”.' },
})
