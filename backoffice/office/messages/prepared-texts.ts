import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    about: 'Toute l’équipe les partage.',
    variables:
      'Parvis remplace {{nom}}, {{sujet}}, {{commune}} et {{agent}} par ce qu’il sait de la conversation.',
    body: 'Texte',
    none: 'Aucune réponse préparée pour le moment.',
  },
  en: {
    about: 'The whole team shares them.',
    variables: 'Parvis replaces {{nom}}, {{sujet}}, {{commune}} and {{agent}} by what it knows.',
    body: 'Text',
    none: 'No prepared answer yet.',
  },
})
