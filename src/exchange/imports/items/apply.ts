import type { Tx } from '../../../kernel/db/db.ts'
import { sql } from '../../../kernel/db/db.ts'
import { AuditTrail } from '../../../kernel/records/audit.ts'
import { describePostgresError, isRetryable } from '../../../kernel/refusals/db-errors.ts'
import { duplicateKeyOf } from '../../../publishing/publications/duplicates.ts'
import { auditedContent } from '../../../publishing/publications/write.ts'
import { explain } from '../explanations.ts'
import { wantFilesOf } from '../files/want.ts'
import type { Reading } from '../reading/item.ts'
import {
  announceImported,
  insertImported,
  lockThem,
  type NewImported,
  type Rewritten,
  rename,
  rewriteImported,
  spreadImported,
} from './apply-queries.ts'
import { findFormerNames } from './former-names.ts'
import { isRewritten, type Planned, plan } from './plan.ts'
import type { Types } from './plan-queries.ts'
import { hashOf, type ImportingSource } from './rules.ts'

/** Executes a plan inside one transaction: a handful of statements, however many items. */

/** The outcome of an item, with the publication that was created. */
export type ItemResult = Planned & { readonly made?: string }
type Of<A extends Planned['action']> = Extract<Planned, { action: A }>

export async function importItems(
  tx: Tx,
  source: ImportingSource,
  reading: Reading,
  types: Types,
  now: Date,
  runId: string,
): Promise<ItemResult[]> {
  await rename(tx, source.id, await findFormerNames(tx, source.id, reading.items, now))
  const planned = await planAndLock(tx, source, reading, types, now)
  const creations = planned.filter(one => one.action === 'created')
  const updates = planned.filter(one => one.action === 'updated')
  const trail = new AuditTrail('publication.imported')
  const until = performance.now() + LONGEST_MS
  const created = await each(tx, creations, until, some => create(tx, source, some))
  const updated = await each(tx, updates, until, some => update(tx, source, some))
  const outcomes = planned.map((one): ItemResult => {
    const done = created.get(one.item.external_id) ?? updated.get(one.item.external_id)
    return done ?? one
  })
  // The last of several items that spread one publication names all of its communes.
  const spread = new Map(planned.filter(isSpread).map(one => [one.duplicate_of, one.commune_ids]))
  await spreadImported(
    tx,
    [...spread].map(([id, commune_ids]) => ({ id, commune_ids })),
  )
  await wantFilesOf(tx, source.id, runId, outcomes)
  for (const one of outcomes) trace(trail, one, types)
  await trail.save(tx, { userId: undefined, source: undefined, requestId: runId, ipHash: undefined })
  return outcomes
}

type Spread = Extract<Planned, { reason: 'shown_further' }>
const isSpread = (one: Planned): one is Spread => 'reason' in one && one.reason === 'shown_further'

/** Publications to be rewritten are locked first, and checked again: a moderator may have changed them meanwhile. */
async function planAndLock(
  tx: Tx,
  source: ImportingSource,
  reading: Reading,
  types: Types,
  now: Date,
): Promise<readonly Planned[]> {
  const held = new Set<string>()
  for (;;) {
    const planned = await plan(tx, source, reading, types, now)
    const wanted = planned.flatMap(one => {
      if (one.action === 'updated') return [one.publication_id]
      return isSpread(one) ? [one.duplicate_of] : []
    })
    const more = wanted.filter(id => !held.has(id))
    if (more.length === 0) return planned
    await lockThem(tx, more)
    for (const id of more) held.add(id)
  }
}

/** Texts may be crafted to cost the search index seconds each: writing ends after this time. */
const LONGEST_MS = 20_000
const PIECE = 25

/** Items that cannot be written in time are reported, and come with the next run, which knows what was written. */
async function each<T extends Planned>(
  tx: Tx,
  all: readonly T[],
  until: number,
  write: (some: readonly T[]) => Promise<readonly ItemResult[]>,
): Promise<Map<string, ItemResult>> {
  const outcomes: ItemResult[] = []
  for (let from = 0; from < all.length; from += PIECE) {
    const some = all.slice(from, from + PIECE)
    if (performance.now() > until)
      outcomes.push(
        ...some.map(
          ({ item }): ItemResult => ({ item, action: 'failed', reason: explain('item_out_of_time') }),
        ),
      )
    else outcomes.push(...(await piece(tx, some, write)))
  }
  return new Map(outcomes.map(one => [one.item.external_id, one]))
}

