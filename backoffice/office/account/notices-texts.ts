import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    title: 'Notifications de ce navigateur',
    label: 'M’avertir dans cet onglet',
    hint: 'Une notification quand du travail arrive et que cet onglet, ouvert, n’est pas à l’écran. Elle dit combien, sans nommer personne.',
    shown: 'Les notifications s’afficheront ici.',
    denied: 'Ce navigateur les refuse pour ce site : autorisez-les dans ses réglages, puis revenez ici.',
    unsupported: 'Ce navigateur ne sait pas afficher de notifications pour ce site.',
  },
  en: {
    title: 'Notifications of this browser',
    label: 'Notify me in this tab',
    hint: 'A notification when work arrives while this tab is open and not on screen. It says how much, and names nobody.',
    shown: 'Notifications will appear here.',
    denied: 'This browser refuses them for this site: allow them in its settings, then come back.',
    unsupported: 'This browser cannot show notifications for this site.',
  },
})
