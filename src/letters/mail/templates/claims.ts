import { OTHER_REMEDIES } from '../../../../shared/words/appeals.ts'
import type { ClaimStatus } from '../../../../shared/words/claims.ts'
import type { Language } from '../../../kernel/refusals/errors.ts'
import { type Block, type Content, link, prose, quietLink, says } from './layout.ts'
import { footOf, hello, howToContest, moment, nameOf, short, subjectOf } from './words.ts'

/** Mails about a claim: to the claimant, and to the owners of the acteur. */

interface ClaimReceived {
  readonly acteur: string
  /** When it expires. */
  readonly until: Date
}

export const claimReceived = (language: Language, nom: string, { acteur, until }: ClaimReceived): Content =>
  language === 'fr'
    ? {
        subject: 'Nous avons bien reçu votre demande',
        title: 'Nous avons bien reçu votre demande',
        blocks: [
          says(hello('fr', nom)),
          says('Vous demandez à gérer cette fiche :'),
          nameOf(acteur),
          says(
            'Une personne va l’examiner. Vous recevrez sa réponse par courriel ; rien ne change d’ici là.',
          ),
          says(`Sans réponse d’ici le ${moment('fr', until)}, la demande s’arrête et vous en serez averti.`),
        ],
        why: 'Vous recevez ce message parce que vous avez fait cette demande.',
      }
    : {
        subject: 'We have received your request',
        title: 'We have received your request',
        blocks: [
          says(hello('en', nom)),
          says('You ask to manage this page:'),
          nameOf(acteur),
          says('A person will look at it. You will be told by e-mail; nothing changes until then.'),
          says(`Without an answer by ${moment('en', until)}, the request ends and you will be told so.`),
        ],
        why: 'You receive this message because you made this request.',
      }

interface ClaimMade {
  readonly acteur: string
  readonly at: Date
  /** Answers to this mail are read. */
  readonly answerable: boolean
  /** The pages that record the owner’s answer, without signing in. */
  readonly agree: string
  readonly disagree: string
}

/** Says nothing about the claimant: the back-office decides. */
export const claimMade = (
  language: Language,
  nom: string,
  { acteur, at, answerable, agree, disagree }: ClaimMade,
  place: string,
): Content => ({
  ...(language === 'fr'
    ? {
        subject: `Quelqu’un demande à gérer ${short(acteur)}`,
        title: 'Quelqu’un demande à gérer votre fiche',
        blocks: [
          says(hello('fr', nom)),
          says(
            `Le ${moment('fr', at)}, une personne a demandé à gérer une fiche dont vous êtes responsable :`,
          ),
          nameOf(acteur),
          says(
            'Rien ne change pour l’instant : la demande est examinée par une personne avant toute décision.',
          ),
          says(
            'Attendez-vous cette demande ? Votre avis compte pour la décision, et ne demande aucun mot de passe.',
          ),
          link('Je suis d’accord', agree),
          quietLink('Je ne suis pas d’accord', disagree),
          says(
            answerable
              ? 'Pour en dire plus, répondez à ce message.'
              : `Pour en dire plus, écrivez à l’équipe de ${place}.`,
          ),
        ],
        why: 'Vous recevez ce message parce que vous êtes responsable de cette fiche.',
      }
    : {
        subject: `Somebody asks to manage ${short(acteur)}`,
        title: 'Somebody asks to manage your page',
        blocks: [
          says(hello('en', nom)),
          says(`On ${moment('en', at)}, somebody asked to manage a page that you are in charge of:`),
          nameOf(acteur),
          says('Nothing changes for now: a person looks at the request before anything is decided.'),
          says('Did you expect this request? Your answer counts for the decision, and needs no password.'),
          link('I agree', agree),
          quietLink('I do not agree', disagree),
          says(
            answerable ? 'To say more, answer this message.' : `To say more, write to the team of ${place}.`,
          ),
        ],
        why: 'You receive this message because you are in charge of this page.',
      }),
  ...footOf(language, answerable),
})

