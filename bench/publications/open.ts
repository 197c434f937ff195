import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadCommunes } from '../../src/communes-merged.ts'
import { queues } from '../../src/foundation/queues.ts'
import { connect } from '../../src/kernel/db/database.ts'
import type { ConnectionConfig, Tx } from '../../src/kernel/db/db.ts'
import { queuesOf } from '../../src/kernel/jobs/jobs.ts'
import { migrate } from '../../src/kernel/migrations/migrate.ts'
import { openEmbedded } from '../../src/kernel/postgres/open.ts'
import { foldTotals } from '../../src/publishing/publications/upkeep.ts'
import { fill } from './fill.ts'
import type { Size } from './options.ts'

/** A PostgreSQL with that many publications: filled at first use, then reused and migrated. */
export async function openPublications(
  size: Size,
  stop: AbortSignal,
  say: (line: string) => void,
): Promise<AsyncDisposable & { readonly connection: ConnectionConfig }> {
  const { dataDir, rows, seed } = size
  await using opened = new AsyncDisposableStack()
  const isFilled = holdsThem(size)
  mkdirSync(dataDir, { recursive: true })
  const cluster = await openEmbedded({ dataDir, as: 'command', say })
  opened.defer(() => cluster.stop())
  const { connection } = cluster
  stop.throwIfAborted()
  for (const { number, name } of await migrate(connection, queuesOf(queues)))
    if (isFilled) say(`Migration ${number}, ${name}`)
  if (!isFilled) {
    await inTransaction(connection, loadCommunes)
    await fill(connection, { rows, seed, now: Date.now() }, stop, say)
    writeFileSync(noteIn(dataDir), JSON.stringify({ rows, seed }))
  }
  // Like the worker does every minute; otherwise each run leaves its lines.
  await inTransaction(connection, foldTotals)
  const kept = opened.move()
  return { connection, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** Written once all rows are there. */
const noteIn = (dataDir: string) => join(dataDir, 'publications.json')

/** Whether the folder has these rows already; refuses one that holds anything else. */
function holdsThem({ dataDir, rows, seed }: Size): boolean {
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) return false
  if (!existsSync(noteIn(dataDir)))
    throw new Error(
      `${dataDir} holds something else, or was not filled to its end: remove it, or give another by --data.`,
    )
  const found: { rows: number; seed: number } = JSON.parse(readFileSync(noteIn(dataDir), 'utf8'))
  if (found.rows === rows && found.seed === seed) return true
  throw new Error(`${dataDir} is made of ${found.rows} rows, seed ${found.seed}: say so, or give another.`)
}

async function inTransaction(
  connection: ConnectionConfig,
  work: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const db = connect(connection)
  try {
    await db.transaction(work)
  } finally {
    await db.close()
  }
}
