import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import { type TownhallAddress, townhallAddress } from '../address.ts'

export const PARTS = ['fiche', 'infos', 'elus', 'collectes', 'place'] as const
export type PartName = (typeof PARTS)[number]

/** The open part of a town hall's page, and the commune where it has several. */
export interface FicheAddress extends TownhallAddress {
  readonly partie?: PartName | undefined
  readonly commune?: string | undefined
}
export function ficheAddress(search: Record<string, unknown>): FicheAddress {
  const read = readingAddress(search)
  return withoutBlanks<FicheAddress>({
    ...townhallAddress(search),
    partie: read.oneOf(PARTS, 'partie'),
    commune: read.id('commune'),
  })
}