export interface ClaimQuestion {
  readonly acteur: string
  readonly words: string
  /** The page from which the claimant answers where answers to this mail are not read. */
  readonly help: string
  readonly answerable: boolean
}

/** A question to the claimant, in the operator's own words. */
export const claimQuestion = (
  language: Language,
  nom: string,
  { acteur, words, help, answerable }: ClaimQuestion,
  place: string,
): Content => ({
  ...(language === 'fr'
    ? {
        subject: `Votre demande pour ${short(acteur)} : une question`,
        title: 'Une question sur votre demande',
        blocks: [
          says(hello('fr', nom)),
          says('Vous demandez à gérer cette fiche :'),
          nameOf(acteur),
          says('Avant de décider, nous avons besoin d’en savoir plus :'),
          prose(words),
          ...(answerable
            ? [says('Répondez simplement à ce message : votre réponse rejoint votre demande.')]
            : [
                says(`Écrivez à l’équipe de ${place}, en rappelant ce message.`),
                link('Écrire à l’équipe', help),
              ]),
        ],
        why: 'Vous recevez ce message parce que vous avez fait cette demande.',
      }
    : {
        subject: `Your request about ${short(acteur)}: a question`,
        title: 'A question about your request',
        blocks: [
          says(hello('en', nom)),
          says('You ask to manage this page:'),
          nameOf(acteur),
          says('Before we decide, we need to know more:'),
          prose(words),
          ...(answerable
            ? [says('Simply answer this message: your answer joins your request.')]
            : [
                says(`Write to the team of ${place} and mention this message.`),
                link('Write to the team', help),
              ]),
        ],
        why: 'You receive this message because you made this request.',
      }),
  ...footOf(language, answerable),
})

export interface ClaimClosed {
  readonly acteur: string
  readonly outcome: Exclude<ClaimStatus, 'pending'>
  /** The operator's reason for a refusal. */
  readonly reason: string | null
  /** The account of the new member: the recipient's, one to be opened with this address, or another one. */
  readonly account: 'own' | 'chosen' | { readonly toOpen: string }
  /** The page to continue on, for the owner of that account. */
  readonly link?: string
  /** The page that contests a refusal. */
  readonly contest?: string
  /** The code of a letter, entered or on its way; or how a town hall proved itself. Absent without. */
  readonly letter?: 'entered' | 'mailed' | 'siret' | 'on its way'
  /** Answers to this mail are read. */
  readonly answerable: boolean
}

export function claimClosed(language: Language, nom: string, data: ClaimClosed, place: string): Content {
  const { subject, before, after } = (language === 'fr' ? FRENCH : ENGLISH)[data.outcome](place, data)
  return {
    subject: subjectOf(language, subject, [data.acteur]),
    title: subject,
    blocks: [
      says(hello(language, nom)),
      says(before),
      nameOf(data.acteur),
      ...(data.reason === null ? [] : [prose(data.reason)]),
      ...(data.outcome === 'approved' ? aboutLetter(language, data) : []),
      ...after.map(one => (typeof one === 'string' ? says(one) : one)),
      ...(data.outcome === 'approved' ? [] : aboutLetter(language, data)),
      ...(data.link === undefined ? [] : [link(toGoOn(language, data), data.link)]),
    ],
    why:
      language === 'fr'
        ? 'Vous recevez ce message parce que vous avez fait cette demande.'
        : 'You receive this message because you made this request.',
    ...footOf(language, data.answerable),
  }
}

