/** Starts and stops the server. */

import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FREE_ROOM, Refusal } from '../refusals/refusal.ts'
import { createDatabase, PORT } from './connect.ts'
import { type ClusterPlace, give, passes } from './data-folder.ts'
import { findServer, isPostmaster, readPidFile } from './postmaster.ts'
import { prepareCluster, tidy } from './prepare.ts'
import { flags, type Programs, run } from './programs.ts'
import { settingsFor } from './settings.ts'
import { errorLine, isAlive } from './tools.ts'

const LOG_LIMIT = 10 * 1024 * 1024

/** Prepares the cluster and starts the server. Returns a reason if a retry may succeed. Requires the start lock. */
export async function startServer(place: ClusterPlace, programs: Programs): Promise<string | undefined> {
  if (findServer(place.cluster)) return
  tidy(place, programs)
  const settings = settingsFor(place)
  if (!fs.existsSync(join(place.cluster, 'PG_VERSION'))) await prepareCluster(place, programs)
  const socketDir = chooseSocketDir(place)
  clearForeignPid(place.cluster, socketDir)
  // The setting is a list: quotes keep a comma or space in the folder's name.
  settings.unix_socket_directories = `"${socketDir.replaceAll('"', '""')}"`

  const log = openLog(place.dataDir)
  // Detached, so that Ctrl-C in the terminal does not stop it before the service has finished.
  const server = run(place, programs, 'postgres', ['-D', place.cluster, ...flags(settings)], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  fs.closeSync(log.fd)
  server.child.unref()
  while (!server.ended) {
    const found = readPidFile(place.cluster)
    if (found?.pid === server.child.pid && found?.status === 'ready') return await knock(place, socketDir)
    await sleep(5)
  }
  const why = errorLine(fs.readFileSync(log.path).subarray(log.size).toString()) || server.ended
  if (/already exists|still in use|starting up|shutting down/.test(why)) return why
  const advice = /No space left/.test(why) ? ` ${FREE_ROOM}` : ''
  throw new Refusal(`PostgreSQL did not start on ${place.cluster}: ${why} (see ${log.path}).${advice}`)
}

/** Stops the server again if it does not accept the password. */
async function knock(place: ClusterPlace, socketDir: string): Promise<undefined> {
  try {
    await createDatabase(place, socketDir)
  } catch (error) {
    if (error instanceof Refusal) await stopServer(place.cluster)
    throw error
  }
}

export async function stopServer(cluster: string): Promise<void> {
  const pid = findServer(cluster)?.pid
  if (pid === undefined) return
  const began = Date.now()
  // First a fast shutdown (ends sessions, writes everything), then an immediate one (the next start replays the WAL).
  for (const [signal, limit] of [['SIGINT', 8_000] as const, ['SIGQUIT', 16_000] as const]) {
    try {
      process.kill(pid, signal)
    } catch {}
    while (Date.now() - began < limit) {
      if (!isPostmaster(pid, cluster)) return
      await sleep(10)
    }
  }
  throw new Refusal(`PostgreSQL (process ${pid}, ${cluster}) does not stop.`)
}

/** Chosen before: a start that failed has removed the `postmaster.pid` that names the folder. */
const chosen = new Map<string, string>()

/** The cluster's folder, unless the socket path would be too long for the system (104 to 108 bytes). */
function chooseSocketDir({ cluster, account }: ClusterPlace): string {
  const fits = (folder: string) => Buffer.byteLength(`${folder}/.s.PGSQL.${PORT}`) <= 100
  if (fits(cluster)) return cluster
  // Reuses the folder of a killed server, so that other processes keep valid connection settings.
  const earlier = readPidFile(cluster)?.socketDir || chosen.get(cluster)
  const stat = earlier ? fs.lstatSync(earlier, { throwIfNoEntry: false }) : undefined
  const uid = (account.uid ?? process.getuid?.() ?? 0) >>> 0
  if (earlier && stat?.isDirectory() && stat.uid === uid && !(stat.mode & 0o077)) {
    chosen.set(cluster, earlier)
    return earlier
  }
  const base = [tmpdir(), '/tmp'].find(each => fits(`${each}/parvis-123456`) && passes(account, each))
  if (!base) throw new Refusal(`No folder for PostgreSQL's socket: the path of ${cluster} is too long.`)
  const made = fs.mkdtempSync(join(base, 'parvis-'))
  give(made, account)
  chosen.set(cluster, made)
  return made
}

/**
 * Removes a postmaster.pid that is truncated or whose process id belongs to another program now: it would prevent every start.
 * PostgreSQL handles the file of an ended process itself, and checks for orphaned backends.
 */
function clearForeignPid(cluster: string, socketDir: string): void {
  const file = readPidFile(cluster)
  if (!file || (file.pid > 0 && !isAlive(file.pid))) return
  const socket = join(socketDir, `.s.PGSQL.${PORT}`)
  for (const path of [socket, `${socket}.lock`, join(cluster, 'postmaster.pid')])
    fs.rmSync(path, { force: true })
}

function openLog(dataDir: string) {
  const path = join(dataDir, 'postgres.log')
  if ((fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT) fs.renameSync(path, `${path}.1`)
  const fd = fs.openSync(path, 'a', 0o600)
  return { path, fd, size: fs.fstatSync(fd).size }
}
