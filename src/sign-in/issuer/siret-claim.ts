import type { JWTPayload } from 'jose'
import { isSiret, withoutGaps } from '../../../shared/registration-numbers.ts'

/** People from outside, who work in the establishment without speaking for it. */
const FROM_OUTSIDE = /prestataire|partenaire|stagiaire|extern/i

/**
 * The establishment that a person works for, in the claims of a provider that vouches for it. None for people from
 * outside and for private establishments, where the provider says so (`belonging_population`, `is_external`,
 * `is_service_public` of ProConnect).
 */
export function siretIn(claims: JWTPayload): string | undefined {
  const { siret, belonging_population: population, is_external, is_service_public } = claims
  if (is_external === true || is_service_public === false) return undefined
  if ([population].flat().some(one => typeof one === 'string' && FROM_OUTSIDE.test(one))) return undefined
  const digits = typeof siret === 'string' && siret.length <= 30 ? withoutGaps(siret) : ''
  return isSiret(digits) ? digits : undefined
}
