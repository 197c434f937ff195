import { GONE_SECONDS } from '../../foundation/nodes.ts'
import type { Database } from '../../kernel/db/database.ts'
import { sql } from '../../kernel/db/db.ts'
import { compatibilityOf, NEEDED, NEWEST, readMigrations } from '../../kernel/migrations/migrations.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { aheadOf, DATABASE_TIME, isUseful } from './clock.ts'

/** For each part: true, false if this node cannot serve without it, or its state in a word. */
export type Readiness = Readonly<Record<string, boolean | string>>

export const isReady = (parts: Readiness) => Object.values(parts).every(part => part !== false)

interface OwnState {
  readonly serving: boolean
  readonly process: Config['process']
  readonly working: () => boolean
  /** The state of the last automatic backup, in a word. */
  readonly backup: () => Promise<string>
}

/**
 * A missing worker delays mails and jobs. Taking the API out of the balancer as well would make it worse, so a serving
 * node only shows it; with `PROCESS=worker` a stuck worker makes the node unready.
 */
export async function readiness(db: Database, own: OwnState): Promise<Readiness> {
  const state = await databaseState(db)
  const worked = own.process === 'web' ? state?.worked === true : own.working()
  return {
    serving: own.serving,
    database: state !== undefined,
    migrations: state !== undefined && !NOT_READY.has(compatibilityOf(KNOWN, state)),
    writable: state?.writable === true,
    clock: state ? isUseful(state.ahead) : 'unknown',
    worker: own.process === 'worker' ? worked : worked ? 'ok' : 'gone',
    ...(db.replica && { replica: db.replica.now.state }),
    // Informational: a node without a backup serves as well as any.
    backup: state ? await own.backup() : 'none',
  }
}

/**
 * A node that is newer than its database must not take requests yet; an older one goes on until a migration has
 * removed what it needs.
 */
const KNOWN = readMigrations().length
const NOT_READY = new Set(['ahead', 'too old'])

async function databaseState(db: Database) {
  try {
    const asked = Date.now()
    const [state, writable] = await Promise.all([
      db.pool.one<{ newest: number | null; needed: number | null; worked: boolean; at: number }>(sql`
        select ${DATABASE_TIME} as at,
               ${NEWEST} as newest,
               ${NEEDED} as needed,
               exists (select from nodes where worked_at > now() - ${GONE_SECONDS} * interval '1 second') as worked`),
      db.writable(),
    ])
    return state && { ...state, writable, ahead: aheadOf(asked, state.at, Date.now()) }
  } catch {
    return undefined
  }
}
