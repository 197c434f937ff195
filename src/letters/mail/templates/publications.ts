import { OTHER_REMEDIES } from '../../../../shared/words/appeals.ts'
import type { Language } from '../../../kernel/refusals/errors.ts'
import { CONTEST } from './example-data.ts'
import { type Content, says } from './layout.ts'
import { footOf, hello, howToContest, quoted, subjectOf } from './words.ts'

/** Mails to people who reported a publication, and those that withdraw an earlier mail. */

interface ReportOutcome {
  readonly titles: readonly string[]
  readonly more?: number
  readonly outcome: 'kept' | 'removed'
  readonly answerable: boolean
  /** The page that contests the outcome. */
  readonly contest?: string
}

export function reportOutcome(
  language: Language,
  nom: string,
  { titles, more = 0, outcome, answerable, contest }: ReportOutcome,
  place: string,
): Content {
  const one = titles.length === 1
  if (language === 'fr')
    return {
      subject: subjectOf('fr', 'Suite donnée à votre signalement', titles),
      title: 'Suite donnée à votre signalement',
      blocks: [
        says(hello('fr', nom)),
        says(`Vous avez signalé ${one ? 'cette publication' : 'ces publications'} :`),
        ...quoted('fr', titles, more),
        says(
          outcome === 'removed'
            ? `Après examen, ${one ? 'elle n’est plus visible' : 'elles ne sont plus visibles'} du public. Merci de votre vigilance.`
            : `Après examen, ${one ? 'elle respecte les règles de la plateforme et reste visible' : 'elles respectent les règles de la plateforme et restent visibles'}. Merci de votre vigilance.`,
        ),
        says('Cette décision a été prise par une personne.'),
        ...howToContest('fr', place, { answerable, contest }),
        ...(outcome === 'kept' ? [says(OTHER_REMEDIES.fr)] : []),
      ],
      ...footOf('fr', answerable),
      why: 'Vous recevez ce message parce que vous avez signalé cette publication.',
    }
  return {
    subject: subjectOf('en', 'What became of your report', titles),
    title: 'What became of your report',
    blocks: [
      says(hello('en', nom)),
      says(`You reported ${one ? 'this publication' : 'these publications'}:`),
      ...quoted('en', titles, more),
      says(
        outcome === 'removed'
          ? `After review, ${one ? 'it is' : 'they are'} no longer visible to the public. Thank you for your attention.`
          : `After review, ${one ? 'it follows the rules of the platform and stays' : 'they follow the rules of the platform and stay'} visible. Thank you for your attention.`,
      ),
      says('This decision was taken by a person.'),
      ...howToContest('en', place, { answerable, contest }),
      ...(outcome === 'kept' ? [says(OTHER_REMEDIES.en)] : []),
    ],
    ...footOf('en', answerable),
    why: 'You receive this message because you reported this publication.',
  }
}
reportOutcome.examples = [
  { titles: ['Vide-grenier'], outcome: 'removed', answerable: false },
  { titles: ['Vide-grenier', 'Loto'], outcome: 'kept', answerable: true, contest: CONTEST },
] satisfies ReportOutcome[]

/** What the withdrawn mail was about. */
const WITHDRAWN = ['rejection', 'refusal', 'comment', 'report', 'correction', 'claim'] as const

export interface Withdrawal {
  readonly titles: readonly string[]
  readonly more?: number
  readonly about: (typeof WITHDRAWN)[number]
}

/** Withdraws an earlier mail. */
export function decisionWithdrawn(
  language: Language,
  nom: string,
  { titles, more = 0, about }: Withdrawal,
): Content {
  const one = titles.length === 1
  const { subject, said, why } = (language === 'fr' ? WITHDRAWN_FR : WITHDRAWN_EN)[about](one)
  return {
    subject: subjectOf(language, subject, titles),
    title: subject,
    blocks: [says(hello(language, nom)), says(said[0]), ...quoted(language, titles, more), says(said[1])],
    why,
  }
}
decisionWithdrawn.examples = [
  { titles: ['Vide-grenier'], about: 'rejection' },
  { titles: ['Vide-grenier'], about: 'refusal' },
  { titles: ['Vide-grenier'], about: 'comment' },
  { titles: ['Vide-grenier'], about: 'correction' },
  { titles: ['Vide-grenier', 'Loto'], about: 'report' },
  { titles: ['Club de judo'], about: 'claim' },
] satisfies Withdrawal[]

interface Said {
  readonly subject: string
  readonly said: readonly [before: string, after: string]
  readonly why: string
}
type Sayings = Record<Withdrawal['about'], (one: boolean) => Said>

