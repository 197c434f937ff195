import { texts } from '../words/language.ts'

export const t = texts({
  fr: {
    part: (name: string) => `${name} : cette partie ne peut pas s’afficher.`,
    thisPart: 'Contenu',
    unreported:
      'Le service n’a pas pu être prévenu : il n’y a pas de référence. Dites plutôt l’heure et ce que vous faisiez.',
  },
  en: {
    part: (name: string) => `${name}: this part cannot be shown.`,
    thisPart: 'Content',
    unreported:
      'The service could not be told: there is no reference. Say when it was and what you were doing.',
  },
})
