import type { AnyRoute } from '@tanstack/react-router'
import type { Area } from '../../shared/words/access.ts'
import type { IconName } from '../kit/ui/icon.tsx'
import { townhall } from './root.ts'

export type Group = 'top' | 'waiting' | 'places' | 'administration' | 'own'

interface About {
  /** The area that the person needs. Absent: every signed-in person. */
  readonly area?: Area
  /** A second area that opens the screen too, and shows its own part. */
  readonly or?: Area
  /** It shows all communes together: a role that is limited to some does not open it. */
  readonly everywhere?: true
  readonly group: Group
  /** The shortcut: `G`, then this letter. */
  readonly letter: string
  readonly icon: IconName
  readonly name: string
}

/** An entry of the table of screens (`screens.ts`). Without a route it does not compile. */
export interface Screen extends About {
  readonly path: string
  /** The route of the screen, then the routes below it: `/communes`, `/communes/$id`. */
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

/** Read from the options: `route.fullPath` is set only once the router is built. */
const pathOf = (route: AnyRoute) => (route as { readonly options: { readonly path: string } }).options.path

/** An entry of the town hall's navigation. */
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
