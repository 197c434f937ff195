import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    limit: 'Pour qui agit-elle ?',
    kinds: {
      acteur: 'Un acteur',
      communes: 'Les acteurs de communes',
      epcis: 'Les acteurs d’intercommunalités',
    },
    add: { communes: 'Ajouter une commune', epcis: 'Ajouter une intercommunalité' },
    missing: 'Choisissez pour qui la clé agit.',
  },
  en: {
    limit: 'For whom does it act?',
    kinds: {
      acteur: 'One acteur',
      communes: 'The acteurs of communes',
      epcis: 'The acteurs of intercommunalities',
    },
    add: { communes: 'Add a commune', epcis: 'Add an intercommunality' },
    missing: 'Choose for whom the key acts.',
  },
})
