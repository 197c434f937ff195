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

/** Why an API key or a webhook is paused. */
export const PAUSES = {
  acteur_merged: {
    fr: 'Son acteur a été fusionné avec un autre : créez ce qu’il faut pour l’acteur qui reste, ou annulez la fusion.',
    en: 'Its acteur was merged into another one: create a new one for the remaining acteur, or undo the merge.',
    means: 'its acteur was merged into another one',
  },
  acteur_deleted: {
    fr: 'Son acteur est supprimé.',
    en: 'Its acteur is deleted.',
    means: 'its acteur is deleted',
  },
  acteur_closed: {
    fr: 'Son acteur est désactivé.',
    en: 'Its acteur is switched off.',
    means: 'its acteur is switched off',
  },
  creator: {
    fr: 'La personne nommée ci-dessus n’en a plus le droit, ou son compte est suspendu.',
    en: 'The person named above lost this right, or their account is suspended.',
    means: 'its creator lost the right to make it, or is suspended',
  },
} as const satisfies Words
export type Pause = keyof typeof PAUSES

/** The right by which an API key was made. */
export const KEY_GRANTS = {
  owner: { fr: 'Responsable', en: 'Owner', means: 'by an owner of the acteur' },
  admin: { fr: 'Administration', en: 'Administration', means: 'by an administrator' },
  operator: { fr: 'Ligne de commande', en: 'Command line', means: 'by the operator of the service' },
} as const satisfies Words
export type KeyGrant = keyof typeof KEY_GRANTS
