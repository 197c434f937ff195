import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    title: 'Courriels sur ce qui attend',
    about:
      'Un résumé de ce qui attend dans ce qui vous est ouvert, et depuis quand. Rien n’est envoyé quand rien n’attend.',
    frequency: 'Me l’envoyer',
    alerts: 'Me prévenir aussitôt',
    alertsHint:
      'Un courriel quand plusieurs personnes signalent une publication, ou quand une alerte attend une décision. Six par heure au plus : le suivant résume les autres.',
  },
  en: {
    title: 'Mails about what waits',
    about:
      'A digest of what waits in what is open to you, and since when. Nothing is sent when nothing waits.',
    frequency: 'Send it to me',
    alerts: 'Tell me at once',
    alertsHint:
      'A mail when several people report a publication, or when an alert waits for a decision. Six an hour at most: the next one sums up the others.',
  },
})
