import { texts } from '../words/language.ts'

export const t = texts({
  fr: {
    title: 'Quelqu’un a enregistré cette partie avant vous',
    about: 'Rien n’est perdu. Voyez ce qui a changé, puis choisissez.',
    theirs: 'Ce qui est enregistré maintenant',
    mine: 'Ce que vous vouliez',
    nothing: 'Rien d’autre.',
    keep: 'Garder ce qui est enregistré',
    insist: 'Enregistrer quand même mon changement',
  },
  en: {
    title: 'Somebody has saved this part before you',
    about: 'Nothing is lost. See what has changed, then choose.',
    theirs: 'What is saved now',
    mine: 'What you wanted',
    nothing: 'Nothing else.',
    keep: 'Keep what is saved',
    insist: 'Save my change all the same',
  },
})
