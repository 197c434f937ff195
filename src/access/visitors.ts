import { actionsFor } from '../kernel/routes/action.ts'
import type { AppSource } from './app-sources.ts'
import type { Caller } from './permissions.ts'

/** A caller of an app, with or without a user. */
export interface Anyone {
  readonly source: AppSource
  readonly caller: Caller | undefined
}

/** A caller with a token, hence with a user. */
export interface SignedIn extends Anyone {
  readonly caller: Caller
}

/** Actions that work with and without a user; they fit into every block. */
export const anyone = actionsFor<Anyone>()
/** Actions that need a user; in blocks that admit others they do not compile. */
export const signedIn = actionsFor<SignedIn>()
