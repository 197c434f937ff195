import pg from 'pg'
import type { Steps } from './steps.ts'

const TABLES = [
  'publications',
  'publication_communes',
  'publication_days',
  'publication_words',
  'publication_reports',
]

/** Drops the indexes before loading and recreates them as in the migrations; each one is a step. */
export async function takeIndexes(client: pg.Client, steps: Steps): Promise<void> {
  await steps.once(client, 'indexes taken away', async () => {
    await client.query(`
      create table bench.indexes as
        select i.relname::text as name, pg_get_indexdef(i.oid) as definition
        from pg_index x join pg_class i on i.oid = x.indexrelid
        where x.indrelid = any('{${TABLES.join(',')}}'::regclass[])
          and not exists (select from pg_constraint where conindid = i.oid)`)
    for (const { name } of await indexes(client))
      await client.query(`drop index ${pg.escapeIdentifier(name)}`)
  })
}

export async function makeIndexes(
  client: pg.Client,
  steps: Steps,
  stop: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  await client.query(`set maintenance_work_mem = '1GB'`)
  await client.query('set max_parallel_maintenance_workers = 2')
  for (const { name, definition } of await indexes(client)) {
    stop.throwIfAborted()
    if (!steps.isDone(`index ${name}`)) say(`  ${name}`)
    await steps.once(client, `index ${name}`, () => client.query(definition))
  }
}

const indexes = async (client: pg.Client) =>
  (
    await client.query<{ name: string; definition: string }>(
      'select name, definition from bench.indexes order by name',
    )
  ).rows
