import { createHmac } from 'node:crypto'
import { getOAuthState } from 'better-auth/api'
import type { OAuth2Tokens } from 'better-auth/oauth2'
import type { JWTPayload } from 'jose'
import { sql } from '../../kernel/db/db.ts'
import { FetchRefused } from '../../kernel/fetch/fetch.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import type { Log } from '../../kernel/telemetry/log.ts'
import { isEmail } from '../../kernel/texts/email-address.ts'
import { firstLetters, storableLine } from '../../kernel/texts/texts.ts'
import { provesTwice } from '../../kernel/tokens/proven-twice.ts'
import { isSubject } from '../../kernel/tokens/token-claims.ts'
import { EMBEDDED } from '../../kernel/tokens/tokens.ts'
import type { MappedRoles } from '../../people/users/mapped-roles.ts'
import { administratorsLock } from '../../people/users/queries.ts'
import { rolesOfGroups } from '../../people/users/role-map.ts'
import { STATE_PROVIDER } from '../providers.ts'
import { currentExchange } from './exchange.ts'
import { groupsIn } from './groups.ts'
import { Distrusted, type ProviderRequests, reasonOf } from './provider-requests.ts'
import { siretIn } from './siret-claim.ts'

/**
 * Sign-in with outside providers. The library runs the flow (state, PKCE, nonce, session); every request to a provider
 * uses our fetch door, and its claims are checked in `provider-requests.ts`.
 */

/** Accounts of a provider get a placeholder address, which nobody can own. */
const STAND_IN = '@oidc.invalid'
export const isStandIn = (email: string) => email.endsWith(STAND_IN)

interface ProviderParts {
  readonly secrets: Secrets
  readonly log: Log
}

/** The library's plugin for the providers; undefined when none is configured. */
export function outsideProviders(all: readonly ProviderRequests[], parts: ProviderParts) {
  const providers = all.map(requests => libraryProvider(requests, parts))
  if (providers.length === 0) return undefined
  return { id: 'parvis-oidc', init: () => ({ context: { socialProviders: providers as never[] } }) }
}

