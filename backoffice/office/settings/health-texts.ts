import { counted } from '../../kit/words/format.ts'
import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    title: 'Santé du service',
    fine: 'Rien à réparer.',
    wrong: (n: number) => `${counted(n, 'chose est', 'choses sont')} à réparer.`,
    worth: (n: number) => `${counted(n, 'chose', 'choses')} à savoir.`,
    inOrder: (n: number) => `${n} en ordre`,
    state: { ok: 'en ordre', note: 'à savoir', wrong: 'à réparer' },
    again: 'Regarder de nouveau',
    lookedAt: (when: string) => `Regardé ${when}.`,
    toMails: 'Voir les courriels',
    toJobs: 'Voir les travaux',
    toPayments: 'Voir les paiements',
  },
  en: {
    title: 'Health of the service',
    fine: 'Nothing to mend.',
    wrong: (n: number) => `${counted(n, 'thing has', 'things have')} to be mended.`,
    worth: (n: number) => `${counted(n, 'thing is', 'things are')} worth knowing.`,
    inOrder: (n: number) => `${n} fine`,
    state: { ok: 'fine', note: 'worth knowing', wrong: 'to mend' },
    again: 'Look again',
    lookedAt: (when: string) => `Looked at ${when}.`,
    toMails: 'See the mails',
    toJobs: 'See the jobs',
    toPayments: 'See the payments',
  },
})
