import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    contest: 'Contester…',
    title: 'Contester cette décision',
    message: 'Pourquoi contestez-vous cette décision ?',
    hint: 'Une autre personne la réexaminera et vous répondra par courriel. Une décision se conteste une seule fois.',
    missing: 'Dites pourquoi.',
    keep: 'Ne pas contester',
    now: 'Contester',
    state: {
      pending: (at: string) => `Vous l’avez contestée ${at} : une autre personne la réexamine.`,
      upheld: (at: string) => `Vous l’avez contestée. La décision est maintenue, ${at} :`,
      overturned: (at: string) => `Vous l’avez contestée. La modération est revenue sur sa décision, ${at} :`,
      closed: () => 'Votre contestation est sans objet : la décision a changé depuis.',
    },
  },
  en: {
    contest: 'Contest…',
    title: 'Contest this decision',
    message: 'Why do you contest this decision?',
    hint: 'Another person will look at it again and answer you by e-mail. A decision can be contested once.',
    missing: 'Say why.',
    keep: 'Do not contest',
    now: 'Contest',
    state: {
      pending: (at: string) => `You contested it ${at}: another person looks at it again.`,
      upheld: (at: string) => `You contested it. The decision is upheld, ${at}:`,
      overturned: (at: string) => `You contested it. The decision is overturned, ${at}:`,
      closed: () => 'Your appeal is closed: the decision has changed since.',
    },
  },
})
