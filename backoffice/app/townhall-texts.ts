import { texts } from '../kit/words/language.ts'

export const t = texts({
  fr: {
    skip: 'Aller au contenu',
    main: 'Principale',
    more: 'Plus',
    forWhom: 'Pour qui publiez-vous ?',
    change: (name: string) => `${name}, changer`,
    otherHouse: 'Traiter les publications et les demandes',
    screens: {
      publications: 'Mes publications',
      commune: 'Dans la commune',
      fiche: 'Notre page',
      place: 'Notre place',
      aide: 'Aide',
    },
  },
  en: {
    skip: 'Go to the content',
    main: 'Main',
    more: 'More',
    forWhom: 'For whom do you publish?',
    change: (name: string) => `${name}, change`,
    otherHouse: 'Treat publications and requests',
    screens: {
      publications: 'My publications',
      commune: 'In the commune',
      fiche: 'Our page',
      place: 'Our place',
      aide: 'Help',
    },
  },
})
