import { OTHER_REMEDIES } from '../../../../shared/words/appeals.ts'
import { MODERATION_REASONS, type ReasonCode } from '../../../../shared/words/moderation.ts'
import type { Language } from '../../../kernel/refusals/errors.ts'
import { AT, CONTEST, HELP, LINK } from './example-data.ts'
import { type Block, type Content, link, quietLink, quote, says } from './layout.ts'
import { footOf, hello, howToContest, moment, quoted, subjectOf } from './words.ts'

/** The mails to the author of publications that were rejected, or sent back for changes. */

interface Returned {
  /** One or more, decided together. */
  readonly titles: readonly string[]
  /** The number of further ones, which are not named. */
  readonly more?: number
  readonly reason: string | null
  readonly at: Date
  /** The form, or the list of several; null for an author who has no such page. */
  readonly link?: string | null
  /** The page from which authors write to the team. */
  readonly help: string
  /** Answers to this mail are read. */
  readonly answerable: boolean
}

interface Rejection extends Returned {
  readonly code: ReasonCode | null
  /** The page that contests the decision; none for a decision of members. */
  readonly contest?: string | null
}

/** The decision, its time and reason, that a person made it, and how to contest it. */
export function publicationRejected(
  language: Language,
  nom: string,
  data: Rejection,
  place: string,
): Content {
  const t = WORDS[language]
  const { titles, reason, code, link: page } = data
  const one = titles.length === 1
  // “Another reason” says nothing beside the words.
  const ground = code && !(code === 'other' && reason) && MODERATION_REASONS[code].author[language]
  return toAuthor(language, nom, data, t.rejected(one), [
    says(t.invisible(one)),
    ...(ground ? [says(t.ground(ground))] : []),
    ...(reason ? [says(t.more), quote(reason)] : []),
    ...(ground || reason ? [] : [says(t.noGround)]),
    says(t.byPerson),
    ...(page ? [says(t.mayCorrect), link(t.correct, page)] : []),
    ...howToContest(language, place, data),
    says(OTHER_REMEDIES[language]),
  ])
}
publicationRejected.examples = [
  {
    titles: ['Vide-grenier : réservez votre place', 'Grand vide-grenier'],
    reason: 'Le lien mène à une page de paris en ligne.\nMerci de le retirer.',
    code: 'spam',
    at: AT,
    link: LINK,
    answerable: true,
    contest: CONTEST,
    help: HELP,
  },
  { titles: ['Sans motif'], reason: null, code: null, at: AT, answerable: false, help: HELP },
] satisfies Rejection[]

/** A comment, null if the author has resubmitted meanwhile, and the form, or whom to send the changed text. No refusal to contest. */
export function changesRequested(language: Language, nom: string, data: Returned): Content {
  const t = WORDS[language]
  const { titles, reason, link: page, answerable, help } = data
  const one = titles.length === 1
  return toAuthor(language, nom, data, t.sentBack(one), [
    says(t.asks),
    ...(reason ? [quote(reason)] : []),
    ...(page
      ? [
          says(`${t.invisible(one)} ${t.resubmit(one)}`),
          link(t.change(one), page),
          says(t.byPerson),
          ...(answerable ? [says(t.askByAnswer)] : [says(t.ask), quietLink(t.help, help)]),
        ]
      : [
          says(`${t.invisible(one)} ${answerable ? t.sendByAnswer : t.send}`),
          ...(answerable ? [] : [link(t.help, help)]),
          says(t.byPerson),
        ]),
  ])
}
changesRequested.examples = [
  {
    titles: ['Vide-grenier'],
    reason: 'À quelle heure commence-t-il ?\nAjoutez aussi le lieu.',
    at: AT,
    answerable: true,
    link: 'https://parvis.example.fr/espace/ecrire?publication=018f',
    help: HELP,
  },
  {
    titles: ['Vide-grenier', 'Loto'],
    more: 2,
    reason: 'Il manque le lieu.',
    at: AT,
    answerable: false,
    link: 'https://parvis.example.fr/espace/publications?etat=a_corriger',
    help: HELP,
  },
] satisfies Returned[]

