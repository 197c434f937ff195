import { texts } from '../../kit/words/language.ts'
import { french } from '../../kit/words/typography.ts'

export const t = texts({
  fr: {
    title: 'Lettre avec un code',
    explain:
      'Un code de huit caractères est créé, valable 30 jours et cinq essais. La lettre s’imprime sur une page, à l’adresse postale connue de l’organisme. La personne est prévenue par courriel de l’endroit où saisir le code.',
    issue: 'Créer le code',
    print: 'Imprimer la lettre',
    again: 'Créer un autre code',
    fromRegister: 'Adresse de la mairie selon l’annuaire de l’administration.',
    fromPage: 'Adresse écrite sur la fiche : vérifiez qu’elle est bien celle de l’organisme.',
    noPostcode: 'Le code postal n’est pas certain : écrivez-le à la main, ou dans l’adresse de la fiche.',
    noAddress: 'Aucune adresse postale n’est connue : écrivez-la d’abord sur la fiche, ou à la main.',
  },
  en: {
    title: 'Letter with a code',
    explain:
      'A code of eight characters is made, valid for 30 days and five attempts. The letter is printed on one page, to the known postal address of the organisation. The person is told by mail where to enter the code.',
    issue: 'Make the code',
    print: 'Print the letter',
    again: 'Make another code',
    fromRegister: 'The address of the town hall, by the national directory.',
    fromPage: 'The address on the page: check that it is the organisation’s.',
    noPostcode: 'The postcode is uncertain: write it by hand, or into the address of the page.',
    noAddress: 'No postal address is known: write it on the page first, or by hand.',
  },
})

const DAY = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' })

export const LETTER = {
  day: (at: Date) => DAY.format(at),
  subject: (acteur: string) => french(`Objet : un code pour la page « ${acteur} »`),
  hello: 'Madame, Monsieur,',
  why: (from: string) =>
    french(
      `Une personne demande à gérer, sur ${from}, la page de l’organisme nommé ci-dessus. Pour vérifier qu’elle parle bien en son nom, nous envoyons ce code à votre adresse postale :`,
    ),
  how: (until: string) =>
    french(
      `Si la demande vient de vous ou d’un de vos collègues, saisissez ce code, ou remettez-lui cette lettre, avant le ${until}. Il se saisit dans « Mes demandes », à cette adresse :`,
    ),
  stranger: french(
    'Si vous ne connaissez pas cette demande, ne donnez ce code à personne : sans lui, elle n’est pas confirmée. Vous n’avez rien d’autre à faire.',
  ),
  close: (from: string) => `L’équipe de ${from}`,
}
