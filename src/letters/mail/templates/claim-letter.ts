import type { Language } from '../../../kernel/refusals/errors.ts'
import { LINK } from './example-data.ts'
import { type Content, link, says } from './layout.ts'
import { footOf, hello, nameOf, short } from './words.ts'

interface ClaimLetter {
  readonly acteur: string
  /** The claims of the recipient, or the form that opens an account with this address. */
  readonly link: string
  readonly toOpen: boolean
  readonly answerable: boolean
}

/** A letter with a code is on its way to the acteur: where its claimant enters the code. */
export const claimLetter = (
  language: Language,
  nom: string,
  { acteur, link: page, toOpen, answerable }: ClaimLetter,
): Content => ({
  ...(language === 'fr'
    ? {
        subject: `Votre demande pour ${short(acteur)} : une lettre avec un code`,
        title: 'Une lettre avec un code va arriver',
        blocks: [
          says(hello('fr', nom)),
          says('Vous demandez à gérer cette fiche :'),
          nameOf(acteur),
          says(
            'Nous envoyons une lettre à l’adresse postale de cet organisme. Elle contient un code de huit caractères, valable 30 jours.',
          ),
          says(
            toOpen
              ? 'Quand vous l’aurez, ouvrez un compte avec cette adresse, puis saisissez le code dans « Mes demandes ».'
              : 'Quand vous l’aurez, saisissez le code dans « Mes demandes ».',
          ),
          link(toOpen ? 'Ouvrir mon compte' : 'Saisir le code', page),
        ],
        why: 'Vous recevez ce message parce que vous avez fait cette demande.',
      }
    : {
        subject: `Your request about ${short(acteur)}: a letter with a code`,
        title: 'A letter with a code is on its way',
        blocks: [
          says(hello('en', nom)),
          says('You ask to manage this page:'),
          nameOf(acteur),
          says(
            'We send a letter to the postal address of this organisation. It holds a code of eight characters, valid for 30 days.',
          ),
          says(
            toOpen
              ? 'Once you have it, open an account with this address, then enter the code in “My requests”.'
              : 'Once you have it, enter the code in “My requests”.',
          ),
          link(toOpen ? 'Open my account' : 'Enter the code', page),
        ],
        why: 'You receive this message because you made this request.',
      }),
  ...footOf(language, answerable),
})
claimLetter.examples = [
  { acteur: 'Club de judo', link: LINK, toOpen: false, answerable: true },
  { acteur: 'Club de judo', link: LINK, toOpen: true, answerable: false },
] satisfies ClaimLetter[]
