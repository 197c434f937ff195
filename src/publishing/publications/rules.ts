import { isDeepStrictEqual } from 'node:util'
import { each, type RecordOf } from '../../../shared/fields/field.ts'
import { ANNOUNCED, WRITTEN } from '../../../shared/fields/publications.ts'
import type { Deciders, ModerationStatus, ReasonCode } from '../../../shared/words/moderation.ts'
import type { TypedColumns } from '../../kernel/db/columns.ts'
import { invalid, Problem } from '../../kernel/refusals/errors.ts'
import { pick } from '../../kernel/values/fields.ts'
import type { Attached } from '../../media/attached.ts'
import type { Decision, Feature, ReportOutcome } from './decisions.ts'
import type { PublicationChanges } from './shapes.ts'

/** The rules of publications: pure functions, with the clock as an argument. */

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

const YEAR_MS = 366 * 86_400_000

/** Only authors who publish without review choose a time; the back-office schedules the others. */
export function refuseUnfitTime(publie_le: string | undefined, atOnce: boolean, now: Date): void {
  if (publie_le === undefined) return
  if (!atOnce)
    throw invalid(
      'publie_le',
      'est pour qui publie sans relecture',
      'is for whoever publishes without review',
    )
  const ahead = Date.parse(publie_le) - now.getTime()
  if (ahead <= 0) throw invalid('publie_le', 'est déjà passé', 'is in the past')
  if (ahead > YEAR_MS) throw invalid('publie_le', 'est dans plus d’un an', 'is more than a year ahead')
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

const forAlerts = (field: string) => invalid(field, 'est pour le type « alerte »', 'is for the type `alerte`')

/** Only alerts have a level and an end. */
export function refuseUnfitAlert(
  { fin_le, niveau }: Pick<Content, 'fin_le' | 'niveau'>,
  isAlert: boolean,
): void {
  if (isAlert) return
  if (fin_le !== null) throw forAlerts('fin_le')
  if (niveau !== null) throw forAlerts('niveau')
}

/** A new end is to come: an alert that is over is lifted. */
export function refuseUnfitEnd(
  before: Pick<Content, 'fin_le'> | undefined,
  { fin_le }: Pick<Content, 'fin_le'>,
  now: Date,
): void {
  if (fin_le === null || fin_le === before?.fin_le) return
  const ahead = Date.parse(fin_le) - now.getTime()
  if (ahead <= 0) throw invalid('fin_le', 'est déjà passé', 'is in the past')
  if (ahead > YEAR_MS) throw invalid('fin_le', 'est dans plus d’un an', 'is more than a year ahead')
}

/** An event ends after it begins, an hour needs a day, and further days come after the first. */
export function refuseUnfitDays({
  date_debut,
  heure_debut,
  date_fin,
  heure_fin,
  dates,
}: Pick<Content, 'date_debut' | 'heure_debut' | 'date_fin' | 'heure_fin' | 'dates'>): void {
  const needs = (field: string, by: string) =>
    invalid(field, `est obligatoire avec ${by}`, `is required with ${by}`)
  if (date_debut === null && date_fin !== null) throw needs('date_debut', 'date_fin')
  if (date_debut === null && heure_debut !== null) throw needs('date_debut', 'heure_debut')
  if (date_debut === null && dates.length > 0) throw needs('date_debut', 'dates')
  if (heure_debut === null && heure_fin !== null) throw needs('heure_debut', 'heure_fin')
  if (date_debut !== null && date_fin !== null && date_fin < date_debut)
    throw invalid('date_fin', 'ne peut pas précéder date_debut', 'must not come before date_debut')
  if (date_debut !== null && dates.some(day => day <= date_debut))
    throw invalid('dates', 'doivent être après date_debut', 'must be after date_debut')
  if (!endsAfterItBegins({ date_debut, heure_debut, date_fin, heure_fin }))
    throw invalid(
      'heure_fin',
      'doit être plus tard que heure_debut ; un événement qui finit le lendemain a une date_fin',
      'must be later than heure_debut; an event that ends on the next day has a date_fin',
    )
}

/** Compares the hours of an event that begins and ends on one day. */
export const endsAfterItBegins = ({
  date_debut,
  heure_debut,
  date_fin,
  heure_fin,
}: Pick<Content, 'date_debut' | 'heure_debut' | 'date_fin' | 'heure_fin'>): boolean =>
  heure_fin === null ||
  heure_debut === null ||
  (date_fin !== null && date_fin !== date_debut) ||
  heure_fin > heure_debut

/** The own commune first, without duplicates. */
export const communesOf = (own: string, others: readonly string[]): string[] => [...new Set([own, ...others])]

/** What the author writes, without the pin and the publication time. */
export type Content = RecordOf<typeof WRITTEN> & Attached

/**
 * Applies changes; absent fields and attachments keep their value. A new own commune replaces the first of
 * `commune_ids`.
 */
export function edited(before: Content, changes: PublicationChanges): Content {
  const {
    epingle: _,
    publie_le: _at,
    resubmit: _again,
    annule: _off,
    annule_motif: _why,
    leve: _lifted,
    images: _images,
    documents: _documents,
    commune_id,
    commune_ids,
    dates = before.dates,
    fin_le = before.fin_le,
    ...rest
  } = changes
  const own = commune_id ?? before.commune_id
  const others = commune_ids ?? before.commune_ids.filter(id => id !== before.commune_id)
  return {
    ...pick(CONTENT, before),
    ...rest,
    dates: dates.toSorted(),
    fin_le: instantOf(fin_le),
    commune_id: own,
    commune_ids: communesOf(own, others),
  }
}

////////////////////////////////////////////////////////////////////////////// what is announced later

export type Announced = RecordOf<typeof ANNOUNCED>
const announcedOf = (one: Announced) => pick(ANNOUNCED, one)
export const sameAnnounced = (before: Announced, after: Announced): boolean =>
  isDeepStrictEqual(announcedOf(before), announcedOf(after))

/** Repeating keeps the time of the first cancellation or lifting. */
export function announced(
  before: Announced,
  { annule = before.annule_le !== null, annule_motif, leve }: PublicationChanges,
  isAlert: boolean,
  now: Date,
): Announced {
  if (leve !== undefined && !isAlert) throw forAlerts('leve')
  const isLifted = leve ?? before.leve_le !== null
  const leve_le = isLifted ? (before.leve_le ?? now.toISOString()) : null
  if (!annule && annule_motif)
    throw invalid('annule_motif', 'ne va qu’avec une annulation', 'goes with a cancellation only')
  if (!annule) return { annule_le: null, annule_motif: null, leve_le }
  return {
    annule_le: before.annule_le ?? now.toISOString(),
    annule_motif: annule_motif === undefined ? before.annule_motif : annule_motif,
    leve_le,
  }
}

export const instantOf = (time: string | null) => time && new Date(time).toISOString()

export const CONTENT = {
  ...each(WRITTEN, 'column'),
  images: 'jsonb',
  documents: 'jsonb',
} as const satisfies TypedColumns<Content>

export const sameContent = (before: Content, after: Content): boolean =>
  isDeepStrictEqual(pick(CONTENT, before), pick(CONTENT, after))
