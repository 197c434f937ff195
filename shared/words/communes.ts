import type { Words } from './word.ts'

export const COLLECTE_TYPES = {
  ordures_menageres: { fr: 'Ordures ménagères', en: 'Household waste', means: 'household waste' },
  recyclables: { fr: 'Emballages et papiers', en: 'Packaging and paper', means: 'packaging and paper' },
  verre: { fr: 'Verre', en: 'Glass', means: 'glass' },
  biodechets: { fr: 'Déchets de cuisine', en: 'Kitchen waste', means: 'kitchen waste' },
  encombrants: { fr: 'Encombrants', en: 'Bulky waste', means: 'bulky waste, such as furniture' },
  dechets_verts: { fr: 'Déchets verts', en: 'Garden waste', means: 'garden waste' },
  autre: { fr: 'Autre chose', en: 'Something else', means: 'any other waste' },
} as const satisfies Words
export type CollecteType = keyof typeof COLLECTE_TYPES

export const FREQUENCES = {
  hebdomadaire: { fr: 'Chaque semaine', en: 'Every week', means: 'every week, on its `jours`' },
  semaines_paires: {
    fr: 'Les semaines paires',
    en: 'In even weeks',
    means: 'in the weeks with an even ISO number',
  },
  semaines_impaires: {
    fr: 'Les semaines impaires',
    en: 'In odd weeks',
    means: 'in the weeks with an odd ISO number',
  },
  mensuelle: {
    fr: 'Chaque mois, le 1er',
    en: 'Each month, the 1st',
    means: 'once a month, on the first of each of its `jours`: the first Wednesday',
  },
  mensuelle_2: {
    fr: 'Chaque mois, le 2e',
    en: 'Each month, the 2nd',
    means: 'the same, on the second',
  },
  mensuelle_3: {
    fr: 'Chaque mois, le 3e',
    en: 'Each month, the 3rd',
    means: 'the same, on the third',
  },
  mensuelle_4: {
    fr: 'Chaque mois, le 4e',
    en: 'Each month, the 4th',
    means: 'the same, on the fourth',
  },
  mensuelle_derniere: {
    fr: 'Chaque mois, le dernier',
    en: 'Each month, the last',
    means: 'the same, on the last',
  },
  sur_rendez_vous: {
    fr: 'Sur rendez-vous',
    en: 'By appointment',
    means: 'by appointment: `prochaines_dates` is empty',
  },
} as const satisfies Words
export type Frequence = keyof typeof FREQUENCES

export const isMonthly = (frequence: Frequence): boolean => frequence.startsWith('mensuelle')
