import type { Language } from '../../../kernel/refusals/errors.ts'
import { LINK } from './example-data.ts'
import { type Content, heading, link, says } from './layout.ts'
import { duration, hello, nameOf, short } from './words.ts'

interface OfficialCode {
  readonly acteur: string
  /** The proven address of the account that asks. */
  readonly account: string | null
  readonly code: string
  readonly minutes: number
  /** Where the code is entered. */
  readonly link: string
}

/** To the official address of a town hall: whoever reads it may be another person than the one who asks. */
export const officialCode = (
  language: Language,
  _nom: string,
  { acteur, account, code, minutes, link: page }: OfficialCode,
  place: string,
): Content =>
  language === 'fr'
    ? {
        subject: `Code pour la page de ${short(acteur)} sur ${place}`,
        title: 'Un code pour tenir la page de la mairie',
        blocks: [
          says(hello('fr', '')),
          says(
            account === null
              ? 'Une personne demande à tenir cette page au nom de la mairie :'
              : `Le compte ${account} demande à tenir cette page au nom de la mairie :`,
          ),
          nameOf(acteur),
          says('Voici le code qui lui donne cet accès, aussitôt et sans autre vérification :'),
          heading(code),
          says(`Il est valable ${duration('fr', minutes)} et ne sert qu’une fois.`),
          link('Saisir le code', page),
          says(
            'Ne donnez ce code qu’à une personne de la mairie que vous connaissez. Ni notre équipe ni personne ne vous le demandera par téléphone.',
          ),
          says(
            'Personne à la mairie n’a fait cette demande ? Ne faites rien : sans le code, rien ne change.',
          ),
        ],
        why: 'Vous recevez ce message parce que l’annuaire de l’administration donne cette adresse pour la mairie.',
      }
    : {
        subject: `Code for the page of ${short(acteur)} on ${place}`,
        title: 'A code to manage the page of the town hall',
        blocks: [
          says(hello('en', '')),
          says(
            account === null
              ? 'Somebody asks to manage this page for the town hall:'
              : `The account ${account} asks to manage this page for the town hall:`,
          ),
          nameOf(acteur),
          says('This is the code that gives them access, at once and without any other check:'),
          heading(code),
          says(`It is good for ${duration('en', minutes)} and works once.`),
          link('Enter the code', page),
          says(
            'Give this code only to a person of the town hall whom you know. Neither our team nor anybody else asks for it by telephone.',
          ),
          says('Nobody at the town hall asked for this? Do nothing: without the code nothing changes.'),
        ],
        why: 'You receive this message because the national directory gives this address for the town hall.',
      }
officialCode.examples = [
  {
    acteur: 'Mairie de Saint-Benoît',
    account: 'jeanne@example.fr',
    code: 'K7QM-2XWD',
    minutes: 60,
    link: LINK,
  },
] satisfies OfficialCode[]
