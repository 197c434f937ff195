import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    title: 'Résumé par courriel',
    about:
      'Ce qui attend dans ce qui vous est ouvert, et depuis quand. Rien n’est envoyé quand rien n’attend.',
    frequency: 'Me l’envoyer',
    saved: 'C’est enregistré.',
  },
  en: {
    title: 'Digest by mail',
    about: 'What waits in what is open to you, and since when. Nothing is sent when nothing waits.',
    frequency: 'Send it to me',
    saved: 'Saved.',
  },
})
