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
    fr: 'Une fois par mois, la première semaine',
    en: 'Once a month, in its first week',
    means: 'once a month: on its `jours` within the first seven days of the month',
  },
  sur_rendez_vous: {
    fr: 'Sur rendez-vous',
    en: 'By appointment',
    means: 'by appointment: `prochaines_dates` is empty',
  },
} as const satisfies Words
export type Frequence = keyof typeof FREQUENCES
