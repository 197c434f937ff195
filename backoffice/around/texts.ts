import { texts } from '../words/language.ts'

export const t = texts({
  fr: {
    title: 'Dans la commune',
    about: 'Ce que les associations, les commerces et les autres publient pour votre commune.',
    nothing: 'Personne d’autre ne publie pour votre commune en ce moment.',
  },
  en: {
    title: 'In the commune',
    about: 'What associations, shops and others publish for your commune.',
    nothing: 'Nobody else publishes for your commune at the moment.',
  },
})
