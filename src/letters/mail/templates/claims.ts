import type { Language } from '../../../kernel/refusals/errors.ts'
import { ANSWERS, AT, HELP } from './example-data.ts'
import { type Content, link, prose, quietLink, says } from './layout.ts'
import { footOf, hello, moment, nameOf, short } from './words.ts'

/** Mails about an open claim: to the claimant, and to the owners of the acteur. */

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
claimReceived.examples = [{ acteur: 'Club de judo', until: AT }] satisfies ClaimReceived[]

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
claimMade.examples = [
  { acteur: 'Club de judo', at: AT, answerable: true, ...ANSWERS },
  { acteur: 'Club de judo', at: AT, answerable: false, ...ANSWERS },
] satisfies ClaimMade[]

interface ClaimQuestion {
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
claimQuestion.examples = [
  {
    acteur: 'Club de judo',
    words: 'Pouvez-vous nous écrire depuis l’adresse du club ?',
    help: HELP,
    answerable: true,
  },
] satisfies ClaimQuestion[]
