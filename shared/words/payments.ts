import type { Words } from './word.ts'

export const SUBSCRIPTION_STATUSES = {
  trialing: { fr: 'À l’essai', en: 'On trial', means: 'trial period; nothing was paid yet' },
  active: { fr: 'Payé', en: 'Paid', means: 'paid' },
  past_due: {
    fr: 'Paiement en retard',
    en: 'Payment late',
    means: 'the last payment failed; the provider retries it',
  },
  unpaid: { fr: 'Impayé', en: 'Unpaid', means: 'the payment failed, and the provider no longer retries it' },
  incomplete: {
    fr: 'Premier paiement attendu',
    en: 'First payment expected',
    means: 'the first payment has not succeeded yet',
  },
  incomplete_expired: {
    fr: 'Jamais payé',
    en: 'Never paid',
    means: 'ended, because the first payment never succeeded',
  },
  paused: { fr: 'En pause', en: 'Paused', means: 'the trial ended without a payment method' },
  canceled: { fr: 'Terminé', en: 'Over', means: 'ended' },
} as const satisfies Words
export type SubscriptionStatus = keyof typeof SUBSCRIPTION_STATUSES

export const EVENT_STATUSES = {
  received: { fr: 'Attend', en: 'Waits', means: 'stored, and waits to be applied' },
  processed: { fr: 'Appliqué', en: 'Applied', means: 'applied' },
  ignored: { fr: 'Sans effet', en: 'Without effect', means: 'of a type that changes nothing here' },
  stale: { fr: 'Dépassé', en: 'Outdated', means: 'older than the last applied event, so it changed nothing' },
  failed: { fr: 'En échec', en: 'Failed', means: 'could not be applied; `error` says why' },
} as const satisfies Words
export type EventStatus = keyof typeof EVENT_STATUSES