/** A claimant who waits for the code, or entered it, is told that the letter has served. */
function aboutLetter(language: Language, { letter, outcome }: ClaimClosed): Block[] {
  if (letter === undefined) return []
  const t = LETTER[language]
  if (letter === 'on its way') return [says(outcome === 'approved' ? t.notNeeded : t.useless)]
  return outcome === 'approved' ? [says(letter === 'entered' ? t.proved : t[letter])] : []
}
const LETTER = {
  fr: {
    proved:
      'Le code que vous avez reçu par lettre a montré votre lien avec cette fiche. La lettre ne sert plus : vous pouvez la jeter.',
    mailed:
      'Le code envoyé à l’adresse officielle de la mairie a suffi : personne n’a eu à examiner votre demande.',
    siret:
      'Le SIRET de la mairie, donné par votre identification, a suffi : personne n’a eu à examiner votre demande.',
    notNeeded:
      'La lettre avec un code, que nous vous avions annoncée, n’est plus nécessaire : si elle arrive, vous pouvez la jeter.',
    useless: 'Si la lettre que nous vous avions annoncée arrive encore, son code ne sert plus.',
  },
  en: {
    proved:
      'The code that you received by letter showed how you are tied to this page. The letter is of no more use: you can throw it away.',
    mailed:
      'The code sent to the official address of the town hall was enough: nobody had to look at your request.',
    siret:
      'The SIRET of the town hall, given by your sign-in, was enough: nobody had to look at your request.',
    notNeeded:
      'The letter with a code that we announced is no longer needed: if it arrives, you can throw it away.',
    useless: 'If the letter that we announced still arrives, its code is of no more use.',
  },
}

const toGoOn = (language: Language, { account }: ClaimClosed) =>
  account === 'own'
    ? { fr: 'Ouvrir mon espace', en: 'Open my pages' }[language]
    : { fr: 'Ouvrir mon compte', en: 'Open my account' }[language]

interface Words {
  readonly subject: string
  readonly before: string
  readonly after: readonly (string | Block)[]
}
type Outcomes = Record<ClaimClosed['outcome'], (place: string, data: ClaimClosed) => Words>

const FRENCH: Outcomes = {
  approved: (place, { account }) => ({
    subject: 'Votre demande est acceptée',
    before:
      account === 'chosen'
        ? 'Votre demande concernant cette fiche est acceptée :'
        : 'Vous pouvez désormais gérer cette fiche :',
    after: [
      account === 'own'
        ? `Connectez-vous à ${place} : elle vous y attend.`
        : account === 'chosen'
          ? `La fiche est confiée à un compte que l’équipe de ${place} a choisi. Si ce n’est pas le vôtre, écrivez-lui.`
          : `Ouvrez un compte sur ${place} avec l’adresse ${account.toOpen} et confirmez-la : la fiche vous y attend.`,
    ],
  }),
  rejected: (place, data) => ({
    subject: 'Votre demande n’a pas été acceptée',
    before: 'Après examen, nous ne pouvons pas vous confier cette fiche :',
    after: [
      'Cette décision a été prise par une personne.',
      ...howToContest('fr', place, data),
      'Si vous pouvez mieux montrer votre lien avec cette fiche, dites-le de la même façon.',
      OTHER_REMEDIES.fr,
    ],
  }),
  expired: () => ({
    subject: 'Votre demande a expiré',
    before: 'Votre demande de gérer cette fiche n’a pas été traitée à temps :',
    after: ['Elle s’est arrêtée d’elle-même, sans être refusée. Vous pouvez la faire à nouveau.'],
  }),
}

const ENGLISH: Outcomes = {
  approved: (place, { account }) => ({
    subject: 'Your request is accepted',
    before:
      account === 'chosen' ? 'Your request about this page is accepted:' : 'You may now manage this page:',
    after: [
      account === 'own'
        ? `Sign in to ${place}: it is waiting for you there.`
        : account === 'chosen'
          ? `The page was given to an account that the team of ${place} chose. If it is not yours, write to them.`
          : `Open an account on ${place} with the address ${account.toOpen} and confirm it: the page is waiting for you there.`,
    ],
  }),
  rejected: (place, data) => ({
    subject: 'Your request was not accepted',
    before: 'We looked at your request and cannot give you this page:',
    after: [
      'This decision was taken by a person.',
      ...howToContest('en', place, data),
      'If you can better show how you are tied to this page, say so in the same way.',
      OTHER_REMEDIES.en,
    ],
  }),
  expired: () => ({
    subject: 'Your request has expired',
    before: 'Your request to manage this page was not dealt with in time:',
    after: ['It ended by itself and was not refused. You may make it again.'],
  }),
}
