import type { Deciders, ModerationStatus } from '../../../../shared/words/moderation.ts'
import { typed } from '../../../kernel/db/columns.ts'
import { sql, type Tx } from '../../../kernel/db/db.ts'
import type { Change } from '../../../kernel/records/audit.ts'
import type { Decision, Feature, ReportOutcome } from '../decisions.ts'
import { type Locked, setDeleted, setFeatured } from '../queries.ts'
import {
  MODERATION,
  type Moderation,
  moderate,
  moderationOf,
  reportOutcomeOf,
  setValide,
  standsAsBefore,
} from '../rules.ts'
import type { OperationAction } from './operations.ts'

/**
 * The first step of a decision: works out what would change, and writes nothing. `decide.ts` applies the plan. The rows
 * are locked, and one row is planned like thousands.
 */
export type Planner = (rows: readonly Locked[]) => Plan

export interface Plan {
  readonly action: OperationAction
  /** The new status, for `moderate` and `valide`. */
  readonly moderation_status?: ModerationStatus | undefined
  readonly changed: readonly Locked[]
  readonly unchanged: readonly Locked[]
  /** Updates each changed row exactly once, so that its version increases by one. */
  save(tx: Tx, by: string): Promise<unknown>
  change(row: Locked): Change
  /** How the open reports of a publication are closed; undefined leaves them open. */
  reportOutcome(row: Locked): ReportOutcome | undefined
}

/** A bulk decision as it was requested; stored with an operation that a job carries out. */
export type RequestedDecision =
  | ({ readonly action: 'moderate' } & Decision)
  | ({ readonly action: 'feature' } & Feature)
  | { readonly action: 'delete' }

export function planRequested(requested: RequestedDecision, now: Date): Planner {
  switch (requested.action) {
    case 'moderate':
      return planModeration(requested, 'backoffice', now)
    case 'feature':
      return planFeature(requested)
    case 'delete':
      return planDeletion
  }
}

const split = (rows: readonly Locked[], isChanged: (row: Locked) => boolean) => {
  const { changed = [], unchanged = [] } = Object.groupBy(rows, row =>
    isChanged(row) ? 'changed' : 'unchanged',
  )
  return { changed, unchanged }
}

/** Each row updates about 25 indexes: 500 rows in one statement may exceed the statement timeout on a busy server. */
const BATCH = 100
export async function inBatches<Row>(
  rows: readonly Row[],
  save: (batch: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH) await save(rows.slice(at, at + BATCH))
}

////////////////////////////////////////////////////////////////////////////// moderation

type Decider = Exclude<Deciders, 'import'>

export const planModeration = (decision: Decision, by: Decider, now: Date): Planner =>
  planStates('moderate', by, row => moderate(row, decision, by, now))

export const planValide = (valide: boolean, now: Date): Planner =>
  planStates('valide', 'backoffice', row => setValide(row, valide, now))

/** A decision of the back-office closes the reports even when the publication does not change. */
const planStates =
  (action: 'moderate' | 'valide', by: Decider, next: (before: Locked) => Moderation): Planner =>
  rows => {
    const states = new Map(rows.map(row => [row, next(row)]))
    const after = (row: Locked) => states.get(row) ?? row
    const [first] = rows
    const parts = split(rows, row => !standsAsBefore(row, after(row)))
    return {
      action,
      moderation_status: first && after(first).moderation_status,
      ...parts,
      save: (tx, userId) => inBatches(parts.changed, batch => saveModerations(tx, userId, batch, after)),
      change: row => moderationChange(row.id, row, after(row)),
      reportOutcome: row => (by === 'backoffice' ? reportOutcomeOf(after(row)) : undefined),
    }
  }

export const moderationChange = (id: string, before: Moderation, after: Moderation): Change => ({
  id,
  before: moderationOf(before),
  after: moderationOf(after),
})

/** An unchanged `publie_le` is not written back: the API has milliseconds, the column microseconds. */
const saveModerations = (
  tx: Tx,
  userId: string,
  rows: readonly Locked[],
  after: (row: Locked) => Moderation,
) =>
  tx.run(sql`
    update publications p set moderation_status = d.moderation_status, valide = d.valide,
      publie_le = coalesce(d.publie_le, p.publie_le), moderation_by = d.moderation_by,
      moderation_reason = d.moderation_reason, moderation_reason_code = d.moderation_reason_code,
      moderated_at = now(), moderated_by = ${userId}
    from jsonb_to_recordset(${JSON.stringify(
      rows.map(row => ({
        ...moderationOf(after(row)),
        id: row.id,
        publie_le: after(row).publie_le === row.publie_le ? null : after(row).publie_le,
      })),
    )}::jsonb) as d(id uuid, ${typed(MODERATION)})
    where p.id = d.id`)

////////////////////////////////////////////////////////////////////////////// feature

export const planFeature =
  ({ en_avant, featured_until }: Feature): Planner =>
  rows => {
    const until = en_avant && featured_until ? new Date(featured_until).toISOString() : null
    const after = { en_avant, featured_until: until }
    const parts = split(
      rows,
      row => row.en_avant !== en_avant || timeOf(row.featured_until) !== timeOf(until),
    )
    return {
      action: 'feature',
      ...parts,
      save: tx => inBatches(parts.changed, batch => setFeatured(tx, idsOf(batch), en_avant, until)),
      change: ({ id, ...row }) => ({
        id,
        before: { en_avant: row.en_avant, featured_until: row.featured_until },
        after,
      }),
      reportOutcome: () => undefined,
    }
  }

const timeOf = (time: string | null) => time && Date.parse(time)

////////////////////////////////////////////////////////////////////////////// deletion and restoration

/** Closes the reports too. A deleted publication stays unchanged. */
export const planDeletion: Planner = rows => {
  const parts = split(rows, row => row.deleted_at === null)
  return {
    action: 'delete',
    ...parts,
    save: tx => inBatches(parts.changed, batch => setDeleted(tx, idsOf(batch), true)),
    change: ({ id, title, moderation_status }) => ({
      id,
      before: { deleted: false },
      after: { deleted: true, title, moderation_status },
    }),
    reportOutcome: row => (row.deleted_at === null ? 'removed' : undefined),
  }
}

export const planRestoration: Planner = rows => {
  const parts = split(rows, row => row.deleted_at !== null)
  return {
    action: 'restore',
    ...parts,
    save: tx => inBatches(parts.changed, batch => setDeleted(tx, idsOf(batch), false)),
    change: ({ id }) => ({ id, before: { deleted: true }, after: { deleted: false } }),
    reportOutcome: () => undefined,
  }
}

const idsOf = (rows: readonly Locked[]) => rows.map(({ id }) => id)
