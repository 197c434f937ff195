import type { Database } from '../../kernel/db/database.ts'
import { sql } from '../../kernel/db/db.ts'
import { explain } from './explanations.ts'
import { type Finding, note } from './finding.ts'

/**
 * Reported only for a superuser account: an attacker who gets past Parvis would control the server's files and
 * programs.
 */
export async function superuser(db: Database): Promise<Finding[]> {
  const row = await db.pool
    .one<{ all: boolean }>(sql`select rolsuper as all from pg_roles where rolname = session_user`)
    .catch(() => undefined)
  return row?.all
    ? [
        note(
          'rights',
          'the account of DATABASE_URL is a superuser: give Parvis one that only owns its database (docs/upgrading.md)',
          explain('superuser'),
        ),
      ]
    : []
}
