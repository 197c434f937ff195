import type { Audience } from '../../../shared/words/publications.ts'
import { type Days, MONDAY, nth } from './days.ts'
import type { ActeurName } from './directory.ts'
import type { Kind, Picture } from './text.ts'

/** What comes back every year in a commune, with its usual days and hours. A table. */

export interface Occasion {
  readonly kind: Kind
  readonly by: ActeurName
  readonly title: string
  readonly body: string
  readonly lieu: string
  readonly on: Days
  readonly hours?: readonly [from: string, to?: string]
  /** It goes on for so many further days. */
  readonly further?: number
  readonly public?: Audience
  readonly gratuit?: boolean
  /** All its days are one publication. */
  readonly repeats?: true
  /** The event of the season: on top of the front page. */
  readonly picture?: Picture
  /** Why it is cancelled, in each month. */
  readonly annule?: (month: number) => string
}

export const EXCEPT_SUMMER = [1, 2, 3, 4, 5, 6, 9, 10, 11, 12] as const
export const SCHOOL_MONTHS = [1, 3, 5, 6, 9, 10, 11] as const

export const HALL = 'Salle des fêtes'
export const SQUARE = 'Place du Parvis'
export const LIBRARY = 'Médiathèque'
export const QUAY = 'Quai du Port'
export const CHURCH = 'Église Sainte-Œuvre'
export const STADIUM = 'Stade des Varennes'
export const MARKET = 'Halle, place du Marché'
export const JEANNE = 'Salle Jeanne-d’Arc'
export const MUSEUM = 'Musée de la batellerie'
export const MEMORIAL = 'Monument aux morts'
export const SCHOOL = 'École Simone-Veil'
export const COUNCIL_ROOM = 'Mairie, salle du conseil'

export const COUNCIL = nth(2, MONDAY, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12)
