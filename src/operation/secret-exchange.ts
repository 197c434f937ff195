import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { resealSourceKeys } from '../exchange/imports/reseal-keys.ts'
import { resealWebhookSecrets } from '../exchange/webhook-endpoints/endpoints.ts'
import { withDatabase } from '../foundation/command-line.ts'
import { nextSecretFile, secretFile, storedSecret } from '../foundation/database.ts'
import { anybodyThere } from '../foundation/nodes.ts'
import { type CommandInput, say } from '../kernel/commands/command.ts'
import type { Tx } from '../kernel/db/db.ts'
import { destroyAddressKeys, resealAddressKeys } from '../kernel/http/addresses.ts'
import { BY_OPERATOR, recordOne } from '../kernel/records/audit.ts'
import { Refusal } from '../kernel/refusals/refusal.ts'
import type { Config } from '../kernel/settings/config.ts'
import { type Secrets, secretsFrom } from '../kernel/settings/secrets.ts'
import { replaceSigningKeys, resealSigningKeys } from '../kernel/tokens/signing-keys.ts'
import { resealSubscribers } from '../letters/weekly-mail/subscribers.ts'
import { resealMedia } from '../media/sealed.ts'
import { destroyPushKey, resealPushKey } from '../place/push/keys.ts'
import { forgetIdTokens } from '../sign-in/issuer/provider-sessions.ts'
import { endAllSessions, resealSecondFactors } from '../sign-in/issuer/secrets.ts'

/**
 * Exchanges the secret: seals everything again with the new one, in one transaction. With `--leaked`, also invalidates what the
 * old one protected: tokens, sessions, the keys of hashed addresses.
 */
export const exchangeSecret = ({ config, queues, values }: CommandInput) =>
  withDatabase({ config, queues }, async ({ db, secret, otherSecrets }) => {
    const own = ownFile(config)
    if (own === undefined && otherSecrets.length === 0)
      throw new Refusal(
        'Set PARVIS_SECRET to the new secret and PARVIS_SECRET_ALSO to the old one, on every node and here; restart the nodes, then run this again.',
      )
    if (own !== undefined && (await anybodyThere(db)))
      throw new Refusal(
        'Stop the service first: it knows only the old secret. (After a kill it counts as running for two minutes.)',
      )
    const next = own?.prepare()
    const secrets =
      next === undefined ? secretsFrom(secret, otherSecrets) : secretsFrom(next, [secret, ...otherSecrets])
    const done = await db.transaction(tx => exchange(tx, secrets, values.leaked === true))
    own?.keep()
    for (const line of done) say(line)
    say(
      own === undefined
        ? 'Remove PARVIS_SECRET_ALSO on every node and restart them. Backups made until now need the old secret: keep it as long as them.'
        : 'The new secret is in DATA_DIR/secret: start the service. Backups made until now contain the old one.',
    )
  })

export async function exchange(tx: Tx, secrets: Secrets, leaked: boolean): Promise<string[]> {
  const sources = await resealSourceKeys(tx, secrets)
  const factors = await resealSecondFactors(tx, secrets)
  const subscribers = await resealSubscribers(tx, secrets)
  const webhooks = await resealWebhookSecrets(tx, secrets)
  await resealMedia(tx, secrets)
  await forgetIdTokens(tx)
  const trace = (more: object) =>
    recordOne(tx, BY_OPERATOR, 'secret.exchanged', {
      id: 'PARVIS_SECRET',
      after: { leaked, source_keys: sources, second_factors: factors, subscribers, webhooks, ...more },
    })
  const sealed = `${sources} keys of import sources, ${factors} second factors, ${subscribers} addresses of subscribers and ${webhooks} secrets of webhooks are sealed with the new secret.`
  if (!leaked) {
    const keys = await resealSigningKeys(tx, secrets)
    await resealAddressKeys(tx, secrets)
    await resealPushKey(tx, secrets)
    await trace({ signing_keys: keys })
    return [
      sealed,
      `${keys} signing keys as well: tokens stay valid. People signed in in a browser have to sign in again.`,
    ]
  }
  await replaceSigningKeys(tx, secrets)
  await destroyAddressKeys(tx)
  const sessions = await endAllSessions(tx)
  const browsers = await destroyPushKey(tx)
  await trace({ sessions, push_subscriptions: browsers })
  return [
    sealed,
    `The signing keys are new: every token is refused, on running nodes after their restart. ${sessions} sessions were ended: everybody has to sign in again.`,
    `${browsers} browsers get no more alerts until they subscribe again.`,
    'Someone who also had a copy of the database could read those second factors and keys: have them replaced. They could also read the addresses of subscribers.',
  ]
}

/** The secret file of an embedded installation; undefined when the operator sets the secret. */
function ownFile({ databaseUrl, secret, dataDir }: Config) {
  if (databaseUrl || secret) return undefined
  const [file, next] = [secretFile(dataDir), nextSecretFile(dataDir)]
  return {
    /** Writes the new secret before anything is sealed with it. After an interruption, continues with the same one. */
    prepare(): string {
      if (!existsSync(next))
        writeFileSync(next, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
      return storedSecret(next, () => readFileSync(next, 'utf8'))
    },
    keep: () => renameSync(next, file),
  }
}
