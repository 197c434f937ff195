import type { Database } from '../../kernel/db/database.ts'
import { type Db, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import type { LongSession } from '../../kernel/db/long-session.ts'
import { BY_OPERATOR, type Signature } from '../../kernel/records/audit.ts'
import { constraintOf, describePostgresError } from '../../kernel/refusals/db-errors.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { type Applied, applyImport } from './apply.ts'
import { examine } from './examine.ts'
import { type Plan, planImport } from './plan.ts'
import { type CommuneSource, placed } from './source.ts'
import { withStaged } from './stage.ts'

/**
 * Imports a commune: the file is read to its end and compared first, then its pictures are encoded, and one transaction writes
 * all of it, or nothing. One import at a time.
 */

interface Importing {
  readonly db: Database
  readonly config: Config
  readonly secrets: Secrets
  readonly trial: boolean
  readonly now: Date
  readonly progress?: (done: number) => void
  /** In the audit trail; the operator, if absent. */
  readonly by?: Signature
  /** Before anything is written, in its transaction: what it throws takes all of it back. */
  readonly admit?: (tx: Tx) => Promise<void>
}

export type Imported = Applied & Pick<Plan, 'unchanged'> & { readonly commune: string }

export const importCommune = (source: CommuneSource, importing: Importing): Promise<Imported> =>
  importing.db.longSession(async session => {
    await lockImports(session)
    const { config, trial, now, by = BY_OPERATOR, admit = async () => {} } = importing
    const examined = await examine(source)
    const plan = await planImport(session, source, examined)
    const staging = { ...importing, papers: plan.papers, progress: importing.progress ?? (() => {}) }
    const applied = await withStaged(source, plan.files, staging, async staged => {
      const apply = async (tx: Tx) => {
        await admit(tx)
        return await applyImport(tx, { source, examined, plan, staged, config, now, trial, by })
      }
      return trial ? await onTrial(session, apply) : await session.transaction(apply)
    }).catch(error => {
      throw explained(error, source)
    })
    return { ...applied, unchanged: plan.unchanged, commune: plan.commune.nom }
  })

export class ImportBusy extends Refusal {}

const LOCK = sql`hashtextextended('import of a commune', 0)`

/** The lock ends with the session, also when the process is killed. */
const lockImports = (session: LongSession) => refuseWithout(session, sql`pg_try_advisory_lock(${LOCK})`)

/** For a caller with work to do before its import: the lock is free again once this has answered. */
export const refuseWhileBusy = (db: Db) => refuseWithout(db, sql`pg_try_advisory_xact_lock(${LOCK})`)

async function refuseWithout(db: Db, lock: Sql): Promise<void> {
  const row = await db.one<{ locked: boolean }>(sql`select ${lock} as locked`)
  if (!row?.locked) throw new ImportBusy('Another import of a commune is running: try again when it is over.')
}

/** The same statements, taken back at the end. */
async function onTrial<T>(
  session: LongSession,
  work: Parameters<typeof session.transaction<T>>[0],
): Promise<T> {
  let done: { readonly result: T } | undefined
  try {
    return await session.transaction(async tx => {
      done = { result: await work(tx) }
      throw TAKEN_BACK
    })
  } catch (error) {
    if (error !== TAKEN_BACK || !done) throw error
    return done.result
  }
}
const TAKEN_BACK = new Error('The trial is over.')

function explained(error: unknown, { name }: CommuneSource): unknown {
  const told = describePostgresError(error)
  if (told && /^2[23]/.test(told.sqlstate))
    return new Refusal(
      `${name}: the database refuses it (${[told.sqlstate, told.constraint].filter(Boolean).join(' ')}). Nothing was imported. Did somebody change the commune meanwhile? Then run it again.`,
    )
  return error instanceof Problem && constraintOf(error) === undefined ? placed(name, error) : error
}
