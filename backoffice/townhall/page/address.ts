import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import { type TownhallAddress, townhallAddress } from '../address.ts'

export const PARTS = ['fiche', 'infos', 'elus', 'collectes'] as const
export type PartName = (typeof PARTS)[number]
/** This part is a screen of its own by now; its former address redirects to that screen. */
const MOVED = 'place'

/** The commune, where a town hall has several. */
export interface PlaceAddress extends TownhallAddress {
  readonly commune?: string | undefined
}
export const placeAddress = (search: Record<string, unknown>): PlaceAddress =>
  withoutBlanks<PlaceAddress>({
    ...townhallAddress(search),
    commune: readingAddress(search).id('commune'),
  })

/** And the open part of a town hall's page. */
export interface FicheAddress extends PlaceAddress {
  readonly partie?: PartName | typeof MOVED | undefined
}
export function ficheAddress(search: Record<string, unknown>): FicheAddress {
  const read = readingAddress(search)
  return withoutBlanks<FicheAddress>({
    ...placeAddress(search),
    partie: read.oneOf([...PARTS, MOVED], 'partie'),
  })
}
