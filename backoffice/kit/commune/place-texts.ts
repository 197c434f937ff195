import { each } from '../../../shared/fields/field.ts'
import { PLACE_FIELDS } from '../../../shared/fields/places.ts'
import { counted, number } from '../words/format.ts'
import { texts } from '../words/language.ts'

/** How many there are on a page of a list, and whether there are more. */
export interface CountedPage {
  readonly n: number
  readonly isMore: boolean
}

export const t = texts({
  fr: {
    title: 'La page des habitants',
    about:
      'La place est la page publique de la commune : tout le monde peut la lire, sans compte. Vous choisissez ici son apparence.',
    labels: { ...each(PLACE_FIELDS, 'fr'), teinte: 'Couleur', mot: 'Présentation' },
    subscribers: (count: number | null) =>
      `« La semaine » par courriel : ${count === null ? 'moins de 5' : number(count)} abonnés.`,
    devices: (count: number | null) =>
      `Alertes : ${count === null ? 'moins de 5' : number(count)} téléphones ou ordinateurs les suivent.`,
    motHint: 'Une ou deux phrases, sous le nom de la commune.',
    open: 'La place est ouverte aux habitants',
    openHint: 'Fermée, elle ne montre plus rien et les moteurs de recherche l’oublient.',
    close: {
      title: 'Fermer la place ?',
      about: (alerts: CountedPage, events: CountedPage) => {
        const lost = [
          ...(alerts.n > 0 ? [counted(alerts.n, 'alerte en vigueur', 'alertes en vigueur')] : []),
          ...(events.n > 0
            ? [`${events.isMore ? 'plus de ' : ''}${number(events.n)} rendez-vous à venir`]
            : []),
        ]
        return `Tout disparaît aux yeux des habitants${lost.length > 0 ? `, dont ${lost.join(' et ')}` : ''}. Vous pourrez la rouvrir quand vous voulez.`
      },
      do: 'Fermer la place',
      not: 'La laisser ouverte',
    },
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
      kinds: 'JPEG, PNG, WebP ou SVG.',
      choose: 'Choisir une image',
      other: 'Choisir une autre image',
      crop: 'Cadrer l’image',
      size: 'Taille',
      across: 'Vers la gauche ou la droite',
      down: 'Vers le haut ou le bas',
      use: 'Prendre cette image',
      not: 'Ne pas la prendre',
      remove: 'Enlever l’image',
      unreadable:
        'Ce fichier n’est pas une image que le navigateur sait lire. Essayez avec un PNG ou un JPEG.',
      empty:
        'Ce fichier est vide : il n’a peut-être pas fini d’arriver sur cet appareil. Ouvrez-le, puis choisissez-le à nouveau.',
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
    devices: (count: number | null) =>
      `Alerts: ${count === null ? 'fewer than 5' : number(count)} devices follow them.`,
    motHint: 'A sentence or two, below the name of the commune.',
    open: 'The place is open to residents',
    openHint: 'Closed, it shows nothing, and search engines forget it.',
    close: {
      title: 'Close the place?',
      about: (alerts: CountedPage, events: CountedPage) => {
        const lost = [
          ...(alerts.n > 0 ? [counted(alerts.n, 'alert in force', 'alerts in force')] : []),
          ...(events.n > 0
            ? [`${events.isMore ? 'more than ' : ''}${counted(events.n, 'event to come', 'events to come')}`]
            : []),
        ]
        return `Residents no longer see any of it${lost.length > 0 ? `, nor ${lost.join(' and ')}` : ''}. You can open it again whenever you like.`
      },
      do: 'Close the place',
      not: 'Keep it open',
    },
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
      kinds: 'JPEG, PNG, WebP or SVG.',
      choose: 'Choose a picture',
      other: 'Choose another picture',
      crop: 'Crop the picture',
      size: 'Size',
      across: 'To the left or right',
      down: 'Up or down',
      use: 'Use this picture',
      not: 'Do not use it',
      remove: 'Remove the picture',
      unreadable: 'This file is no picture that the browser can read. Try a PNG or a JPEG.',
      empty: 'This file is empty: it may not have arrived on this device yet. Open it, then choose it again.',
      noMairie:
        'The picture belongs to the acteur that is the town hall: only its members and administrators choose it.',
    },
  },
})
