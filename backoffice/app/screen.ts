import type { AnyRoute } from '@tanstack/react-router'
import type { Area } from '../kit/area.ts'
import type { IconName } from '../kit/ui/icon.tsx'
import { townhall } from './root.ts'

/** An entry of the table of screens (`screens.ts`). Without a route it does not compile. */

export type Group = 'top' | 'waiting' | 'places' | 'administration' | 'own'

interface About {
  /** What the person must be let into; absent: whoever is signed in. */
  readonly area?: Area
  readonly group: Group
  /** After `G`. */
  readonly letter: string
  readonly icon: IconName
  readonly name: string
}

export interface Screen extends About {
  readonly path: string
  /** Its own, then those below it: `/communes`, `/communes/$id`. */
  readonly routes: readonly [AnyRoute, ...AnyRoute[]]
}

export const screen = <Own extends AnyRoute, Below extends readonly AnyRoute[]>(
  about: About,
  own: Own,
  ...below: Below
) => ({
  ...about,
  path: pathOf(own),
  routes: [own, ...below] as const,
})

/** As the route says it: `fullPath` is there only once the router is built. */
const pathOf = (route: AnyRoute) => (route as { readonly options: { readonly path: string } }).options.path

/** What the navigation of those who publish shows. */
interface Entry {
  readonly icon: IconName
  readonly name: string
  /** For town halls alone. */
  readonly mairie?: true
}

export interface TownhallScreen {
  readonly path: string
  readonly entry: Entry | undefined
  readonly routes: readonly [AnyRoute]
}

export const townhallScreen = <Own extends AnyRoute>(own: Own, entry?: Entry) => ({
  path: `${pathOf(townhall)}${pathOf(own)}`.replace(/\/$/, ''),
  entry,
  routes: [own] as const,
})
