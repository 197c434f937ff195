import { each } from '../../../shared/fields/field.ts'
import { PLACE_FIELDS } from '../../../shared/fields/places.ts'
import { number } from '../words/format.ts'
import { texts } from '../words/language.ts'

export const t = texts({
  fr: {
    title: 'La page des habitants',
    about:
      'La place est la page publique de la commune : tout le monde peut la lire, sans compte. Vous choisissez ici son apparence.',
    labels: { ...each(PLACE_FIELDS, 'fr'), teinte: 'Couleur', mot: 'Présentation' },
    subscribers: (count: number | null) =>
      `« La semaine » par courriel : ${count === null ? 'moins de 5' : number(count)} abonnés.`,
    motHint: 'Une ou deux phrases, sous le nom de la commune.',
    open: 'La place est ouverte aux habitants',
    openHint: 'Fermée, elle ne montre plus rien et les moteurs de recherche l’oublient.',
    save: 'Enregistrer',
    same: 'Rien à enregistrer',
    saved: 'C’est enregistré. Les habitants le verront d’ici une minute.',
    seen: 'Aperçu',
    sample: 'Agenda',
    visit: 'Voir notre place',
    soon: '(dans un nouvel onglet)',
    closed: 'La place est fermée : personne ne peut la lire pour l’instant.',
    blason: {
      title: 'Blason ou logo',
      about: 'Sans image, un écusson de la couleur choisie est montré.',
      choose: 'Choisir une image',
      chooseHint: 'JPEG, PNG, WebP ou SVG.',
      crop: 'Cadrer l’image',
      size: 'Taille',
      across: 'Vers la gauche ou la droite',
      down: 'Vers le haut ou le bas',
      use: 'Prendre cette image',
      not: 'Ne pas la prendre',
      remove: 'Enlever l’image',
      unreadable:
        'Ce fichier n’est pas une image que le navigateur sait lire. Essayez avec un PNG ou un JPEG.',
      noMairie:
        'L’image appartient à l’acteur mairie de la commune : seuls ses membres et les administrateurs la choisissent.',
    },
  },
  en: {
    title: 'The page of the residents',
    about:
      'The place is the public page of the commune: everybody may read it, without an account. Choose how it looks.',
    labels: { ...each(PLACE_FIELDS, 'en'), teinte: 'Colour', mot: 'Introduction' },
    subscribers: (count: number | null) =>
      `Weekly mail: ${count === null ? 'fewer than 5' : number(count)} subscribers.`,
    motHint: 'A sentence or two, below the name of the commune.',
    open: 'The place is open to residents',
    openHint: 'Closed, it shows nothing, and search engines forget it.',
    save: 'Save',
    same: 'Nothing to save',
    saved: 'Saved. Residents will see it within a minute.',
    seen: 'Preview',
    sample: 'Agenda',
    visit: 'Open our place',
    soon: '(in a new tab)',
    closed: 'The place is closed: nobody can read it for now.',
    blason: {
      title: 'Coat of arms or logo',
      about: 'Without a picture, a shield in the chosen colour is shown.',
      choose: 'Choose a picture',
      chooseHint: 'JPEG, PNG, WebP or SVG.',
      crop: 'Crop the picture',
      size: 'Size',
      across: 'To the left or right',
      down: 'Up or down',
      use: 'Use this picture',
      not: 'Do not use it',
      remove: 'Remove the picture',
      unreadable: 'This file is no picture that the browser can read. Try a PNG or a JPEG.',
      noMairie:
        'The picture belongs to the acteur that is the town hall: only its members and administrators choose it.',
    },
  },
})
