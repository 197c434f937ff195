import { existsSync } from 'node:fs'
import { withOwner } from '../command-line.ts'
import type { OpenDatabase } from '../database.ts'
import { type CommandInput, say } from '../kernel/command.ts'
import type { Config } from '../kernel/config.ts'
import { connect } from '../kernel/db/database.ts'
import { sql } from '../kernel/db/db.ts'
import { Refusal } from '../kernel/refusal.ts'
import { typedSecret } from '../kernel/typed-secret.ts'
import { storeOf } from '../media/which-store.ts'
import { backupTo } from './backup.ts'
import { fromFile, readHeader, type Source } from './format.ts'
import { isToCome } from './keep.ts'
import { makeBackup } from './make.ts'
import { copyKey } from './media-copies.ts'
import { named } from './names.ts'
import { type Kept, nameOfPlace, type Place, placeFor } from './places.ts'
import { restoreFrom } from './restore.ts'
import { interruptible } from './session.ts'

export const backup = (input: CommandInput) => {
  const [file] = input.words
  return file === undefined ? backupNow(input) : backupInto(file, input)
}

const backupInto = (file: string, { config, values }: CommandInput) =>
  withOwner(config, async database => {
    const passphrase = values.encrypt ? await passphraseOf(config, 'to encrypt with') : undefined
    const { tables, rows, bytes } = await backupTo(file, database, config, passphrase)
    const how =
      passphrase === undefined ? 'It holds secrets: keep it as such.' : 'Encrypted: keep the passphrase.'
    say(`${file}: ${tables} tables, ${rows} rows, ${bytes} bytes. ${how}`)
    const { place } = storeOf(config)
    if (existsSync(place) || config.mediaBucket)
      say(
        `Pictures and documents are not in it: copy ${place} now, after the file, and put it back in its place.`,
      )
  })

/** What the job of the night does, now. */
const backupNow = async ({ config, queues, values }: CommandInput) => {
  const settings = placeOf(config)
  if (values.encrypt && config.backupPassphrase === undefined)
    throw new Refusal('BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE is required to encrypt what goes there.')
  await withOwner(config, async database => {
    const made = await makeBackup({ database, config, settings, queues: await queues() })
    if (!made) throw new Refusal('A backup is being made already: see parvis doctor.')
    const { name, tables, rows, bytes, verified, reason, media, removed } = made
    say(`${name} in ${nameOfPlace(settings)}: ${tables} tables, ${rows} rows, ${bytes} bytes.`)
    say(
      verified === 'restored'
        ? 'It was restored into a database of its own, and compared: every table has its rows, the audit trail is no worse than here.'
        : `It was read to its end, and not restored: ${reason}.`,
    )
    if (media.added > 0) say(`Pictures and documents: ${media.added} more.`)
    if (removed.length > 0) say(`Older ones removed: ${removed.join(', ')}.`)
  })
}

export const backups = async ({ config }: CommandInput) => {
  const settings = placeOf(config)
  const kept = await (await placeFor(settings)).list()
  for (const { name, at, bytes } of kept) {
    const odd = isToCome({ at }, new Date()) ? '  (a time still to come)' : ''
    say(`${name}  ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC  ${inMegabytes(bytes)}${odd}`)
  }
  if (kept.length === 0) say(`There is none in ${nameOfPlace(settings)}.`)
}

export const restore = async ({ config, queues, words: [word = ''] }: CommandInput) => {
  const found = await sourceOf(word, config)
  // Before the database: for a file that is not there, or that nobody can open, none is made.
  await interruptible(signal => readHeader(found.source, signal))
  await withOwner(
    config,
    async database => {
      const { tables, rows, skipped } = await restoreFrom(found.source, database, config, await queues())
      say(`Restored ${tables} tables, ${rows} rows.`)
      if (skipped.length > 0) say(`Left out, for Parvis did not make them: ${skipped.join(', ')}.`)
      if (found.place) await mediaBack(found.place, found.kept.whose, database, config)
    },
    { makes: true },
  )
}

type Found =
  | { readonly source: Source; readonly place?: undefined }
  | { readonly source: Source; readonly place: Place; readonly kept: Kept }

/** A file of that name wins over what is called so in the place of the settings. */
async function sourceOf(word: string, config: Config): Promise<Found> {
  const latest = word === 'latest'
  if (existsSync(word) || !(latest || named(word)) || !config.backup) {
    if (latest) placeOf(config)
    return { source: await opening(fromFile(word), config) }
  }
  const place = await placeFor(config.backup)
  const all = await place.list()
  if (latest && new Set(all.map(one => one.whose)).size > 1)
    throw new Refusal(`Several installations keep their backups in ${place.name}: name one (parvis backups).`)
  // One that bears a time to come may hold older contents than others: it is passed over, and the operator is told.
  const now = new Date()
  const toCome = latest ? all.filter(one => isToCome(one, now)) : []
  const kept = latest ? all.findLast(one => !toCome.includes(one)) : all.find(one => one.name === word)
  const odd = toCome.length > 0 && `${toCome.map(({ name }) => name).join(', ')}: a time still to come`
  if (odd && !kept)
    throw new Refusal(
      `${odd}. The clock was ahead where it was made, or is behind here. Name the one that you want (parvis backups).`,
    )
  if (odd) say(`Passed over: ${odd} (the clock was ahead where it was made).`)
  if (!kept) throw new Refusal(`There is no ${latest ? 'backup' : word} in ${place.name}.`)
  say(`${kept.name} in ${place.name}:`)
  const source = { name: kept.name, open: () => place.open(kept.name), passphrase: undefined }
  return { source: await opening(source, config), place, kept }
}

/** Asked for where no setting says it, and only where it is needed: a name does not tell, its first bytes do. */
async function opening(source: Source, config: Config): Promise<Source> {
  if (config.backupPassphrase !== undefined) return { ...source, passphrase: config.backupPassphrase }
  return (await isEncrypted(source))
    ? { ...source, passphrase: await passphraseOf(config, 'it opens with') }
    : source
}

async function isEncrypted(source: Source): Promise<boolean> {
  try {
    const stream = await source.open()
    for await (const piece of stream)
      return (piece as Buffer).subarray(0, 21).toString() === 'age-encryption.org/v1'
  } catch {
    // Whoever reads it says why it cannot be.
  }
  return false
}

async function passphraseOf(config: Config, what: string): Promise<string> {
  const passphrase = config.backupPassphrase ?? (await typedSecret(`Passphrase ${what}`))
  if (passphrase === '')
    throw new Refusal('A passphrase is needed: typed, piped in, or in BACKUP_PASSPHRASE_FILE.')
  return passphrase
}

/** What the restored rows name and is not there any more comes back. */
async function mediaBack(place: Place, whose: string, database: OpenDatabase, config: Config): Promise<void> {
  const [copies, store] = [place.media(whose), storeOf(config)]
  const there = new Set<string>()
  for await (const { key } of store.keys()) there.add(key)
  const db = connect(database.connection)
  let back = 0
  try {
    const wanted = await db.pool.all<{ key: string }>(sql`select key from media order by key`)
    for (const { key } of wanted) if (!there.has(key) && (await copyKey(copies, store, key))) back++
    if (wanted.length > 0)
      say(`Pictures and documents: ${back} put back into ${store.place}, of ${wanted.length}.`)
  } finally {
    await db.close()
  }
}

function placeOf({ backup: settings }: Config) {
  if (!settings)
    throw new Refusal('BACKUP_DIR, or BACKUP_S3_ENDPOINT with its bucket, says where backups are kept.')
  return settings
}

const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
