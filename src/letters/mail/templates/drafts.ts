import { MAIL_NOTES, type MailNote } from '../../../../shared/words/mailed-drafts.ts'
import type { Language } from '../../../kernel/refusals/errors.ts'
import { LINK } from './example-data.ts'
import { type Content, link, says } from './layout.ts'
import { hello, nameOf, short, subjectOf } from './words.ts'

/** Answers to mails that members write to the address of their acteur. */

interface DraftReady {
  readonly acteur: string
  readonly title: string
  readonly notes: readonly MailNote[]
  readonly link: string
}

export function draftReady(language: Language, nom: string, data: DraftReady): Content {
  const { acteur, title, notes } = data
  const t = WORDS[language]
  return {
    subject: subjectOf(language, t.ready, title === '' ? [] : [title]),
    title: t.ready,
    blocks: [
      says(hello(language, nom)),
      says(t.made(short(acteur))),
      ...(title === '' ? [] : [nameOf(title)]),
      ...notes.map(note => says(noteInWords(language, note))),
      says(t.notYet),
      link(t.open, data.link),
    ],
    why: t.why,
  }
}
draftReady.examples = [
  {
    acteur: 'Mairie de Saint-Jean',
    title: 'Marché de Noël',
    notes: [
      { code: 'other_days', texts: ['12/12/2026', '13/12/2026'] },
      { code: 'left_out', texts: ['programme.docx'] },
    ],
    link: LINK,
  },
] satisfies DraftReady[]

/** “Le texte nomme aussi d’autres jours : 12/12/2026.” */
function noteInWords(language: Language, { code, texts }: MailNote): string {
  const note = MAIL_NOTES[code][language]
  if (texts.length === 0) return `${note}.`
  return `${note}${language === 'fr' ? ' :' : ':'} ${texts.map(text => short(text)).join(', ')}.`
}

interface MailRefused {
  readonly subject: string
  readonly why: string
  readonly link: string
}

export function mailRefused(
  language: Language,
  nom: string,
  { subject, why, link: page }: MailRefused,
): Content {
  const t = WORDS[language]
  const reasons: Readonly<Record<string, string>> = t.reasons
  return {
    subject: subjectOf(language, t.refused, [subject]),
    title: t.refused,
    blocks: [
      says(hello(language, nom)),
      says(t.yourMail),
      nameOf(subject),
      says(reasons[why] ?? t.reasons.unreadable),
      link(t.openPage, page),
    ],
    why: t.why,
  }
}
mailRefused.examples = [{ subject: 'Loto de l’école', why: 'too_many', link: LINK }] satisfies MailRefused[]

const WORDS = {
  fr: {
    ready: 'Votre publication est à relire',
    made: (acteur: string) => `Votre courriel à « ${acteur} » est devenu un brouillon :`,
    notYet: 'Rien n’est publié : relisez le brouillon, complétez-le et publiez-le.',
    open: 'Relire et publier',
    refused: 'Votre courriel n’est pas devenu un brouillon',
    yourMail: 'Nous avons reçu votre courriel :',
    openPage: 'Ouvrir l’espace',
    reasons: {
      unknown_address:
        'L’adresse à laquelle vous l’avez envoyé ne reçoit plus rien. La nouvelle se trouve dans « Notre page ».',
      too_many:
        'Vous en avez envoyé beaucoup en peu de temps. Écrivez la publication dans l’espace, ou renvoyez le courriel plus tard.',
      drafts_full: 'Vous avez autant de brouillons que l’on peut en avoir : effacez-en, puis renvoyez-le.',
      unreadable: 'Il n’a pas pu être lu. Écrivez la publication dans l’espace.',
    },
    why: 'Vous recevez ce message parce que vous avez écrit à l’adresse d’une page dont vous faites partie de l’équipe.',
  },
  en: {
    ready: 'Your publication is to be read again',
    made: (acteur: string) => `Your mail to “${acteur}” has become a draft:`,
    notYet: 'Nothing is published: read the draft, complete it and publish it.',
    open: 'Read again and publish',
    refused: 'Your mail has not become a draft',
    yourMail: 'We received your mail:',
    openPage: 'Open the space',
    reasons: {
      unknown_address:
        'The address that you sent it to receives nothing any more. The new one is in “Our page”.',
      too_many:
        'You sent many in a short time. Write the publication in the space, or send the mail again later.',
      drafts_full: 'You have as many drafts as one may have: delete some, then send it again.',
      unreadable: 'It could not be read. Write the publication in the space.',
    },
    why: 'You receive this message because you wrote to the address of a page whose team you are in.',
  },
} as const
