import { absentOf } from '../../../../shared/fields/field.ts'
import { WRITTEN } from '../../../../shared/fields/publications.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { eventLoopYielder } from '../../../kernel/threads/event-loop.ts'
import type { Attached } from '../../../media/attached.ts'
import type { Content } from '../../../publishing/publications/content.ts'
import { type DuplicateKey, duplicateKeyOf } from '../../../publishing/publications/duplicates.ts'
import { firstModeration, type Moderation } from '../../../publishing/publications/rules.ts'
import { filesOf, type ItemFile, newFiles, type PlannedFiles } from '../files/wanted.ts'
import type { FeedItem, Reading } from '../reading/item.ts'
import { findFormerNames } from './former-names.ts'
import {
  findKnown,
  findSameContent,
  loadNamedCommunes,
  type SameContent,
  type Shown,
  type Types,
} from './plan-queries.ts'
import {
  decideItem,
  hashOf,
  type ImportingSource,
  type ItemContent,
  type ItemDecision,
  type Known,
  MOST_COMMUNES,
  publishesAtOnce,
} from './rules.ts'

/** What a run does with each item, decided before anything is written: a dry run shows this and stops. */

type Of<A extends ItemDecision['action']> = Extract<ItemDecision, { action: A }>

export interface NewPublication extends Omit<Content, keyof Attached>, Moderation, DuplicateKey {
  readonly acteur_id: string | null
}

export type Planned = {
  readonly item: FeedItem
  readonly files?: PlannedFiles
  /** The run has reached its limit: a later one takes the files. */
  readonly filesLater?: true
} & (
  | Of<'skipped'>
  | Of<'failed'>
  | Of<'unchanged'>
  | (Of<'updated'> & { readonly publication_id: string })
  | { readonly action: 'created'; readonly row: NewPublication; readonly words: ItemContent }
  | {
      readonly action: 'duplicate'
      readonly reason: 'shown_further'
      readonly duplicate_of: string
      readonly was: readonly string[]
      /** Where the publication is shown from now on. */
      readonly commune_ids: readonly string[]
    }
  | {
      readonly action: 'duplicate'
      readonly reason: 'in_stock' | 'same_words'
      /** Null when it duplicates an item of this reading, which is no publication yet. */
      readonly duplicate_of: string | null
    }
)

export async function plan(
  tx: Tx,
  source: ImportingSource,
  reading: Reading,
  types: Types,
  now: Date,
): Promise<Planned[]> {
  const ids = reading.items.map(item => item.external_id)
  const former = await findFormerNames(tx, source.id, reading.items, now)
  const rows = await findKnown(tx, source.id, [...ids, ...former.values()])
  const byName = new Map(rows.map(row => [row.external_id, row]))
  const known = new Map(ids.map(id => [id, byName.get(former.get(id) ?? id)]))
  const namedBy = await loadNamedCommunes(tx, source, reading.items)
  let taken = 0
  const decided: { item: FeedItem; decision: ItemDecision }[] = []
  const giveWay = eventLoopYielder()
  for (const item of reading.items) {
    await giveWay()
    const before = known.get(item.external_id)
    const isAlert = (before?.type_id ?? source.type_id) === types.alerte
    const decision = decideItem(
      isAlert ? item : { ...item, alert: undefined },
      before,
      source,
      namedBy(item),
      now,
    )
    // Items that are past, empty or of another town do not count towards `max_items`.
    const counts = decision.action !== 'skipped' || COUNTED_THOUGH_SKIPPED.has(decision.reason)
    const over = counts && ++taken > source.max_items
    decided.push({ item, decision: over ? { action: 'skipped', reason: 'over_max_items' } : decision })
  }
  const drafts: Draft[] = []
  for (const { item, decision } of decided) {
    await giveWay()
    const row = decision.action === 'created' ? rowOf(decision, source, types, now) : undefined
    drafts.push({ item, decision, ...(row && { row }) })
  }
  const stock = await findSameContent(
    tx,
    source.id,
    drafts.flatMap(({ row }) => (row ? [row.duplicate_key] : [])),
    drafts.flatMap(({ decision }) => (decision.action === 'created' ? [hashOf(decision.words)] : [])),
  )
  const seen = new Set<string>()
  return withFiles(
    drafts.map(draft => settle(draft, source, stock, seen)),
    known,
  )
}

/** Each is up to 15 MiB, and takes half a second at least. */
const MOST_FILES = 250

