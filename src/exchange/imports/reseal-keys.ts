import { sql, type Tx } from '../../kernel/db/db.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'

/** Seals the keys of all sources with the present secret. In id order, like all locks. */
export async function resealSourceKeys(tx: Tx, secrets: Secrets): Promise<number> {
  const sources = await tx.all<{ id: string; sealed: string }>(
    sql`select id, api_key as sealed from import_sources where api_key is not null order by id for update`,
  )
  for (const { id, sealed } of sources)
    await tx.run(
      sql`update import_sources set api_key = ${secrets.seal(secrets.open(sealed))} where id = ${id}`,
    )
  return sources.length
}
