import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { withDatabase } from './command-line.ts'
import { nextSecretFile, secretFile, storedSecret } from './database.ts'
import { anybodyThere } from './health/nodes.ts'
import { resealSourceKeys } from './imports/reseal-keys.ts'
import { BY_OPERATOR, recordOne } from './kernel/audit.ts'
import { type CommandInput, say } from './kernel/command.ts'
import type { Config } from './kernel/config.ts'
import type { Tx } from './kernel/db/db.ts'
import { destroyAddressKeys, resealAddressKeys } from './kernel/http/addresses.ts'
import { Refusal } from './kernel/refusal.ts'
import { type Secrets, secretsFrom } from './kernel/secrets.ts'
import { replaceSigningKeys, resealSigningKeys } from './kernel/tokens/signing-keys.ts'
import { endAllSessions, resealSecondFactors } from './sign-in/issuer/secrets.ts'

/**
 * Exchanges the secret: everything that is sealed is sealed again with the new one, in one transaction. With `--leaked`, what
 * the old one could have been used for is undone as well: tokens, sessions, the keys of hashed addresses.
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
        'Stop the service first: it knows the old secret alone. (It counts as gone two minutes after a kill.)',
      )
    const next = own?.prepare()
    const secrets =
      next === undefined ? secretsFrom(secret, otherSecrets) : secretsFrom(next, [secret, ...otherSecrets])
    const done = await db.transaction(tx => exchange(tx, secrets, values.leaked === true))
    own?.keep()
    for (const line of done) say(line)
    say(
      own === undefined
        ? 'Take PARVIS_SECRET_ALSO out again, on every node, and restart them. Backups made until now want the old secret: keep it as long as them.'
        : 'The new secret is in DATA_DIR/secret: start the service. Backups made until now have the old one in them.',
    )
  })

export async function exchange(tx: Tx, secrets: Secrets, leaked: boolean): Promise<string[]> {
  const sources = await resealSourceKeys(tx, secrets)
  const factors = await resealSecondFactors(tx, secrets)
  const trace = (more: object) =>
    recordOne(tx, BY_OPERATOR, 'secret.exchanged', {
      id: 'PARVIS_SECRET',
      after: { leaked, source_keys: sources, second_factors: factors, ...more },
    })
  const sealed = `${sources} keys of import sources and ${factors} second factors are sealed with the new secret.`
  if (!leaked) {
    const keys = await resealSigningKeys(tx, secrets)
    await resealAddressKeys(tx, secrets)
    await trace({ signing_keys: keys })
    return [
      sealed,
      `${keys} signing keys as well: tokens go on. Whoever is signed in in a browser signs in again.`,
    ]
  }
  await replaceSigningKeys(tx, secrets)
  await destroyAddressKeys(tx)
  const sessions = await endAllSessions(tx)
  await trace({ sessions })
  return [
    sealed,
    `The signing keys are new: every token is refused, by a node that runs as soon as it is restarted. ${sessions} sessions are over: everybody signs in again.`,
    'Who had a copy of the database too could read those second factors and keys: have them made anew.',
  ]
}

/** The secret that an embedded installation made itself; undefined where the operator gives it. */
function ownFile({ databaseUrl, secret, dataDir }: Config) {
  if (databaseUrl || secret) return undefined
  const [file, next] = [secretFile(dataDir), nextSecretFile(dataDir)]
  return {
    /** Written before anything is sealed with it. One that was broken off goes on with the same. */
    prepare(): string {
      if (!existsSync(next))
        writeFileSync(next, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
      return storedSecret(next, () => readFileSync(next, 'utf8'))
    },
    keep: () => renameSync(next, file),
  }
}
