import { ALERT_DAYS_WITHOUT_END, type AlertLevel } from '../../../shared/words/publications.ts'
import { dayOf } from '../words/format.ts'
import { texts } from '../words/language.ts'
import { dayAfter, instantOf, typedEnd } from '../words/typed-date.ts'

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

/** When it ends by itself: the end that was typed, else that of its last day, else of the second day after this one. */
export function endOfAlert(
  { fin_le, date_fin, date_debut }: Readonly<Record<'fin_le' | 'date_fin' | 'date_debut', string | null>>,
  now: Date,
): Date {
  if (fin_le !== null) return new Date(fin_le)
  const last = date_fin ?? date_debut ?? dayAfter(dayOf(now), ALERT_DAYS_WITHOUT_END)
  return instantOf(dayAfter(last, 1), '00:00')
}

const t = texts({
  fr: { end: 'Cette fin n’est pas comprise. Écrivez par exemple « ce soir 20 h » ou « 24/11 18 h ».' },
  en: { end: 'This end is not understood. Write for example “tonight 20:00” or “24/11 18:00”.' },
})
