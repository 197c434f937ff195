import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { loadCommunes } from '../../src/communes-merged.ts'
import { queues } from '../../src/foundation/queues.ts'
import { connect } from '../../src/kernel/db/database.ts'
import type { ConnectionConfig } from '../../src/kernel/db/db.ts'
import { queuesOf } from '../../src/kernel/jobs/jobs.ts'
import { migrate } from '../../src/kernel/migrations/migrate.ts'
import { openEmbedded } from '../../src/kernel/postgres/open.ts'
import { foldTotals } from '../../src/publishing/publications/upkeep.ts'
import { FILLED, fill } from './fill.ts'
import type { Size } from './options.ts'
import { Steps } from './steps.ts'

/** A PostgreSQL with that many publications: filled at first use (resumable), then reused and migrated. */
export async function openPublications(
  size: Size,
  stop: AbortSignal,
  say: (line: string) => void,
): Promise<AsyncDisposable & { readonly connection: ConnectionConfig }> {
  await using opened = new AsyncDisposableStack()
  const plan = planIn(size)
  const cluster = await openEmbedded({ dataDir: size.dataDir, as: 'command', say })
  opened.defer(() => cluster.stop())
  const { connection } = cluster
  stop.throwIfAborted()
  await prepare(connection, say)
  await fill(connection, plan, stop, say)
  await fold(connection)
  const kept = opened.move()
  return { connection, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** The parameters of the folder: the same rows are written whenever a part is loaded. */
function planIn({ dataDir, rows, seed }: Size) {
  const note = join(dataDir, 'publications.json')
  if (!existsSync(note)) {
    if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
      throw new Error(`${dataDir} holds something else: give another folder with --data.`)
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(note, JSON.stringify({ rows, seed, now: Date.now() }))
  }
  const plan: { rows: number; seed: number; now: number } = JSON.parse(readFileSync(note, 'utf8'))
  if (plan.rows !== rows || plan.seed !== seed)
    throw new Error(`${dataDir} is made of ${plan.rows} rows, seed ${plan.seed}: say so, or give another.`)
  return plan
}

/** Folds the totals like the worker does every minute; otherwise each run leaves its lines. */
async function fold(connection: ConnectionConfig): Promise<void> {
  const db = connect(connection)
  try {
    await db.transaction(foldTotals)
  } finally {
    await db.close()
  }
}

/** A half-filled database is not migrated, because its indexes are missing. */
async function prepare(connection: ConnectionConfig, say: (line: string) => void): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const steps = await Steps.in(client)
    if (steps.isDone('communes') && !steps.isDone(FILLED)) return
    const began = performance.now()
    for (const { number, name } of await migrate(connection, queuesOf(queues)))
      if (steps.isDone(FILLED)) say(`Migration ${number}, ${name}`)
    if (steps.isDone(FILLED)) {
      const seconds = Math.round((performance.now() - began) / 1000)
      if (seconds > 1) say(`Brought up to date in ${seconds} s.`)
      return
    }
    const db = connect(connection)
    try {
      await db.transaction(loadCommunes)
    } finally {
      await db.close()
    }
    await steps.once(client, 'communes', async () => {})
  } finally {
    await client.end()
  }
}