const WITHDRAWN_FR: Sayings = {
  rejection: one => ({
    subject: one
      ? 'Votre publication est de nouveau en examen'
      : 'Vos publications sont de nouveau en examen',
    said: [
      `La décision que nous vous avons annoncée est annulée pour ${one ? 'cette publication' : 'ces publications'} :`,
      `${one ? 'Elle est' : 'Elles sont'} de nouveau en examen, comme avant cette décision. Vous n’avez rien à faire.`,
    ],
    why: 'Vous recevez ce message parce que vous avez rédigé cette publication.',
  }),
  refusal: one => ({
    subject: one
      ? 'Le dernier refus de votre publication est annulé'
      : 'Le dernier refus de vos publications est annulé',
    said: [
      `Le dernier refus que nous vous avons annoncé est annulé pour ${one ? 'cette publication' : 'ces publications'} :`,
      'Celui d’avant vaut toujours : vous trouvez son motif dans vos publications, parmi celles qui sont refusées.',
    ],
    why: 'Vous recevez ce message parce que vous avez rédigé cette publication.',
  }),
  comment: one => ({
    subject: one ? 'Une demande de correction est annulée' : 'Des demandes de correction sont annulées',
    said: [
      `La dernière demande de correction que nous vous avons envoyée est annulée pour ${one ? 'cette publication' : 'ces publications'} :`,
      'Celle d’avant vaut toujours : vous la trouvez dans vos publications, parmi celles à corriger.',
    ],
    why: 'Vous recevez ce message parce que vous avez rédigé cette publication.',
  }),
  report: one => ({
    subject: 'Votre signalement est de nouveau en examen',
    said: [
      `La suite que nous vous avons annoncée est annulée pour ${one ? 'cette publication' : 'ces publications'} :`,
      'Votre signalement est de nouveau en examen. Vous serez averti de ce qui sera décidé ; vous n’avez rien à faire.',
    ],
    why: 'Vous recevez ce message parce que vous avez signalé cette publication.',
  }),
  correction: () => ({
    subject: 'La correction de votre publication est annulée',
    said: [
      'La correction que nous vous avons annoncée est annulée :',
      'Le texte est de nouveau celui d’avant cette correction. Vous n’avez rien à faire.',
    ],
    why: 'Vous recevez ce message parce que vous avez rédigé cette publication.',
  }),
  claim: () => ({
    subject: 'Votre demande est de nouveau en examen',
    said: [
      'La réponse que nous vous avons donnée au sujet de cette fiche est annulée :',
      'Votre demande est de nouveau en examen, et rien ne vous est confié d’ici là. Vous serez averti de ce qui sera décidé ; vous n’avez rien à faire.',
    ],
    why: 'Vous recevez ce message parce que vous avez fait cette demande.',
  }),
}

const WITHDRAWN_EN: Sayings = {
  rejection: one => ({
    subject: one ? 'Your publication is under review again' : 'Your publications are under review again',
    said: [
      `The decision that we told you of is withdrawn for ${one ? 'this publication' : 'these publications'}:`,
      `${one ? 'It is' : 'They are'} under review again, as before that decision. There is nothing you need to do.`,
    ],
    why: 'You receive this message because you wrote this publication.',
  }),
  refusal: one => ({
    subject: one
      ? 'The last refusal of your publication is withdrawn'
      : 'The last refusal of your publications is withdrawn',
    said: [
      `The last refusal that we told you of is withdrawn for ${one ? 'this publication' : 'these publications'}:`,
      'The one before it still holds: you find its reason in your publications, among those refused.',
    ],
    why: 'You receive this message because you wrote this publication.',
  }),
  comment: one => ({
    subject: one
      ? 'A request to change your publication is withdrawn'
      : 'Requests to change your publications are withdrawn',
    said: [
      `The last request for changes that we sent you is withdrawn for ${one ? 'this publication' : 'these publications'}:`,
      'The one before it still holds: you find it in your publications, among those to correct.',
    ],
    why: 'You receive this message because you wrote this publication.',
  }),
  report: one => ({
    subject: 'Your report is under review again',
    said: [
      `What we told you of is withdrawn for ${one ? 'this publication' : 'these publications'}:`,
      'Your report is under review again. You will be told what is decided; there is nothing you need to do.',
    ],
    why: 'You receive this message because you reported this publication.',
  }),
  correction: () => ({
    subject: 'The correction of your publication is withdrawn',
    said: [
      'The correction that we told you of is withdrawn:',
      'The text is again what it was before that correction. There is nothing you need to do.',
    ],
    why: 'You receive this message because you wrote this publication.',
  }),
  claim: () => ({
    subject: 'Your request is under review again',
    said: [
      'The answer that we gave you about this page is withdrawn:',
      'Your request is under review again, and nothing is given to you until then. You will be told what is decided; there is nothing you need to do.',
    ],
    why: 'You receive this message because you made this request.',
  }),
}
