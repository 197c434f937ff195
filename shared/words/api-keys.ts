import type { Words } from './word.ts'

/** What an API key may do. */
export const KEY_SCOPES = {
  'publications:read': {
    fr: 'Lire les publications, même non parues',
    en: 'Read publications, even unpublished ones',
    means: 'reads publications in every state',
  },
  'publications:write': {
    fr: 'Écrire, corriger et supprimer des publications',
    en: 'Write, correct and delete publications',
    means: 'creates, edits and deletes publications, and uploads their pictures and documents',
  },
  'acteurs:read': {
    fr: 'Lire la fiche de l’acteur',
    en: 'Read the page of the acteur',
    means: 'reads the page of an acteur as its members see it',
  },
  'acteurs:write': {
    fr: 'Modifier la fiche de l’acteur : horaires, coordonnées, présentation',
    en: 'Change the page of the acteur: opening hours, contacts, description',
    means: 'changes opening hours, contacts and description of an acteur',
  },
} as const satisfies Words
export type KeyScope = keyof typeof KEY_SCOPES

/** Whether an API key works. */
export const KEY_STATES = {
  active: { fr: 'En service', en: 'Active', means: 'works' },
  paused: {
    fr: 'En pause',
    en: 'Paused',
    means: 'does not work while its creator lacks the right to make it, or its acteur is closed',
  },
  expired: { fr: 'Expirée', en: 'Expired', means: 'its time is over' },
  revoked: { fr: 'Révoquée', en: 'Revoked', means: 'was revoked' },
} as const satisfies Words
export type KeyState = keyof typeof KEY_STATES

/** The right by which an API key was made. */
export const KEY_GRANTS = {
  owner: { fr: 'Responsable', en: 'Owner', means: 'by an owner of the acteur' },
  admin: { fr: 'Administration', en: 'Administration', means: 'by an administrator' },
  operator: { fr: 'Ligne de commande', en: 'Command line', means: 'by the operator of the service' },
} as const satisfies Words
export type KeyGrant = keyof typeof KEY_GRANTS
