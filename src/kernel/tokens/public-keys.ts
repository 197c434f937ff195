import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'

/** A provider's verification key, and the algorithms it may be used with. */
export interface PublicKey {
  readonly kid: string | undefined
  readonly algorithms: readonly string[]
  readonly key: KeyObject
}

const RSA = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']
const CURVES: Readonly<Record<string, readonly string[]>> = {
  'P-256': ['ES256'],
  'P-384': ['ES384'],
  'P-521': ['ES512'],
  Ed25519: ['EdDSA', 'Ed25519'],
}
/** Asymmetric only: with a shared secret, a verifier could forge tokens. */
export const ALGORITHMS: readonly string[] = [...RSA, ...Object.values(CURVES).flat()]

const LEAST_RSA_BITS = 2048
/** Longer keys take too long to verify with. */
const MOST_RSA_BITS = 8192
const MOST_KEYS = 100

/** The verification keys of a JWKS, without unusable ones (encryption, unknown kind, weak, broken). Undefined: not a JWKS. */
export function keysIn(document: unknown): readonly PublicKey[] | undefined {
  const list = (document as { keys?: unknown } | null)?.keys
  if (!Array.isArray(list)) return undefined
  return list.slice(0, MOST_KEYS).flatMap(jwk => publicKey(jwk) ?? [])
}

function publicKey(jwk: unknown): PublicKey | undefined {
  if (typeof jwk !== 'object' || jwk === null) return undefined
  const { kty, crv, n, e, x, y, kid, alg, use, key_ops } = jwk as Record<string, unknown>
  if (use !== undefined && use !== 'sig') return undefined
  if (Array.isArray(key_ops) && !key_ops.includes('verify')) return undefined
  if (kid !== undefined && typeof kid !== 'string') return undefined
  const possible = kty === 'RSA' ? RSA : kty === 'EC' || kty === 'OKP' ? (CURVES[String(crv)] ?? []) : []
  const algorithms = possible.filter(one => alg === undefined || one === alg)
  if (algorithms.length === 0) return undefined
  try {
    // Only the public part, even if the provider published the private one.
    const key = createPublicKey({ key: { kty, crv, n, e, x, y } as JsonWebKey, format: 'jwk' })
    const bits = key.asymmetricKeyDetails?.modulusLength ?? LEAST_RSA_BITS
    return bits < LEAST_RSA_BITS || bits > MOST_RSA_BITS ? undefined : { kid, algorithms, key }
  } catch {
    return undefined
  }
}

/** Several keys match: they are not tried one after the other. */
export const AMBIGUOUS = Symbol('several keys fit')

export interface KeyCriteria {
  readonly alg: string
  readonly kid: string | undefined
}

export function keyFor(
  { alg, kid }: KeyCriteria,
  keys: readonly PublicKey[],
): KeyObject | typeof AMBIGUOUS | undefined {
  const fit = keys.filter(key => key.algorithms.includes(alg) && (kid === undefined || key.kid === kid))
  return fit.length > 1 ? AMBIGUOUS : fit[0]?.key
}
