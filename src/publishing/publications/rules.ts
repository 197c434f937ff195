import { isDeepStrictEqual } from 'node:util'
import type { Deciders, ModerationStatus, ReasonCode } from '../../../shared/words/moderation.ts'
import type { TypedColumns } from '../../kernel/db/columns.ts'
import { invalid, Problem } from '../../kernel/refusals/errors.ts'
import { pick } from '../../kernel/values/fields.ts'
import { refuseOutsideComingYear } from './content.ts'
import type { Decision, Feature, ReportOutcome } from './decisions.ts'

/** When a publication is shown, and what decisions and edits make of it: pure functions, with the clock as an argument. */

export interface Moderation {
  readonly moderation_status: ModerationStatus
  readonly valide: boolean
  readonly publie_le: string | null
  readonly moderation_by: Deciders
  readonly moderation_reason: string | null
  readonly moderation_reason_code: ReasonCode | null
}

export const MODERATION = {
  moderation_status: 'text',
  valide: 'boolean',
  publie_le: 'timestamptz',
  moderation_by: 'text',
  moderation_reason: 'text',
  moderation_reason_code: 'text',
} as const satisfies TypedColumns<Moderation>
/** Picks these fields from a larger record. */
export const moderationOf = (one: Moderation) => pick(MODERATION, one)

/** The statuses of visible publications; a database check limits `valide` to them too. */
export const SHOWN_STATUSES: readonly ModerationStatus[] = ['approved', 'published']

/** The result does not depend on the previous status. `published` sets `publie_le` once and never again. */
export function moderate(before: Moderation, decision: Decision, by: Deciders, now: Date): Moderation {
  const { moderation_status } = decision
  return {
    moderation_status,
    valide: SHOWN_STATUSES.includes(moderation_status),
    publie_le: timeOf(before, decision, now),
    moderation_by: by,
    moderation_reason: decision.reason ?? null,
    moderation_reason_code: decision.reason_code ?? null,
  }
}

function timeOf({ publie_le }: Moderation, decision: Decision, now: Date): string | null {
  if (decision.moderation_status === 'approved')
    return decision.publie_le === undefined ? publie_le : new Date(decision.publie_le).toISOString()
  if (decision.moderation_status === 'published') return publie_le ?? now.toISOString()
  return publie_le
}

/** True publishes; false hides and keeps the status. */
export const setValide = (before: Moderation, valide: boolean, now: Date): Moderation =>
  valide
    ? moderate(before, { moderation_status: 'published' }, 'backoffice', now)
    : { ...before, valide: false, moderation_by: 'backoffice' }

/** Also compares who decided: a member cannot change a decision that the back-office confirmed. */
export const standsAsBefore = (before: Moderation, after: Moderation): boolean =>
  isDeepStrictEqual(moderationOf(before), moderationOf(after))

/** The outcome that reporters are told. */
export const reportOutcomeOf = ({ valide }: Pick<Moderation, 'valide'>): ReportOutcome =>
  valide ? 'kept' : 'removed'

/** A new publication is published at once, or waits for review. */
export const firstModeration = (atOnce: boolean, now: Date, from?: string): Moderation => ({
  moderation_status: atOnce ? 'published' : 'pending',
  valide: atOnce,
  publie_le: atOnce ? new Date(from ?? now).toISOString() : null,
  moderation_by: 'member',
  moderation_reason: null,
  moderation_reason_code: null,
})

/** Only authors who publish without review choose a time; the back-office schedules the others. */
export function refuseUnfitTime(publie_le: string | undefined, atOnce: boolean, now: Date): void {
  if (publie_le === undefined) return
  if (!atOnce)
    throw invalid(
      'publie_le',
      'est pour qui publie sans relecture',
      'is for whoever publishes without review',
    )
  refuseOutsideComingYear('publie_le', publie_le, now)
}

/** The new time of a scheduled publication; a time in the past means now. */
export function rescheduled(before: Moderation, publie_le: string, atOnce: boolean, now: Date): string {
  const isScheduled = before.valide && before.publie_le !== null && new Date(before.publie_le) > now
  if (!isScheduled || before.moderation_by !== 'member')
    throw invalid(
      'publie_le',
      'ne se change que tant que vous l’avez programmée',
      'changes only while it is scheduled by you',
    )
  if (Date.parse(publie_le) <= now.getTime()) return now.toISOString()
  refuseUnfitTime(publie_le, atOnce, now)
  return new Date(publie_le).toISOString()
}

/** A publication that was rejected or sent back waits for review again, once its content has changed. */
export function resubmitted(before: Moderation, hasChanged: boolean): Moderation {
  if (!RESUBMITTED.includes(before.moderation_status) || !hasChanged)
    throw invalid(
      'resubmit',
      'demande une publication renvoyée ou refusée, dont le texte change',
      'takes a publication that was sent back or rejected, and whose content changes',
    )
  return {
    publie_le: before.publie_le,
    moderation_status: 'pending',
    valide: false,
    moderation_by: 'member',
    moderation_reason: null,
    moderation_reason_code: null,
  }
}

const RESUBMITTED: readonly ModerationStatus[] = ['changes_requested', 'rejected']

/** An author cannot act without a comment; with other decisions a time would be lost, or mean something else. */
export function refuseUnfitDecision({ moderation_status, reason, publie_le }: Decision): void {
  if (moderation_status === 'changes_requested' && !reason)
    throw invalid('reason', 'dit à l’auteur ce qu’il doit changer', 'tells the author what to change')
  if (publie_le !== undefined && moderation_status !== 'approved')
    throw invalid(
      'publie_le',
      'ne va qu’avec la décision « approved »',
      'goes with the decision "approved" only',
    )
}

export function refusePastFeature({ en_avant, featured_until }: Feature, now: Date): void {
  if (en_avant && featured_until && new Date(featured_until) <= now)
    throw invalid('featured_until', 'est déjà passé', 'is in the past')
}

interface Written {
  readonly created_by: string | null
  readonly created_by_key: string | null
}

/** Whether there is nobody to send it back to: an import brought it. That of an API key goes to the owners. */
export const lacksAuthor = (
  { created_by, created_by_key }: Written,
  moderation_status: ModerationStatus,
): boolean => moderation_status === 'changes_requested' && (created_by ?? created_by_key) === null

export function refuseNoAuthor(before: Written, { moderation_status }: Decision): void {
  if (lacksAuthor(before, moderation_status)) throw new Problem('no_author')
}

type Standing = Pick<Moderation, 'moderation_status' | 'valide' | 'moderation_by'>

/**
 * An edit of an approved publication is reviewed again, unless its author needs no review. A publication approved
 * without a time keeps waiting for the back-office; one that was switched off stays so.
 */
export function afterEdit(before: Moderation, contentMoved: boolean, atOnce: boolean): Standing {
  const { moderation_status, valide, moderation_by } = before
  if (!contentMoved || !valide || atOnce) return { moderation_status, valide, moderation_by }
  const by = before.publie_le === null ? moderation_by : 'member'
  return { moderation_status: 'pending', valide: false, moderation_by: by }
}
