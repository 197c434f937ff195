import { counted, number } from '../words/format.ts'
import { texts } from '../words/language.ts'

export const t = texts({
  fr: {
    title: 'Accueil',
    hello: (name: string) => `Bonjour ${name}`,
    nothing: 'Rien n’attend.',
    pending: (n: number) => counted(n, 'publication attend', 'publications attendent'),
    oldest: (date: string) => `, la plus ancienne depuis ${date}`,
    reported: (n: number) => counted(n, 'publication est signalée', 'publications sont signalées'),
    duplicates: (n: number) =>
      `${counted(n, 'publication dit', 'publications disent')} la même chose qu'une autre`,
    scheduled: (n: number) => counted(n, 'publication est programmée', 'publications sont programmées'),
    imports: (n: number) => `${counted(n, 'import est', 'imports sont')} en échec`,
    mails: (n: number) => `${counted(n, 'courriel n’est pas parti', 'courriels ne sont pas partis')}`,
    payments: (n: number) => `${counted(n, 'paiement est', 'paiements sont')} en échec`,
    curves: 'Depuis 30 jours',
    kinds: {
      proposed: (n: number) => (n > 1 ? 'proposées' : 'proposée'),
      published: (n: number) => (n > 1 ? 'publiées' : 'publiée'),
      rejected: (n: number) => (n > 1 ? 'refusées' : 'refusée'),
      reported: (n: number) => (n > 1 ? 'signalées' : 'signalée'),
    },
    sum: (n: number, kind: string) => `${number(n)} ${kind} en 30 jours`,
    mine: (n: number) => `Vous avez traité ${counted(n, 'publication', 'publications')} aujourd'hui.`,
  },
  en: {
    title: 'Home',
    hello: (name: string) => `Hello ${name}`,
    nothing: 'Nothing is waiting.',
    pending: (n: number) => `${counted(n, 'publication is', 'publications are')} waiting`,
    oldest: (date: string) => `, the oldest since ${date}`,
    reported: (n: number) => `${counted(n, 'publication is', 'publications are')} reported`,
    duplicates: (n: number) => `${counted(n, 'publication says', 'publications say')} the same as another`,
    scheduled: (n: number) => `${counted(n, 'publication is', 'publications are')} scheduled`,
    imports: (n: number) => `${counted(n, 'import is', 'imports are')} failing`,
    mails: (n: number) => `${counted(n, 'mail has', 'mails have')} not left`,
    payments: (n: number) => `${counted(n, 'payment is', 'payments are')} failing`,
    curves: 'The last 30 days',
    kinds: {
      proposed: (_: number) => 'proposed',
      published: (_: number) => 'published',
      rejected: (_: number) => 'rejected',
      reported: (_: number) => 'reported',
    },
    sum: (n: number, kind: string) => `${number(n)} ${kind} in 30 days`,
    mine: (n: number) => `You have dealt with ${counted(n, 'publication', 'publications')} today.`,
  },
})
