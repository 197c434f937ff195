import { createHash } from 'node:crypto'
import pg from 'pg'
import { DatabaseClient } from '../../kernel/db/client.ts'
import type { ConnectionConfig } from '../../kernel/db/db.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { secretsFrom } from '../../kernel/settings/secrets.ts'
import type { Header, Table } from './header.ts'

/** The schemas in a backup, in this order. */
export const SCHEMAS = ['public', 'pgboss']

/** Runs `work` on a connection of the owner, which is cut when the work fails or is interrupted. */
export async function withSession<T>(
  owner: ConnectionConfig,
  name: string,
  signal: AbortSignal | undefined,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new DatabaseClient({ ...owner, application_name: name })
  client.on('error', () => {})
  await client.connect()
  // During a COPY the server reads no messages, so an orderly end would hang.
  const cut = () => client.connection.stream.destroy()
  signal?.addEventListener('abort', cut, { once: true })
  try {
    signal?.throwIfAborted()
    const result = await work(client)
    await client.end()
    return result
  } catch (error) {
    cut()
    throw error
  } finally {
    signal?.removeEventListener('abort', cut)
  }
}

/** Ctrl-C aborts the work, which removes unfinished files. Later signals are ignored: npm sends a second one. */
export async function interruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const controller = new AbortController()
  const end = () => controller.abort(outer?.reason)
  outer?.addEventListener('abort', end, { once: true })
  if (outer?.aborted) end()
  const hear = () => controller.abort(new Refusal('Interrupted: nothing was kept.'))
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, hear)
  try {
    return await work(controller.signal)
  } catch (error) {
    throw controller.signal.aborted && !(error instanceof Refusal) ? controller.signal.reason : error
  } finally {
    for (const signal of signals) process.off(signal, hear)
    outer?.removeEventListener('abort', end)
  }
}

/**
 * Makes the text format independent of the server's settings and version, so that a backup can be restored into a newer
 * major version. Set per transaction, because a connection pooler may be in use.
 */
export const PLAIN_SETTINGS = `
  set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 3; set local bytea_output = 'hex'; set local client_encoding = 'UTF8';
  set local search_path = public; set local row_security = off; set local lock_timeout = '60s';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local transaction_timeout = 0`

/**
 * The tables in a backup: those of the owner of `schema_migrations`. Leaves out unlogged tables (rate_limits), which a
 * crash empties too, and tables of extensions. A partitioned table counts once, with all its rows.
 */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       (select coalesce(json_agg(json_build_object('name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid))
                                 order by p.relname), '[]')
        from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid) as partitions
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and c.relpersistence = 'p' and not c.relispartition
       and c.relowner = (select relowner from pg_class where oid = to_regclass('public.schema_migrations'))
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
     order by array_position($1, n.nspname::text), c.relname collate "C"`,
    [SCHEMAS],
  )
  return rows
}

/** Sequences of the same owner, quoted. */
export async function sequencesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'S' and c.relpersistence = 'p'
       and c.relowner = (select relowner from pg_class where oid = 'public.schema_migrations'::regclass)
     order by 1`,
    [SCHEMAS],
  )
  return rows.map(({ name }) => name)
}

export async function bossVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
  return rows[0]?.version ?? 0
}

export const quoted = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
export const columnList = ({ columns }: Pick<Table, 'columns'>) =>
  columns.map(column => pg.escapeIdentifier(column.name)).join(', ')

export const fingerprintOf = (secret: string): Header['secret_fingerprint'] =>
  createHash('sha256').update(secretsFrom(secret).derive('backup fingerprint')).digest('hex')