/** All in one statement; when it fails, one by one, so that a bad item does not stop the others. */
async function piece<T extends Planned>(
  tx: Tx,
  some: readonly T[],
  write: (some: readonly T[]) => Promise<readonly ItemResult[]>,
): Promise<readonly ItemResult[]> {
  const written = await attempt(tx, some, write)
  if (Array.isArray(written)) return written
  const outcomes: ItemResult[] = []
  for (const one of some) {
    const alone = some.length === 1 ? written : await attempt(tx, [one], write)
    outcomes.push(...(Array.isArray(alone) ? alone : [failed(one, alone)]))
  }
  return outcomes
}

type Refused = { readonly sqlstate: string | undefined; readonly constraint: string | undefined }

async function attempt<T extends Planned>(
  tx: Tx,
  some: readonly T[],
  write: (some: readonly T[]) => Promise<readonly ItemResult[]>,
): Promise<ItemResult[] | Refused> {
  await tx.run(sql`savepoint taking`)
  try {
    const outcomes = await write(some)
    await tx.run(sql`release savepoint taking`)
    return [...outcomes]
  } catch (error) {
    const told = describePostgresError(error)
    // A value that the table refuses is a fault of the item; on any other error the whole run is retried.
    if (isRetryable(error) || !told || !/^2[23]/.test(told.sqlstate)) throw error
    await tx.run(sql`rollback to savepoint taking`)
    return told
  }
}

const failed = ({ item }: Planned, { sqlstate, constraint }: Refused): ItemResult => ({
  item,
  action: 'failed',
  reason: explain('item_refused_by_database', { sqlstate: [sqlstate, constraint].filter(Boolean).join(' ') }),
})

async function create(
  tx: Tx,
  source: ImportingSource,
  some: readonly Of<'created'>[],
): Promise<ItemResult[]> {
  const rows = some.map(
    ({ item, row, words }): NewImported => ({
      ...row,
      external_id: item.external_id,
      words_hash: hashOf(words),
    }),
  )
  const made = new Map((await insertImported(tx, source.id, rows)).map(row => [row.external_id, row.id]))
  return some.map(one => {
    const id = made.get(one.item.external_id)
    return id === undefined ? one : { ...one, made: id }
  })
}

async function update(
  tx: Tx,
  source: ImportingSource,
  some: readonly Of<'updated'>[],
): Promise<ItemResult[]> {
  await rewriteImported(
    tx,
    source.id,
    some.filter(isRewritten).map(
      ({ publication_id, item, words, words_hash, attached, known, moderation }): Rewritten => ({
        ...words,
        images: attached.images,
        documents: attached.documents,
        ...moderation,
        ...duplicateKeyOf({ ...words, type_id: known.type_id, acteur_id: known.acteur_id }),
        id: publication_id,
        external_id: item.external_id,
        words_hash,
      }),
    ),
  )
  await announceImported(
    tx,
    source.id,
    some.flatMap(({ publication_id: id, item: { external_id }, annule_le }) =>
      annule_le === undefined ? [] : [{ id, external_id, annule_le }],
    ),
  )
  return [...some]
}

/** One audit row for each publication that was created or changed. Of a text it only says that it changed. */
function trace(trail: AuditTrail, one: ItemResult, types: Types): void {
  if (one.action === 'created' && one.made !== undefined) {
    const { row } = one
    trail.record({
      id: one.made,
      after: { ...auditedContent(row), acteur_id: row.acteur_id, moderation_status: row.moderation_status },
      ...(row.type_id === types.alerte && { action: 'publication.alert' }),
    })
  }
  if (isSpread(one))
    trail.record({
      id: one.duplicate_of,
      action: 'publication.import_updated',
      before: { commune_ids: one.was },
      after: { commune_ids: one.commune_ids },
    })
  if (one.action === 'updated') {
    const { known, words, attached, moderation, annule_le } = one
    const after = isRewritten(one) ? { ...known, ...words, ...attached } : known
    const told = (time: string | null) => (annule_le === undefined ? {} : { annule_le: time })
    trail.record({
      id: one.publication_id,
      action: known.type_id === types.alerte ? 'publication.alert' : 'publication.import_updated',
      before: {
        ...auditedContent(known),
        ...told(known.annule_le),
        moderation_status: known.moderation_status,
      },
      after: {
        ...auditedContent(after),
        ...told(annule_le ?? null),
        moderation_status: moderation.moderation_status,
      },
    })
  }
}
