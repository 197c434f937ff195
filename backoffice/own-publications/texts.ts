import { texts } from '../words/language.ts'

export const t = texts({
  fr: {
    title: 'Mes publications',
    state: {
      online: 'En ligne',
      waiting: 'En attente',
      planned: 'Programmée',
      refused: 'Refusée',
      hidden: 'Retirée',
    },
    said: {
      online: (at: string) => `visible depuis ${at}`,
      planned: (at: string) => `visible ${at}`,
      waiting: (at: string) => `relue par la modération, envoyée ${at}`,
      refused: 'personne ne la voit',
      hidden: 'personne ne la voit',
    },
    nothing: 'Rien pour le moment.',
  },
  en: {
    title: 'My publications',
    state: {
      online: 'Online',
      waiting: 'Waiting',
      planned: 'Scheduled',
      refused: 'Refused',
      hidden: 'Taken back',
    },
    said: {
      online: (at: string) => `visible since ${at}`,
      planned: (at: string) => `visible ${at}`,
      waiting: (at: string) => `read by the moderators, sent ${at}`,
      refused: 'nobody sees it',
      hidden: 'nobody sees it',
    },
    nothing: 'Nothing for now.',
  },
})
