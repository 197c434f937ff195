import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Connection } from './db/db.ts'
import { Line } from './db/line.ts'
import { refuseUnfit } from './db/server-state.ts'
import { installQueues, type Queue } from './jobs/jobs.ts'
import { Refusal } from './refusal.ts'

const FOLDER = join(import.meta.dirname, '../../db/migrations')
/** The key of the advisory lock under which two nodes that start together migrate one after the other. */
const LOCK = 72_612_011

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly sha256: string
}

export function readMigrations(folder = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter(file => /^\d{4}_\w+\.sql$/.test(file))
    .sort()
    .map((file, index) => {
      const number = Number(file.slice(0, 4))
      if (number !== index + 1)
        throw new Error(`${file} is out of order: migrations are numbered without gaps.`)
      const sql = readFileSync(join(folder, file), 'utf8')
      return { number, name: file.slice(5, -4), sql, sha256: createHash('sha256').update(sql).digest('hex') }
    })
}

/** Brings a database up to date, as its owner. Forward only: each file runs once, whole or not at all. */
export async function migrate(owner: Connection, queues: readonly Queue[], upTo = Number.POSITIVE_INFINITY) {
  const client = new Line(owner)
  client.on('error', () => {})
  await client.connect()
  try {
    await refuseUnfit(client)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const applied = await applyMissing(client, readMigrations(), upTo)
    await installQueues(owner, client, queues)
    return applied
  } finally {
    await client.end()
  }
}

async function applyMissing(client: pg.Client, migrations: Migration[], upTo: number): Promise<Migration[]> {
  await client.query(`create table if not exists schema_migrations (
    number int primary key, name text not null, sha256 text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ number: number; name: string; sha256: string }>(
    'select number, name, sha256 from schema_migrations order by number',
  )
  const known = new Map(rows.map(row => [row.number, row]))
  const newest = Math.max(0, ...known.keys())
  if (newest > migrations.length) {
    throw new Refusal(
      `The database is at migration ${newest}, this Parvis knows ${migrations.length}: start the newer version again.`,
    )
  }
  const applied: Migration[] = []
  for (const migration of migrations.filter(one => one.number <= upTo)) {
    const before = known.get(migration.number)
    if (before && before.sha256 !== migration.sha256) {
      throw new Refusal(
        `Migration ${migration.number} (${migration.name}) was changed after it ran: migrations are never edited.`,
      )
    }
    if (before) continue
    await client.query('begin')
    try {
      await client.query(migration.sql)
      await client.query('insert into schema_migrations (number, name, sha256) values ($1, $2, $3)', [
        migration.number,
        migration.name,
        migration.sha256,
      ])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw new Error(
        `Migration ${migration.number} (${migration.name}) failed: ${(error as Error).message}`,
        {
          cause: error,
        },
      )
    }
    applied.push(migration)
  }
  return applied
}
