import { texts } from '../words/language.ts'

export const t = texts({
  fr: {
    title: 'Le fichier de la commune',
    about:
      'Tout ce que la commune a publié ici, en un seul fichier : publications, agenda, acteurs, images, documents et anciennes adresses. Vous pouvez le garder, ou le remettre dans un autre Parvis. Il ne contient aucun compte ni aucun mot de passe.',
    take: 'Télécharger le fichier',
    begun:
      'Le téléchargement commence. Avec beaucoup d’images, il peut durer plusieurs minutes : laissez le navigateur ouvert.',
  },
  en: {
    title: 'The file of the commune',
    about:
      'Everything that the commune published here, in one file: publications, events, acteurs, pictures, documents and former addresses. Keep it, or put it into another Parvis. It holds no account and no password.',
    take: 'Download the file',
    begun: 'The download begins. With many pictures it may take minutes: leave the browser open.',
  },
})
