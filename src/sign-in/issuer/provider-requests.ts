import type { OAuth2Tokens } from 'better-auth/oauth2'
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose'
import { singleFlight } from '../../kernel/concurrency/single-flight.ts'
import { type Door, FetchRefused } from '../../kernel/fetch/fetch.ts'
import { CLOCK_SKEW_SECONDS, isSubject } from '../../kernel/tokens/token-claims.ts'
import type { SignInProvider } from '../providers.ts'
import { claimAt } from './groups.ts'
import type { Logout } from './provider-sessions.ts'

/** Requests to one outside provider: five seconds each, without redirects. Its answers are checked here. */

const ASYMMETRIC = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const FRESH_MS = 5 * 60_000
/** An unknown key is looked for once in this time: key ids can be made up. */
const REFETCH_MS = 30_000
/** How old a logout token may be. */
const LOGOUT_SECONDS = 600
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const LIMITS = { redirects: 0, timeoutMs: 5_000, maxBytes: 256 * 1024 } as const

interface Metadata {
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly userinfo_endpoint: string | undefined
  readonly jwks_uri: string
  readonly end_session_endpoint: string | undefined
  /** Whether the secret is sent in the form rather than in a header. */
  readonly secretInForm: boolean
  /** Whether its answers name the issuer (RFC 9207): one without it comes from somewhere else. */
  readonly namesIssuer: boolean
}

interface Found {
  readonly metadata: Metadata
  readonly keys: ReturnType<typeof createLocalJWKSet>
  readonly at: number
}

type Tokens = OAuth2Tokens & { readonly expectedIdTokenNonce?: string | undefined }

export class ProviderRequests {
  readonly settings: SignInProvider
  readonly #door: Pick<Door, 'fetch'>
  #found: Found | undefined
  /** Concurrent sign-ins share one discovery. */
  readonly #discover = singleFlight(() => this.#discovered())

  constructor(settings: SignInProvider, door: Pick<Door, 'fetch'>) {
    this.settings = settings
    this.#door = door
  }

  /** The provider's endpoints, cached with its keys for a few minutes. */
  async metadata(): Promise<Metadata> {
    return (await this.#current()).metadata
  }

  async #current(): Promise<Found> {
    return this.#found && performance.now() - this.#found.at < FRESH_MS ? this.#found : await this.#discover()
  }

  async #discovered(): Promise<Found> {
    const { issuer } = this.settings
    const at = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const said = (await this.#json(at)) as Record<string, unknown>
    if (said.issuer !== issuer)
      throw new Distrusted('The provider calls itself something else than its issuer.')
    const address = (name: string) => {
      const value = said[name]
      const url = typeof value === 'string' ? URL.parse(value) : null
      if (!url) throw new Distrusted(`The provider names no ${name}.`)
      // Browsers are redirected to one of them: `javascript:` would run here.
      if (!/^https?:$/.test(url.protocol))
        throw new Distrusted(`The provider's ${name} is neither http nor https.`)
      if (issuer.startsWith('https:') && url.protocol !== 'https:')
        throw new Distrusted(`The provider's ${name} is not https.`)
      if (url.username || url.password) throw new Distrusted(`The provider's ${name} has a password in it.`)
      return url.href
    }
    const methods = said.token_endpoint_auth_methods_supported
    const metadata = {
      authorization_endpoint: address('authorization_endpoint'),
      token_endpoint: address('token_endpoint'),
      userinfo_endpoint: said.userinfo_endpoint === undefined ? undefined : address('userinfo_endpoint'),
      jwks_uri: address('jwks_uri'),
      end_session_endpoint:
        said.end_session_endpoint === undefined ? undefined : address('end_session_endpoint'),
      secretInForm: Array.isArray(methods) && !methods.includes('client_secret_basic'),
      namesIssuer: said.authorization_response_iss_parameter_supported === true,
    }
    const keys = createLocalJWKSet((await this.#json(metadata.jwks_uri)) as JSONWebKeySet)
    this.#found = { metadata, keys, at: performance.now() }
    return this.#found
  }

  async exchange(asked: {
    readonly code: string
    readonly redirectURI: string
    readonly codeVerifier?: string | undefined
  }): Promise<OAuth2Tokens> {
    const metadata = await this.metadata()
    const { client } = this.settings
    const basic = Buffer.from(
      `${encodeURIComponent(client.id)}:${encodeURIComponent(client.secret)}`,
    ).toString('base64')
    const said = await this.#json(metadata.token_endpoint, {
      ...(!metadata.secretInForm && { headers: { authorization: `Basic ${basic}` } }),
      form: {
        grant_type: 'authorization_code',
        code: asked.code,
        redirect_uri: asked.redirectURI,
        ...(this.settings.pkce && { code_verifier: asked.codeVerifier ?? '' }),
        ...(metadata.secretInForm && { client_id: client.id, client_secret: client.secret }),
      },
    })
    const { id_token: idToken, access_token: accessToken } = said as Record<string, unknown>
    if (typeof idToken !== 'string') throw new Distrusted('The provider gave no ID token.')
    return { idToken, ...(typeof accessToken === 'string' && { accessToken }) }
  }

