import type { MyMembership } from '../kit/api/contract.ts'
import { isForAnybody } from '../townhall/address.ts'
import type { Screen, TownhallScreen } from './screen.ts'
import { screens, townhallScreens } from './screens.ts'

/** The screen of an address, also below it: `/acteurs/…`. */
export const screenAt = (pathname: string): Screen | undefined =>
  Object.values<Screen>(screens).find(
    ({ path }) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)),
  )

/** The screens that the navigation offers to a person. */
export const visibleTo = (areas: readonly string[]): readonly Screen[] =>
  Object.values<Screen>(screens).filter(
    ({ area, or }) => area === undefined || areas.includes(area) || (or !== undefined && areas.includes(or)),
  )

/** The entries of the town hall's navigation. */
export const ENTRIES = Object.values<TownhallScreen>(townhallScreens).flatMap(({ path, entry }) =>
  entry ? [{ ...entry, to: path }] : [],
)
export type Entry = (typeof ENTRIES)[number]

export const entriesFor = (acteur: MyMembership | undefined): readonly Entry[] =>
  acteur
    ? ENTRIES.filter(({ mairie }) => !mairie || acteur.type === 'mairie')
    : ENTRIES.filter(({ to }) => isForAnybody(to))