function withFiles(planned: readonly Planned[], known: ReadonlyMap<string, Known | undefined>): Planned[] {
  let room = MOST_FILES
  return planned.map(one => {
    const before = known.get(one.item.external_id)
    const all = filesOf(one.item)
    const added = newFiles(all, before?.files ?? [])
    if (!takesFiles(one, before, added)) return one
    if (added.length > room) return { ...one, filesLater: true }
    room -= added.length
    const acteur_id = one.action === 'created' ? one.row.acteur_id : (before?.acteur_id ?? null)
    return all.length + (before?.files.length ?? 0) === 0 ? one : { ...one, files: { acteur_id, all, added } }
  })
}

function takesFiles(one: Planned, known: Known | undefined, added: readonly ItemFile[]): boolean {
  if (one.action === 'unchanged') return known?.edited_here === false && added.length > 0
  return one.action === 'created' || (one.action === 'updated' && isRewritten(one))
}

/** A cancellation changes nothing else, and what was edited here keeps its text. */
export const isRewritten = ({ reason, known }: Of<'updated'>): boolean =>
  reason !== 'cancelled' && !known.edited_here

const COUNTED_THOUGH_SKIPPED: ReadonlySet<string> = new Set(['edited_here', 'moderated_away'])

interface Draft {
  readonly item: FeedItem
  readonly decision: ItemDecision
  readonly row?: NewPublication
}

function settle(
  { item, decision, row }: Draft,
  source: ImportingSource,
  stock: SameContent,
  seen: Set<string>,
): Planned {
  if (decision.action === 'updated') {
    const { publication_id } = decision.known
    return publication_id === null
      ? { item, action: 'skipped', reason: 'moderated_away' }
      : { item, ...decision, publication_id }
  }
  if (decision.action !== 'created' || !row)
    return { item, ...(decision as Exclude<ItemDecision, Of<'created' | 'updated'>>) }
  const words = hashOf(decision.words)
  // Within one source, two items are duplicates only when their whole text is the same.
  const own = stock.byWords.get(words)
  if (own?.gone || stock.takenAway.has(row.duplicate_key))
    return { item, action: 'skipped', reason: 'moderated_away' }
  if (own) return { item, action: 'duplicate', reason: 'same_words', duplicate_of: own.publication_id }
  const elsewhere = stock.byKey.get(row.duplicate_key) ?? []
  const [shown] = elsewhere
  const further = row.commune_ids.filter(id => !elsewhere.some(({ commune_ids }) => commune_ids.includes(id)))
  const [first] = further
  if (shown && first === undefined)
    return { item, action: 'duplicate', reason: 'in_stock', duplicate_of: shown.id }
  const widened = elsewhere.find(each => maySpread(each, further, source))
  if (widened) {
    const { id, commune_ids: was } = widened
    const commune_ids = [...was, ...further]
    elsewhere[elsewhere.indexOf(widened)] = { ...widened, commune_ids }
    return { item, action: 'duplicate', reason: 'shown_further', duplicate_of: id, was, commune_ids }
  }
  if (seen.has(words)) return { item, action: 'duplicate', reason: 'same_words', duplicate_of: null }
  seen.add(words)
  const apart = shown && first !== undefined ? { commune_id: first, commune_ids: further } : {}
  return { item, action: 'created', row: { ...row, ...apart }, words: decision.words }
}

/** An import of the same acteur that nobody changed here; one that is online only where this source needs no review. */
const maySpread = (
  { acteur_id, is_theirs, is_waiting, commune_ids }: Shown,
  further: readonly string[],
  source: ImportingSource,
): boolean =>
  acteur_id === source.acteur_id &&
  is_theirs &&
  (is_waiting || publishesAtOnce(source)) &&
  commune_ids.length + further.length <= MOST_COMMUNES

function rowOf(
  { words, commune_ids }: Of<'created'>,
  source: ImportingSource,
  types: Types,
  now: Date,
): NewPublication {
  const type_id = source.type_id ?? (words.date_debut === null ? types.actualite : types.evenement)
  const { acteur_id } = source
  return {
    ...absentOf(WRITTEN),
    ...words,
    type_id,
    acteur_id,
    commune_id: commune_ids[0] ?? '',
    commune_ids,
    ...firstModeration(publishesAtOnce(source), now),
    moderation_by: 'import',
    ...duplicateKeyOf({ ...words, type_id, acteur_id }),
  }
}
