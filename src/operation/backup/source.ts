import { existsSync } from 'node:fs'
import { say } from '../../kernel/commands/command.ts'
import { promptSecret } from '../../kernel/commands/prompt-secret.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { AGE } from './age.ts'
import { Digesting } from './digest.ts'
import { fromFile, readHeader, readWhole, type Source } from './format.ts'
import { isToCome } from './keep.ts'
import { named } from './names.ts'
import { type Place, placeFor, type StoredBackup, settingsOf } from './places.ts'

/** Finds and opens the backup that the operator named, and ensures that every later read returns the same bytes. */

interface Trust {
  /** Checksum given by the operator. */
  readonly sha256: string | undefined
  /** The operator accepts an unencrypted file. */
  readonly unencrypted: boolean
}

type Found =
  | { readonly source: Source; readonly place?: undefined }
  | { readonly source: Source; readonly place: Place; readonly kept: StoredBackup }

/** A local file wins over a backup of the same name in the backup destination. */
export async function sourceOf(
  word: string,
  config: Config,
  trust: Trust,
  signal: AbortSignal,
): Promise<Found> {
  const latest = word === 'latest'
  if (existsSync(word) || !(latest || named(word)) || !config.backup) {
    if (latest) settingsOf(config)
    return { source: await believed(fromFile(word), config, trust, signal) }
  }
  const place = await placeFor(config.backup)
  const kept = chosen(await place.list(), word, place)
  say(`${kept.name} in ${place.name}:`)
  const open = () => place.open(kept.name, kept.bytes)
  const source = await believed({ name: kept.name, open, passphrase: undefined }, config, trust, signal)
  if (trust.sha256 === undefined) await refuseSwapped(source, kept, signal)
  return { source, place, kept }
}

/** `latest` skips backups dated in the future, which may be older than others, and says so. */
function chosen(all: readonly StoredBackup[], word: string, place: Place): StoredBackup {
  const latest = word === 'latest'
  if (latest && new Set(all.map(one => one.whose)).size > 1)
    throw new Refusal(`Several installations keep their backups in ${place.name}: name one (parvis backups).`)
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
  return kept
}

/** Longest time between the name and the content, which may wait for locks on tables. */
const APART_MS = 10 * 60_000

/** An encrypted file is genuine, but may be an older one, or of another installation, under a false name. */
async function refuseSwapped(source: Source, kept: StoredBackup, signal: AbortSignal): Promise<void> {
  const { created_at, secret_fingerprint } = await readHeader(source, signal)
  const apart = Math.abs(Date.parse(created_at) - kept.at.getTime())
  if (apart <= APART_MS && secret_fingerprint.startsWith(kept.whose)) return
  throw new Refusal(
    `${kept.name} holds another backup than its name says (made at ${created_at}): is it the one that you want, give its SHA-256 (--sha256).`,
  )
}

/** No backup compresses better: above this ratio the file is a decompression bomb. */
const MOST_PACKED = 250
const SMALLEST = 64 * 1024 * 1024

/** Reads the file once to record its digest; later reads must match it, whatever the store answers. */
async function believed(found: Source, config: Config, trust: Trust, signal: AbortSignal): Promise<Source> {
  const { name } = found
  const file = new Digesting()
  let start = Buffer.alloc(0)
  await readWhole(found, signal, chunk => {
    file.add(chunk)
    // The first bytes tell whether it is encrypted.
    if (start.length < AGE.length) start = Buffer.concat([start, chunk.subarray(0, AGE.length)])
  })
  const digest = file.end()
  const encrypted = start.subarray(0, AGE.length).equals(AGE)
  const claims = config.backupPassphrase !== undefined || name.endsWith('.age')
  if (!encrypted && claims && !trust.unencrypted)
    throw new Refusal(
      `${name} is not encrypted, although ${config.backupPassphrase === undefined ? 'its name says so' : 'there is a passphrase'}: it may be forged. Is it yours? Add --unencrypted.`,
    )
  if (trust.sha256 !== undefined && digest.sha256 !== trust.sha256)
    throw new Refusal(
      `${name} has the SHA-256 ${digest.sha256}, which is not the one that was given: it is another file, or was altered.`,
    )
  const passphrase = encrypted ? await passphraseOf(config, 'it opens with') : undefined
  if (encrypted || trust.sha256 !== undefined) return { ...found, passphrase, digest }
  say(
    `Not encrypted, and without --sha256 nothing proves that Parvis wrote it. Its SHA-256: ${digest.sha256}`,
  )
  return { ...found, passphrase, digest, mostUnpacked: SMALLEST + MOST_PACKED * digest.bytes }
}

/** Prompts when no setting has it. */
export async function passphraseOf(config: Config, what: string): Promise<string> {
  const passphrase = config.backupPassphrase ?? (await promptSecret(`Passphrase ${what}`)).trim()
  if (passphrase === '')
    throw new Refusal('A passphrase is needed: typed, piped in, or in BACKUP_PASSPHRASE_FILE.')
  return passphrase
}