  /** The ID token identifies the person; the e-mail address, the groups and the SIRET may only be in the user info. */
  async claims(tokens: Tokens): Promise<JWTPayload> {
    const required = { requiredClaims: ['sub', 'exp', 'iat', 'nonce'] }
    const payload = await this.#verified(tokens.idToken ?? '', required)
    if (!tokens.expectedIdTokenNonce || payload.nonce !== tokens.expectedIdTokenNonce)
      throw new Distrusted('The ID token answers another sign-in.')
    const { sub, acr } = payload
    const { acrValues } = this.settings
    if (acrValues.length > 0 && !acrValues.includes(String(acr)))
      throw new Distrusted('The provider signed the person in at another level (acr).')
    if (!isSubject(sub)) throw new Distrusted('The provider names nobody.')
    const { userinfo_endpoint: endpoint } = await this.metadata()
    const { roles, groupsClaim, vouchesForSiret } = this.settings
    const isWhole =
      payload.email !== undefined &&
      (!roles || claimAt(payload, groupsClaim) !== undefined) &&
      (!vouchesForSiret || payload.siret !== undefined)
    if (isWhole || !endpoint || !tokens.accessToken) return payload
    const { bytes, contentType } = await this.#get(endpoint, {
      headers: { authorization: `Bearer ${tokens.accessToken}` },
    })
    const text = bytes.toString('utf8')
    // Some providers sign the user info, for example ProConnect.
    const info =
      contentType === 'application/jwt' ? await this.#verified(text) : (JSON.parse(text) as JWTPayload)
    if (info.sub !== sub) throw new Distrusted('The user info speaks of somebody else.')
    return { ...info, ...payload }
  }

  get id(): string {
    return this.settings.id
  }

  /** Verifies a logout token: it is no ID token, and was issued in the last minutes. */
  async logout(token: string): Promise<Logout> {
    const { issuer, audience } = this.settings
    const { typ } = decodeProtectedHeader(token)
    if (typ !== undefined && !/^(application\/)?(logout\+)?jwt$/i.test(typ))
      throw new Distrusted('The token is of another type.')
    const requiredClaims = ['iat', 'exp', 'jti']
    const { events, nonce, sid, sub, jti, iat } = await this.#verified(token, {
      requiredClaims,
      maxTokenAge: LOGOUT_SECONDS,
    })
    if (nonce !== undefined) throw new Distrusted('A logout token has no nonce.')
    const event = typeof events === 'object' && events !== null && Object.hasOwn(events, LOGOUT_EVENT)
    if (!event || typeof (events as Record<string, unknown>)[LOGOUT_EVENT] !== 'object')
      throw new Distrusted('The token tells of another event.')
    if ((sid !== undefined && !isSubject(sid)) || (sub !== undefined && !isSubject(sub)))
      throw new Distrusted('The token names nobody.')
    if (sid === undefined && sub === undefined) throw new Distrusted('The token names nobody.')
    if (typeof jti !== 'string' || iat === undefined) throw new Distrusted('The token has no identifier.')
    return {
      issuer,
      sid: sid as string | undefined,
      subject: sub,
      jti,
      issuedAt: iat,
      hasTokens: audience !== undefined,
    }
  }

  /** Signed by the provider, for our client. Keys are fetched again for one that is not known yet. */
  async #verified(token: string, more: JWTVerifyOptions = {}): Promise<JWTPayload> {
    const { issuer, client } = this.settings
    const checks = {
      issuer,
      audience: client.id,
      algorithms: ASYMMETRIC,
      clockTolerance: CLOCK_SKEW_SECONDS,
      ...more,
    }
    const { keys, at } = await this.#current()
    try {
      return (await jwtVerify(token, keys, checks)).payload
    } catch (error) {
      const rotated = error instanceof errors.JWKSNoMatchingKey && performance.now() - at > REFETCH_MS
      if (!rotated) throw error
      return (await jwtVerify(token, (await this.#discover()).keys, checks)).payload
    }
  }

  async #get(url: string, options: { headers?: Record<string, string>; form?: Record<string, string> } = {}) {
    // The operator named the issuer, so it may be private; other hosts it refers to may not.
    const operatorsOwn = new URL(url).origin === new URL(this.settings.issuer).origin
    const answer = await this.#door.fetch(url, { ...LIMITS, operatorsOwn, ...options })
    if (answer.status !== 'ok') throw new Distrusted('The provider answered that nothing changed.')
    return answer
  }

  async #json(url: string, options = {}): Promise<unknown> {
    return JSON.parse((await this.#get(url, options)).bytes.toString('utf8'))
  }
}

/** The provider's answer cannot be trusted. The message quotes nothing of it. */
export class Distrusted extends Error {}

/** Other errors may quote the answer, so only their name is logged. */
export const reasonOf = (error: unknown): string =>
  error instanceof FetchRefused
    ? error.code
    : error instanceof Distrusted
      ? error.message
      : error instanceof Error
        ? error.name
        : 'unknown'
