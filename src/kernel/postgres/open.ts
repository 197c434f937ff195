/**
 * The embedded PostgreSQL: found, prepared, started, shared between processes, stopped by the last of them.
 *
 * DATA_DIR holds postgres/ (the cluster), postgres.password, postgres.log, postgres.conf (the operator's own settings,
 * when there are any), postgres.location (only when the cluster had to lie elsewhere) and, while it is held,
 * postgres.starting (the lock of the process that starts the server).
 */

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../refusal.ts'
import { DATABASE, OWNER, PORT } from './connect.ts'
import { locateCluster } from './data-folder.ts'
import { findServer } from './postmaster.ts'
import { endPresence, registerPresence } from './presence.ts'
import { findPrograms, majorIn, type Programs, packageFolder } from './programs.ts'
import { messageOf, read } from './tools.ts'

export interface EmbeddedOptions {
  /** Absolute; created when missing. */
  dataDir: string
  /** Only one service may be there; commands and tests coexist with it. */
  as: 'service' | 'command' | 'test'
  /** Shown to a second process that is refused, such as the service's address. */
  label?: string
  /** False for tests only: nothing is synced to disk. */
  durable?: boolean
  say?: (line: string) => void
  /** The folder of the package that contains PostgreSQL; looked up when absent. */
  packageDir?: string
}

export interface EmbeddedDatabase {
  /** The owner (superuser) on the database `parvis`. */
  connection: { host: string; port: number; user: string; password: string; database: string; ssl: false }
  major: number
  /** Where the cluster lies. */
  directory: string
  /** Ends the presence of this process; the last process to do so stops PostgreSQL. */
  stop(): Promise<void>
}

export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { as, label, durable = true, say = () => {}, packageDir = packageFolder() } = options
  const place = locateCluster(options.dataDir, durable, say)
  // Trying them out takes as long as connecting: beside a server that runs, they are looked for when it has to be started again.
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
    // PostgreSQL was restarted, or the system killed it: connect again, and start it when no other process does.
    presence.client.once('end', () => {
      if (!leaving) returning = comeBack()
    })
    return presence
  }
  const comeBack = async () => {
    while (!leaving) {
      try {
        presence = await come()
        connection.host = presence.host
        return
      } catch (error) {
        if (!leaving) say(messageOf(error))
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
