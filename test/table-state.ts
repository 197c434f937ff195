import type pg from 'pg'

/** Written by any request, refused or not, or by the clock: they hold no business of anybody. */
const EPHEMERAL = ['rate_limits', 'address_keys', 'nodes', 'presences']

/** A fingerprint of every row of every table: equal before and after means that nothing at all was changed. */
export async function tableState(owner: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const state: Record<string, string> = {}
  for (const { name } of tables.filter(table => !EPHEMERAL.includes(table.name))) {
    const { rows } = await owner.query<{ state: string }>(
      `select count(*) || ':' || md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as state from "${name}" t`,
    )
    state[name] = rows[0]?.state ?? ''
  }
  return state
}
