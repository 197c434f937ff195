import { counted, number } from '../../kit/words/format.ts'
import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    hello: (name: string) => `Bonjour ${name}`,
    limited: (role: string, places: string) => `${role} : ${places} seulement.`,
    nothing: 'Rien n’attend.',
    broken: 'Voir la santé du service',
    pending: (n: number) => counted(n, 'publication attend', 'publications attendent'),
    oldest: (date: string) => `, la plus ancienne depuis ${date}`,
    late: (n: number, hours: number) =>
      `${counted(n, 'publication attend', 'publications attendent')} depuis plus de ${hours} h`,
    lateClaims: (n: number, hours: number) =>
      `${counted(n, 'demande attend', 'demandes attendent')} depuis plus de ${hours} h`,
    lateMessages: (n: number, hours: number) =>
      `${counted(n, 'message attend', 'messages attendent')} une réponse depuis plus de ${hours} h`,
    reported: (n: number) => counted(n, 'publication est signalée', 'publications sont signalées'),
    duplicates: (n: number) =>
      `${counted(n, 'publication dit', 'publications disent')} la même chose qu’une autre`,
    claims: (n: number) => counted(n, 'demande attend', 'demandes attendent'),
    byCode: (n: number) =>
      counted(
        n,
        'mairie a prouvé son identité ces sept derniers jours',
        'mairies ont prouvé leur identité ces sept derniers jours',
      ),
    appeals: (n: number) => counted(n, 'contestation attend', 'contestations attendent'),
    messages: (n: number) => counted(n, 'message attend une réponse', 'messages attendent une réponse'),
    undelivered: (n: number) => counted(n, 'réponse n’est pas arrivée', 'réponses ne sont pas arrivées'),
    syncs: (n: number) =>
      `${counted(n, 'mise à jour des défibrillateurs est', 'mises à jour des défibrillateurs sont')} en échec`,
    imports: (n: number) => `${counted(n, 'import est', 'imports sont')} en échec`,
    mails: (n: number) => `${counted(n, 'courriel n’est pas parti', 'courriels ne sont pas partis')}`,
    jobs: (n: number) => `${counted(n, 'travail de fond est', 'travaux de fond sont')} en échec`,
    payments: (n: number) => `${counted(n, 'paiement est', 'paiements sont')} en échec`,
    inAll: (publications: number, acteurs: number) =>
      `En tout : ${counted(publications, 'publication', 'publications')}, ${counted(acteurs, 'acteur', 'acteurs')}.`,
    forMe: 'Pour moi',
    kind: {
      publications: 'cette publication',
      acteurs: 'cet acteur',
      claims: 'cette demande',
      threads: 'cette conversation',
      appeals: 'cette contestation',
      users: 'cette personne',
    },
    mention: (kind: string, when: string) => `Une note sur ${kind} vous mentionne, ${when}`,
    assigned: (kind: string, when: string) => `Vous suivez ${kind}, qui attend depuis ${when}`,
    seen: 'C’est vu',
    wasSeen: 'La note est retirée de votre liste.',
    curves: 'Depuis 30 jours',
    kinds: {
      proposed: (n: number) => (n > 1 ? 'proposées' : 'proposée'),
      published: (n: number) => (n > 1 ? 'publiées' : 'publiée'),
      changes_requested: (n: number) => (n > 1 ? 'renvoyées' : 'renvoyée'),
      rejected: (n: number) => (n > 1 ? 'refusées' : 'refusée'),
      reported: (n: number) => (n > 1 ? 'signalées' : 'signalée'),
    },
    sum: (n: number, kind: string) => `${number(n)} ${kind} en 30 jours`,
    mine: (n: number) => `Vous avez traité ${counted(n, 'publication', 'publications')} aujourd’hui.`,
  },
  en: {
    hello: (name: string) => `Hello ${name}`,
    limited: (role: string, places: string) => `${role}: ${places} only.`,
    nothing: 'Nothing is waiting.',
    broken: 'See the health of the service',
    pending: (n: number) => `${counted(n, 'publication is', 'publications are')} waiting`,
    oldest: (date: string) => `, the oldest since ${date}`,
    late: (n: number, hours: number) =>
      `${counted(n, 'publication has', 'publications have')} waited for more than ${hours} h`,
    lateClaims: (n: number, hours: number) =>
      `${counted(n, 'claim has', 'claims have')} waited for more than ${hours} h`,
    lateMessages: (n: number, hours: number) =>
      `${counted(n, 'message has', 'messages have')} waited for an answer for more than ${hours} h`,
    reported: (n: number) => `${counted(n, 'publication is', 'publications are')} reported`,
    duplicates: (n: number) => `${counted(n, 'publication says', 'publications say')} the same as another`,
    claims: (n: number) => `${counted(n, 'claim is', 'claims are')} waiting`,
    byCode: (n: number) =>
      `${counted(n, 'town hall has', 'town halls have')} proved themselves in the last seven days`,
    appeals: (n: number) => `${counted(n, 'appeal is', 'appeals are')} waiting`,
    messages: (n: number) => `${counted(n, 'message is', 'messages are')} waiting for an answer`,
    undelivered: (n: number) => `${counted(n, 'answer has', 'answers have')} not arrived`,
    syncs: (n: number) =>
      `${counted(n, 'update of the defibrillators is', 'updates of the defibrillators are')} failing`,
    imports: (n: number) => `${counted(n, 'import is', 'imports are')} failing`,
    mails: (n: number) => `${counted(n, 'mail has', 'mails have')} not left`,
    jobs: (n: number) => `${counted(n, 'background job has', 'background jobs have')} failed`,
    payments: (n: number) => `${counted(n, 'payment is', 'payments are')} failing`,
    inAll: (publications: number, acteurs: number) =>
      `In all: ${counted(publications, 'publication', 'publications')}, ${counted(acteurs, 'acteur', 'acteurs')}.`,
    forMe: 'For me',
    kind: {
      publications: 'this publication',
      acteurs: 'this acteur',
      claims: 'this claim',
      threads: 'this conversation',
      appeals: 'this appeal',
      users: 'this person',
    },
    mention: (kind: string, when: string) => `A note about ${kind} mentions you, ${when}`,
    assigned: (kind: string, when: string) => `You look after ${kind}, which waits since ${when}`,
    seen: 'Seen',
    wasSeen: 'The note is off your list.',
    curves: 'The last 30 days',
    kinds: {
      proposed: (_: number) => 'proposed',
      published: (_: number) => 'published',
      changes_requested: (_: number) => 'sent back',
      rejected: (_: number) => 'rejected',
      reported: (_: number) => 'reported',
    },
    sum: (n: number, kind: string) => `${number(n)} ${kind} in 30 days`,
    mine: (n: number) => `You have dealt with ${counted(n, 'publication', 'publications')} today.`,
  },
})
