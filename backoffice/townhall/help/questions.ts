import type { PartName } from '../page/address.ts'

/** The questions in their order, each with the screen where it is done. `test`: every screen of the town hall has one. */

export interface Question {
  readonly at?:
    | '/espace/acte'
    | '/espace/commune'
    | '/espace/demandes'
    | '/espace/ecrire'
    | '/espace/equipe'
    | '/espace/fiche'
    | '/espace/moi'
    | '/espace/place'
    | '/espace/publications'
    | '/espace/registre'
  /** The part of “Notre page”. */
  readonly partie?: PartName
  /** Asked by town halls alone. */
  readonly mairie?: true
}

export const QUESTIONS = {
  publish: { at: '/espace/ecrire' },
  correct: { at: '/espace/publications' },
  refused: { at: '/espace/publications' },
  later: {},
  alert: { at: '/espace/ecrire', mairie: true },
  photo: {},
  mail: { at: '/espace/fiche' },
  faces: {},
  hours: { at: '/espace/fiche', partie: 'fiche' },
  services: { at: '/espace/fiche', partie: 'infos', mairie: true },
  collections: { at: '/espace/fiche', partie: 'collectes', mairie: true },
  elus: { at: '/espace/fiche', partie: 'elus', mairie: true },
  place: { at: '/espace/place', mairie: true },
  print: {},
  acte: { at: '/espace/acte', mairie: true },
  register: { at: '/espace/registre', mairie: true },
  hold: { at: '/espace/commune', mairie: true },
  team: { at: '/espace/equipe' },
  claim: { at: '/espace/demandes' },
  password: { at: '/espace/moi' },
  write: {},
} as const satisfies Readonly<Record<string, Question>>
