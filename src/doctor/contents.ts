import { verifyAudit } from '../audit/seal.ts'
import type { Database } from '../kernel/db/database.ts'
import { sql } from '../kernel/db/db.ts'
import { secretsFrom } from '../kernel/secrets.ts'
import { count, type Finding, note, ok, wrong } from './finding.ts'

export async function key(db: Database, secret: string): Promise<Finding> {
  const row = await db.pool
    .one<{ sealed: string }>(
      sql`select private_sealed as sealed from signing_keys where retired_at is null order by created_at desc limit 1`,
    )
    .catch(() => undefined)
  if (!row) return note('secret', 'no signing key yet: the first start makes it')
  try {
    secretsFrom(secret).open(row.sealed)
    return ok('secret', 'opens the signing key')
  } catch {
    return wrong(
      'secret',
      'PARVIS_SECRET does not open the signing key: it is not the one this database was made with',
    )
  }
}

export async function administrators(db: Database): Promise<Finding> {
  const n = await count(
    db,
    sql`select count(*) as n from user_roles r join users u on u.id = r.user_id where role = 'admin' and status = 'active'`,
  )
  return n > 0
    ? ok('administrators', `${n}`)
    : wrong('administrators', 'none can sign in: parvis user grant --role admin')
}

export async function communes(db: Database): Promise<Finding> {
  const n = await count(db, sql`select total as n from counters where name = 'communes'`)
  return n > 0 ? ok('communes', `${n}`) : wrong('communes', 'none: run parvis communes load')
}

/** Every row is read and hashed again. */
const AUDIT_MS = 600_000

export async function audit(db: Database): Promise<Finding> {
  const verdict = await db
    .transaction(async tx => verifyAudit(await tx.patient(AUDIT_MS)))
    .catch(() => undefined)
  if (!verdict) return note('audit', 'cannot be read yet')
  return verdict.broken.length === 0
    ? ok('audit', `${verdict.sealedRows} rows sealed, ${verdict.openRows} not yet`)
    : wrong('audit', `${verdict.broken[0]}`)
}
