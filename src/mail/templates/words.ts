import type { Language } from '../../kernel/errors.ts'
import { withoutLinks } from '../../kernel/plain-names.ts'
import { oneLine } from '../addresses.ts'
import { type Block, quietLink, quote, says } from './layout.ts'

/** Times and names in both languages. */

export const hello = (language: Language, nom: string): string =>
  nom === ''
    ? language === 'fr'
      ? 'Bonjour,'
      : 'Hello,'
    : `${language === 'fr' ? 'Bonjour' : 'Hello'} ${short(nom)},`

/** How to contest a decision: by its link, or by an answer, where answers are read. */
export function howToContest(
  language: Language,
  place: string,
  { answerable, contest }: { readonly answerable: boolean; readonly contest?: string | null | undefined },
): Block[] {
  if (contest)
    return language === 'fr'
      ? [
          says(
            'Vous pouvez contester cette décision, une fois et pendant six mois : une autre personne la réexaminera.',
          ),
          quietLink('Contester cette décision, sans se connecter', contest),
        ]
      : [
          says(
            'You can contest this decision, once and within six months: another person will look at it again.',
          ),
          quietLink('Contest this decision, without signing in', contest),
        ]
  if (language === 'fr')
    return [
      says(
        answerable
          ? `Si vous contestez cette décision, répondez simplement à ce message : l’équipe de ${place} le lira et la réexaminera.`
          : `Si vous contestez cette décision, écrivez à l’équipe de ${place} depuis l’application, en rappelant ce message : elle sera réexaminée.`,
      ),
    ]
  return [
    says(
      answerable
        ? `If you contest this decision, simply answer this message: the team of ${place} will read it and look at the decision again.`
        : `If you contest this decision, write to the team of ${place} from the app and mention this message: the decision will be looked at again.`,
    ),
  ]
}

/** What happens to an answer, below the line. */
export const footOf = (language: Language, answerable: boolean): { readonly foot?: string } =>
  answerable
    ? {
        foot:
          language === 'fr'
            ? 'Les réponses à ce message sont lues par une personne.'
            : 'Replies to this message are read by a person.',
      }
    : {}

/** The titles, and how many more there are. */
export const quoted = (language: Language, titles: readonly string[], more: number): Block[] => [
  ...titles.map(nameOf),
  ...(more > 0 ? [says(language === 'fr' ? `… et ${more} de plus.` : `… and ${more} more.`)] : []),
]

/** A name within a sentence. */
export const short = (nom: string): string => oneLine(withoutLinks(nom), 60)

/** A subject that names what the mail is about, if it is one thing: ten refusals are ten threads. */
export function subjectOf(language: Language, subject: string, names: readonly string[]): string {
  const [name] = names
  if (name === undefined || names.length > 1) return subject
  return language === 'fr' ? `${subject} : ${short(name)}` : `${subject}: ${short(name)}`
}

/** The name of an acteur or the title of a publication, on its own line. */
export const nameOf = (text: string): Block => quote(withoutLinks(text))

/** Minutes in words: 90 minutes, 24 hours, 7 days. */
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
  return language === 'fr'
    ? `${text.replace(/(\d\d):(\d\d)$/, '$1 h $2')} (heure de Paris)`
    : `${text} (Paris time)`
}
