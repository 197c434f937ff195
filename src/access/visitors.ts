import { actionsFor } from '../kernel/routes/action.ts'
import type { AppSource } from './app-sources.ts'
import type { Caller } from './permissions.ts'

/** Whoever comes through an app, known or not. */
export interface Anyone {
  readonly source: AppSource
  readonly caller: Caller | undefined
}

/** Somebody behind a bearer. */
export interface SignedIn extends Anyone {
  readonly caller: Caller
}

/** Actions that ask through which app somebody comes, or who it is where that is known: they fit into every block. */
export const anyone = actionsFor<Anyone>()
/** Actions that need somebody: in a block that lets others in they do not compile. */
export const signedIn = actionsFor<SignedIn>()
