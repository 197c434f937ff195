import { texts } from '../kit/words/language.ts'

export const t = texts({
  fr: {
    skip: 'Aller au contenu',
    main: 'Principale',
    more: 'Plus',
    forWhom: 'Pour qui publiez-vous ?',
    change: (name: string) => `${name}, changer`,
    otherHouse: 'Traiter les publications et les demandes',
  },
  en: {
    skip: 'Go to the content',
    main: 'Main',
    more: 'More',
    forWhom: 'For whom do you publish?',
    change: (name: string) => `${name}, change`,
    otherHouse: 'Treat publications and requests',
  },
})
