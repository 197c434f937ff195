import type { Database } from '../kernel/db/database.ts'
import type { ErrorCode } from '../kernel/refusals/errors.ts'
import type { Exchange } from '../kernel/routes/action.ts'
import type { Access } from '../kernel/routes/guard.ts'
import type { ExchangeRow } from '../kernel/routes/route.ts'
import type { Config } from '../kernel/settings/config.ts'
import type { Secrets } from '../kernel/settings/secrets.ts'
import type { Log } from '../kernel/telemetry/log.ts'
import type { keySet } from '../kernel/tokens/signing-keys.ts'
import type { Tokens } from '../kernel/tokens/tokens.ts'
import type { Issuer } from './issuer/issuer.ts'
import type { IssuerMails } from './issuer/mails.ts'
import type { ProviderRequests } from './issuer/provider-requests.ts'
import type { SignInLimit } from './limits.ts'
import type { PageName } from './page-words.ts'
import { BASE } from './paths.ts'

/** A validated request at `/auth`. */
export interface SignInRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Headers
}

export interface SignInResponse {
  readonly status: number
  readonly body: unknown
  /** Cookies, redirect, and the token for clients without cookies. */
  readonly headers: Headers
  /** HTML for the page of the row. */
  readonly inner?: string
}

export type LibraryCall = (
  method: 'GET' | 'POST',
  path: string,
  request: SignInRequest,
) => Promise<SignInResponse>

export interface SignInParts {
  readonly config: Config
  readonly db: Database
  readonly tokens: Tokens
  readonly mails: IssuerMails
  readonly issuer: Issuer
  readonly call: LibraryCall
  readonly publicUrl: string
  readonly secrets: Secrets
  readonly log: Log
  /** By issuer. */
  readonly requests: ReadonlyMap<string, ProviderRequests>
  readonly keys: () => ReturnType<typeof keySet>
}

/** The account and session of the caller. */
export type CurrentSession = NonNullable<Awaited<ReturnType<Issuer['api']['getSession']>>>

/** `current` is undefined when the caller has no session; rows with `session: 'needed'` are then refused before. */
export type Run = (
  request: SignInRequest,
  parts: SignInParts,
  current: CurrentSession | undefined,
) => Promise<SignInResponse>

/** `needed`: requires a session. `if any`: a session, if present, must not belong to a suspended user. */
type SessionNeed = 'needed' | 'if any' | 'none'

interface OwnFields {
  readonly session: SessionNeed
  /** Hashes a password for a caller without a session: any caller, or one with a valid link from a mail. */
  readonly hashes?: 'for anybody' | 'by link'
  /** Also accepts a form post of a page without scripts: its fields are ignored, or are the body. */
  readonly form?: 'ignored' | 'body'
  /** Gives the same answer after the same minimum time for every address, so that neither reveals which ones exist. */
  readonly sameForAll?: true
  /** Only a browser can ask: it stands with the links of mails, not with what programs call. */
  readonly byBrowser?: true
}
type SignInAction = Exchange & { readonly page?: PageName }

export interface SignInRow extends ExchangeRow, OwnFields {
  readonly posture: { readonly limit: readonly SignInLimit[] | undefined }
  readonly action: SignInAction
  readonly run: Run
}

interface Outline extends OwnFields, Omit<SignInAction, 'kind'> {
  readonly limit?: readonly SignInLimit[]
  /** Default: the library's endpoint at this path. */
  readonly run?: Run
}

const access = (
  who: string,
  security: Access['document']['security'],
  errors: readonly ErrorCode[],
): Access => ({
  kind: 'session',
  readers: 'oneself',
  unknownParameters: 'ignore',
  document: { who, security, errors },
})
const SESSION = [{ session: [] }, { cookie: [] }]
const ACCESS: Readonly<Record<SessionNeed, Access>> = {
  needed: access('signed-in users, with the session cookie or the session token as a bearer.', SESSION, [
    'unauthenticated',
  ]),
  'if any': access('anybody; a session is used if there is one.', [{}, ...SESSION], []),
  none: access('anybody.', [], []),
}

const row =
  (method: 'GET' | 'POST') =>
  (
    path: string,
    { session, hashes, form, sameForAll, byBrowser, limit, run, ...action }: Outline,
  ): SignInRow => ({
    method,
    path: BASE + path,
    status: 200,
    extension: true,
    session,
    // Only browsers open pages and follow redirects; only they, mail programs and providers send forms.
    access:
      action.page || action.redirects || form || byBrowser
        ? { ...ACCESS[session], kind: 'link' }
        : ACCESS[session],
    action: { kind: 'exchange', ...action },
    posture: { limit },
    run: run ?? ((request, { call }) => call(method, path, request)),
    ...(hashes && { hashes }),
    ...(form && { form }),
    ...(sameForAll && { sameForAll }),
  })
export const get = row('GET')
export const post = row('POST')
