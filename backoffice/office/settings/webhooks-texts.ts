import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    limit: 'De quoi le prévenir ?',
    kinds: {
      all: 'De tout',
      acteur: 'De ce qui touche un acteur',
      communes: 'De ce qui touche des communes',
      epcis: 'De ce qui touche des intercommunalités',
    },
    add: { communes: 'Ajouter une commune', epcis: 'Ajouter une intercommunalité' },
    missing: 'Choisissez de quoi le prévenir.',
  },
  en: {
    limit: 'What does it hear of?',
    kinds: {
      all: 'Everything',
      acteur: 'What concerns an acteur',
      communes: 'What concerns communes',
      epcis: 'What concerns intercommunalities',
    },
    add: { communes: 'Add a commune', epcis: 'Add an intercommunality' },
    missing: 'Choose what it hears of.',
  },
})
