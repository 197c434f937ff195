import { withDatabase } from '../../foundation/command-line.ts'
import { retention } from '../../foundation/retention.ts'
import { type CommandInput, say, textOf } from '../../kernel/commands/command.ts'
import type { Database } from '../../kernel/db/database.ts'
import { AuditTrail, BY_OPERATOR } from '../../kernel/records/audit.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { secretsFrom } from '../../kernel/settings/secrets.ts'
import { createLog } from '../../kernel/telemetry/log.ts'
import { deleteForgottenFiles } from '../../media/forgotten.ts'
import { deleteSealedFiles, sealedUntil } from '../../media/sealed.ts'
import { sealedStoreOf, storeOf } from '../../media/which-store.ts'
import { whoseOf } from '../../operation/backup/make.ts'
import { placeFor } from '../../operation/backup/places.ts'
import { type Forgotten, filesOf, forget } from './forget.ts'
import { bringBack, sealOf, stateOf } from './unseal.ts'

const USAGE = 'parvis media forget KEY | ADDRESS | --publication ID, with --reason TEXT'
const UNSEAL = 'parvis media unseal KEY | ADDRESS'

/** Removes pictures and documents at once; `--now` keeps nothing. Without `--yes` it says what would go. */
export const forgetFiles = ({ config, queues, words: [address], values }: CommandInput) =>
  withDatabase({ config, queues }, async ({ db, secret, otherSecrets }) => {
    const destroy = values.now === true
    const publicationId = textOf(values.publication)
    const reason = textOf(values.reason)?.trim()
    if ((address === undefined) === (publicationId === undefined)) throw new Refusal(`${USAGE}.`)
    if (!reason)
      throw new Refusal(`--reason is missing. The audit trail keeps it, so give no names. ${USAGE}.`)
    const request = { address, publicationId }
    const { keys, addresses } = await filesOf(db.pool, request).catch(asSentence)
    if (keys.length + addresses.length === 0) throw new Refusal('There is no picture or document to remove.')
    if (values.yes !== true)
      throw new Refusal(
        `This would go, wherever it is shown: ${[...keys, ...addresses].join(', ')}. ${destroy ? 'Nothing of it would be kept' : `It would be kept encrypted for ${retention.sealedMedia.kept}; with --now it would not`}. Nothing was removed: say --yes.`,
      )
    const secrets = secretsFrom(secret, otherSecrets)
    const log = createLog('error')
    const forgotten = await db
      .transaction(async tx => {
        const trail = new AuditTrail('media.forgotten')
        const done = await forget(tx, request, reason, { config, secrets, log, destroy }, trail)
        await trail.save(tx, BY_OPERATOR)
        return done
      })
      .catch(asSentence)
    await deleteForgottenFiles(db, storeOf(config), forgotten.keys)
    if (destroy) await deleteSealedFiles(db, sealedStoreOf(config), forgotten.seals)
    const { publications, acteurs, purge } = forgotten
    say(`${storeOf(config).place}: removed ${keys.join(', ') || 'no file, none was kept'}.`)
    if (publications.length > 0) say(`Shown by publications until now: ${publications.join(', ')}.`)
    if (acteurs.length > 0) say(`The picture of acteurs until now: ${acteurs.join(', ')}.`)
    if (purge.length > 0)
      say(`Purge from a cache in front of it, by these tags: ${forgotten.keys.join(' ')}; or addresses:`)
    for (const one of purge) say(one)
    say(await keptSentence(db, forgotten, destroy))
    say(await copiesGone(config, whoseOf({ secret }), keys))
    say(
      'Copies that you make yourself (snapshots, versions of a bucket, other backups) still hold it: remove it there.',
    )
  })

async function keptSentence(
  db: Database,
  { seals, destroyed }: Forgotten,
  destroy: boolean,
): Promise<string> {
  if (destroy) return 'Nothing of it is kept, encrypted or not.'
  const until = await sealedUntil(db.pool, seals)
  const gone =
    destroyed.length > 0 ? ` Could not be kept, and is gone for good: ${destroyed.join(', ')}.` : ''
  if (until === null) return `Nothing of it is kept.${gone}`
  return `Kept encrypted until ${until}. Until then: parvis media unseal, with each key or the remote address. To destroy it now: parvis media forget, with the key and --now.${gone}`
}

/** Undoes a removal. Without `--yes` it says whether it could. */
export const unsealFiles = ({ config, queues, words: [address], values }: CommandInput) =>
  withDatabase({ config, queues }, async ({ db, secret, otherSecrets }) => {
    if (address === undefined) throw new Refusal(`${UNSEAL}.`)
    const seal = sealOf(address)
    const gone = `Nothing is kept of ${address}: it was never removed, or its time is over. A remote picture that was fetched goes by its key, which the audit trail names.`
    switch (await stateOf(db.pool, seal)) {
      case 'gone':
        throw new Refusal(gone)
      case 'there':
        return say(`${address} is there: nothing to bring back.`)
      case 'sealed':
    }
    if (values.yes !== true)
      throw new Refusal(
        `This would come back under its address, and where it was shown: ${address}. It is kept until ${await sealedUntil(db.pool, [seal])}. Nothing was changed: say --yes.`,
      )
    const done = await bringBack(db, seal, { config, secrets: secretsFrom(secret, otherSecrets) })
    if (!done) throw new Refusal(gone)
    say(`${storeOf(config).place}: ${address} is back, and may be sent again.`)
    if (done.publications.length > 0) say(`Shown again by publications: ${done.publications.join(', ')}.`)
    if (done.acteurs.length > 0) say(`The picture of acteurs again: ${done.acteurs.join(', ')}.`)
    if (done.communes.length > 0) say(`The coat of arms of communes again: ${done.communes.join(', ')}.`)
    say('Earlier revisions, and what an undo would restore, stay without it.')
  })

async function copiesGone({ backup }: Config, whose: string, keys: readonly string[]): Promise<string> {
  if (!backup) return 'This service makes no backups by itself.'
  try {
    const copies = (await placeFor(backup)).media(whose)
    for (const key of keys) await copies.remove(key)
    return 'The copies beside the backups are gone. Backups of the database hold no pictures.'
  } catch (error) {
    return `The copies beside the backups could not be removed now (${(error as Error).message}): the next backup removes them.`
  }
}

function asSentence(error: unknown): never {
  if (!(error instanceof Problem) || error.status >= 500) throw error
  const [detail] = error.details
  throw new Refusal(detail ? `${detail.path} ${detail.en}.` : 'There is no such publication.')
}
