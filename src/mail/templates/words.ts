import type { Language } from '../../kernel/errors.ts'
import { oneLine } from '../addresses.ts'

/** How times and people are said in both languages. */

export const hello = (language: Language, nom: string): string =>
  nom === ''
    ? language === 'fr'
      ? 'Bonjour,'
      : 'Hello,'
    : `${language === 'fr' ? 'Bonjour' : 'Hello'} ${short(nom)},`

/** A name as it stands in a sentence. */
export const short = (nom: string): string => oneLine(nom, 60)

/** Minutes as people say them: 90 minutes, 24 hours, 7 days. */
export function duration(language: Language, minutes: number): string {
  const [unit, count] =
    minutes % 1440 === 0 && minutes > 1440
      ? ['day', minutes / 1440]
      : minutes % 60 === 0
        ? ['hour', minutes / 60]
        : ['minute', minutes]
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

export function moment(language: Language, at: Date): string {
  const text = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Paris',
  }).format(at)
  return language === 'fr' ? `${text} (heure de Paris)` : `${text} (Paris time)`
}
