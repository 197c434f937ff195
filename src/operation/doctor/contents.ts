import { sealState, verifyAudit } from '../../foundation/audit-seal.ts'
import type { Database } from '../../kernel/db/database.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { isThere } from '../../people/users/queries.ts'
import { explain } from './explanations.ts'
import { count, type Finding, note, ok, wrong } from './finding.ts'

export async function key(db: Database, secrets: Pick<Secrets, 'open'>): Promise<Finding> {
  const row = await db.pool
    .one<{ sealed: string }>(
      sql`select private_sealed as sealed from signing_keys where retired_at is null order by created_at desc limit 1`,
    )
    .catch(() => undefined)
  if (!row) return note('secret', 'no signing key yet: the first start makes it', explain('no_key'))
  try {
    secrets.open(row.sealed)
    return ok('secret', 'opens the signing key', explain('key'))
  } catch {
    return wrong(
      'secret',
      'PARVIS_SECRET does not open the signing key: it is not the one this database was made with',
      explain('other_secret'),
    )
  }
}

export async function administrators(db: Database): Promise<Finding> {
  const n = await count(
    db,
    sql`select count(*) as n from user_roles r join users u on u.id = r.user_id where role = 'admin' and ${isThere}`,
  )
  return n > 0
    ? ok('administrators', `${n}`, explain('administrators', { n }))
    : wrong('administrators', 'none can sign in: parvis user grant --role admin', explain('no_administrator'))
}

export async function communes(db: Database): Promise<Finding> {
  const n = await count(db, sql`select total as n from counters where name = 'communes'`)
  return n > 0
    ? ok('communes', `${n}`, explain('communes', { n }))
    : wrong('communes', 'none: run parvis communes load', explain('no_communes'))
}

/** Timeout: every row is read and hashed again. */
const AUDIT_MS = 600_000

/** Verifies the whole trail from the terminal; the health page only shows how far it is sealed. */
export async function audit(db: Database, thorough: boolean): Promise<Finding> {
  if (!thorough) {
    const seal = await sealState(db.pool).catch(() => undefined)
    return seal
      ? ok('audit', `${seal.sealed_rows} rows sealed`, explain('audit_sealed', { sealed: seal.sealed_rows }))
      : CANNOT_BE_READ
  }
  const verdict = await db
    .readOnlyTransaction(async tx => verifyAudit(await tx.withTimeout(AUDIT_MS)))
    .catch(() => undefined)
  if (!verdict) return CANNOT_BE_READ
  return verdict.broken.length === 0
    ? ok(
        'audit',
        `${verdict.sealedRows} rows sealed, ${verdict.openRows} not yet`,
        explain('audit_verified', { sealed: verdict.sealedRows }),
      )
    : wrong('audit', `${verdict.broken[0]}`, explain('audit_broken'))
}
const CANNOT_BE_READ = note('audit', 'cannot be read yet', explain('audit_unknown'))
