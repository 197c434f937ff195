import { createHmac } from 'node:crypto'
import type { OAuth2Tokens } from 'better-auth/oauth2'
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import type { Config } from '../../kernel/config.ts'
import { isEmail } from '../../kernel/email-address.ts'
import { Problem } from '../../kernel/errors.ts'
import { type Door, FetchRefused } from '../../kernel/fetch/fetch.ts'
import type { Log } from '../../kernel/log.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { firstLetters, storableLine } from '../../kernel/texts.ts'
import { currentExchange } from './exchange.ts'

/**
 * Sign-in with an outside provider (`OIDC_ISSUER` with `OIDC_CLIENT_ID`). The library runs the flow (state, PKCE,
 * nonce, session); every request to the provider uses our fetch door, and its claims are checked here.
 */

export const PROVIDER = 'oidc'
/** Accounts of the provider get a placeholder address, which nobody can own. */
const STAND_IN = '@oidc.invalid'
export const isStandIn = (email: string) => email.endsWith(STAND_IN)

const ASYMMETRIC = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const FRESH_MS = 5 * 60_000
const LIMITS = { redirects: 0, timeoutMs: 5_000, maxBytes: 256 * 1024 } as const

interface Metadata {
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly userinfo_endpoint: string | undefined
  readonly jwks_uri: string
  /** Whether the secret is sent in the form rather than in a header. */
  readonly secretInForm: boolean
}

interface Found {
  readonly metadata: Metadata
  readonly keys: ReturnType<typeof createLocalJWKSet>
  readonly at: number
}

export interface ProviderParts {
  readonly config: Config
  readonly secrets: Secrets
  readonly door: Door
  readonly log: Log
}

/** The library's plugin for the provider; undefined when none is configured. */
export function outsideProvider({ config, secrets, door, log }: ProviderParts) {
  const { issuer, clientId, clientSecret } = config.oidc
  if (!issuer || !clientId || !clientSecret) return undefined
  const ask = new Asking(issuer, door)

  const provider = {
    id: PROVIDER,
    name: new URL(issuer).host,
    issuer,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }: { profile: JWTPayload }) => String(profile.sub ?? ''),
    async createAuthorizationURL(asked: {
      state: string
      codeVerifier: string
      redirectURI: string
      idTokenNonce?: string | undefined
    }): Promise<URL> {
      const { metadata } = await currentExchange().slowly('provider', () =>
        ask.found().catch(error => {
          throw away(error, log)
        }),
      )
      const url = new URL(metadata.authorization_endpoint)
      const challenge = new Uint8Array(
        await crypto.subtle.digest('SHA-256', new TextEncoder().encode(asked.codeVerifier)),
      )
      const query = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: asked.redirectURI,
        scope: 'openid email profile',
        state: asked.state,
        nonce: asked.idTokenNonce ?? '',
        code_challenge: Buffer.from(challenge).toString('base64url'),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url
    },
    async validateAuthorizationCode(asked: {
      code: string
      redirectURI: string
      codeVerifier?: string | undefined
    }) {
      return await currentExchange().slowly(`code ${asked.code}`, () =>
        ask.exchange(asked, clientId, clientSecret).catch(error => {
          throw away(error, log)
        }),
      )
    },
    async getUserInfo(tokens: OAuth2Tokens & { expectedIdTokenNonce?: string | undefined }) {
      const key = `claims ${tokens.expectedIdTokenNonce} ${tokens.idToken}`
      const claims = await currentExchange().slowly(key, () =>
        ask.claims(tokens, clientId).catch(error => {
          log.warn({ why: reasonOf(error) }, 'the outside provider could not say who somebody is')
          return undefined
        }),
      )
      if (!claims) return null
      const sub = String(claims.sub)
      const email = typeof claims.email === 'string' && isEmail(claims.email) ? claims.email : undefined
      const verifiedEmail = claims.email_verified === true ? email : undefined
      const nom = nameIn(claims)
      currentExchange().arrival = { issuer, subject: sub, verifiedEmail, nom }
      const mark = createHmac('sha256', secrets.derive('oidc stand-in'))
        .update(`${issuer} ${sub}`)
        .digest('hex')
      const user = { name: nom ?? '', email: `${mark.slice(0, 40)}${STAND_IN}`, emailVerified: true }
      return { user: { id: sub, ...user }, data: claims }
    },
  }
  return { id: 'parvis-oidc', init: () => ({ context: { socialProviders: [provider as never] } }) }
}

/** Requests to the provider: five seconds each, without redirects. */
class Asking {
  readonly #issuer: string
  readonly #door: Door
  #found: Found | undefined

  constructor(issuer: string, door: Door) {
    this.#issuer = issuer
    this.#door = door
  }

