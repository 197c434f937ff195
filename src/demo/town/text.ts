import type { Audience } from '../../../shared/words/publications.ts'
import type { Scene } from '../scenes.ts'
import type { ActeurName } from './directory.ts'

/** What somebody of the town writes; days are on the clock of the town. */
export interface Text {
  readonly by: ActeurName
  readonly title: string
  readonly body: string
  readonly type: 'actualite' | 'annonce' | 'service' | 'evenement' | 'alerte' | 'deliberation'
  readonly date_debut?: string
  readonly date_fin?: string
  readonly dates?: readonly string[]
  readonly heure_debut?: string
  readonly heure_fin?: string
  readonly lieu?: string
  readonly public?: Audience
  readonly gratuit?: boolean
  readonly epingle?: true
  readonly source_url?: string
  readonly picture?: Picture
  /** Why it is cancelled. */
  readonly annule?: string
  /** An alert that is over. */
  readonly leve?: true
  readonly niveau?: 'information' | 'vigilance' | 'danger'
  readonly fin_le?: string
  /** How many days ago it was written; appears in so many days if negative. */
  readonly age: number
}

export interface Picture {
  readonly scene: Scene
  readonly alt: string
}

/** Which days and hours are usual depends on it. */
export type Kind =
  | 'marché'
  | 'permanence'
  | 'conseil'
  | 'cérémonie'
  | 'brocante'
  | 'jeux'
  | 'spectacle'
  | 'danse'
  | 'lecture'
  | 'sport'
  | 'sortie'
  | 'fête'
  | 'repas'
  | 'école'
  | 'santé'
  | 'salon'
  | 'exposition'
  | 'rencontre'
