import { createHash } from 'node:crypto'
import type pg from 'pg'
import { DatabaseClient } from '../db/client.ts'
import { inDatabase } from '../db/database-url.ts'
import type { ConnectionConfig } from '../db/db.ts'
import { Refusal } from '../refusals/refusal.ts'
import { replaceRecords } from './apply-migration.ts'
import { migrate, migrating, refuseMissingRights } from './migrate.ts'
import { BASELINE, type Migration, readMigrations } from './migrations.ts'
import { describeSchema, schemaText } from './schema-text.ts'

/**
 * `parvis migrate --adopt`: takes over a database made by the migrations before the 0.4.0 baseline. If its schema equals the
 * baseline's, its migration records are replaced by those of the baseline. Returns a sentence for the operator.
 */
export const adopt = (owner: ConnectionConfig): Promise<string> =>
  migrating(owner, async client => {
    const baseline = readMigrations().slice(0, BASELINE)
    if (await isAdopted(client, baseline))
      return 'Nothing to do: the database records the migrations of this Parvis.'
    const wanted = await schemaOfBaseline(owner, client)
    await client.query('begin')
    try {
      // Nodes can still read the table.
      await client.query('lock table schema_migrations in share row exclusive mode')
      refuseDifference(await schemaText(client), wanted)
      const replaced = await replaceRecords(client, baseline)
      await client.query('commit')
      return `Adopted: the schema is that of the baseline, whose ${BASELINE} migrations replace ${replaced} in the records. Type parvis migrate, or start the service.`
    } catch (error) {
      await client.query('rollback').catch(() => {})
      return refuseMissingRights(error)
    }
  })

async function isAdopted(client: pg.Client, baseline: readonly Migration[]): Promise<boolean> {
  const { rows: tables } = await client.query<{ name: string | null }>(
    `select to_regclass('public.schema_migrations') as name`,
  )
  if (!tables[0]?.name)
    throw new Refusal('There is nothing of Parvis in the database yet: type parvis migrate.')
  const { rows } = await client
    .query<{ number: number; sha256: string }>('select number, sha256 from schema_migrations')
    .catch(refuseMissingRights)
  const recorded = new Map(rows.map(row => [row.number, row.sha256]))
  return baseline.every(({ number, sha256 }) => recorded.get(number) === sha256)
}

function refuseDifference(found: string, wanted: string): void {
  const [here, there] = [found.split('\n'), wanted.split('\n')]
  const at = here.findIndex((line, index) => line !== there[index])
  const line = at < 0 ? here.length : at
  if (at < 0 && here.length === there.length) return
  const inside = here.slice(0, line).findLast(text => /^create /i.test(text))
  throw new Refusal(
    `The schema of the database is not that of the baseline, and nothing was changed. Line ${line + 1}, ${inside ? `after “${inside}”, ` : ''}is “${here[line] ?? ''}” in place of “${there[line] ?? ''}”. Upgrade with the last release before 0.4.0 first, or mend the difference.`,
  )
}

/** Builds the baseline in a scratch database on the same server, since PostgreSQL versions and account rights differ. */
async function schemaOfBaseline(owner: ConnectionConfig, client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  const hash = createHash('sha256').update(rows[0]?.name ?? '')
  // A fixed name, so that the leftover of a killed process is found. The migration lock keeps other processes away.
  const name = `parvis_adopt_${hash.digest('hex').slice(0, 8)}`
  const drop = () => client.query(`drop database if exists ${name} with (force)`)
  await drop()
  await client
    .query(`create database ${name} encoding 'UTF8' template template0`)
    .catch(refuseWithoutDatabase)
  try {
    const beside = inDatabase(owner, name)
    await migrate(beside, [], BASELINE)
    const scratch = new DatabaseClient(beside)
    await scratch.connect()
    try {
      return await describeSchema(scratch)
    } finally {
      await scratch.end()
    }
  } finally {
    await drop()
  }
}

function refuseWithoutDatabase(error: unknown): never {
  if ((error as { code?: unknown }).code !== '42501') throw error
  throw new Refusal(
    'The schema is compared with that of a database made for it: let the account make databases (alter role … createdb).',
  )
}
