import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { loadCommunes } from '../../src/communes-merged.ts'
import { queues } from '../../src/foundation/queues.ts'
import { connect } from '../../src/kernel/db/database.ts'
import type { ConnectionConfig } from '../../src/kernel/db/db.ts'
import { queuesOf } from '../../src/kernel/jobs/jobs.ts'
import { migrate } from '../../src/kernel/migrations/migrate.ts'
import { openEmbedded } from '../../src/kernel/postgres/open.ts'

/** A temporary PostgreSQL with production settings and all communes. */
export async function openFrance(
  stop: AbortSignal,
): Promise<AsyncDisposable & { readonly connection: ConnectionConfig }> {
  await using opened = new AsyncDisposableStack()
  const dataDir = mkdtempSync(join(tmpdir(), 'parvis-bench-'))
  const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })
  opened.defer(() => remove(dataDir))
  const cluster = await openEmbedded({ dataDir, as: 'command' })
  // If PostgreSQL's account cannot reach the temporary folder, the cluster is elsewhere.
  if (!cluster.directory.startsWith(dataDir)) opened.defer(() => remove(dirname(cluster.directory)))
  opened.defer(() => cluster.stop())

  const { connection } = cluster
  stop.throwIfAborted()
  await migrate(connection, queuesOf(queues))
  stop.throwIfAborted()
  const db = connect(connection)
  try {
    await db.transaction(loadCommunes)
  } finally {
    await db.close()
  }
  stop.throwIfAborted()
  await settle(connection)
  const kept = opened.move()
  return { connection, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** Does the work of autovacuum now, and a checkpoint, so that they are not measured. */
async function settle(connection: ConnectionConfig): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
