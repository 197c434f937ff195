import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { loadCommunes } from '../../src/communes-merged.ts'
import { queues } from '../../src/foundation/queues.ts'
import { connect } from '../../src/kernel/db/database.ts'
import type { ConnectionConfig } from '../../src/kernel/db/db.ts'
import { queuesOf } from '../../src/kernel/jobs/jobs.ts'
import { migrate } from '../../src/kernel/migrations/migrate.ts'
import { readMigrations } from '../../src/kernel/migrations/migrations.ts'
import { openEmbedded } from '../../src/kernel/postgres/open.ts'
import { fillDefibrillateurs } from './fill.ts'

export interface Size {
  readonly rows: number
  /** Kept between runs. */
  readonly dataDir: string
}

export function readSize(args: readonly string[]): Size {
  const { values } = parseArgs({
    args: [...args],
    options: { rows: { type: 'string', default: '187172' }, data: { type: 'string' } },
  })
  const rows = Number(values.rows)
  if (!(Number.isInteger(rows) && rows >= 1_000 && rows <= 190_000))
    throw new Error('--rows is a number between 1000 and 190000.')
  return { rows, dataDir: resolve(values.data ?? join(tmpdir(), `parvis-bench-defibrillateurs-${rows}`)) }
}

/** A PostgreSQL with that many devices: filled at first use, then reused. */
export async function openDefibrillateurs(
  { rows, dataDir }: Size,
  say: (line: string) => void,
): Promise<AsyncDisposable & { readonly connection: ConnectionConfig }> {
  await using opened = new AsyncDisposableStack()
  // Written last, so that an incomplete load is detected.
  const note = join(dataDir, 'defibrillateurs.json')
  const wanted = JSON.stringify({ rows, schema: readMigrations().map(migration => migration.sha256) })
  const isFilled = existsSync(note) && readFileSync(note, 'utf8') === wanted
  if (!isFilled && existsSync(dataDir))
    throw new Error(
      `${dataDir} holds something else, or half a load: remove it, or give another with --data.`,
    )
  const cluster = await openEmbedded({ dataDir, as: 'command', say })
  opened.defer(() => cluster.stop())
  const { connection } = cluster
  if (!isFilled) {
    await migrate(connection, queuesOf(queues))
    const db = connect(connection)
    try {
      await db.transaction(loadCommunes)
    } finally {
      await db.close()
    }
    say(`${rows} defibrillators…`)
    const client = new pg.Client(connection)
    await client.connect()
    try {
      const began = performance.now()
      await fillDefibrillateurs(client, rows)
      say(`  in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    } finally {
      await client.end()
    }
    writeFileSync(note, wanted)
  }
  const kept = opened.move()
  return { connection, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