function toAuthor(
  language: Language,
  nom: string,
  { titles, more = 0, at, answerable }: Returned,
  title: string,
  blocks: readonly Block[],
): Content {
  const t = WORDS[language]
  return {
    subject: subjectOf(language, title, titles),
    title,
    blocks: [
      says(hello(language, nom)),
      says(t.looked(titles.length === 1, moment(language, at))),
      ...quoted(language, titles, more),
      ...blocks,
    ],
    why: t.why,
    ...footOf(language, answerable),
  }
}

const FRENCH = {
  rejected: (one: boolean): string =>
    one ? 'Votre publication n’a pas été retenue' : 'Vos publications n’ont pas été retenues',
  sentBack: (one: boolean): string =>
    one ? 'Votre publication est à corriger' : 'Vos publications sont à corriger',
  looked: (one: boolean, at: string): string =>
    `L’équipe de modération a examiné ${one ? 'votre publication' : 'vos publications'} le ${at} :`,
  invisible: (one: boolean): string =>
    one ? 'Elle n’est pas visible du public.' : 'Elles ne sont pas visibles du public.',
  ground: (ground: string): string => `Motif : ${ground}.`,
  more: 'Précisions de la modération :',
  noGround: 'Aucun motif particulier n’a été indiqué.',
  byPerson:
    'Cette décision a été prise par une personne, au regard des règles de la plateforme et de la loi.',
  mayCorrect: 'Vous pouvez corriger le texte et le proposer à nouveau.',
  correct: 'Corriger et proposer à nouveau',
  asks: 'L’équipe vous demande une correction avant de publier :',
  resubmit: (one: boolean): string =>
    one
      ? 'Corrigez-la et renvoyez-la : elle garde sa place dans la file d’attente.'
      : 'Corrigez-les et renvoyez-les : elles gardent leur place dans la file d’attente.',
  sendByAnswer:
    'Répondez à ce message avec le texte corrigé : l’équipe le mettra à la place de celui-ci, sans vous faire perdre votre tour.',
  send: 'Écrivez à l’équipe, une fois connecté, avec le texte corrigé : elle le mettra à la place de celui-ci, sans vous faire perdre votre tour.',
  change: (one: boolean): string => (one ? 'Corriger la publication' : 'Voir les publications à corriger'),
  askByAnswer: 'Une question sur cette demande ? Répondez simplement à ce message.',
  ask: 'Une question sur cette demande ? Écrivez à l’équipe, une fois connecté.',
  help: 'Écrire à l’équipe',
  why: 'Vous recevez ce message parce que vous avez rédigé cette publication.',
}

const ENGLISH: typeof FRENCH = {
  rejected: one => (one ? 'Your publication was not accepted' : 'Your publications were not accepted'),
  sentBack: one => (one ? 'Your publication needs a change' : 'Your publications need a change'),
  looked: (one, at) => `The moderation team looked at your ${one ? 'publication' : 'publications'} on ${at}:`,
  invisible: one => (one ? 'It is not visible to the public.' : 'They are not visible to the public.'),
  ground: ground => `Ground: ${ground}.`,
  more: 'The moderators add:',
  noGround: 'No particular ground was given.',
  byPerson: 'This decision was taken by a person, under the rules of the platform and the law.',
  mayCorrect: 'You may correct the text and submit it again.',
  correct: 'Correct and submit again',
  asks: 'The team asks for a change before it publishes:',
  resubmit: one =>
    one
      ? 'Change it and submit it again: it keeps its place in the queue.'
      : 'Change them and submit them again: they keep their places in the queue.',
  sendByAnswer:
    'Answer this message with the changed text: the team puts it in the place of this one, and you keep your turn.',
  send: 'Write to the team, once signed in, with the changed text: it is put in the place of this one, and you keep your turn.',
  change: one => (one ? 'Change the publication' : 'See the publications to change'),
  askByAnswer: 'A question about this request? Simply answer this message.',
  ask: 'A question about this request? Write to the team, once signed in.',
  help: 'Write to the team',
  why: 'You receive this message because you wrote this publication.',
}

const WORDS = { fr: FRENCH, en: ENGLISH }
