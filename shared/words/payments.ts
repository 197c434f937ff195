import type { Words } from './word.ts'

export const SUBSCRIPTION_STATUSES = {
  trialing: { fr: 'À l’essai', en: 'On trial', means: 'on trial, nothing paid yet' },
  active: { fr: 'Payé', en: 'Paid', means: 'paid' },
  past_due: {
    fr: 'Paiement en retard',
    en: 'Payment late',
    means: 'the last payment failed; the provider tries again',
  },
  unpaid: { fr: 'Impayé', en: 'Unpaid', means: 'the provider gave up trying' },
  incomplete: {
    fr: 'Premier paiement attendu',
    en: 'First payment expected',
    means: 'the first payment is not through',
  },
  incomplete_expired: {
    fr: 'Jamais payé',
    en: 'Never paid',
    means: 'the first payment never came: over',
  },
  paused: { fr: 'En pause', en: 'Paused', means: 'the trial ended without a way to pay' },
  canceled: { fr: 'Terminé', en: 'Over', means: 'over' },
} as const satisfies Words
export type SubscriptionStatus = keyof typeof SUBSCRIPTION_STATUSES

export const EVENT_STATUSES = {
  received: { fr: 'Attend', en: 'Waits', means: 'kept, and waiting to be applied' },
  processed: { fr: 'Appliqué', en: 'Applied', means: 'applied' },
  ignored: { fr: 'Sans effet', en: 'Without effect', means: 'of a kind that changes nothing here' },
  stale: { fr: 'Dépassé', en: 'Overtaken', means: 'older than what is known: changed nothing' },
  failed: { fr: 'En échec', en: 'Failed', means: 'could not be applied: `error` says why' },
} as const satisfies Words
export type EventStatus = keyof typeof EVENT_STATUSES