  /** The provider's endpoints and keys, cached for a few minutes. */
  async found(): Promise<Found> {
    if (this.#found && performance.now() - this.#found.at < FRESH_MS) return this.#found
    const at = `${this.#issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const said = (await this.#json(at)) as Record<string, unknown>
    if (said.issuer !== this.#issuer)
      throw new Distrusted('The provider calls itself something else than OIDC_ISSUER.')
    const address = (name: string) => {
      const value = said[name]
      const url = typeof value === 'string' ? URL.parse(value) : null
      if (!url) throw new Distrusted(`The provider names no ${name}.`)
      // Browsers are redirected to one of them: `javascript:` would run here.
      if (!/^https?:$/.test(url.protocol))
        throw new Distrusted(`The provider's ${name} is neither http nor https.`)
      if (this.#issuer.startsWith('https:') && url.protocol !== 'https:')
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
      secretInForm: Array.isArray(methods) && !methods.includes('client_secret_basic'),
    }
    const keys = createLocalJWKSet((await this.#json(metadata.jwks_uri)) as JSONWebKeySet)
    this.#found = { metadata, keys, at: performance.now() }
    return this.#found
  }

  async exchange(
    asked: { code: string; redirectURI: string; codeVerifier?: string | undefined },
    clientId: string,
    clientSecret: string,
  ): Promise<OAuth2Tokens> {
    const { metadata } = await this.found()
    const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString(
      'base64',
    )
    const said = await this.#json(metadata.token_endpoint, {
      ...(!metadata.secretInForm && { headers: { authorization: `Basic ${basic}` } }),
      form: {
        grant_type: 'authorization_code',
        code: asked.code,
        redirect_uri: asked.redirectURI,
        code_verifier: asked.codeVerifier ?? '',
        ...(metadata.secretInForm && { client_id: clientId, client_secret: clientSecret }),
      },
    })
    const { id_token: idToken, access_token: accessToken } = said as Record<string, unknown>
    if (typeof idToken !== 'string') throw new Distrusted('The provider gave no ID token.')
    return { idToken, ...(typeof accessToken === 'string' && { accessToken }) }
  }

  /** The ID token identifies the person; the e-mail address may only be in the user info. */
  async claims(tokens: OAuth2Tokens & { expectedIdTokenNonce?: string | undefined }, clientId: string) {
    const { metadata, keys } = await this.found()
    const checks = { issuer: this.#issuer, audience: clientId, algorithms: ASYMMETRIC, clockTolerance: 60 }
    const required = { ...checks, requiredClaims: ['sub', 'exp', 'iat', 'nonce'] }
    const { payload } = await jwtVerify(tokens.idToken ?? '', keys, required)
    if (!tokens.expectedIdTokenNonce || payload.nonce !== tokens.expectedIdTokenNonce)
      throw new Distrusted('The ID token answers another sign-in.')
    const { sub = '' } = payload
    if (sub === '' || sub.length > 255 || !sub.isWellFormed() || sub.includes('\0'))
      throw new Distrusted('The provider names nobody.')
    if (payload.email !== undefined || !metadata.userinfo_endpoint || !tokens.accessToken) return payload
    const { bytes, contentType } = await this.#get(metadata.userinfo_endpoint, {
      headers: { authorization: `Bearer ${tokens.accessToken}` },
    })
    // Some providers sign the user info, for example ProConnect.
    const info =
      contentType === 'application/jwt'
        ? (await jwtVerify(bytes.toString('utf8'), keys, checks)).payload
        : (JSON.parse(bytes.toString('utf8')) as JWTPayload)
    if (info.sub !== sub) throw new Distrusted('The user info speaks of somebody else.')
    return { ...info, ...payload }
  }

  async #get(url: string, options: { headers?: Record<string, string>; form?: Record<string, string> } = {}) {
    // The operator named the issuer, so it may be private; other hosts it refers to may not.
    const operatorsOwn = new URL(url).origin === new URL(this.#issuer).origin
    const answer = await this.#door.fetch(url, { ...LIMITS, operatorsOwn, ...options })
    if (answer.status !== 'ok') throw new Distrusted('The provider answered that nothing changed.')
    return answer
  }

  async #json(url: string, options = {}): Promise<unknown> {
    return JSON.parse((await this.#get(url, options)).bytes.toString('utf8'))
  }
}

/** The provider's answer cannot be trusted. The message quotes nothing of it. */
class Distrusted extends Error {}

/** Other errors may quote the answer, so only their name is logged. */
const reasonOf = (error: unknown): string =>
  error instanceof FetchRefused
    ? error.code
    : error instanceof Distrusted
      ? error.message
      : error instanceof Error
        ? error.name
        : 'unknown'

/** Answers 503: the provider is unavailable. */
function away(error: unknown, log: Log): Problem {
  log.warn({ why: reasonOf(error) }, 'the outside provider could not be asked')
  const busy = error instanceof FetchRefused && error.status !== null && error.status < 500
  return new Problem(busy ? 'sign_in_failed' : 'unavailable', { cause: error })
}

function nameIn(claims: JWTPayload): string | null {
  const parts = [claims.given_name, claims.usual_name ?? claims.family_name]
  const whole = claims.name ?? parts.filter(part => typeof part === 'string').join(' ')
  return firstLetters(storableLine(typeof whole === 'string' ? whole : ''), 200) || null
}