function libraryProvider(requests: ProviderRequests, { secrets, log }: ProviderParts) {
  const { settings } = requests
  const { id, issuer, client } = settings
  /** Answers 503: the provider is unavailable. */
  const away = (error: unknown): Problem => {
    log.warn({ provider: id, why: reasonOf(error) }, 'the outside provider could not be asked')
    const busy = error instanceof FetchRefused && error.status !== null && error.status < 500
    return new Problem(busy ? 'sign_in_failed' : 'unavailable', { cause: error })
  }
  const slowly = <T>(key: string, work: () => Promise<T>): Promise<T> =>
    currentExchange().slowly(`${id} ${key}`, () =>
      work().catch(error => {
        throw away(error)
      }),
    )

  /** Undefined: the roles stay as they are. */
  async function mappedRoles(claims: JWTPayload): Promise<MappedRoles | undefined> {
    if (!settings.roles) return undefined
    const groups = groupsIn(claims, settings.groupsClaim)
    if (groups) {
      // Before the user is locked, as changes of roles by hand do it: else each would wait for the other.
      await currentExchange().lock(administratorsLock)
      return { issuer, given: rolesOfGroups(settings.roles, groups) }
    }
    log.warn({ provider: id }, 'the outside provider leaves out groups: roles stay as they are')
    return undefined
  }

  return {
    id,
    name: settings.label,
    issuer,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }: { profile: JWTPayload }) =>
      accountKey(id, issuer, String(profile.sub ?? '')),
    async createAuthorizationURL(asked: {
      state: string
      codeVerifier: string
      redirectURI: string
      idTokenNonce?: string | undefined
    }): Promise<URL> {
      const metadata = await slowly('metadata', () => requests.metadata())
      const url = new URL(metadata.authorization_endpoint)
      const challenge = new Uint8Array(
        await crypto.subtle.digest('SHA-256', new TextEncoder().encode(asked.codeVerifier)),
      )
      const query = {
        response_type: 'code',
        client_id: client.id,
        redirect_uri: asked.redirectURI,
        scope: settings.scope,
        state: asked.state,
        nonce: asked.idTokenNonce ?? '',
        ...(settings.acrValues.length > 0 && { acr_values: settings.acrValues.join(' ') }),
        ...(settings.pkce && {
          code_challenge: Buffer.from(challenge).toString('base64url'),
          code_challenge_method: 'S256',
        }),
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url
    },
    /** Sends no code to a provider that did not give it: an attacker may run one of several providers (RFC 9207). */
    async validateAuthorizationCode(asked: {
      code: string
      redirectURI: string
      codeVerifier?: string | undefined
    }) {
      const state = await getOAuthState()
      if (state?.[STATE_PROVIDER] !== id)
        throw new Distrusted('The answer belongs to a sign-in at another provider.')
      const { iss } = currentExchange().query
      return await slowly(`code ${asked.code}`, async () => {
        const { namesIssuer } = await requests.metadata()
        if (namesIssuer && iss !== issuer)
          throw new Distrusted('The answer does not name its issuer, as this provider always does.')
        return await requests.exchange(asked)
      })
    },
    async getUserInfo(tokens: OAuth2Tokens & { expectedIdTokenNonce?: string | undefined }) {
      const key = `${id} claims ${tokens.expectedIdTokenNonce} ${tokens.idToken}`
      const claims = await currentExchange().slowly(key, () =>
        requests.claims(tokens).catch(error => {
          log.warn(
            { provider: id, why: reasonOf(error) },
            'the outside provider could not say who somebody is',
          )
          return undefined
        }),
      )
      if (!claims) return null
      const sub = String(claims.sub)
      const email = typeof claims.email === 'string' && isEmail(claims.email) ? claims.email : undefined
      const isVerified = claims.email_verified ?? settings.emails === 'all'
      const verifiedEmail = isVerified === true ? email : undefined
      const nom = nameIn(claims)
      const arrival = { issuer, subject: sub, verifiedEmail, nom }
      const { end_session_endpoint: endSessionUrl } = await requests.metadata()
      const session = {
        issuer,
        subject: sub,
        issuedAt: claims.iat ?? 0,
        endSessionUrl,
        provenTwice: provesTwice(claims),
        sid: isSubject(claims.sid) ? claims.sid : undefined,
        siret: settings.vouchesForSiret ? siretIn(claims) : undefined,
        idTokenSealed: endSessionUrl && tokens.idToken && secrets.seal(tokens.idToken),
      }
      currentExchange().arrival = { ...arrival, mapped: await mappedRoles(claims), session }
      const mark = createHmac('sha256', secrets.derive('oidc stand-in'))
        .update(`${issuer} ${sub}`)
        .digest('hex')
      const user = { name: nom ?? '', email: `${mark.slice(0, 40)}${STAND_IN}`, emailVerified: true }
      return { user: { id: sub, ...user }, data: claims }
    },
  }
}

/**
 * The library finds accounts by provider and subject, people are found by issuer and subject. They differ once an
 * operator gives a provider another issuer: then the account of the former issuer's person is not opened.
 */
async function accountKey(provider: string, issuer: string, subject: string): Promise<string> {
  const exchange = currentExchange()
  const another = await exchange
    .reads()
    .one(sql`
      select true as another from auth_accounts a
      join user_identities own on own.issuer = ${EMBEDDED} and own.subject = a.user_id::text
      join user_identities there on there.user_id = own.user_id and there.subject = a.account_id
      where a.provider_id = ${provider} and a.account_id = ${subject} and there.issuer <> ${EMBEDDED}
      having bool_and(there.issuer <> ${issuer})`)
    .catch(error => {
      throw exchange.failed(error)
    })
  return another ? `${subject} ${issuer}` : subject
}

function nameIn(claims: JWTPayload): string | null {
  const parts = [claims.given_name, claims.usual_name ?? claims.family_name]
  const whole = claims.name ?? parts.filter(part => typeof part === 'string').join(' ')
  return firstLetters(storableLine(typeof whole === 'string' ? whole : ''), 200) || null
}
