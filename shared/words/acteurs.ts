import type { Words } from './word.ts'

export const ACTEUR_TYPES = {
  association: { fr: 'Association', en: 'Association', means: 'an association (law of 1901)' },
  commerce: { fr: 'Commerce', en: 'Shop', means: 'a shop' },
  artisan: { fr: 'Artisan', en: 'Craftsman', means: 'a craftsman' },
  mairie: { fr: 'Mairie', en: 'Town hall', means: 'a town hall' },
  service_public: {
    fr: 'Service public',
    en: 'Public service',
    means: 'a public service other than the town hall',
  },
  ecole: { fr: 'École', en: 'School', means: 'a school' },
  sante: { fr: 'Santé', en: 'Health', means: 'a doctor, a pharmacy, or another health service' },
  autre: { fr: 'Autre', en: 'Other', means: 'any other organisation' },
} as const satisfies Words
export type ActeurType = keyof typeof ACTEUR_TYPES

export const BADGES = {
  officiel: { fr: 'Officiel', en: 'Official', means: 'an official body' },
  verifie: { fr: 'Vérifié', en: 'Verified', means: 'its identity was checked' },
  partenaire: { fr: 'Partenaire', en: 'Partner', means: 'a partner of the platform' },
} as const satisfies Words
export type Badge = keyof typeof BADGES
