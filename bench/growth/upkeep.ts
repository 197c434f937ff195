import type pg from 'pg'
import { type Figure, timed } from './figures.ts'

const rolledBack = (client: pg.Client, statement: string) => async () => {
  await client.query('begin')
  try {
    await client.query(statement)
  } finally {
    await client.query('rollback')
  }
}

/** Maintenance: autovacuum, analyze, and what a migration would do. */
export async function upkeep(client: pg.Client, tell: (figure: Figure) => void): Promise<Figure[]> {
  const figures: Figure[] = []
  const add = async (...of: Parameters<typeof timed>) => {
    const figure = await timed(...of)
    figures.push(figure)
    tell(figure)
  }
  // Like autovacuum, with the server's settings; the second run sees the rows just changed.
  await add('upkeep', 'vacuum of publications with nothing to do', 1, async () => {
    await client.query('vacuum publications')
  })
  await add('upkeep', 'one row in a hundred touched', 1, async () => {
    await client.query(`update publications set updated_at = updated_at where hashtext(id::text) % 100 = 0`)
  })
  await add('upkeep', 'vacuum of them', 1, async () => {
    await client.query('vacuum publications')
  })
  await add('upkeep', 'analyze', 1, async () => {
    await client.query('analyze publications')
  })

  const steps: readonly (readonly [what: string, statement: string])[] = [
    ['a column with a default', `alter table publications add column bench_new text not null default 'none'`],
    ['a check, taken on trust', 'alter table publications add check (length(title) < 300) not valid'],
    ['a check of every row', 'alter table publications add check (length(title) < 300)'],
    ['an index, readers let in', 'create index bench_index on publications (moderated_by, id)'],
    ['a partial index of few rows', 'create index bench_index on publications (id) where not valide'],
  ]
  for (const [what, statement] of steps) await add('an upgrade', what, 1, rolledBack(client, statement))
  await add('an upgrade', 'an index beside everybody’s work', 1, async () => {
    await client.query('create index concurrently bench_index on publications (moderated_by, id)')
  })
  await client.query('drop index bench_index')
  return figures
}

const TABLES = [
  'publications',
  'publication_communes',
  'publication_days',
  'publication_words',
  'publication_reports',
]

export async function bytesOf(client: pg.Client) {
  const { rows } = await client.query<{ name: string; heap: number; indexes: number; whole: number }>(
    `select name, pg_table_size(name::regclass)::float8 as heap, pg_indexes_size(name::regclass)::float8 as indexes,
       pg_database_size(current_database())::float8 as whole from unnest($1::text[]) as name`,
    [TABLES],
  )
  return {
    database: rows[0]?.whole ?? 0,
    tables: Object.fromEntries(rows.map(({ name, heap, indexes }) => [name, { heap, indexes }])),
  }
}
