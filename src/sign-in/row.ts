import type { Config } from '../kernel/config.ts'
import type { Database } from '../kernel/db/database.ts'
import type { ErrorCode } from '../kernel/errors.ts'
import type { Exchange } from '../kernel/routes/action.ts'
import type { Access } from '../kernel/routes/guard.ts'
import type { ExchangeRow } from '../kernel/routes/route.ts'
import type { keySet } from '../kernel/tokens/signing-keys.ts'
import type { Tokens } from '../kernel/tokens/tokens.ts'
import type { Issuer } from './issuer/issuer.ts'
import type { Letters } from './issuer/letters.ts'
import type { SignInLimit } from './limits.ts'
import type { PageName } from './pages.ts'
import { BASE } from './paths.ts'

/** A request at `/auth`, checked by its shapes. */
export interface SignInRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Headers
}

export interface SignInResponse {
  readonly status: number
  readonly body: unknown
  /** Cookies, the redirect, the token for clients without cookies. */
  readonly headers: Headers
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
  readonly letters: Letters
  readonly issuer: Issuer
  readonly call: LibraryCall
  readonly publicUrl: string
  readonly keys: () => ReturnType<typeof keySet>
}

/** The account and session of the caller. */
export type CurrentSession = NonNullable<Awaited<ReturnType<Issuer['api']['getSession']>>>

/** `current`: undefined without a session, which a row that needs one refuses before. */
export type Run = (
  request: SignInRequest,
  parts: SignInParts,
  current: CurrentSession | undefined,
) => Promise<SignInResponse>

/** `needed`: a session is required; `if any`: a session, if there is one, must not be of a suspended user. */
type SessionNeed = 'needed' | 'if any' | 'none'

interface OwnFields {
  readonly session: SessionNeed
  /** Whose password is hashed without a session: anybody's, or that of a person with a valid link from a mail. */
  readonly hashes?: 'for anybody' | 'by link'
  /** Accepts a form as well, whose fields are not read: what a page without scripts sends. */
  readonly form?: true
  /** Answers alike for every address, and never sooner than others: the time would tell which addresses exist. */
  readonly sameForAll?: true
}
type SignInAction = Exchange & { readonly page?: PageName }

export interface SignInRow extends ExchangeRow, OwnFields {
  readonly posture: { readonly limit: readonly SignInLimit[] | undefined }
  readonly action: SignInAction
  readonly run: Run
}

interface Outline extends OwnFields, Omit<SignInAction, 'kind'> {
  readonly limit?: readonly SignInLimit[]
  /** Without it, the library's endpoint at this path answers. */
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
  needed: access('somebody signed in, by the cookie or with their session as a bearer.', SESSION, [
    'unauthenticated',
  ]),
  'if any': access('anybody; whose session it is, where there is one.', [{}, ...SESSION], []),
  none: access('anybody.', [], []),
}

const row =
  (method: 'GET' | 'POST') =>
  (path: string, { session, hashes, form, sameForAll, limit, run, ...action }: Outline): SignInRow => ({
    ...{ method, path: BASE + path, status: 200, extension: true, session },
    access: ACCESS[session],
    action: { kind: 'exchange', ...action },
    posture: { limit },
    run: run ?? ((request, { call }) => call(method, path, request)),
    ...(hashes && { hashes }),
    ...(form && { form }),
    ...(sameForAll && { sameForAll }),
  })
export const get = row('GET')
export const post = row('POST')
