import { whoseOf } from '../backup/make.ts'
import { placeFor } from '../backup/places.ts'
import { withDatabase } from '../command-line.ts'
import { AuditTrail, BY_OPERATOR } from '../kernel/audit.ts'
import { type CommandInput, say, textOf } from '../kernel/command.ts'
import type { Config } from '../kernel/config.ts'
import { Problem } from '../kernel/errors.ts'
import { Refusal } from '../kernel/refusal.ts'
import { storeOf } from '../media/which-store.ts'
import { filesOf, forget } from './forget.ts'

const USAGE = 'parvis media forget KEY | ADDRESS | --publication ID, with --reason TEXT'

/** Removes pictures and documents at once. Without `--yes` it says what would go. */
export const forgetFiles = ({ config, queues, words: [address], values }: CommandInput) =>
  withDatabase({ config, queues }, async ({ db, secret }) => {
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
        `This would go for good, wherever it is shown: ${[...keys, ...addresses].join(', ')}. Nothing was removed: say --yes.`,
      )
    const forgotten = await db
      .transaction(async tx => {
        const trail = new AuditTrail('media.forgotten')
        const done = await forget(tx, request, reason, config, trail)
        await trail.save(tx, BY_OPERATOR)
        return done
      })
      .catch(asSentence)
    const { publications, acteurs, purge } = forgotten
    say(`${storeOf(config).place}: removed ${keys.join(', ') || 'no file, none was kept'}.`)
    if (publications.length > 0) say(`Shown by publications until now: ${publications.join(', ')}.`)
    if (acteurs.length > 0) say(`The picture of acteurs until now: ${acteurs.join(', ')}.`)
    if (purge.length > 0)
      say(`Purge from a cache in front of it, by these tags: ${forgotten.keys.join(' ')}; or addresses:`)
    for (const one of purge) say(one)
    say(await copiesGone(config, whoseOf({ secret }), keys))
    say(
      'Copies that you make yourself (snapshots, versions of a bucket, other backups) still hold it: remove it there.',
    )
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
