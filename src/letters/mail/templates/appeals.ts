import { type AppealKind, type Contested, OTHER_REMEDIES } from '../../../../shared/words/appeals.ts'
import type { Language } from '../../../kernel/refusals/errors.ts'
import { type Content, quote, says } from './layout.ts'
import { footOf, hello, quoted, subjectOf } from './words.ts'

/** The outcome of an appeal, to whoever contested the decision. */

interface AppealOutcome {
  /** The publication, or the acteur of the claim. */
  readonly titles: readonly [string]
  readonly kind: AppealKind
  readonly decision: Contested
  readonly outcome: 'upheld' | 'overturned'
  readonly answer: string
  /** The moderator who took the contested decision also decided the appeal, because no other could. */
  readonly sameDecider: boolean
  readonly answerable: boolean
}

export function appealOutcome(
  language: Language,
  nom: string,
  { titles, kind, outcome, answer, sameDecider, answerable }: AppealOutcome,
): Content {
  const t = language === 'fr' ? FRENCH : ENGLISH
  return {
    subject: subjectOf(language, t.subject[outcome], titles),
    title: t.subject[outcome],
    blocks: [
      says(hello(language, nom)),
      says(t.contested[kind]),
      ...quoted(language, titles, 0),
      says(sameDecider ? t.same : t.other),
      says(outcome === 'upheld' ? t.upheld : t.overturned[kind]),
      says(t.reasons),
      quote(answer),
      ...(outcome === 'upheld' ? [says(t.final), says(OTHER_REMEDIES[language])] : []),
    ],
    why: t.why,
    ...footOf(language, answerable),
  }
}
appealOutcome.examples = [
  {
    titles: ['Vide-grenier'],
    kind: 'publication',
    decision: 'rejected',
    outcome: 'overturned',
    answer: 'Le lien a été retiré.',
    sameDecider: false,
    answerable: true,
  },
  {
    titles: ['Club de judo'],
    kind: 'claim',
    decision: 'rejected',
    outcome: 'upheld',
    answer: 'Rien ne montre de lien.\nMerci.',
    sameDecider: true,
    answerable: false,
  },
] satisfies AppealOutcome[]

const FRENCH = {
  subject: {
    upheld: 'La décision que vous contestez est maintenue',
    overturned: 'Nous revenons sur la décision que vous contestez',
  },
  contested: {
    publication: 'Vous avez contesté notre décision sur cette publication :',
    report: 'Vous avez contesté la suite donnée à votre signalement de cette publication :',
    claim: 'Vous avez contesté le refus de votre demande de gérer cette fiche :',
  },
  other: 'Une autre personne que celle qui avait décidé l’a réexaminée.',
  same: 'Elle a été réexaminée par la même personne : personne d’autre ici ne peut décider.',
  upheld: 'La décision est maintenue.',
  overturned: {
    publication: 'Nous revenons sur cette décision : la publication est en ligne.',
    report:
      'Nous revenons sur cette décision : votre signalement est de nouveau en examen. Un courriel vous dira ce qui est décidé.',
    claim:
      'Nous revenons sur cette décision : votre demande est de nouveau en examen. Vous n’avez rien à faire : un courriel vous dira ce qui est décidé.',
  },
  reasons: 'Voici pourquoi :',
  final: 'Cette réponse est définitive.',
  why: 'Vous recevez ce message parce que vous avez contesté une décision.',
}

const ENGLISH: typeof FRENCH = {
  subject: {
    upheld: 'The decision that you contest is upheld',
    overturned: 'The decision that you contest is overturned',
  },
  contested: {
    publication: 'You contested our decision about this publication:',
    report: 'You contested the outcome of your report about this publication:',
    claim: 'You contested the refusal of your request to manage this page:',
  },
  other: 'Another person than the one who had decided looked at it again.',
  same: 'The same person looked at it again: nobody else can decide here.',
  upheld: 'The decision is upheld.',
  overturned: {
    publication: 'The decision is overturned: the publication is online.',
    report:
      'The decision is overturned: your report is under review again. A mail will tell you what is decided.',
    claim:
      'The decision is overturned: your request is under review again. You need do nothing: a mail will tell you what is decided.',
  },
  reasons: 'These are the reasons:',
  final: 'This answer is final.',
  why: 'You receive this message because you contested a decision.',
}
