import { isDeepStrictEqual } from 'node:util'
import { type Sql, sql, type Tx } from '../db/db.ts'

type Fields = Readonly<Record<string, unknown>>

export interface Change {
  readonly id: string
  /** Absent for a new record. Must not contain contact details. */
  readonly before?: Fields | undefined
  readonly after?: Fields | undefined
  /** Replaces the route's action name, for a route that does two things. */
  readonly action?: string
}

/** The audit rows of a write: one for each record that changed. */
export interface Trail {
  record(change: Change): void
  /** Marks the audit trail as handled although there may be nothing to record. */
  considered(): void
}

export interface Signature {
  readonly userId: string | undefined
  /** The API key, where no person acted. */
  readonly keyId?: string | undefined
  readonly source: string | undefined
  readonly requestId: string | undefined
  readonly ipHash: string | undefined
}

/** The signature of an operator's command, which has no user. */
export const BY_OPERATOR: Signature = {
  userId: undefined,
  source: 'command',
  requestId: 'command',
  ipHash: undefined,
}

interface Entry {
  action: string
  entity: string
  entity_id: string
  before: Fields | null
  after: Fields | null
}

export class AuditTrail implements Trail {
  readonly #action: string
  readonly #entries: Entry[] = []
  #looked = false

  constructor(action: string) {
    this.#action = action
  }

  record({ id, before, after, action = this.#action }: Change): void {
    this.#looked = true
    const moved = difference(before, after)
    if (before && after && Object.keys(moved.after ?? {}).length === 0) return
    const [entity = action] = action.split('.')
    this.#entries.push({ action, entity, entity_id: id, ...moved })
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0
  }

  /** A write that must be audited may change nothing, but then it must call `considered`. */
  get isConsidered(): boolean {
    return this.#looked
  }

  considered(): void {
    this.#looked = true
  }

  async save(tx: Tx, by: Signature): Promise<void> {
    if (!this.isEmpty) await tx.run(this.rows(by))
  }

  /** The statement of `save`. */
  rows(by: Signature): Sql {
    return sql`
      insert into audit_log
        (user_id, key_id, app_source, request_id, ip_hash, action, entity, entity_id, before, after)
      select ${by.userId ?? null}, ${by.keyId ?? null}, ${by.source ?? null}, ${by.requestId ?? null}, ${by.ipHash ?? null},
             action, entity, entity_id, before, after
      from jsonb_to_recordset(${JSON.stringify(this.#entries)}::jsonb)
        as e(action text, entity text, entity_id text, before jsonb, after jsonb)`
  }
}

/** Records one change outside of a request. */
export async function recordOne(tx: Tx, by: Signature, action: string, change: Change): Promise<void> {
  const trail = new AuditTrail(action)
  trail.record(change)
  await trail.save(tx, by)
}

/** Records a load, a sync or the first start as a whole, without user or request. */
export const recordBySystem = (tx: Tx, action: string, id: string, after: Fields): Promise<void> =>
  recordOne(tx, BY_NOBODY, action, { id, after })

const BY_NOBODY: Signature = {
  userId: undefined,
  source: undefined,
  requestId: undefined,
  ipHash: undefined,
}

/** Keeps only the fields that changed. */
function difference(before: Fields | undefined, after: Fields | undefined) {
  if (!before || !after) return { before: before ?? null, after: after ?? null }
  const moved = Object.keys(after).filter(name => !isDeepStrictEqual(before[name], after[name]))
  const only = (fields: Fields) => Object.fromEntries(moved.map(name => [name, fields[name] ?? null]))
  return { before: only(before), after: only(after) }
}
