import type { Language } from '../../../kernel/refusals/errors.ts'
import { LINK } from './example-data.ts'
import { type Content, link, says } from './layout.ts'
import { hello, short } from './words.ts'

/** Tells a colleague that a note mentions them. Its text stays in the back-office. */

interface Mention {
  /** The name of its author; empty if unknown. */
  readonly by: string
  readonly kind: keyof typeof ABOUT.fr
  readonly link: string
}

const ABOUT = {
  fr: {
    publications: 'une publication',
    claims: 'une demande',
    threads: 'une conversation',
    acteurs: 'un acteur',
    users: 'une personne',
  },
  en: {
    publications: 'a publication',
    claims: 'a claim',
    threads: 'a conversation',
    acteurs: 'an acteur',
    users: 'a person',
  },
} as const

export function noteMention(language: Language, nom: string, { by, kind, link: url }: Mention): Content {
  const about = ABOUT[language][kind]
  if (language === 'fr') {
    const who = by === '' ? 'Un collègue' : short(by)
    return {
      subject: `${who} vous mentionne dans une note`,
      title: 'Une note vous mentionne',
      blocks: [
        says(hello('fr', nom)),
        says(`${who} vous mentionne dans une note pour l’équipe, sur ${about}.`),
        link('Lire la note', url),
      ],
      why: 'Vous recevez ce message parce qu’un collègue vous a choisi dans une note.',
    }
  }
  const who = by === '' ? 'A colleague' : short(by)
  return {
    subject: `${who} mentions you in a note`,
    title: 'A note mentions you',
    blocks: [
      says(hello('en', nom)),
      says(`${who} mentions you in a note for the team, about ${about}.`),
      link('Read the note', url),
    ],
    why: 'You receive this message because a colleague chose you in a note.',
  }
}
noteMention.examples = [
  { by: 'Anne Le Goff', kind: 'publications', link: LINK },
  { by: '', kind: 'users', link: LINK },
] satisfies Mention[]
