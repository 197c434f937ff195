import { FEED_KINDS } from '../../../../shared/words/imports.ts'
import { sql, type Tx } from '../../../kernel/db/db.ts'
import { AuditTrail } from '../../../kernel/records/audit.ts'
import { localDay } from '../../../kernel/values/local-time.ts'
import { explain, type ImportCode, type ImportExplanation } from '../explanations.ts'
import type { Note, Reading } from '../reading/item.ts'
import type { Settings } from '../settings.ts'
import { announceImported, lockThem } from './apply-queries.ts'

/**
 * Coming events that a source no longer has. Calendars and tables list all that is to come, and many drop what is called off
 * instead of saying so. An event that is missing from two whole readings in a row is gone there: the log says so, and where the
 * source is set to it, the event is shown as cancelled. When it comes back, so does the publication.
 */

/** Notes of a reading that did not come to its end. */
const SHORT: ReadonlySet<ImportCode> = new Set([
  'cut_short',
  'items_lost',
  'csv_too_long',
  'too_many_items',
  'too_many_events',
  'calendar_cut_short',
  'agenda_longer',
  'event_not_a_record',
  'more_notes',
])
/** More of them that are also a third of all, and any that an empty list lacks, are rather a fault of the source. */
const FEW = 3

interface Coming {
  readonly external_id: string
  readonly id: string
  readonly title: string
  readonly missed: number
  readonly is_missing: boolean
  /** It is as the source wrote it: nobody changed it here. */
  readonly is_theirs: boolean
}

type Source = Pick<Settings, 'when_gone' | 'max_items'> & { readonly id: string }

interface Vanished {
  readonly notes: readonly Note[]
  /** The next reading has to be whole, also where the source says that nothing has changed. */
  readonly isOpen: boolean
  /** The source has to be looked at: so many are missing. */
  readonly fault?: ImportExplanation
}

export async function noteVanished(
  tx: Tx,
  source: Source,
  reading: Reading,
  now: Date,
  runId: string,
): Promise<Vanished> {
  if (!isWhole(source, reading)) return { notes: [], isOpen: false }
  const coming = await comingOf(tx, source.id, reading, now)
  const missing = coming.filter(one => one.is_missing)
  const most = reading.items.length === 0 ? 0 : Math.max(FEW, coming.length / 3)
  if (missing.length > most) {
    const fault = explain('many_vanished', { count: missing.length, of: coming.length })
    return { notes: [{ level: 'warning', item: null, ...fault }], isOpen: true, fault }
  }
  await count(tx, source.id, missing, coming)
  const gone = missing.filter(({ missed }) => missed === 1)
  const cancelled = source.when_gone === 'cancel' ? gone.filter(one => one.is_theirs) : []
  await cancel(tx, source.id, cancelled, now, runId)
  const note = (
    level: Note['level'],
    code: 'vanished' | 'vanished_cancelled' | 'there_again',
    one: Coming,
  ): Note => ({
    level,
    item: one.external_id,
    ...explain(code, { publication_id: one.id, title: one.title }),
  })
  return {
    notes: [
      ...gone.map(one => note('warning', cancelled.includes(one) ? 'vanished_cancelled' : 'vanished', one)),
      // A cancelled one has a line of its own.
      ...coming
        .filter(one => !one.is_missing && one.missed === 2 && source.when_gone === 'ask')
        .map(one => note('info', 'there_again', one)),
    ],
    isOpen: missing.some(({ missed }) => missed === 0),
  }
}

const isWhole = ({ max_items }: Source, { kind, items, notes }: Reading): boolean =>
  FEED_KINDS[kind].holds === 'all events' &&
  items.length < max_items &&
  !notes.some(({ code }) => SHORT.has(code))

/** Those of the source that are still to come, and shown or waiting here. */
const comingOf = (tx: Tx, sourceId: string, { items }: Reading, now: Date) =>
  tx.all<Coming>(sql`
    select i.external_id, p.id, p.title, i.missed, not (i.external_id = any(${items.map(one => one.external_id)}::text[])) as is_missing,
      p.edited_at = i.edited_at and p.moderation_status <> 'rejected' as is_theirs
    from import_items i join publications p on p.id = i.publication_id
    where i.source_id = ${sourceId} and p.deleted_at is null and p.annule_le is null
      and coalesce(p.date_fin, p.date_debut) >= ${localDay(now, 'Europe/Paris')}::date
    order by p.date_debut, p.id`)

/** A cancelled one that came back is no longer cancelled by now (rules.ts). */
async function count(
  tx: Tx,
  sourceId: string,
  missing: readonly Coming[],
  coming: readonly Coming[],
): Promise<void> {
  const idsOf = (some: readonly Coming[]) => some.map(one => one.external_id)
  await tx.run(sql`
    update import_items set missed = least(missed + 1, 2)
    where source_id = ${sourceId} and missed < 2 and external_id = any(${idsOf(missing)}::text[])`)
  await tx.run(sql`
    update import_items set missed = 0
    where source_id = ${sourceId} and missed > 0 and external_id = any(${idsOf(coming.filter(one => !one.is_missing))}::text[])`)
}

async function cancel(
  tx: Tx,
  sourceId: string,
  some: readonly Coming[],
  now: Date,
  runId: string,
): Promise<void> {
  if (some.length === 0) return
  await lockThem(
    tx,
    some.map(({ id }) => id),
  )
  const annule_le = now.toISOString()
  await announceImported(
    tx,
    sourceId,
    some.map(({ id, external_id }) => ({ id, external_id, annule_le })),
  )
  const trail = new AuditTrail('publication.import_updated')
  for (const { id } of some) trail.record({ id, before: { annule_le: null }, after: { annule_le } })
  await trail.save(tx, { userId: undefined, source: undefined, requestId: runId, ipHash: undefined })
}
