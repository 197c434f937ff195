import { randomBytes } from 'node:crypto'
import { signingSecretFile, storedSecret } from '../../foundation/database.ts'
import type { Config } from '../../kernel/settings/config.ts'

export const NO_SIGNING_SECRET =
  'PAYMENT_SIGNING_SECRETS is not set: every payment webhook is refused with invalid_webhook_signature'

/**
 * The operator's secrets, or with the embedded database one generated at the first start. Without secrets every event
 * is refused.
 */
export function signingSecretsOf(config: Config): readonly string[] {
  const { signingSecrets } = config.payment
  if (signingSecrets.length > 0 || config.databaseUrl) return signingSecrets
  return [
    storedSecret(signingSecretFile(config.dataDir), () => `whsec_${randomBytes(32).toString('base64url')}`),
  ]
}
