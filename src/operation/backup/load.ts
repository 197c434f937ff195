import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { countRows, nameOf, readBackup, type Source, type Visit } from './format.ts'
import { dayOf, type Header, type Table } from './header.ts'
import { bossVersion, columnList, PLAIN_SETTINGS, quoted, SCHEMAS, sequencesOf, tablesOf } from './session.ts'

export interface Loaded {
  readonly tables: number
  readonly rows: number
  /** Rows by table name. */
  readonly counted: Readonly<Record<string, number>>
  /** Tables that no migration creates; they are not restored. */
  readonly skipped: readonly string[]
}

interface Loading {
  /** Leaves out the non-unique indexes. */
  readonly plain?: boolean
  readonly beforeCommit?: () => unknown
}

/**
 * pg-boss runs the statements in this table as the owner, so its rows are never restored: a forged file could hold any.
 */
const HOLDS_STATEMENTS = 'pgboss.bam'
export const isRestored = (name: string) => name !== HOLDS_STATEMENTS

/**
 * Replaces the rows inserted by migrations with those of the file, in one transaction. Foreign keys and indexes are
 * dropped first and created again afterwards, so the order of tables does not matter and every reference is checked.
 * Needs the table owner, not a superuser.
 */
export async function load(
  client: pg.Client,
  source: Source,
  header: Header,
  signal: AbortSignal,
  { plain = false, beforeCommit = () => {} }: Loading = {},
): Promise<Loaded> {
  await client.query('begin')
  await client.query(PLAIN_SETTINGS)
  const here = new Map((await tablesOf(client)).map(table => [nameOf(table), table]))
  const sameQueue = (await bossVersion(client)) === header.pgboss
  // Only rows are restored: the version of pg-boss's tables stays as it is here.
  const goesInto = (table: Table) => {
    const name = nameOf(table)
    return isRestored(name) && (sameQueue || name !== 'pgboss.version') ? here.get(name) : undefined
  }
  await refuseMisfits(client, source.name, header, here)
  const loaded = header.tables.flatMap(table => {
    const own = goesInto(table)
    return own ? [{ own, given: table }] : []
  })
  for (const { own, given } of loaded) await addPartitions(client, own, given)

  const putBack = await setAside(client, plain)
  await client.query(`truncate ${loaded.map(({ own }) => quoted(own)).join(', ')}`)
  const counted: Record<string, number> = {}
  const visit: Visit = async (table, text) => {
    const own = goesInto(table)
    if (!own) return await countRows(table, text, header)
    const columns = columnList({ columns: inItsOrder(own, table) })
    const copy = client.query(copyFrom(`copy ${quoted(own)} (${columns}) from stdin`))
    await pipeline(text, copy)
    counted[nameOf(own)] = copy.rowCount
    return copy.rowCount
  }
  await readBackup(source, visit, signal)
  await refuseOddQueues(client, source.name)
  await setSequences(client, header)
  await client.query('set constraints all immediate')
  for (const statement of putBack) await client.query(statement)
  beforeCommit()
  await client.query('commit')
  const skipped = header.tables.map(nameOf).filter(name => !here.has(name))
  return { tables: header.tables.length - skipped.length, rows: sumOf(counted), counted, skipped }
}

export const sumOf = (counted: Readonly<Record<string, number>>) =>
  Object.values(counted).reduce((sum, count) => sum + count, 0)

/** Migrations were compared already, so product tables match; queue tables depend on the pg-boss version. */
async function refuseMisfits(
  client: pg.Client,
  file: string,
  { version, pgboss, tables }: Header,
  here: ReadonlyMap<string, Table>,
): Promise<void> {
  const known = await bossVersion(client)
  const advice = `restore it with Parvis ${version}, which made it`
  if (pgboss > known)
    throw new Refusal(
      `The job queue of ${file} is of version ${pgboss}, newer than ${known} here: ${advice}.`,
    )
  const missing = [...here.keys()].find(
    name => !tables.some(table => nameOf(table) === name) && (name.startsWith('public.') || pgboss === known),
  )
  if (missing) throw new Refusal(`${file} does not hold the table ${missing}: ${advice}.`)
  for (const table of tables) {
    const name = nameOf(table)
    const columns = here.get(name)?.columns
    if (!columns && table.schema === 'public') continue
    const odd = table.columns.find(
      column => !columns?.some(one => one.name === column.name && one.type === column.type),
    )
    const unsaid = columns?.some(one => !table.columns.some(column => column.name === one.name))
    if (odd || (pgboss === known && unsaid))
      throw new Refusal(`The columns of ${name} in ${file} are not those of this Parvis: ${advice}.`)
  }
}

/** This database's columns, in the order of the file. */
const inItsOrder = (own: Table, given: Table) =>
  given.columns.map(({ name }) => {
    const column = own.columns.find(one => one.name === name)
    if (!column) throw new Error(`${nameOf(own)} has no such column`)
    return column
  })

/** Creates the daily partitions that the file has rows for. */
async function addPartitions(client: pg.Client, own: Table, { partitions }: Table): Promise<void> {
  for (const part of partitions) {
    if (own.partitions.some(({ name }) => name === part.name)) continue
    const day = dayOf(own.name, part)
    if (!day) throw new Refusal(`A part of ${nameOf(own)} is not one that this Parvis makes: ${part.name}.`)
    const name = quoted({ schema: own.schema, name: day.name })
    await client.query(
      `create table ${name} partition of ${quoted(own)} for values from ('${day.from}') to ('${day.to}')`,
    )
  }
}

async function setSequences(client: pg.Client, { sequences }: Header): Promise<void> {
  const own = new Set(await sequencesOf(client))
  for (const { name, last_value, is_called } of sequences)
    if (own.has(name))
      await client.query('select setval($1::regclass, $2::bigint, $3)', [name, last_value, is_called])
}

/** pg-boss inserts these two columns into its statements unescaped. */
async function refuseOddQueues(client: pg.Client, file: string): Promise<void> {
  const { rowCount } = await client.query(
    String.raw`select from pgboss.queue where partition or table_name <> 'job_common' or name !~ '^[\w./-]+$'`,
  )
  if (rowCount !== 0) throw new Refusal(`${file} names job queues that no Parvis makes: it is not restored.`)
}

/**
 * Drops foreign keys and indexes and disables triggers; returns the statements that restore them, indexes before the
 * keys that need them. Building an index at the end takes a tenth of the time of updating it row by row. Primary keys,
 * unique constraints and indexes of partitioned tables stay. `plain` leaves out non-unique indexes.
 */
async function setAside(client: pg.Client, plain: boolean): Promise<string[]> {
  const { rows } = await client.query<{ away: string; back: string | null }>(
    `select 1 as step, format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
     from pg_constraint
     where contype = 'f' and conparentid = 0 and connamespace = any($1::regnamespace[])
     union all
     select 2, format('drop index %s', indexrelid::regclass),
            case when indisunique or not $2 then pg_get_indexdef(indexrelid) end
     from pg_index join pg_class c on c.oid = indexrelid
     where c.relnamespace = any($1::regnamespace[]) and c.relkind = 'r' and not c.relispartition
       and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')
     union all
     select 3, format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
            format('alter table %s enable %s trigger %I', tgrelid::regclass,
                   case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname)
     from pg_trigger join pg_class c on c.oid = tgrelid
     where not tgisinternal and tgenabled <> 'D' and tgparentid = 0 and c.relnamespace = any($1::regnamespace[])
     order by 1, 2`,
    [SCHEMAS, plain],
  )
  for (const { away } of rows) await client.query(away)
  return rows.flatMap(({ back }) => back ?? []).reverse()
}
