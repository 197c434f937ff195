import type { Identity, Tokens } from './tokens.ts'

export interface Issuer {
  /** The `iss` claim of its tokens. */
  readonly issuer: () => string
  verify(token: string): Promise<Identity | undefined>
}

/** Longer than any real token. */
const LONGEST_TOKEN = 8 * 1024
const COMPACT = /^[A-Za-z0-9_-]{10,}\.([A-Za-z0-9_-]{2,})\.[A-Za-z0-9_-]{10,}$/

/**
 * Chooses the verifier by the exact `iss` claim first: keys and algorithms of one issuer are never tried for another, and
 * unknown issuers cause no request.
 */
export function tokensByIssuer(sign: Tokens['sign'], issuers: readonly Issuer[]): Tokens {
  return {
    sign,
    async verify(token) {
      const named = issuerIn(token)
      return await issuers.find(({ issuer }) => issuer() === named)?.verify(token)
    },
  }
}

function issuerIn(token: string): unknown {
  const payload = token.length <= LONGEST_TOKEN ? COMPACT.exec(token)?.[1] : undefined
  if (payload === undefined) return undefined
  try {
    return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iss?: unknown } | null)?.iss
  } catch {
    return undefined
  }
}
