/**
 * Opens the embedded PostgreSQL. Processes share it, and the last one stops it.
 *
 * DATA_DIR contains postgres/ (the cluster), postgres.password, postgres.log, optionally postgres.conf (the operator's
 * settings), postgres.location (if the cluster had to be placed elsewhere) and postgres.starting (the start lock, while held).
 */

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../refusals/refusal.ts'
import type { Log } from '../telemetry/log.ts'
import { DATABASE, OWNER, PORT } from './connect.ts'
import { locateCluster } from './data-folder.ts'
import { findServer } from './postmaster.ts'
import { endPresence, registerPresence } from './presence.ts'
import { findPrograms, majorIn, type Programs, packageFolder } from './programs.ts'
import { messageOf, read } from './tools.ts'

const REMIND_MS = 60_000

export interface EmbeddedOptions {
  /** Absolute; created when missing. */
  dataDir: string
  /** Only one service may use it at a time; commands and tests may run beside it. */
  as: 'service' | 'command' | 'test'
  /** Shown to a second service that is refused, such as this service's address. */
  label?: string
  /** False in tests: disables fsync. */
  durable?: boolean
  say?: (line: string) => void
  /** Hears that PostgreSQL ended while the service ran. */
  log?: Pick<Log, 'warn' | 'error'> | undefined
  /** The folder of the PostgreSQL package; looked up when absent. */
  packageDir?: string
}

export interface EmbeddedDatabase {
  /** The connection as owner (superuser) to the database `parvis`. */
  connection: { host: string; port: number; user: string; password: string; database: string; ssl: false }
  major: number
  /** The folder of the cluster. */
  directory: string
  /** Ends this process's use; the last process stops PostgreSQL. */
  stop(): Promise<void>
}

export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { as, label, durable = true, say = () => {}, log, packageDir = packageFolder() } = options
  const place = locateCluster(options.dataDir, durable, say)
  // Found lazily, because testing the programs takes as long as connecting and a running server does not need them.
  let found: Programs | undefined
  const programs = async () => {
    found ??= await findPrograms(place, packageDir)
    return found
  }
  const major = findServer(place.cluster) ? majorIn(packageDir) : (await programs()).major
  const made = read(join(place.cluster, 'PG_VERSION'))?.trim()
  if (made !== undefined && made !== String(major)) {
    throw new Refusal(
      `The data in ${place.dataDir} was made by PostgreSQL ${made}, this Parvis brings ${major}: back it up ` +
        'with the version that made it (parvis backup FILE), then restore into an empty DATA_DIR (parvis restore FILE).',
    )
  }

  let leaving = false
  const come = async () => {
    const presence = await registerPresence(place, programs, {
      name: `parvis ${as} pid=${process.pid}${label ? ` ${label}` : ''}`,
      alone: as === 'service',
      cancelled: () => leaving,
    })
    // PostgreSQL was restarted or killed: reconnects, and starts it unless another process does.
    presence.client.once('end', () => {
      if (!leaving) returning = comeBack()
    })
    return presence
  }
  const comeBack = async () => {
    const lostAt = performance.now()
    let toldAt = Number.NEGATIVE_INFINITY
    while (!leaving) {
      try {
        presence = await come()
        connection.host = presence.host
        const seconds = Math.round((performance.now() - lostAt) / 1000)
        if (log) log.warn({ seconds }, 'the embedded PostgreSQL had ended and runs again: its log says why')
        return
      } catch (error) {
        // A server that finds no room on its disk fails at once, each second.
        if (!leaving && performance.now() - toldAt > REMIND_MS) {
          toldAt = performance.now()
          const reason = messageOf(error)
          if (log) log.error({ reason }, 'the embedded PostgreSQL does not start: tried again each second')
          else say(reason)
        }
        await sleep(1000)
      }
    }
  }
  let returning: Promise<void> = Promise.resolve()
  let presence = await come()
  const { host } = presence
  const { password } = place
  const connection = { host, port: PORT, user: OWNER, password, database: DATABASE, ssl: false as const }

  let stopped: Promise<void> | undefined
  const leave = async () => {
    leaving = true
    await returning
    await endPresence(place, presence)
  }
  return {
    connection,
    major,
    directory: place.cluster,
    stop: () => {
      stopped ??= leave()
      return stopped
    },
  }
}
