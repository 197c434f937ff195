import { texts } from '../kit/words/language.ts'

/** Notices name no person: colleagues may see the screen. */
export const t = texts({
  fr: {
    pending: (n: number) =>
      n > 1 ? `${n} nouvelles publications à relire` : 'Une nouvelle publication à relire',
    reported: (n: number) => (n > 1 ? `${n} publications signalées` : 'Une publication signalée'),
    claims: (n: number) => (n > 1 ? `${n} nouvelles demandes` : 'Une nouvelle demande'),
    awaiting: (n: number) => (n > 1 ? `${n} nouveaux messages` : 'Un nouveau message'),
  },
  en: {
    pending: (n: number) => (n > 1 ? `${n} new publications to review` : 'A new publication to review'),
    reported: (n: number) => (n > 1 ? `${n} reported publications` : 'A reported publication'),
    claims: (n: number) => (n > 1 ? `${n} new claims` : 'A new claim'),
    awaiting: (n: number) => (n > 1 ? `${n} new messages` : 'A new message'),
  },
})
