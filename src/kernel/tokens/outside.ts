import { decodeProtectedHeader, type JWTPayload, jwtVerify, type ProtectedHeaderParameters } from 'jose'
import type { Door } from '../fetch/fetch.ts'
import type { Log } from '../telemetry/log.ts'
import { isEmail } from '../texts/email-address.ts'
import type { Issuer } from './by-issuer.ts'
import { type Clock, keyCache, systemClock } from './key-cache.ts'
import { provesTwice } from './proven-twice.ts'
import { publishedKeys } from './provider.ts'
import { ALGORITHMS } from './public-keys.ts'
import {
  CLOCK_SKEW_SECONDS,
  isRefusedToken,
  isSubject,
  LONGEST_SECONDS,
  timesAreFit,
} from './token-claims.ts'
import type { Identity, Newcomer } from './tokens.ts'

interface OutsideSettings {
  /** Its name in metrics and in the log. */
  readonly id: string
  readonly issuer: string
  readonly audience: string
  /** Our client id at the provider, if people also sign in through it: a token with that audience may be an ID token. */
  readonly clientId: string | undefined
}

export interface OutsideIssuer extends Issuer {
  readonly id: string
  /** Whether the last fetch of the provider's keys succeeded. */
  answers(): boolean
  close(): void
}

const LOOK_EVERY_MS = 60_000

/** Verifies access tokens of an OpenID Connect provider with its published keys. */
export function outsideIssuer(
  settings: OutsideSettings,
  door: Pick<Door, 'fetch' | 'close'>,
  log: Pick<Log, 'warn' | 'info'>,
  clock: Clock = systemClock,
): OutsideIssuer {
  const { id, issuer, audience } = settings
  const keys = keyCache(() => publishedKeys(door, issuer), log, clock, id)
  // Prefetched, but not awaited: an unreachable provider must not prevent the start.
  keys.refresh()
  const timer = setInterval(keys.refresh, LOOK_EVERY_MS).unref()

  async function verified(token: string): Promise<Identity | undefined> {
    const header = decodeProtectedHeader(token)
    if (!isFitHeader(header)) return undefined
    const key = await keys.find({ alg: header.alg, kid: header.kid })
    if (!key) return undefined
    const { payload } = await jwtVerify(token, key, {
      issuer,
      audience,
      algorithms: [header.alg],
      requiredClaims: ['exp', 'sub'],
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: new Date(clock.now()),
    })
    const { sub } = payload
    if (!isSubject(sub) || !timesAreFit(payload, clock.now() / 1000)) return undefined
    if (!isAccessToken(header, payload, settings)) return undefined
    // Without `iat`, assumes the earliest time: in doubt the token was issued before a sign-out.
    const { exp = 0, iat = exp - LONGEST_SECONDS } = payload
    const provenTwice = provesTwice(payload)
    return { issuer, subject: sub, issuedAt: iat, provenTwice, newcomer: newcomerIn(payload) }
  }

  return {
    id,
    issuer: () => issuer,
    verify: token =>
      verified(token).catch(error => {
        if (isRefusedToken(error)) return undefined
        throw error
      }),
    answers: keys.answers,
    close() {
      clearInterval(timer)
      keys.close()
      door.close()
    },
  }
}

/** Headers with which a token brings its own keys or their address: always refused. */
const BROUGHT_ALONG = ['crit', 'jwk', 'jku', 'x5u', 'b64', 'zip'] as const
const ACCESS_TOKEN_TYPES = /^(application\/)?at\+jwt$/i

type FitHeader = ProtectedHeaderParameters & { alg: string; kid?: string }

const isFitHeader = (header: ProtectedHeaderParameters): header is FitHeader =>
  ALGORITHMS.includes(header.alg ?? '') &&
  (header.kid === undefined || typeof header.kid === 'string') &&
  // Keycloak and others use the type JWT for access tokens too: then the claims decide.
  typeof header.typ === 'string' &&
  (ACCESS_TOKEN_TYPES.test(header.typ) || /^(application\/)?jwt$/i.test(header.typ)) &&
  BROUGHT_ALONG.every(name => !(name in header))

/** Claims of other kinds of tokens: ID tokens (nonce, hashes), logout tokens, key-bound tokens (cnf). */
const NOT_OF_ACCESS_TOKENS = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events', 'cnf'] as const

function isAccessToken(header: FitHeader, payload: JWTPayload, { clientId }: OutsideSettings): boolean {
  if (NOT_OF_ACCESS_TOKENS.some(name => name in payload)) return false
  // Keycloak's own claim `typ`: Bearer, ID, Refresh, Offline, Logout.
  if (payload.typ !== undefined && payload.typ !== 'Bearer') return false
  const audiences = [payload.aud].flat()
  const forClientAlone = clientId !== undefined && audiences.every(one => one === clientId)
  return !forClientAlone || ACCESS_TOKEN_TYPES.test(header.typ ?? '')
}

/** Accepts an e-mail address only with `email_verified: true`. */
function newcomerIn({ email, email_verified, name }: JWTPayload): Newcomer {
  const verified = email_verified === true && typeof email === 'string' && isEmail(email)
  return {
    verifiedEmail: verified ? email : undefined,
    nom: typeof name === 'string' ? name : undefined,
  }
}
