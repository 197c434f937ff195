import { existsSync } from 'node:fs'
import { say } from '../kernel/command.ts'
import type { Config } from '../kernel/config.ts'
import { promptSecret } from '../kernel/prompt-secret.ts'
import { Refusal } from '../kernel/refusal.ts'
import { AGE } from './age.ts'
import { Digesting } from './digest.ts'
import { fromFile, readHeader, readWhole, type Source } from './format.ts'
import { isToCome } from './keep.ts'
import { named } from './names.ts'
import { type Place, placeFor, type StoredBackup, settingsOf } from './places.ts'

/** What an operator names to be restored: found, opened, and the same bytes from its first reading to its last. */

interface Trust {
  /** The operator's word on its bytes. */
  readonly sha256: string | undefined
  /** The operator's word that it is theirs, although it is not encrypted. */
  readonly unencrypted: boolean
}

export type Found =
  | { readonly source: Source; readonly place?: undefined }
  | { readonly source: Source; readonly place: Place; readonly kept: StoredBackup }

/** A file of that name wins over one of that name in the place of the settings. */
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

/** `latest` passes over a backup with a time to come, which may hold older contents than others, and says so. */
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

/** The name has its time from a moment before its content has: the tables may have to be waited for. */
const APART_MS = 10 * 60_000

/** Encrypted, it is one of ours: but an older one, or another installation's, may lie under its name. */
async function refuseSwapped(source: Source, kept: StoredBackup, signal: AbortSignal): Promise<void> {
  const { created_at, secret_fingerprint } = await readHeader(source, signal)
  const apart = Math.abs(Date.parse(created_at) - kept.at.getTime())
  if (apart <= APART_MS && secret_fingerprint.startsWith(kept.whose)) return
  throw new Refusal(
    `${kept.name} holds another backup than its name says (made at ${created_at}): is it the one that you want, give its SHA-256 (--sha256).`,
  )
}

/** No backup is packed as well; what is may be a bomb. */
const MOST_PACKED = 250
const SMALLEST = 64 * 1024 * 1024

/** Read to its end once: what is read afterwards is the same, or refused, however the store answers. */
async function believed(found: Source, config: Config, trust: Trust, signal: AbortSignal): Promise<Source> {
  const { name } = found
  const file = new Digesting()
  let start = Buffer.alloc(0)
  await readWhole(found, signal, chunk => {
    file.add(chunk)
    // Its first bytes tell whether it is encrypted.
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

/** Asked for where no setting has it. */
export async function passphraseOf(config: Config, what: string): Promise<string> {
  const passphrase = config.backupPassphrase ?? (await promptSecret(`Passphrase ${what}`))
  if (passphrase === '')
    throw new Refusal('A passphrase is needed: typed, piped in, or in BACKUP_PASSPHRASE_FILE.')
  return passphrase
}
