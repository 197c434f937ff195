import { existsSync } from 'node:fs'
import { withOwner } from '../../foundation/command-line.ts'
import type { OpenDatabase } from '../../foundation/database.ts'
import { type CommandInput, say, textOf, type Values } from '../../kernel/commands/command.ts'
import { connect } from '../../kernel/db/database.ts'
import { sql } from '../../kernel/db/db.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { strangeNames } from '../../media/collect.ts'
import { storeOf } from '../../media/which-store.ts'
import { backupTo } from './backup.ts'
import { readHeader } from './format.ts'
import { isToCome } from './keep.ts'
import { makeBackup } from './make.ts'
import { copyKey } from './media-copies.ts'
import { nameOfPlace, type Place, placeFor, settingsOf } from './places.ts'
import { restoreFrom } from './restore.ts'
import { type Written, writtenFiles } from './runs.ts'
import { interruptible } from './session.ts'
import { passphraseOf, sourceOf } from './source.ts'

export const backup = (input: CommandInput) => {
  const [file] = input.words
  return file === undefined ? backupNow(input) : backupInto(file, input)
}

const backupInto = (file: string, { config, values }: CommandInput) =>
  withOwner(config, async database => {
    const passphrase = values.encrypt ? await passphraseOf(config, 'to encrypt with') : undefined
    const { tables, rows, digest } = await backupTo(file, database, config, passphrase)
    const how =
      passphrase === undefined ? 'It holds secrets: keep it as such.' : 'Encrypted: keep the passphrase.'
    say(`${file}: ${tables} tables, ${rows} rows, ${digest.bytes} bytes. ${how}`)
    say(`SHA-256: ${digest.sha256}`)
    const { place } = storeOf(config)
    if (existsSync(place) || config.mediaBucket)
      say(
        `Pictures and documents are not in it: copy ${place} now, after the file, and put it back in its place.`,
      )
  })

/** Runs the nightly job's work now. */
const backupNow = async ({ config, queues, values }: CommandInput) => {
  const settings = settingsOf(config)
  if (values.encrypt && config.backupPassphrase === undefined)
    throw new Refusal('BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE is required to encrypt what goes there.')
  await withOwner(config, async database => {
    const made = await makeBackup({ database, config, settings, queues: await queues() })
    if (!made) throw new Refusal('A backup is being made already: see parvis doctor.')
    const { name, tables, rows, bytes, sha256, verified, reason, media, removed } = made
    say(`${name} in ${nameOfPlace(settings)}: ${tables} tables, ${rows} rows, ${bytes} bytes.`)
    say(`SHA-256: ${sha256}`)
    say(
      verified === 'restored'
        ? 'It was restored into a database of its own, and compared: every table has its rows, the audit trail is no worse than here.'
        : `It was read to its end, and not restored: ${reason}.`,
    )
    if (media.added > 0) say(`Pictures and documents: ${media.added} more.`)
    if (media.strange > 0) say(strangeNames(media.strange))
    if (removed.length > 0) say(`Older ones removed: ${removed.join(', ')}.`)
  })
}

export const backups = async ({ config }: CommandInput) => {
  const settings = settingsOf(config)
  const kept = await (await placeFor(settings)).list()
  const written = new Map((await known(config)).map(one => [one.name, one]))
  for (const { name, at, bytes } of kept) {
    const odd = isToCome({ at }, new Date()) ? '  (a time still to come)' : ''
    const own = written.get(name)
    const sum = !own
      ? ''
      : own.bytes === bytes
        ? `  ${own.sha256}`
        : `  not the ${own.bytes} bytes that were written`
    say(`${name}  ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC  ${inMegabytes(bytes)}${odd}${sum}`)
  }
  if (kept.length === 0) say(`There are no backups in ${nameOfPlace(settings)}.`)
}

/** The digests recorded in the database; empty when there is no database. */
const known = (config: Config): Promise<readonly Written[]> =>
  withOwner(config, async ({ connection }) => {
    const db = connect(connection)
    try {
      return await writtenFiles(db.pool)
    } finally {
      await db.close()
    }
  }).catch(() => [])

export const restore = async ({ config, queues, words: [word = ''], values }: CommandInput) => {
  const trust = { sha256: sumOf(values), unencrypted: values.unencrypted === true }
  // The file is read first, so that no embedded database is created for a missing or unreadable file.
  const found = await interruptible(async signal => {
    const found = await sourceOf(word, config, trust, signal)
    await readHeader(found.source, signal)
    return found
  })
  await withOwner(
    config,
    async database => {
      const { tables, rows, skipped } = await restoreFrom(found.source, database, config, await queues())
      say(`Restored ${tables} tables, ${rows} rows.`)
      if (skipped.length > 0)
        say(`Skipped, because no migration of Parvis creates them: ${skipped.join(', ')}.`)
      if (found.place) await mediaBack(found.place, found.kept.whose, database, config)
    },
    { makes: true },
  )
}

function sumOf(values: Values): string | undefined {
  const given = textOf(values.sha256)?.toLowerCase()
  if (given !== undefined && !/^[0-9a-f]{64}$/.test(given))
    throw new Refusal('--sha256 takes the 64 letters and digits that sha256sum prints.')
  return given
}

/** Copies back the files that the restored rows refer to and the store lacks. */
async function mediaBack(place: Place, whose: string, database: OpenDatabase, config: Config): Promise<void> {
  const [copies, store] = [place.media(whose), storeOf(config)]
  const there = new Set<string>()
  let strange = 0
  const odd = () => void strange++
  for await (const { key } of store.keys(odd)) there.add(key)
  const db = connect(database.connection)
  let back = 0
  try {
    const wanted = await db.pool.all<{ key: string }>(sql`select key from media order by key`)
    for (const { key } of wanted) if (!there.has(key) && (await copyKey(copies, store, key, odd))) back++
    if (wanted.length > 0)
      say(`Pictures and documents: ${back} put back into ${store.place}, of ${wanted.length}.`)
    if (strange > 0) say(strangeNames(strange))
  } finally {
    await db.close()
  }
}

const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
