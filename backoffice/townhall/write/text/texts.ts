import { counted } from '../../../kit/words/format.ts'
import { texts } from '../../../kit/words/language.ts'

export const t = texts({
  fr: {
    link: {
      title: 'Mettre un lien',
      change: 'Modifier le lien',
      words: 'Mots à afficher',
      address: 'Adresse',
      hint: 'Une page (mairie.fr), une adresse électronique ou un numéro de téléphone.',
      wrong: 'Cette adresse ne va pas : écrivez mairie.fr, accueil@mairie.fr ou 02 38 35 00 00.',
      not: 'Annuler',
      remove: 'Enlever le lien',
      put: 'Mettre le lien',
      save: 'Enregistrer le lien',
    },
    pasted: {
      without: (what: readonly string[]) => `Collé sans : ${what.join(', ')}.`,
      tables: (n: number) =>
        n === 1
          ? 'Un tableau est devenu des lignes : relisez-les.'
          : `${n} tableaux sont devenus des lignes : relisez-les.`,
      picture: 'Une image ne se colle pas dans le texte : ajoutez-la dans « Photos et documents ».',
    },
    dropped: {
      images: (n: number) => counted(n, 'image', 'images'),
      media: (n: number) => counted(n, 'vidéo ou son', 'vidéos ou sons'),
      links: (n: number) => counted(n, 'lien sans adresse complète', 'liens sans adresse complète'),
      colours: 'les couleurs',
      italics: 'l’italique',
      underlines: 'le souligné',
      strikes: 'le barré',
    },
  },
  en: {
    link: {
      title: 'Put a link',
      change: 'Change the link',
      words: 'Words to show',
      address: 'Address',
      hint: 'A page (mairie.fr), an e-mail address or a telephone number.',
      wrong: 'This address will not do: write mairie.fr, accueil@mairie.fr or 02 38 35 00 00.',
      not: 'Cancel',
      remove: 'Take the link off',
      put: 'Put the link',
      save: 'Save the link',
    },
    pasted: {
      without: (what: readonly string[]) => `Pasted without: ${what.join(', ')}.`,
      tables: (n: number) =>
        n === 1 ? 'A table became lines: read them again.' : `${n} tables became lines: read them again.`,
      picture: 'A picture cannot be pasted into the text: add it to “Photographs and documents”.',
    },
    dropped: {
      images: (n: number) => counted(n, 'picture', 'pictures'),
      media: (n: number) => counted(n, 'video or sound', 'videos or sounds'),
      links: (n: number) => counted(n, 'link without a whole address', 'links without a whole address'),
      colours: 'colours',
      italics: 'italics',
      underlines: 'underlining',
      strikes: 'strike-through',
    },
  },
})
