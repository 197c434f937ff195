import { actionsFor } from '../../kernel/routes/action.ts'
import type { AppSource } from './app-sources.ts'
import type { Caller, KeyCaller, UserOrKey } from './permissions.ts'

/** A caller of an app, with or without a user. */
export interface Anyone {
  readonly source: AppSource
  readonly caller: Caller | undefined
}

/** A caller with a token, hence with a user. */
export interface SignedIn extends Anyone {
  readonly caller: Caller
  /** The session here that the token belongs to; none for tokens of an outside issuer or an operator. */
  readonly session?: string | undefined
}

/** A caller with a token or an API key. */
export interface Acting {
  readonly source: AppSource
  readonly caller: UserOrKey
}

/** A program with an API key. */
export interface WithKey {
  readonly source: AppSource
  readonly caller: KeyCaller
}

/** Actions that work with and without a user; they fit into every block. */
export const anyone = actionsFor<Anyone>()
/** Actions that need a user; in blocks that admit others they do not compile. */
export const signedIn = actionsFor<SignedIn>()
/** Actions for users and API keys. */
export const acting = actionsFor<Acting>()
/** Actions for API keys alone. */
export const withKey = actionsFor<WithKey>()
