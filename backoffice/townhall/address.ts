import { readingAddress, withoutBlanks } from '../kit/address.ts'

/** `?pour=`: the acteur that the user writes for. Every address below `/espace` keeps it. */
export interface TownhallAddress {
  readonly pour?: string | undefined
}
export const townhallAddress = (search: Record<string, unknown>): TownhallAddress =>
  withoutBlanks<TownhallAddress>({ pour: readingAddress(search).id('pour') })

const TOWNHALL = '/espace'

/** Whether an address belongs to this floor. */
export const isInTownhall = (pathname: string): boolean =>
  pathname === TOWNHALL || pathname.startsWith(`${TOWNHALL}/`)

/** The addresses that a person without any acteur may open: help, their own account, and their claims. */
export const isForAnybody = (pathname: string): boolean =>
  /^(\/espace\/(aide|moi|demandes)|\/compte)$/.test(pathname)
