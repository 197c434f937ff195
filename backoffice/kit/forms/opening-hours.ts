import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { closingsIn } from '../../../shared/typed/closings.ts'
import { hoursInBrief, readOpeningHours, unknownPart } from '../../../shared/typed/opening-hours.ts'
import { labelOf, texts } from '../words/language.ts'

const t = texts({
  fr: {
    example: 'Comme vous les diriez au téléphone : « Mardi et jeudi, de 16 h à 19 h ».',
    understood: (hours: string) => `Compris : ${hours}. La page dira aussi si c’est ouvert.`,
    unknown: (part: string) => `« ${part} » n’est pas compris. `,
    closing: (part: string, closings: string) =>
      `« ${part} » est un jour de fermeture : écrivez-le dans « ${closings} » de votre page. Ici se dit la semaine. `,
    asWritten:
      'Montrés comme vous les écrivez. Écrits « lundi au vendredi de 9 h à 12 h », ils diraient aussi si c’est ouvert.',
  },
  en: {
    example: 'As you would say them on the telephone.',
    understood: (hours: string) => `Understood: ${hours}. The page will also say whether it is open.`,
    unknown: (part: string) => `“${part}” is not understood. `,
    closing: (part: string, closings: string) =>
      `“${part}” is a closing day: write it in “${closings}” of your page. Here is the week. `,
    asWritten:
      'Shown as you write them. With days and hours alone, in French, they would also say whether it is open.',
  },
})

/** The hint of a field of opening hours: what is understood, or the first part that is not and where it belongs. */
export function hoursHint(typed: string): string {
  if (typed.trim() === '') return t.example
  if (readOpeningHours(typed)) return t.understood(hoursInBrief(typed).replaceAll('\n', ' ; '))
  const closing = closingIn(typed)
  if (closing) return `${t.closing(closing, labelOf(ACTEUR_FIELDS.fermetures))}${t.asWritten}`
  const part = unknownPart(typed)
  return `${part === undefined ? '' : t.unknown(part)}${t.asWritten}`
}

/** `Lun-Ven 9h-12h, fermé du 24/12 au 2/1`: the part that is said of some days alone. */
function closingIn(typed: string): string | undefined {
  const now = new Date()
  const parts = typed.split(/\n|[;,]|\. | (?=ferm[ée])/i).map(part => part.trim())
  return parts.find(part => part !== '' && (closingsIn(part, now)?.length ?? 0) > 0)
}
