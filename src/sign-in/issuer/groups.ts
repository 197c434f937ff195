import type { JWTPayload } from 'jose'

/** The groups of a person in the claims of a provider. */

/** Longer names are no group of a role map, which are shorter. */
const LONGEST = 1_000

/**
 * None without the claim: providers leave out empty lists. Undefined where the provider says that there are more than
 * fit into a token (Entra ID), since roles must not be taken back then.
 */
export function groupsIn(claims: JWTPayload, claim: string): readonly string[] | undefined {
  const elsewhere = claims._claim_names
  if (typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, claim)) return undefined
  return [claimAt(claims, claim)]
    .flat()
    .filter((one): one is string => typeof one === 'string' && one.length <= LONGEST)
}

/** Names of claims may hold dots themselves: `https://example.org/groups`. */
export function claimAt(claims: JWTPayload, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let at: unknown = claims
  for (const step of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
    at = (at as Record<string, unknown>)[step]
  }
  return at
}
