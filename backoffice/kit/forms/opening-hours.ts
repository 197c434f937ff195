import { hoursInBrief, readOpeningHours, unknownPart } from '../../../shared/typed/opening-hours.ts'
import { texts } from '../words/language.ts'

const t = texts({
  fr: {
    example: 'Comme vous les diriez au téléphone : « Mardi et jeudi, de 16 h à 19 h ».',
    understood: (hours: string) => `Compris : ${hours}. La page dira aussi si c’est ouvert.`,
    unknown: (part: string) => `« ${part} » n’est pas compris. `,
    asWritten:
      'Montrés comme vous les écrivez. Écrits « lundi au vendredi de 9 h à 12 h », ils diraient aussi si c’est ouvert.',
  },
  en: {
    example: 'As you would say them on the telephone.',
    understood: (hours: string) => `Understood: ${hours}. The page will also say whether it is open.`,
    unknown: (part: string) => `“${part}” is not understood. `,
    asWritten:
      'Shown as you write them. With days and hours alone, in French, they would also say whether it is open.',
  },
})

/** The hint of a field of opening hours: what is understood, or the first part that is not. */
export function hoursHint(typed: string): string {
  if (typed.trim() === '') return t.example
  if (readOpeningHours(typed)) return t.understood(hoursInBrief(typed).replaceAll('\n', ' ; '))
  const part = unknownPart(typed)
  return `${part === undefined ? '' : t.unknown(part)}${t.asWritten}`
}
