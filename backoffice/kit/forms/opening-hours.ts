import { readOpeningHours } from '../../../shared/opening-hours.ts'
import { texts } from '../words/language.ts'

const t = texts({
  fr: {
    example: 'Comme vous les diriez au téléphone : « Mardi et jeudi, de 16 h à 19 h ».',
    understood: 'Compris : la page dira aussi si c’est ouvert.',
    asWritten:
      'Montrés comme vous les écrivez. Écrits « lundi au vendredi de 9 h à 12 h », ils diraient aussi si c’est ouvert.',
  },
  en: {
    example: 'As you would say them on the telephone.',
    understood: 'Understood: the page will also say whether it is open.',
    asWritten:
      'Shown as you write them. With days and hours alone, in French, they would also say whether it is open.',
  },
})

/** The hint of a field of opening hours: whether they are understood. */
export function hoursHint(typed: string): string {
  if (typed.trim() === '') return t.example
  return readOpeningHours(typed) ? t.understood : t.asWritten
}
