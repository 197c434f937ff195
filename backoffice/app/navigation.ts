import type { MyMembership } from '../kit/api/contract.ts'
import { isLimitedIn } from '../kit/limited.ts'
import type { Person } from '../kit/person.ts'
import { isForAnybody } from '../townhall/address.ts'
import type { Screen, TownhallScreen } from './screen.ts'
import { screens, townhallScreens } from './screens.ts'

/** The screen of an address, also below it: `/acteurs/…`. */
export const screenAt = (pathname: string): Screen | undefined =>
  Object.values<Screen>(screens).find(
    ({ path }) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)),
  )

/** The screens that the navigation offers to a person. */
export const visibleTo = (person: Person): readonly Screen[] =>
  Object.values<Screen>(screens).filter(
    ({ area, or, everywhere }) =>
      area === undefined ||
      ((person.areas.includes(area) || (or !== undefined && person.areas.includes(or))) &&
        !(everywhere && isLimitedIn(person, area))),
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
