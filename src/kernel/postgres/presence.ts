/**
 * Counts the processes that use the embedded PostgreSQL, with advisory locks: every process keeps one connection (its
 * presence) with a shared lock. A leaving process tries to take the lock exclusively: success means that it is the last one
 * and may stop the server. A killed process loses its lock with its connection.
 */

import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Refusal } from '../refusals/refusal.ts'
import { connect } from './connect.ts'
import type { ClusterPlace } from './data-folder.ts'
import { findServer } from './postmaster.ts'
import type { Programs } from './programs.ts'
import { startServer, stopServer } from './server.ts'
import { withStartLock } from './start-lock.ts'
import { isAlive, messageOf } from './tools.ts'

const LOCKS = 0x50415256
const SERVICE_LOCK = `${LOCKS}, 1`
const PRESENCE_LOCK = `${LOCKS}, 2`
const TIMEOUT_MS = 20_000

interface Presence {
  readonly client: pg.Client
  /** The socket's folder. */
  readonly host: string
}

interface Visitor {
  /** The `application_name`, shown to a process that is refused because of this one. */
  readonly name: string
  /** Refused if another process of this kind is present. */
  readonly alone: boolean
  readonly cancelled: () => boolean
}

/** `programs` is called only when a server must be started. */
export async function registerPresence(
  place: ClusterPlace,
  programs: () => Promise<Programs>,
  visitor: Visitor,
): Promise<Presence> {
  const began = Date.now()
  for (let wait = 20; ; wait = Math.min(wait * 1.5, 250)) {
    let why: unknown
    try {
      const server = findServer(place.cluster)
      if (server) return await meet(place, server.socketDir, visitor)
      const found = await programs()
      why = await withStartLock(place.dataDir, () => startServer(place, found))
      if (!why) continue
    } catch (error) {
      if (error instanceof Refusal) throw error
      why = messageOf(error)
    }
    // "starting up" after a crash may take minutes of WAL replay: waits for it.
    const patience = findServer(place.cluster)?.status === 'starting' ? 10 * TIMEOUT_MS : TIMEOUT_MS
    if (visitor.cancelled() || Date.now() - began > patience) {
      throw new Refusal(`PostgreSQL does not answer on ${place.cluster}: ${why}.`)
    }
    await sleep(wait)
  }
}

async function meet(place: ClusterPlace, host: string, { name, alone }: Visitor): Promise<Presence> {
  const client = await connect(place, host, name)
  try {
    // Waits while the last process is leaving; then the server ends the connection, and it is opened again.
    await client.query(`select pg_advisory_lock_shared(${PRESENCE_LOCK})`)
    if (alone) await takeService(client)
    return { client, host }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function takeService(client: pg.Client): Promise<void> {
  // Retries, because a killed service loses its lock only when PostgreSQL notices.
  for (let tries = 0; ; tries++) {
    const [mine] = (await client.query(`select pg_try_advisory_lock(${SERVICE_LOCK}) as taken`)).rows
    if (mine?.taken) return
    const [holder] = (
      await client.query(
        `select application_name as name from pg_locks join pg_stat_activity using (pid)
         where locktype = 'advisory' and granted and (classid::int8, objid::int8, objsubid) = (${SERVICE_LOCK}, 2)`,
      )
    ).rows
    const [, pid, label] = /pid=(\d+) ?(.*)/.exec(holder?.name ?? '') ?? []
    if ((pid && isAlive(Number(pid))) || tries === 40) {
      const who = [pid && `process ${pid}`, label].filter(Boolean).join(', ')
      throw new Refusal(
        `Parvis already runs on this data${who && ` (${who})`}: stop it first, or give this one another DATA_DIR.`,
      )
    }
    await sleep(50)
  }
}

export async function endPresence(place: ClusterPlace, { client, host }: Presence): Promise<void> {
  let mine: pg.Client | undefined = client
  const last = await isLast(client).catch(async () => {
    // The connection is broken: checks whether the server is gone too.
    const server = findServer(place.cluster)
    mine = server && (await connect(place, server.socketDir, 'parvis leaving').catch(() => undefined))
    return mine ? await isLast(mine).catch(() => false) : false
  })
  if (last) await stopServer(place.cluster)
  await mine?.end()
  if (host !== place.cluster && !findServer(place.cluster)) fs.rmSync(host, { recursive: true, force: true })
}

async function isLast(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_all()')
  return (await client.query(`select pg_try_advisory_lock(${PRESENCE_LOCK}) as last`)).rows[0]?.last === true
}
