import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    title: 'Dans la commune',
    about: 'Ce que les associations, les commerces et les autres publient pour votre commune.',
    search: 'Chercher dans la commune',
    nothing: 'Personne d’autre ne publie pour votre commune en ce moment.',
    nothingFound: 'Aucune publication ne correspond.',
    showAll: 'Tout afficher',
    notYours: 'Cette page est celle des mairies.',
    hold: 'Retenir…',
    held: (title: string) => `« ${title} » est retenue. La modération la relit.`,
    asked: {
      title: (title: string) => `Retenir « ${title} » ?`,
      about: 'Les habitants ne la voient plus, le temps que la modération la relise et décide.',
      reason: 'Pourquoi ?',
      reasonHint: 'Une phrase suffit : la date est fausse, la salle n’est pas réservée…',
      noReason: 'Dites en quelques mots ce qui ne va pas.',
      do: 'Retenir',
      not: 'Ne pas retenir',
    },
  },
  en: {
    title: 'In the commune',
    about: 'What associations, shops and others publish for your commune.',
    search: 'Search the commune',
    nothing: 'Nobody else publishes for your commune at the moment.',
    nothingFound: 'No publication fits.',
    showAll: 'Show all',
    notYours: 'This page is for town halls.',
    hold: 'Hold…',
    held: (title: string) => `“${title}” is held. The moderators read it again.`,
    asked: {
      title: (title: string) => `Hold “${title}”?`,
      about: 'People no longer see it until the moderators have read it again and decided.',
      reason: 'Why?',
      reasonHint: 'One sentence is enough: the date is wrong, the hall is not booked…',
      noReason: 'Say in a few words what is wrong.',
      do: 'Hold',
      not: 'Do not hold',
    },
  },
})
