import { sealState } from '../audit/list.ts'
import { verifyAudit } from '../audit/seal.ts'
import type { Database } from '../kernel/db/database.ts'
import { sql } from '../kernel/db/db.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { isThere } from '../users/queries.ts'
import { count, type Finding, note, ok, wrong } from './finding.ts'
import { say } from './sentences.ts'

export async function key(db: Database, secrets: Pick<Secrets, 'open'>): Promise<Finding> {
  const row = await db.pool
    .one<{ sealed: string }>(
      sql`select private_sealed as sealed from signing_keys where retired_at is null order by created_at desc limit 1`,
    )
    .catch(() => undefined)
  if (!row) return note('secret', 'no signing key yet: the first start makes it', say('no_key'))
  try {
    secrets.open(row.sealed)
    return ok('secret', 'opens the signing key', say('key'))
  } catch {
    return wrong(
      'secret',
      'PARVIS_SECRET does not open the signing key: it is not the one this database was made with',
      say('other_secret'),
    )
  }
}

export async function administrators(db: Database): Promise<Finding> {
  const n = await count(
    db,
    sql`select count(*) as n from user_roles r join users u on u.id = r.user_id where role = 'admin' and ${isThere}`,
  )
  return n > 0
    ? ok('administrators', `${n}`, say('administrators', { n }))
    : wrong('administrators', 'none can sign in: parvis user grant --role admin', say('no_administrator'))
}

export async function communes(db: Database): Promise<Finding> {
  const n = await count(db, sql`select total as n from counters where name = 'communes'`)
  return n > 0
    ? ok('communes', `${n}`, say('communes', { n }))
    : wrong('communes', 'none: run parvis communes load', say('no_communes'))
}

/** Every row is read and hashed again. */
const AUDIT_MS = 600_000

/** From the terminal all of it; for a page, how far it is sealed. */
export async function audit(db: Database, thorough: boolean): Promise<Finding> {
  if (!thorough) {
    const seal = await sealState(db.pool).catch(() => undefined)
    return seal
      ? ok('audit', `${seal.sealed_rows} rows sealed`, say('audit_sealed', { sealed: seal.sealed_rows }))
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
        say('audit_verified', { sealed: verdict.sealedRows }),
      )
    : wrong('audit', `${verdict.broken[0]}`, say('audit_broken'))
}
const CANNOT_BE_READ = note('audit', 'cannot be read yet', say('audit_unknown'))
