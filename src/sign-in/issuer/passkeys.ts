import { passkey } from '@better-auth/passkey'
import { sql } from '../../kernel/db/db.ts'
import { type PasskeyConfig, passkeyHost, passkeyOrigins } from '../passkey-host.ts'
import { currentExchange } from './exchange.ts'
import { refused } from './session-creation.ts'

/**
 * The library does not ask for user verification (the PIN or finger that unlocks the device) by itself: without it a
 * passkey is one factor.
 */
export const passkeys = (config: PasskeyConfig) =>
  passkey({
    rpID: passkeyHost(config.publicUrl) ?? 'no-passkeys.invalid',
    rpName: 'Parvis',
    origin: passkeyOrigins(config),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    registration: {
      async afterVerification({ verification }) {
        if (verification.registrationInfo?.userVerified !== true) throw notAccepted()
      },
    },
    authentication: {
      async afterVerification({ verification }) {
        const { userVerified, credentialID } = verification.authenticationInfo
        if (!userVerified) throw notAccepted()
        const exchange = currentExchange()
        const tx = await exchange.writes()
        const used = await tx.one<{ id: string }>(
          sql`update auth_passkeys set last_used_at = now() where credential_id = ${credentialID} returning id`,
        )
        exchange.passkeyId = used?.id
      },
    },
  })

const notAccepted = () => refused('BAD_REQUEST', 'AUTHENTICATION_FAILED')
