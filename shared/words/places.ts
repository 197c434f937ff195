import type { Words } from './word.ts'

/** The colours of the pages for residents; `shared/tints.ts` computes them. */
export const TEINTES = {
  ardoise: { fr: 'Ardoise', en: 'Slate', means: 'slate blue' },
  brique: { fr: 'Brique', en: 'Brick', means: 'brick red' },
  ocre: { fr: 'Ocre', en: 'Ochre', means: 'ochre' },
  sapin: { fr: 'Sapin', en: 'Fir', means: 'fir green' },
  lagune: { fr: 'Lagune', en: 'Lagoon', means: 'lagoon blue-green' },
  glycine: { fr: 'Glycine', en: 'Wisteria', means: 'wisteria violet' },
  prune: { fr: 'Prune', en: 'Plum', means: 'plum' },
  cerise: { fr: 'Cerise', en: 'Cherry', means: 'cherry red' },
} as const satisfies Words
export type Teinte = keyof typeof TEINTES
