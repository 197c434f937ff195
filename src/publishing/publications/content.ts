import { isDeepStrictEqual } from 'node:util'
import { each, type RecordOf } from '../../../shared/fields/field.ts'
import { ANNOUNCED, WRITTEN } from '../../../shared/fields/publications.ts'
import type { TypedColumns } from '../../kernel/db/columns.ts'
import { invalid } from '../../kernel/refusals/errors.ts'
import { pick } from '../../kernel/values/fields.ts'
import type { Attached } from '../../media/attached.ts'
import type { PublicationChanges } from './shapes.ts'

/** What authors write: edits, and the limits of days, alerts and ends. Pure functions, with the clock as an argument. */

/** What the author writes, without the pin and the publication time. */
export type Content = RecordOf<typeof WRITTEN> & Attached

export const CONTENT = {
  ...each(WRITTEN, 'column'),
  images: 'jsonb',
  documents: 'jsonb',
} as const satisfies TypedColumns<Content>

export const sameContent = (before: Content, after: Content): boolean =>
  isDeepStrictEqual(pick(CONTENT, before), pick(CONTENT, after))

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

export const instantOf = (time: string | null) => time && new Date(time).toISOString()

/** The own commune first, without duplicates. */
export const communesOf = (own: string, others: readonly string[]): string[] => [...new Set([own, ...others])]

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
  if (fin_le !== null && fin_le !== before?.fin_le) refuseOutsideComingYear('fin_le', fin_le, now)
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

const YEAR_MS = 366 * 86_400_000

export function refuseOutsideComingYear(field: 'publie_le' | 'fin_le', time: string, now: Date): void {
  const ahead = Date.parse(time) - now.getTime()
  if (ahead <= 0) throw invalid(field, 'est déjà passé', 'is in the past')
  if (ahead > YEAR_MS) throw invalid(field, 'est dans plus d’un an', 'is more than a year ahead')
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
