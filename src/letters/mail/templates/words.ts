import type { Language } from '../../../kernel/refusals/errors.ts'
import { withoutLinks } from '../../../kernel/texts/plain-names.ts'
import { oneLine } from '../addresses.ts'
import { type Block, quietLink, quote, says } from './layout.ts'

/** Times and names in both languages. */

export const hello = (language: Language, nom: string): string =>
  nom === ''
    ? language === 'fr'
      ? 'Bonjour,'
      : 'Hello,'
    : `${language === 'fr' ? 'Bonjour' : 'Hello'} ${short(nom)},`

/**
 * How to contest a decision: by its link; where it has none, by an answer to the mail if answers are read, else from
 * the page `help`.
 */
export function howToContest(
  language: Language,
  place: string,
  {
    answerable,
    contest,
    help,
  }: { readonly answerable: boolean; readonly contest?: string | null | undefined; readonly help?: string },
): Block[] {
  const t = CONTEST[language]
  if (contest) return [says(t.may), quietLink(t.link, contest)]
  if (answerable) return [says(t.byAnswer(place))]
  return help === undefined ? [] : [says(t.byMessage(place)), quietLink(t.help, help)]
}
const CONTEST = {
  fr: {
    may: 'Vous pouvez contester cette décision, une fois et pendant six mois : une autre personne la réexaminera.',
    link: 'Contester cette décision, sans se connecter',
    byAnswer: (place: string) =>
      `Si vous n’êtes pas d’accord, répondez simplement à ce message : l’équipe de ${place} le lira et réexaminera sa décision.`,
    byMessage: (place: string) =>
      `Si vous n’êtes pas d’accord, écrivez à l’équipe de ${place}, en rappelant ce message : elle réexaminera sa décision.`,
    help: 'Écrire à l’équipe',
  },
  en: {
    may: 'You can contest this decision, once and within six months: another person will look at it again.',
    link: 'Contest this decision, without signing in',
    byAnswer: (place: string) =>
      `If you do not agree, simply answer this message: the team of ${place} will read it and look at its decision again.`,
    byMessage: (place: string) =>
      `If you do not agree, write to the team of ${place} and mention this message: it will look at its decision again.`,
    help: 'Write to the team',
  },
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
