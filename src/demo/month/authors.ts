import type { Teinte } from '../../../shared/words/places.ts'

/** Two fictional communes beside the town, their acteurs, and where each of these invites people to. */

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
  readonly latitude: number
  readonly longitude: number
  readonly teinte: Teinte
  readonly mot: string
}

export const VILLAGES = {
  val: {
    nom: 'Val-d’Œil',
    departement: '45',
    codes_postaux: ['45998'],
    population: 812,
    latitude: 47.832,
    longitude: 2.14,
    teinte: 'brique',
    mot: 'Un village, une église ronde et huit cents habitants : voici ce qui se passe à Val-d’Œil.',
  },
  ecluses: {
    nom: 'Saint-Ÿ-lès-Écluses',
    departement: '41',
    codes_postaux: ['41999'],
    population: 287,
    latitude: 47.771,
    longitude: 2.055,
    teinte: 'lagune',
    mot: 'Entre le canal et le bois, les nouvelles de Saint-Ÿ et de ses trois hameaux.',
  },
} as const satisfies Readonly<Record<string, Village>>

interface Neighbour {
  readonly village: keyof typeof VILLAGES
  readonly nom: string
  readonly type: 'association' | 'commerce' | 'mairie' | 'service_public'
  readonly description: string
  readonly owner?: Somebody
  readonly horaires?: string
  readonly telephone?: string
}

/** The last one has no owner yet. */
export const NEIGHBOUR_ACTEURS = {
  mairieVal: {
    village: 'val',
    nom: 'Mairie de Val-d’Œil',
    type: 'mairie',
    description: 'État civil, cimetière, location du foyer.',
    telephone: '02 00 00 00 70',
    horaires: 'Mardi et jeudi de 14 h à 18 h\nSamedi de 9 h à 12 h',
  },
  chorale: {
    village: 'val',
    nom: 'Chorale À Cœur Joie',
    type: 'association',
    owner: 'chorale',
    description: 'Quarante voix, de la Renaissance à la chanson ; répétitions le jeudi à 20 h.',
  },
  foyer: {
    village: 'val',
    nom: 'Foyer rural de Val-d’Œil',
    type: 'association',
    owner: 'chorale',
    description: 'Ateliers, jeux et sorties pour tous les âges.',
  },
  librairie: {
    village: 'val',
    nom: 'Librairie-papeterie du Val',
    type: 'commerce',
    owner: 'libraire',
    description: 'Livres, presse, cartes et fournitures.',
    telephone: '02 00 00 00 71',
    horaires: 'Du mardi au samedi de 9 h à 12 h 30 et de 15 h à 18 h 30',
  },
  bibliotheque: {
    village: 'val',
    nom: 'Bibliothèque de Val-d’Œil',
    type: 'service_public',
    owner: 'libraire',
    description: 'Quatre mille livres, prêt gratuit, tenue par des bénévoles.',
    horaires: 'Mercredi de 14 h à 18 h\nSamedi de 10 h à 12 h',
  },
  mairieEcluses: {
    village: 'ecluses',
    nom: 'Mairie de Saint-Ÿ-lès-Écluses',
    type: 'mairie',
    description: 'Une secrétaire, deux après-midi par semaine.',
    telephone: '02 00 00 00 80',
    horaires: 'Lundi et jeudi de 14 h à 17 h',
  },
  pompiers: {
    village: 'ecluses',
    nom: 'Amicale des sapeurs-pompiers',
    type: 'association',
    owner: 'pompier',
    description: 'Entraide, calendriers et bal annuel du centre de secours.',
  },
  animation: {
    village: 'ecluses',
    nom: 'Saint-Ÿ en fête',
    type: 'association',
    owner: 'pompier',
    description: 'Le comité d’animation du village et de ses hameaux.',
  },
  cafe: {
    village: 'ecluses',
    nom: 'Café de l’Écluse',
    type: 'commerce',
    description: 'Café, dépôt de pain et relais colis au bord du canal.',
    telephone: '02 00 00 00 82',
    horaires: 'Du mercredi au dimanche de 8 h à 19 h',
  },
} as const satisfies Readonly<Record<string, Neighbour>>

type NeighbourName = keyof typeof NEIGHBOUR_ACTEURS
export const neighbours = Object.entries(NEIGHBOUR_ACTEURS) as readonly (readonly [
  NeighbourName,
  Neighbour,
])[]

/** The authors of the month: the sports club of the town, and the neighbours. */
export type Author = 'club' | NeighbourName

export const VENUES: Readonly<Record<Author, Readonly<Record<'inside' | 'square' | 'outside', string>>>> = {
  club: {
    inside: 'Gymnase, grande salle',
    square: 'Parvis du gymnase',
    outside: 'Stade des Varennes, terrain annexe',
  },
  mairieVal: { inside: 'Mairie', square: 'Place de la Mairie', outside: 'Lavoir' },
  chorale: { inside: 'Salle polyvalente', square: 'Église Saint-Aignan', outside: 'Théâtre de verdure' },
  foyer: { inside: 'Foyer rural', square: 'Préau de l’école', outside: 'Étang du Val' },
  librairie: { inside: 'Librairie-papeterie du Val', square: 'Kiosque', outside: 'Jardin du presbytère' },
  bibliotheque: {
    inside: 'Bibliothèque, salle de lecture',
    square: 'Bibliothèque, cour',
    outside: 'Verger communal',
  },
  mairieEcluses: { inside: 'Mairie', square: 'Place de l’Écluse', outside: 'Port du canal' },
  pompiers: { inside: 'Centre de secours', square: 'Cour du centre de secours', outside: 'Étang communal' },
  animation: { inside: 'Salle de l’Écluse', square: 'Champ de foire', outside: 'Chemin de halage' },
  cafe: { inside: 'Café de l’Écluse', square: 'Terrasse du café', outside: 'Quai de l’Écluse' },
}

export const communeOf = (author: Author): 'home' | keyof typeof VILLAGES =>
  author === 'club' ? 'home' : NEIGHBOUR_ACTEURS[author].village
