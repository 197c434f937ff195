import type pg from 'pg'
import type { OpenDatabase } from '../../foundation/database.ts'
import { CLOCK_IS_CREDIBLE } from '../../kernel/db/clock.ts'
import type { Queue } from '../../kernel/jobs/jobs.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import type { BackupSettings } from '../../kernel/settings/backup.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { storeOf } from '../../media/which-store.ts'
import { explained, snapshot } from './backup.ts'
import type { Source } from './format.ts'
import { superfluous } from './keep.ts'
import { type Copied, copyMedia } from './media-copies.ts'
import { named, nameFor } from './names.ts'
import { type Place, placeFor } from './places.ts'
import {
  beginRun,
  type Ended,
  endRun,
  keepDigest,
  nameRun,
  type Recorded,
  recorded,
  TAKE_LOCK,
} from './runs.ts'
import { type Proof, proved } from './scratch.ts'
import { fingerprintOf, interruptible, withSession } from './session.ts'

/** Makes one backup: lock, write, prove, then remove the backups that it replaces. */

export interface MadeOne extends Proof {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
  readonly tables: number
  readonly rows: number
  readonly media: Copied
  /** Names of the older backups removed. */
  readonly removed: readonly string[]
}

interface Making {
  readonly database: OpenDatabase
  readonly config: Config
  readonly settings: BackupSettings
  readonly queues: readonly Queue[]
  /** The cost of the passphrase: lower in tests. */
  readonly workFactor?: number | undefined
}

export const whoseOf = ({ secret }: Pick<OpenDatabase, 'secret'>) => fingerprintOf(secret).slice(0, 8)

/** Returns undefined when another process is making one. */
export const makeBackup = (making: Making): Promise<MadeOne | undefined> =>
  interruptible(signal =>
    // The lock belongs to the session, so it ends with the process.
    withSession(making.database.connection, 'parvis backup lock', signal, async client => {
      const { rows } = await client.query<{ taken: boolean }>(TAKE_LOCK)
      if (!rows[0]?.taken) return undefined
      let run: string | undefined
      try {
        run = await beginRun(client)
        const made = await make(making, client, signal, run)
        await endRun(client, run, { outcome: 'made', ...made })
        return made
      } catch (error) {
        const why = signal.aborted ? signal.reason : explained(error, 'The backup')
        if (run) await ending(client, run, { outcome: 'failed', reason: (why as Error).message })
        throw why
      }
    }),
  )

/** Errors are ignored: a run without a recorded end counts as lost. */
const ending = (client: pg.Client, run: string, ended: Ended) => endRun(client, run, ended).catch(() => {})

/** Time limit of the proof, as a multiple of the writing time. It usually takes three times as long. */
const PATIENCE = 20
const TIMEOUT_MS = 30 * 60_000

async function make(
  { database, config, settings, queues, workFactor }: Making,
  client: pg.Client,
  signal: AbortSignal,
  run: string,
): Promise<MadeOne> {
  const place = await placeFor(settings)
  const whose = whoseOf(database)
  const passphrase = config.backupPassphrase
  await place.sweep(whose)
  // Uses the database's clock, like the record of runs.
  const name = nameFor(whose, (await clockOf(client)).now, passphrase !== undefined)
  await nameRun(client, run, name)
  const began = performance.now()
  const made = await snapshot({ database, config, passphrase, workFactor, signal }, pieces =>
    place.write(name, pieces, signal),
  )
  const { digest } = made
  const { bytes, sha256 } = digest
  await keepDigest(client, run, digest)
  const patienceMs = TIMEOUT_MS + PATIENCE * (performance.now() - began)
  // After the snapshot, so that every file it refers to is copied unless it was removed since.
  const forgotten = await forgottenKeys(client)
  const media = await copyMedia(storeOf(config), place, whose, {
    signal,
    forgotten,
    ...(await clockOf(client)),
  })
  const open = () => place.open(name, bytes)
  const source: Source = { name, open, passphrase, digest, mostUnpacked: made.unpacked }
  const proof = await proved(client, { source, made, database, config, queues, signal, patienceMs })
  const { now, credible } = await clockOf(client)
  const removed = credible ? await prune(place, whose, name, await recorded(client), now) : []
  return { name, bytes, sha256, tables: made.tables, rows: made.rows, ...proof, media, removed }
}

async function forgottenKeys(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ key: string }>('select key from media_forgotten')
  return new Set(rows.map(({ key }) => key))
}

/** Nothing is removed by age while the clock is not credible. */
async function clockOf(client: pg.Client): Promise<{ readonly now: Date; readonly credible: boolean }> {
  const { rows } = await client.query(`select now() as now, ${CLOCK_IS_CREDIBLE} as credible`)
  return { now: new Date(rows[0].now), credible: rows[0].credible === true }
}

/**
 * Called only after a newer good backup. Own backups are those with this installation's name, and those recorded as
 * made under an earlier secret; backups of other installations are never removed.
 */
async function prune(
  place: Place,
  whose: string,
  newest: string,
  { good, bad }: Recorded,
  now: Date,
): Promise<string[]> {
  const all = await place.list()
  const own = all.filter(one => one.whose === whose || good.has(one.name))
  if (!own.some(one => one.name === newest))
    throw new Refusal(`${newest} is not in ${place.name} any more, although it was written there.`)
  const goes = superfluous(
    own.map(one => ({ ...one, good: !bad.has(one.name) })),
    now,
  )
  for (const { name } of goes) await place.remove(name)
  const left = new Set(all.filter(one => !goes.some(({ name }) => name === one.name)).map(one => one.whose))
  // Media copies under an earlier name go with its last backup.
  for (const before of new Set([...good].flatMap(name => named(name)?.whose ?? [])))
    if (before !== whose && !left.has(before)) await place.forgetMedia(before)
  return goes.map(({ name }) => name)
}
