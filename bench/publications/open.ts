import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadCommunes } from '../../src/communes-merged.ts'
import { connect } from '../../src/kernel/db/database.ts'
import type { Connection } from '../../src/kernel/db/db.ts'
import { queuesOf } from '../../src/kernel/jobs/jobs.ts'
import { migrate } from '../../src/kernel/migrate.ts'
import { readMigrations } from '../../src/kernel/migrations.ts'
import { openEmbedded } from '../../src/kernel/postgres/open.ts'
import { queues } from '../../src/queues.ts'
import { fill } from './fill.ts'
import type { Size } from './options.ts'

/** A PostgreSQL of the bench's own with that many publications: filled the first time, found again afterwards. */
export async function openPublications(
  size: Size,
  stop: AbortSignal,
  say: (line: string) => void,
): Promise<AsyncDisposable & { readonly connection: Connection }> {
  await using opened = new AsyncDisposableStack()
  const { dataDir, rows, seed } = size
  // Written last: a folder without it holds half a load.
  const note = join(dataDir, 'publications.json')
  const schema = readMigrations().map(migration => migration.sha256)
  const wanted = JSON.stringify({ rows, seed, schema })
  const isFilled = existsSync(note) && readFileSync(note, 'utf8') === wanted
  if (!isFilled && existsSync(dataDir))
    throw new Error(
      `${dataDir} holds something else, or half a load: remove it, or give another with --data.`,
    )

  const cluster = await openEmbedded({ dataDir, as: 'command', say })
  opened.defer(() => cluster.stop())
  const { connection } = cluster
  if (!isFilled) {
    stop.throwIfAborted()
    await migrate(connection, queuesOf(queues))
    const db = connect(connection)
    try {
      await db.transaction(loadCommunes)
    } finally {
      await db.close()
    }
    await fill(connection, { rows, seed, now: Date.now() }, stop, say)
    writeFileSync(note, wanted)
  }
  const kept = opened.move()
  return { connection, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
