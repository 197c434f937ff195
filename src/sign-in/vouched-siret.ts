import { type Db, sql } from '../kernel/db/db.ts'
import type { Config } from '../kernel/settings/config.ts'
import { signInProviders } from './providers.ts'

/** The SIRET of a session that began at a provider which the operator lets vouch for it. */

/** Later the person may have left the establishment: they sign in again. */
const FRESH_HOURS = 24

interface VouchedSiret {
  readonly siret: string
  readonly issuer: string
  readonly isFresh: boolean
}

export const siretProviders = (config: Config) =>
  signInProviders(config).filter(({ vouchesForSiret }) => vouchesForSiret)

/** By the settings of now: what a provider said that vouches no longer does not count. */
export async function vouchedSiret(
  db: Db,
  config: Config,
  session: string | undefined,
): Promise<VouchedSiret | undefined> {
  const issuers = siretProviders(config).map(({ issuer }) => issuer)
  if (session === undefined || issuers.length === 0) return undefined
  return await db.one<VouchedSiret>(sql`
    select siret, issuer, siret_at > now() - ${FRESH_HOURS}::int * interval '1 hour' as "isFresh"
    from auth_provider_sessions
    where session_id = ${session} and issuer = any(${issuers}::text[]) and siret is not null`)
}
