import { NO_SIGNING_SECRET, signingSecretsOf } from '../../exchange/payments/secrets.ts'
import { signingSecretFile } from '../../foundation/database.ts'
import type { Database } from '../../kernel/db/database.ts'
import { sql } from '../../kernel/db/db.ts'
import { ownAddresses } from '../../kernel/fetch/addresses.ts'
import { doorFor } from '../../kernel/fetch/fetch.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { ProviderSettings } from '../../kernel/settings/providers.ts'
import { ProviderFault, publishedKeys } from '../../kernel/tokens/provider.ts'
import { explain } from './explanations.ts'
import { count, type Finding, note, ok, wrong } from './finding.ts'

/** One finding a provider. */
export const providers = (config: Config): Promise<Finding>[] =>
  config.providers.length > 0
    ? config.providers.map(one => provider(config, one))
    : [
        Promise.resolve(
          ok('provider', 'none but this service itself: OIDC_ISSUER is not set', explain('provider_own')),
        ),
      ]

async function provider(config: Config, { issuer, audience, label }: ProviderSettings): Promise<Finding> {
  const door = doorFor(config, { debug: () => {}, warn: () => {} })
  try {
    const keys = await publishedKeys(door.allowing(config.importAllowPrivate), issuer)
    const algorithms = [...new Set(keys.flatMap(key => key.algorithms))].join(', ')
    const says = `${issuer} answers; ${keys.length} ${keys.length === 1 ? 'key' : 'keys'} for ${algorithms}`
    return audience
      ? ok('provider', says, explain('provider', { label }))
      : note(
          'provider',
          `${says}; without an audience (OIDC_AUDIENCE) its tokens are not taken`,
          explain('provider_no_audience', { label }),
        )
  } catch (error) {
    if (error instanceof ProviderFault)
      return wrong('provider', `${issuer}: ${error.message}`, explain('provider_away', { label }))
    throw error
  } finally {
    door.close()
  }
}

/** Undefined when the addresses can be read. */
export const outwards = (): Finding | undefined =>
  ownAddresses()
    ? undefined
    : wrong(
        'outside',
        'nothing is fetched (feeds, pictures, registers): a sandbox hides the addresses of this machine, which must not be asked; ' +
          'let the service use AF_NETLINK (RestrictAddressFamilies)',
        explain('outside_hidden'),
      )

/** Names the file of the secret, not the secret: the output is pasted into tickets. */
export function payment(config: Config): Finding {
  const kept = config.payment.signingSecrets.length === 0 ? signingSecretsOf(config) : []
  if (kept.length > 0)
    return note(
      'payment',
      `events are signed with the secret in ${signingSecretFile(config.dataDir)}`,
      explain('payment_own_secret'),
    )
  return config.payment.signingSecrets.length > 0
    ? ok(
        'payment',
        `${config.payment.provider}: ${config.payment.signingSecrets.length} signing secrets`,
        explain('payment'),
      )
    : note('payment', NO_SIGNING_SECRET, explain('payment_none'))
}

export async function paymentEvents(db: Database): Promise<Finding> {
  const failed = await count(db, sql`select count(*) as n from payment_events where status = 'failed'`)
  return failed === 0
    ? ok('payment events', 'none has failed', explain('payments_applied'))
    : wrong(
        'payment events',
        `${failed} failed: see GET /api/v1/admin/payment-events?status=failed`,
        explain('payments_failed', { n: failed }),
      )
}

export const proxies = ({ host, publicUrl, trustProxy }: Config): Finding =>
  publicUrl?.startsWith('https:') && trustProxy.length === 0
    ? note(
        'proxy',
        `${publicUrl} is served through a proxy on ${host}: set TRUST_PROXY, or all visitors share one rate limit`,
        explain('proxies_unknown'),
      )
    : ok('proxy', trustProxy.length > 0 ? `trusted: ${trustProxy.join(', ')}` : 'none', explain('proxies'))
