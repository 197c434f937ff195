import type { Words } from './word.ts'

/** In order of precedence: where several sources give a status, the later one of this list wins. */
export const STATUTS = {
  actif: { fr: 'Affiché', en: 'Shown', means: 'shown, where the register says that it works' },
  a_verifier: { fr: 'À vérifier', en: 'To be checked', means: 'not shown until somebody has looked' },
  hors_service: { fr: 'Hors service', en: 'Out of order', means: 'does not work: not shown' },
  masque: { fr: 'Masqué', en: 'Hidden', means: 'not shown' },
} as const satisfies Words
export type Statut = keyof typeof STATUTS

export const ACCES = {
  interieur: { fr: 'À l’intérieur', en: 'Inside', means: 'inside a building' },
  exterieur: { fr: 'À l’extérieur', en: 'Outside', means: 'outside' },
} as const satisfies Words
export type Acces = keyof typeof ACCES

/** How a sync ends. */
export const SYNC_ENDINGS = {
  ok: { fr: 'Faite', en: 'Done', means: 'done' },
  failed: { fr: 'En échec', en: 'Failed', means: 'it could not be read' },
  held: {
    fr: 'Retenue',
    en: 'Held',
    means: 'it would take away too many at once: somebody must say `force`',
  },
} as const satisfies Words
export type SyncEnding = keyof typeof SYNC_ENDINGS

export const SYNC_STATUSES = {
  queued: { fr: 'En attente', en: 'Waiting', means: 'waits for its turn' },
  running: { fr: 'En cours', en: 'Under way', means: 'under way' },
  ...SYNC_ENDINGS,
} as const satisfies Words
