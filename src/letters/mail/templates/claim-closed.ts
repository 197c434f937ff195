import { OTHER_REMEDIES } from '../../../../shared/words/appeals.ts'
import type { ClaimStatus } from '../../../../shared/words/claims.ts'
import type { Language } from '../../../kernel/refusals/errors.ts'
import { CONTEST, LINK } from './example-data.ts'
import { type Block, type Content, link, prose, says } from './layout.ts'
import { footOf, hello, howToContest, nameOf, subjectOf } from './words.ts'

/** The mail that tells the claimant the outcome of a claim. */

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
claimClosed.examples = [
  {
    acteur: 'Club de judo',
    outcome: 'approved',
    reason: null,
    account: 'own',
    answerable: false,
    link: LINK,
    letter: 'entered',
  },
  {
    acteur: 'Club de judo',
    outcome: 'approved',
    reason: null,
    account: { toOpen: 'jeanne@example.fr' },
    link: LINK,
    answerable: false,
  },
  { acteur: 'Club de judo', outcome: 'approved', reason: null, account: 'chosen', answerable: false },
  {
    acteur: 'Club de judo',
    outcome: 'rejected',
    reason: 'Écrivez-nous depuis l’adresse du club.',
    account: 'own',
    answerable: true,
    contest: CONTEST,
  },
  {
    acteur: 'Club de judo',
    outcome: 'expired',
    reason: null,
    account: 'own',
    answerable: false,
    letter: 'on its way',
  },
] satisfies ClaimClosed[]

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
