import { readingAddress, withoutBlanks } from '../kit/address.ts'

/** For whom: every address of the house keeps it. */
export interface HouseAddress {
  readonly pour?: string | undefined
}
export const houseAddress = (search: Record<string, unknown>): HouseAddress =>
  withoutBlanks<HouseAddress>({ pour: readingAddress(search).id('pour') })

const HOUSE = '/espace'

/** Whether an address is one of this house. */
export const isInHouse = (pathname: string): boolean => pathname === HOUSE || pathname.startsWith(`${HOUSE}/`)

/** Whoever belongs to nothing yet is helped, and finds their own account. */
export const isForAnybody = (pathname: string): boolean =>
  pathname === '/espace/aide' || pathname === '/espace/moi' || pathname === '/compte'
