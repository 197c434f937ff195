import { namesOf } from '../../../../shared/fields/field.ts'
import type { Language } from '../../../kernel/refusals/errors.ts'
import { AT, STOP } from './example-data.ts'
import { type Content, link, quietLink, says } from './layout.ts'
import { hello, moment } from './words.ts'

/** What waits in the areas of a user of the back-office. */

interface Line extends Readonly<Record<Language, readonly [one: string, more: string]>> {
  /** The screen that shows them. */
  readonly path: string
}
const LINES = {
  pending: {
    path: '/moderation',
    fr: ['publication à relire', 'publications à relire'],
    en: ['publication to review', 'publications to review'],
  },
  late: {
    path: '/moderation?retard=oui',
    fr: ['publication en retard', 'publications en retard'],
    en: ['late publication', 'late publications'],
  },
  reported: {
    path: '/moderation?onglet=signalees',
    fr: ['publication signalée', 'publications signalées'],
    en: ['reported publication', 'reported publications'],
  },
  claims: {
    path: '/demandes',
    fr: ['demande de page à examiner', 'demandes de page à examiner'],
    en: ['claim to examine', 'claims to examine'],
  },
  claims_late: {
    path: '/demandes?retard=oui',
    fr: ['demande de page en retard', 'demandes de page en retard'],
    en: ['late claim', 'late claims'],
  },
  awaiting: {
    path: '/messages',
    fr: ['conversation à laquelle répondre', 'conversations auxquelles répondre'],
    en: ['conversation to answer', 'conversations to answer'],
  },
  awaiting_late: {
    path: '/messages?retard=oui',
    fr: ['conversation en retard', 'conversations en retard'],
    en: ['late conversation', 'late conversations'],
  },
  undelivered: {
    path: '/messages?onglet=echecs',
    fr: ['réponse qui n’est pas arrivée', 'réponses qui ne sont pas arrivées'],
    en: ['answer that was not delivered', 'answers that were not delivered'],
  },
  imports: {
    path: '/imports?etat=echec',
    fr: ['import en échec', 'imports en échec'],
    en: ['failing import', 'failing imports'],
  },
  syncs: {
    path: '/defibrillateurs?onglet=lectures',
    fr: ['mise à jour de défibrillateurs en échec', 'mises à jour de défibrillateurs en échec'],
    en: ['failed update of defibrillators', 'failed updates of defibrillators'],
  },
  mails: {
    path: '/sante?onglet=courriels',
    fr: ['courriel qui n’est pas parti', 'courriels qui ne sont pas partis'],
    en: ['mail that was not sent', 'mails that were not sent'],
  },
  jobs: {
    path: '/sante?onglet=travaux',
    fr: ['travail en échec', 'travaux en échec'],
    en: ['failed job', 'failed jobs'],
  },
  payments: {
    path: '/abonnements?onglet=echecs',
    fr: ['événement de paiement en échec', 'événements de paiement en échec'],
    en: ['failed payment event', 'failed payment events'],
  },
} as const satisfies Readonly<Record<string, Line>>
type What = keyof typeof LINES

export interface Waiting {
  readonly counts: Readonly<Record<What, number>>
  /** Since when the longest-waiting publication waits. */
  readonly oldest: Date | null
}

interface Digest extends Waiting {
  readonly weekly: boolean
  readonly link: string
  /** The page that stops the digests. */
  readonly stop: string
}

export function digest(language: Language, nom: string, { counts, oldest, ...data }: Digest): Content {
  const number = (count: number) => new Intl.NumberFormat(language).format(count)
  const lines = namesOf(LINES).flatMap(what => {
    const count = counts[what]
    if (count === 0) return []
    const { path, [language]: words } = LINES[what]
    return [quietLink(`${number(count)} ${words[count > 1 ? 1 : 0]}`, data.link + path)]
  })
  const reviews = counts.pending
  if (language === 'fr')
    return {
      subject:
        reviews > 0 ? `${number(reviews)} ${LINES.pending.fr[reviews > 1 ? 1 : 0]}` : 'Ce qui vous attend',
      title: 'Ce qui vous attend',
      blocks: [
        says(hello('fr', nom)),
        ...lines,
        ...(oldest ? [says(`La plus ancienne publication attend depuis le ${moment('fr', oldest)}.`)] : []),
        link('Ouvrir l’administration', data.link),
        quietLink('Ne plus recevoir ce résumé, sans se connecter', data.stop),
      ],
      why: `Vous recevez ce résumé ${data.weekly ? 'chaque lundi' : 'chaque matin'} parce que vous l’avez demandé dans « Mon compte ».`,
    }
  return {
    subject:
      reviews > 0 ? `${number(reviews)} ${LINES.pending.en[reviews > 1 ? 1 : 0]}` : 'What waits for you',
    title: 'What waits for you',
    blocks: [
      says(hello('en', nom)),
      ...lines,
      ...(oldest ? [says(`The oldest publication waits since ${moment('en', oldest)}.`)] : []),
      link('Open the back-office', data.link),
      quietLink('Stop this digest, without signing in', data.stop),
    ],
    why: `You receive this digest ${data.weekly ? 'every Monday' : 'every morning'} because you asked for it in “My account”.`,
  }
}
digest.examples = [
  {
    counts: {
      pending: 12,
      late: 4,
      reported: 1,
      claims: 2,
      claims_late: 0,
      awaiting: 3,
      awaiting_late: 1,
      undelivered: 0,
      imports: 1,
      syncs: 0,
      mails: 0,
      jobs: 0,
      payments: 0,
    },
    oldest: AT,
    weekly: false,
    link: 'https://parvis.example.fr',
    stop: STOP,
  },
] satisfies Digest[]
