import type { Teinte } from '../../shared/words/places.ts'

/** Two fictional communes beside the town, and their acteurs. */

export const NEIGHBOURS = {
  chorale: { email: 'chorale@example.org', nom: 'Élodie N’Guyen-Œstreicher' },
  libraire: { email: 'librairie@example.org', nom: 'Bérénice d’Aubigné' },
  pompier: { email: 'amicale@example.org', nom: 'Yann Le Bihan' },
} as const
export type Somebody = keyof typeof NEIGHBOURS

export const COLLEAGUE = { email: 'karim.benali@example.org', nom: 'Karim Benali' } as const

interface Village {
  readonly nom: string
  readonly departement: string
  readonly codes_postaux: readonly string[]
  readonly population: number
  readonly teinte: Teinte
  readonly acteurs: readonly { readonly nom: string; readonly type: string; readonly owner?: Somebody }[]
}

export const VILLAGES: readonly Village[] = [
  {
    nom: 'Val-d’Œil',
    departement: '45',
    codes_postaux: ['45998'],
    population: 812,
    teinte: 'brique',
    acteurs: [
      { nom: 'Chorale À Cœur Joie', type: 'association', owner: 'chorale' },
      { nom: 'Librairie L’Échappée', type: 'commerce', owner: 'libraire' },
    ],
  },
  {
    nom: 'Saint-Ÿ-lès-Écluses',
    departement: '41',
    codes_postaux: ['41999'],
    population: 287,
    teinte: 'lagune',
    acteurs: [
      { nom: 'Amicale des sapeurs-pompiers', type: 'association', owner: 'pompier' },
      { nom: 'Café de l’Écluse', type: 'commerce' },
    ],
  },
]
