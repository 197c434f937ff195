import type { Deciders, ModerationStatus } from '../../access/permissions.ts'
import type { Change } from '../../kernel/audit.ts'
import { typed } from '../../kernel/db/columns.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { type Locked, setDeleted, setFeatured } from '../queries.ts'
import {
  MODERATION,
  type Moderation,
  moderate,
  moderationOf,
  reportOutcomeOf,
  standsAsBefore,
} from '../rules.ts'
import type { OperationAction } from './operations.ts'
import type { Decision, Feature, ReportOutcome } from './shapes.ts'

/** What is done to publications, to one as to thousands. The rows are locked. */
export type Act = (rows: readonly Locked[]) => Plan

export interface Plan {
  readonly action: OperationAction
  /** What `moderate` and `valide` make of them. */
  readonly moderation_status?: ModerationStatus | undefined
  readonly changed: readonly Locked[]
  readonly unchanged: readonly Locked[]
  /** All that changed, each row by one statement: its version moves by one. */
  save(tx: Tx, by: string): Promise<unknown>
  trace(row: Locked): Change
  /** What is answered to the reports of one of them; undefined: nothing. */
  answer(row: Locked): ReportOutcome | undefined
}

/** What the back-office asks for, of one or of many: it can be kept, and carried out later. */
export type Asked =
  | ({ readonly action: 'moderate' } & Decision)
  | ({ readonly action: 'feature' } & Feature)
  | { readonly action: 'delete' }

export function actOf(asked: Asked, now: Date): Act {
  switch (asked.action) {
    case 'moderate':
      return deciding(row => moderate(row, asked, 'backoffice', now), 'backoffice')
    case 'feature':
      return featuring(asked)
    case 'delete':
      return deleting
  }
}

const split = (rows: readonly Locked[], moves: (row: Locked) => boolean) => {
  const { changed = [], unchanged = [] } = Object.groupBy(rows, row => (moves(row) ? 'changed' : 'unchanged'))
  return { changed, unchanged }
}

/**
 * Each row goes into some twenty-five indexes: in a stock that memory does not hold, and beside other work, five hundred
 * of them (35 000 blocks, 5 300 of them written) take longer than one statement may.
 */
const AT_A_TIME = 100
export async function inParts<Row>(
  rows: readonly Row[],
  save: (some: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_A_TIME) await save(rows.slice(at, at + AT_A_TIME))
}

////////////////////////////////////////////////////////////////////////////// decided

/** Of the back-office also a decision that changes nothing answers the reports. */
export const deciding =
  (
    ruling: (before: Locked) => Moderation,
    by: Exclude<Deciders, 'import'>,
    action: Extract<OperationAction, 'moderate' | 'valide'> = 'moderate',
  ): Act =>
  rows => {
    const rulings = new Map(rows.map(row => [row, ruling(row)]))
    const after = (row: Locked) => rulings.get(row) ?? row
    const [first] = rows
    const parts = split(rows, row => !standsAsBefore(row, after(row)))
    return {
      action,
      moderation_status: first && after(first).moderation_status,
      ...parts,
      save: (tx, userId) => inParts(parts.changed, some => saveRulings(tx, userId, some, after)),
      trace: row => traceOf(row.id, row, after(row)),
      answer: row => (by === 'backoffice' ? reportOutcomeOf(after(row)) : undefined),
    }
  }

export const traceOf = (id: string, before: Moderation, after: Moderation): Change => ({
  id,
  before: moderationOf(before),
  after: moderationOf(after),
})

/** An unchanged time is not written back: the API has milliseconds, the row microseconds. */
const saveRulings = (tx: Tx, userId: string, rows: readonly Locked[], after: (row: Locked) => Moderation) =>
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

////////////////////////////////////////////////////////////////////////////// put in front

export const featuring =
  ({ en_avant, featured_until }: Feature): Act =>
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
      save: tx => inParts(parts.changed, some => setFeatured(tx, idsOf(some), en_avant, until)),
      trace: ({ id, ...row }) => ({
        id,
        before: { en_avant: row.en_avant, featured_until: row.featured_until },
        after,
      }),
      answer: () => undefined,
    }
  }

const timeOf = (time: string | null) => time && Date.parse(time)

////////////////////////////////////////////////////////////////////////////// deleted, brought back

/** Their reporters are told. What is deleted already stays so. */
export const deleting: Act = rows => {
  const parts = split(rows, row => row.deleted_at === null)
  return {
    action: 'delete',
    ...parts,
    save: tx => inParts(parts.changed, some => setDeleted(tx, idsOf(some), true)),
    trace: ({ id, title, moderation_status }) => ({
      id,
      before: { deleted: false },
      after: { deleted: true, title, moderation_status },
    }),
    answer: row => (row.deleted_at === null ? 'removed' : undefined),
  }
}

export const restoring: Act = rows => {
  const parts = split(rows, row => row.deleted_at !== null)
  return {
    action: 'restore',
    ...parts,
    save: tx => inParts(parts.changed, some => setDeleted(tx, idsOf(some), false)),
    trace: ({ id }) => ({ id, before: { deleted: true }, after: { deleted: false } }),
    answer: () => undefined,
  }
}

const idsOf = (rows: readonly Locked[]) => rows.map(({ id }) => id)
