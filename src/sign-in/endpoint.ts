import type { TObject, TSchema } from 'typebox'
import type { ErrorCode } from '../kernel/errors.ts'
import type * as limits from './limits.ts'
import type { PageName } from './pages.ts'

export const BASE = '/auth'

/** Where an invitation is declined: before its token. */
export const DECLINING = '/decline-invitation/'

/**
 * What of the issuer the outside may call. The library has more endpoints: those that are not a row here are 404.
 *
 * Left out, with the reason: the library's own ways to change the address and the name and to delete the account (ours ask
 * for more, tell who must know and leave a trail: `issuer/own-account.ts`), linking and unlinking providers and their tokens (people are linked by rule), one-time codes by
 * mail (a second factor that lies in the same mailbox as the reset is none), `verify-password`, `update-session`,
 * `ok` and `error` (pages of the library).
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly summary: string
  /** What a front end must know besides. */
  readonly about?: string
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TObject
  readonly reply: TSchema
  readonly errors: readonly ErrorCode[]
  /** `needed`: a session is required; `if any`: a session, if there is one, must not be of a suspended user. */
  readonly session: 'needed' | 'if any' | 'none'
  readonly limits?: readonly limits.SignInLimit[]
  /** Whose password is hashed without a session: anybody's, or that of a person with a valid link from a mail. */
  readonly hashes?: 'for anybody' | 'by link'
  /** May answer with a redirect to the address it was given. */
  readonly redirects?: true
  /** Shows this page to a browser that was given no address to go on to. */
  readonly page?: PageName
  /** Takes what a page without scripts sends as well: a form, whose fields are not read. */
  readonly form?: true
}

export const post = (path: string, rest: Omit<Endpoint, 'method' | 'path'>): Endpoint => ({
  method: 'POST',
  path,
  ...rest,
})
export const get = (path: string, rest: Omit<Endpoint, 'method' | 'path'>): Endpoint => ({
  method: 'GET',
  path,
  ...rest,
})
