import pg from 'pg'

const TABLES = [
  'publications',
  'publication_communes',
  'publication_days',
  'publication_words',
  'publication_reports',
]

interface Index {
  readonly name: string
  readonly definition: string
}

/** Drops the indexes before loading, and returns them. */
export async function takeIndexes(client: pg.Client): Promise<readonly Index[]> {
  const { rows } = await client.query<Index>(`
    select i.relname::text as name, pg_get_indexdef(i.oid) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid
    where x.indrelid = any('{${TABLES.join(',')}}'::regclass[])
      and not exists (select from pg_constraint where conindid = i.oid)
    order by name`)
  for (const { name } of rows) await client.query(`drop index ${pg.escapeIdentifier(name)}`)
  return rows
}

export async function makeIndexes(
  client: pg.Client,
  indexes: readonly Index[],
  stop: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  await client.query(`set maintenance_work_mem = '1GB'`)
  await client.query('set max_parallel_maintenance_workers = 2')
  for (const { name, definition } of indexes) {
    stop.throwIfAborted()
    say(`  ${name}`)
    await client.query(definition)
  }
}
