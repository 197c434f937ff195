import type { Words } from './word.ts'

/** In order of precedence: where several sources give a status, the later one of this list wins. */
export const STATUTS = {
  actif: { fr: 'Affiché', en: 'Shown', means: 'public, if the register says that it is in service' },
  a_verifier: { fr: 'À vérifier', en: 'To be checked', means: 'not public until an operator has checked it' },
  hors_service: { fr: 'Hors service', en: 'Out of order', means: 'out of order, so not public' },
  masque: { fr: 'Masqué', en: 'Hidden', means: 'hidden, so not public' },
} as const satisfies Words
export type Statut = keyof typeof STATUTS

export const ACCES = {
  interieur: { fr: 'À l’intérieur', en: 'Inside', means: 'inside a building' },
  exterieur: { fr: 'À l’extérieur', en: 'Outside', means: 'outside' },
} as const satisfies Words
export type Acces = keyof typeof ACCES

/** How a sync ends. */
const SYNC_ENDINGS = {
  ok: { fr: 'Faite', en: 'Done', means: 'completed' },
  failed: { fr: 'En échec', en: 'Failed', means: 'the register could not be read' },
  held: {
    fr: 'Retenue',
    en: 'Held',
    means: 'stopped, because it would withdraw too many defibrillators at once; `force` runs it anyway',
  },
} as const satisfies Words
export type SyncEnding = keyof typeof SYNC_ENDINGS

export const SYNC_STATUSES = {
  queued: { fr: 'En attente', en: 'Waiting', means: 'waits in the queue' },
  running: { fr: 'En cours', en: 'Under way', means: 'is running' },
  ...SYNC_ENDINGS,
} as const satisfies Words

export const SYNC_TRIGGERS = {
  manual: { fr: 'À la main', en: 'By hand', means: 'requested in the back-office' },
  schedule: { fr: 'Comme chaque nuit', en: 'Nightly', means: 'the nightly sync' },
  command: { fr: 'Par une commande', en: 'By a command', means: 'an operator loaded a file' },
} as const satisfies Words
export type SyncTrigger = keyof typeof SYNC_TRIGGERS
