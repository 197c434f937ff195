import type { Language } from '../../../kernel/refusals/errors.ts'
import { withoutLinks } from '../../../kernel/texts/plain-names.ts'
import { oneLine } from '../addresses.ts'
import { type Content, prose } from './layout.ts'

interface SupportReply {
  /** The requester's subject; null if a stranger may have typed another person's address with it. */
  readonly subject: string | null
  readonly body: string
  /** Answers to this mail are read. */
  readonly answerable: boolean
}

const FOOT = {
  fr: {
    answer: 'Pour continuer la conversation, répondez simplement à ce message.',
    silent: 'Les réponses à ce message ne sont pas lues.',
  },
  en: {
    answer: 'To go on with the conversation, simply answer this message.',
    silent: 'Replies to this message are not read.',
  },
} as const

/** An answer of the team in its own words: the template adds no greeting or thanks. */
export function supportReply(
  language: Language,
  _nom: string,
  { subject, body, answerable }: SupportReply,
  place: string,
): Content {
  const about =
    subject === null
      ? language === 'fr'
        ? `Votre message à ${place}`
        : `Your message to ${place}`
      : oneLine(withoutLinks(subject), 200)
  return {
    subject: /^re\s*:/i.test(about) ? about : `Re: ${about}`,
    title: about,
    blocks: [prose(body)],
    why:
      language === 'fr'
        ? `Vous recevez ce message parce que vous avez écrit à ${place}.`
        : `You receive this message because you wrote to ${place}.`,
    foot: FOOT[language][answerable ? 'answer' : 'silent'],
  }
}
supportReply.examples = [
  {
    subject: 'Inscription au vide-grenier',
    body: 'Bonjour,\n\nC’est fait : votre place est réservée.\nÀ bientôt !\n\nAnne, mairie',
    answerable: true,
  },
  { subject: 'Re: Question', body: 'Oui.', answerable: false },
  { subject: null, body: 'Oui.', answerable: true },
] satisfies SupportReply[]
