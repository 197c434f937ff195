import { USER_STATUSES } from './access.ts'
import { CLAIM_STATUSES } from './claims.ts'
import { MODERATION_STATUSES } from './moderation.ts'
import { SUBSCRIPTION_STATUSES } from './payments.ts'
import { THREAD_STATUSES } from './support.ts'
import type { Words } from './word.ts'

/** The state of a record that a search finds, by its kind. */
export const FOUND_STATES = {
  publications: {
    ...MODERATION_STATUSES,
    approved: { fr: 'Programmée', en: 'Scheduled', means: 'accepted, and visible from a later time on' },
    held: { fr: 'Retenue', en: 'Held back', means: 'accepted and hidden, or without a publication time' },
    deleted: { fr: 'Effacée', en: 'Deleted', means: 'in the bin' },
  },
  acteurs: {
    checked: { fr: 'Validé', en: 'Checked', means: 'checked by the back-office' },
    unchecked: { fr: 'À valider', en: 'To check', means: 'not checked yet' },
    inactive: { fr: 'Désactivé', en: 'Deactivated', means: 'not shown to the public' },
    merged: { fr: 'Fusionné', en: 'Merged', means: 'merged into another acteur' },
    deleted: { fr: 'Supprimé', en: 'Deleted', means: 'deleted' },
  },
  claims: CLAIM_STATUSES,
  threads: THREAD_STATUSES,
  import_sources: {
    on: { fr: 'Active', en: 'On', means: 'read by its schedule' },
    off: { fr: 'Désactivée', en: 'Off', means: 'not read' },
  },
  users: USER_STATUSES,
  subscriptions: SUBSCRIPTION_STATUSES,
} as const satisfies Readonly<Record<string, Words>>
