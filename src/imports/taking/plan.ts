import { absentOf } from '../../../shared/fields/field.ts'
import { WRITTEN } from '../../../shared/fields/publications.ts'
import { communeCodes } from '../../communes/registers/commune-codes.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { givingWay } from '../../kernel/db/give-way.ts'
import type { Attached } from '../../media/attached.ts'
import { type DuplicateKey, duplicateKeyOf } from '../../publications/duplicates.ts'
import { type Content, firstModeration, type Moderation } from '../../publications/rules.ts'
import type { FeedItem, Reading } from '../reading/item.ts'
import { findKnown, findStock, formerNames, type Stock, type Types } from './plan-queries.ts'
import { hashOf, type ItemContent, type ItemVerdict, judge, publishesAtOnce, type Taker } from './rules.ts'

/** What a run does with each item, decided before anything is written: a dry run shows this and stops. */

type Of<A extends ItemVerdict['action']> = Extract<ItemVerdict, { action: A }>

export interface NewPublication extends Omit<Content, keyof Attached>, Moderation, DuplicateKey {
  readonly acteur_id: string | null
}

export type Planned = { readonly item: FeedItem } & (
  | Of<'skipped'>
  | Of<'failed'>
  | Of<'unchanged'>
  | (Of<'updated'> & { readonly publication_id: string })
  | { readonly action: 'created'; readonly row: NewPublication; readonly words: ItemContent }
  | {
      readonly action: 'duplicate'
      readonly reason: 'in_stock' | 'same_words'
      /** Null when it duplicates an item of this reading, which is no publication yet. */
      readonly duplicate_of: string | null
    }
)

export async function plan(
  tx: Tx,
  source: Taker,
  reading: Reading,
  types: Types,
  now: Date,
): Promise<Planned[]> {
  const ids = reading.items.map(item => item.external_id)
  const former = await formerNames(tx, source.id, reading.items)
  const rows = await findKnown(tx, source.id, [...ids, ...former.values()])
  const byName = new Map(rows.map(row => [row.external_id, row]))
  const known = new Map(ids.map(id => [id, byName.get(former.get(id) ?? id)]))
  const communeSaid = await communesSaid(tx, reading.items)
  let taken = 0
  const judged: { item: FeedItem; verdict: ItemVerdict }[] = []
  const turn = givingWay()
  for (const item of reading.items) {
    await turn()
    const verdict = judge(item, known.get(item.external_id), source, communeSaid(item), now)
    // Items that are past, empty or of another town do not count towards `max_items`.
    const counts = verdict.action !== 'skipped' || AFTER_ALL.has(verdict.reason)
    const over = counts && ++taken > source.max_items
    judged.push({ item, verdict: over ? { action: 'skipped', reason: 'over_max_items' } : verdict })
  }
  const drafts: Draft[] = []
  for (const { item, verdict } of judged) {
    await turn()
    const row = verdict.action === 'created' ? rowOf(verdict, source, types, now) : undefined
    drafts.push({ item, verdict, ...(row && { row }) })
  }
  const stock = await findStock(
    tx,
    source.id,
    drafts.flatMap(({ row }) => (row ? [row.duplicate_key] : [])),
    drafts.flatMap(({ verdict }) => (verdict.action === 'created' ? [hashOf(verdict.words)] : [])),
  )
  const seen = new Set<string>()
  return drafts.map(draft => settle(draft, stock, seen))
}

const AFTER_ALL: ReadonlySet<string> = new Set([
  'edited_here',
  'moderated_away',
  'cancelled_but_decided_here',
])

interface Draft {
  readonly item: FeedItem
  readonly verdict: ItemVerdict
  readonly row?: NewPublication
}

function settle({ item, verdict, row }: Draft, stock: Stock, seen: Set<string>): Planned {
  if (verdict.action === 'updated') {
    const { publication_id } = verdict.known
    return publication_id === null
      ? { item, action: 'skipped', reason: 'moderated_away' }
      : { item, ...verdict, publication_id }
  }
  if (verdict.action !== 'created' || !row)
    return { item, ...(verdict as Exclude<ItemVerdict, Of<'created' | 'updated'>>) }
  const words = hashOf(verdict.words)
  // Within one source, two items are duplicates only when their whole text is the same.
  const own = stock.byWords.get(words)
  if (own?.gone || stock.takenAway.has(row.duplicate_key))
    return { item, action: 'skipped', reason: 'moderated_away' }
  if (own) return { item, action: 'duplicate', reason: 'same_words', duplicate_of: own.publication_id }
  const elsewhere = stock.byKey.get(row.duplicate_key)
  if (elsewhere) return { item, action: 'duplicate', reason: 'in_stock', duplicate_of: elsewhere }
  if (seen.has(words)) return { item, action: 'duplicate', reason: 'same_words', duplicate_of: null }
  seen.add(words)
  return { item, action: 'created', row, words: verdict.words }
}

function rowOf({ words, commune_id }: Of<'created'>, source: Taker, types: Types, now: Date): NewPublication {
  const type_id = source.type_id ?? (words.date_debut === null ? types.actualite : types.evenement)
  const { acteur_id } = source
  return {
    ...absentOf(WRITTEN),
    ...words,
    type_id,
    acteur_id,
    commune_id,
    commune_ids: [commune_id],
    ...firstModeration(publishesAtOnce(source), now),
    moderation_by: 'import',
    ...duplicateKeyOf({ ...words, type_id, acteur_id }),
  }
}

/** The list of all communes is only read when an item names one. */
async function communesSaid(tx: Tx, items: readonly FeedItem[]) {
  if (items.every(({ code_insee }) => code_insee === null)) return () => undefined
  const codes = await communeCodes(tx)
  return ({ code_insee }: FeedItem) => (code_insee === null ? undefined : codes.find(code_insee)?.id)
}
