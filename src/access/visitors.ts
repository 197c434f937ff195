import { actionsFor } from '../kernel/routes/action.ts'
import type { AppSource } from './app-sources.ts'
import type { Caller } from './permissions.ts'

/** A caller of an app, with or without a user. */
export interface Anyone {
  readonly source: AppSource
  readonly caller: Caller | undefined
}

/** A caller with a token: there is a user. */
export interface SignedIn extends Anyone {
  readonly caller: Caller
}

/** Actions that use the app, and the user where there is one: they fit into every block. */
export const anyone = actionsFor<Anyone>()
/** Actions that need a user: in a block that also admits others they do not compile. */
export const signedIn = actionsFor<SignedIn>()
