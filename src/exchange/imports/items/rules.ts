import { hash } from 'node:crypto'
import { byName, each, namesOf, picked, type RecordOf } from '../../../../shared/fields/field.ts'
import { CHOICES, IMPORTED, IMPORTED_LINES } from '../../../../shared/fields/publications.ts'
import { Obj } from '../../../../shared/shapes.ts'
import type { SourceModeration } from '../../../../shared/words/imports.ts'
import { checkFor } from '../../../kernel/routes/check.ts'
import { firstLetters, normalized } from '../../../kernel/texts/texts.ts'
import type { Attached } from '../../../media/attached.ts'
import { type Announced, endsAfterItBegins } from '../../../publishing/publications/content.ts'
import { plainAddress } from '../../../publishing/publications/duplicates.ts'
import { afterEdit, type Moderation, moderationOf } from '../../../publishing/publications/rules.ts'
import { explain, type ImportExplanation } from '../explanations.ts'
import { filesOf, type KnownFile, staysAttached, withoutLinks } from '../files/wanted.ts'
import type { ActeurFacts } from '../queries.ts'
import { followsOn } from '../reading/further-days.ts'
import type { FeedItem } from '../reading/item.ts'

/** What an item of a source becomes: no SQL, no HTTP, and the clock is an argument. */

////////////////////////////////////////////////////////////////////////////// its words

/** The fields that follow the source. Type and communes are set once, when the publication is created. */
export type ItemContent = RecordOf<typeof IMPORTED>
export const CONTENT_FIELDS = namesOf(IMPORTED)

const LONGEST_TITLE = 100

/**
 * Undefined for an item without title and text. A publication needs a text: where there is only a title, it is the text.
 */
export function contentOfItem(item: FeedItem): ItemContent | undefined {
  const text = clean(item.body)
  const title = clean(item.title ?? '') || firstWords(text)
  if (title === '') return undefined
  const { source_url, image_url, date_debut, date_fin, alert } = item
  const heure_debut = date_debut === null ? null : item.heure_debut
  const heure_fin = heure_debut === null ? null : item.heure_fin
  const hours = { heure_debut, heure_fin }
  return {
    ...byName(IMPORTED_LINES, name => clean(item[name] ?? '') || null),
    title,
    body: text || title,
    source_url,
    image_url,
    date_debut,
    date_fin: date_debut === null ? null : date_fin,
    heure_debut,
    // An end that says no more than the beginning is none.
    heure_fin: endsAfterItBegins({ date_debut, date_fin, ...hours }) ? heure_fin : null,
    dates: date_debut === null ? [] : item.dates,
    fin_le: alert?.fin_le ?? null,
    niveau: alert?.niveau ?? null,
    public: item.public,
    gratuit: item.gratuit,
  }
}

const clean = (text: string) => normalized(text).trim()

function firstWords(text: string): string {
  const line = text.split('\n', 1)[0]?.trim() ?? ''
  const beginning = firstLetters(line, LONGEST_TITLE)
  if (beginning === line) return line
  // At the last blank, however far back: a title that is made up here ends in no half address.
  const end = beginning.lastIndexOf(' ')
  return `${end > 0 ? beginning.slice(0, end) : beginning}…`
}

const check = checkFor(Obj(each(IMPORTED, 'schema')))

/** Why a publication cannot hold this content: one bad item must not stop the others. */
export function whyUnfit(externalId: string, words: ItemContent): ImportExplanation | undefined {
  const unstorable = [externalId, ...Object.values(words)].some(
    text => typeof text === 'string' && (!text.isWellFormed() || text.includes('\0')),
  )
  if (unstorable) return explain('item_unstorable')
  if (externalId === '' || [...externalId].length > 300) return explain('item_bad_identifier')
  const [wrong] = check(words)
  if (wrong) return explain('item_bad_field', { fields: [wrong.path] })
  const { date_debut, date_fin } = words
  return date_fin !== null && date_debut !== null && date_fin < date_debut
    ? explain('item_ends_before')
    : undefined
}

/** The hash is stored with each item. In another order, or with a new field that says nothing, every item would look changed. */
const FIRST_HASHED: readonly (typeof CONTENT_FIELDS)[number][] = [
  'title',
  'body',
  'source_url',
  'image_url',
  'date_debut',
  'date_fin',
  'lieu',
]
const ADDED = CONTENT_FIELDS.filter(field => !FIRST_HASHED.includes(field))

export function hashOf(words: ItemContent): string {
  const added = ADDED.filter(
    field => words[field] !== null && !(Array.isArray(words[field]) && words[field].length === 0),
  ).map(field => [field, words[field]])
  return hash('sha256', JSON.stringify([...FIRST_HASHED.map(field => words[field]), ...added]))
}

////////////////////////////////////////////////////////////////////////////// where it belongs

/** What of a source decides about its items. */
export interface ImportingSource {
  readonly id: string
  readonly acteur_id: string | null
  /** The commune of today, when this one has merged into it. */
  readonly commune_id: string | null
  readonly type_id: string | null
  readonly moderation: SourceModeration
  readonly max_items: number
  readonly max_age_days: number | null
  readonly acteur: ActeurFacts | undefined
}

/** The communes that an item names. */
export interface NamedCommunes {
  /** That of its INSEE code. */
  readonly byCode: string | undefined
  /** Those of the acteur's zone that its categories or its place name. */
  readonly byName: readonly string[]
}

/** The most communes of one publication. */
export const MOST_COMMUNES = 51

/**
 * The source's alone, where it is set to one. Else those of the acteur that the item names, else the acteur's own, else all of
 * its zone. A code that names another commune than the source's, or one outside of the zone, is another town's; a name that
 * does so counts for nothing.
 */
export function communesFor(
  { byCode, byName }: NamedCommunes,
  { commune_id, acteur }: ImportingSource,
): readonly string[] | 'no_commune' | 'wrong_commune' {
  if (commune_id !== null) {
    const elsewhere = byCode !== undefined && byCode !== commune_id
    return elsewhere || (acteur && !acteur.communes.includes(commune_id)) ? 'wrong_commune' : [commune_id]
  }
  if (!acteur) return byCode === undefined ? 'no_commune' : [byCode]
  if (byCode !== undefined && !acteur.communes.includes(byCode)) return 'wrong_commune'
  const named = new Set([...(byCode === undefined ? [] : [byCode]), ...byName])
  const own = acteur.commune_id === null ? acteur.communes : [acteur.commune_id]
  const all = [...(named.size > 0 ? named : own)].slice(0, MOST_COMMUNES)
  return all.length > 0 ? all : 'no_commune'
}

export const publishesAtOnce = ({ acteur, moderation }: ImportingSource): boolean =>
  moderation === 'auto' && acteur !== undefined && acteur.open && acteur.can_publish

////////////////////////////////////////////////////////////////////////////// what was imported before

/** The publication that an item became, as it is now. */
export interface Known extends Moderation, ItemContent, Attached, Pick<Announced, 'annule_le'> {
  readonly external_id: string
  /** Null when the publication no longer exists. */
  readonly publication_id: string | null
  readonly words_hash: string
  /** The files that the item named at the last run. */
  readonly files: readonly KnownFile[]
  /** Whether the source had cancelled it at the last run. */
  readonly cancelled: boolean
  readonly edited_here: boolean
  readonly deleted: boolean
  readonly acteur_id: string | null
  readonly type_id: string
  /** Whether the publication's own acteur may publish: the source may have another one by now. */
  readonly acteur_publishes: boolean
}

const SKIPPED = [
  'empty',
  'past',
  'cancelled',
  'too_old',
  'over_max_items',
  'no_commune',
  'wrong_commune',
  'edited_here',
  'moderated_away',
] as const
type Skipped = (typeof SKIPPED)[number]

export type ItemDecision =
  | { readonly action: 'skipped'; readonly reason: Skipped }
  | { readonly action: 'failed'; readonly reason: ImportExplanation }
  | { readonly action: 'unchanged' }
  | {
      readonly action: 'updated'
      readonly reason: 'cancelled' | 'no_longer_cancelled' | null
      readonly known: Known
      /** Without the links to files that stay attached. */
      readonly words: ItemContent
      readonly words_hash: string
      readonly attached: Attached
      readonly moderation: Moderation
      /** Absent where it stays. */
      readonly annule_le?: string | null
    }
  /** The plan for a new item, unless the same content is already there. */
  | { readonly action: 'created'; readonly words: ItemContent; readonly commune_ids: readonly string[] }

const skipped = (reason: Skipped): ItemDecision => ({ action: 'skipped', reason })
const DAY_MS = 86_400_000

export function decideItem(
  item: FeedItem,
  known: Known | undefined,
  source: ImportingSource,
  named: NamedCommunes,
  now: Date,
): ItemDecision {
  const current = contentOfItem(item)
  if (!current) return skipped('empty')
  const words = known ? withKnownDays(withKnownAddress(current, known), known) : current
  const unfit = whyUnfit(item.external_id, words)
  if (unfit) return { action: 'failed', reason: unfit }
  if (item.ends_at !== null && item.ends_at < now) return skipped('past')
  if (known) return decideKnown(item, words, known, source, now)
  if (item.cancelled) return skipped('cancelled')
  if (isTooOld(item, source, now)) return skipped('too_old')
  const communes = communesFor(named, source)
  if (typeof communes === 'string') return skipped(communes)
  return { action: 'created', words, commune_ids: communes }
}

/** Another tracker in the same address does not count as a change. */
const withKnownAddress = (words: ItemContent, { source_url, edited_here }: Known): ItemContent =>
  !edited_here &&
  source_url &&
  words.source_url &&
  plainAddress(source_url) === plainAddress(words.source_url)
    ? { ...words, source_url }
    : words

/** That a day of a series has passed does not count as a change. */
const withKnownDays = (words: ItemContent, known: Known): ItemContent =>
  !known.edited_here && followsOn(known, words) === 'same' ? { ...words, ...daysOf(known) } : words

const daysOf = ({ date_debut, date_fin, dates }: ItemContent) => ({ date_debut, date_fin, dates })

/** The age of an event is counted from its end, not from its announcement. */
const isTooOld = ({ published_at, ends_at }: FeedItem, { max_age_days }: ImportingSource, now: Date) =>
  max_age_days !== null &&
  ends_at === null &&
  published_at !== null &&
  published_at.getTime() < now.getTime() - max_age_days * DAY_MS

function decideKnown(
  item: FeedItem,
  words: ItemContent,
  known: Known,
  source: ImportingSource,
  now: Date,
): ItemDecision {
  if (known.publication_id === null || known.deleted || known.moderation_status === 'rejected')
    return skipped('moderated_away')
  const atOnce = source.moderation === 'auto' && known.acteur_publishes
  if (item.cancelled) {
    if (known.cancelled) return skipped('cancelled')
    return {
      action: 'updated',
      reason: 'cancelled',
      known,
      words,
      words_hash: known.words_hash,
      attached: known,
      moderation: moderationOf(known),
      annule_le: known.annule_le ?? now.toISOString(),
    }
  }
  const words_hash = hashOf(words)
  const moved = words_hash !== known.words_hash
  if (!moved && !known.cancelled) return { action: 'unchanged' }
  if (known.edited_here && !known.cancelled) return skipped('edited_here')
  const approved = {
    ...words,
    ...(followsOn(known, words) === 'longer' && daysOf(known)),
    ...picked(known, namesOf(CHOICES)),
  }
  // Later dates of a series, or a known audience or price: nothing that a moderator would read again.
  const isOnlyMoreKnown = hashOf(approved) === known.words_hash
  const { linksGone, ...attached } = staysAttached(filesOf(item), known)
  const rewritten = {
    action: 'updated' as const,
    known,
    words_hash,
    attached,
    words: { ...words, body: withoutLinks(words.body, linksGone, words.title) },
  }
  if (known.cancelled)
    return {
      ...rewritten,
      reason: 'no_longer_cancelled',
      moderation: onAgain(known, atOnce, now),
      annule_le: null,
    }
  const moderation = isOnlyMoreKnown ? moderationOf(known) : edited(known, atOnce)
  return { ...rewritten, reason: null, moderation }
}

/** Before migration 34 a cancelled event went back to the moderators with this reason. */
export const FORMERLY_CANCELLED = 'Annulé par la source.'

/** An event that its source had hidden by cancelling is shown again; a decision made here meanwhile stays. */
function onAgain(before: Moderation, atOnce: boolean, now: Date): Moderation {
  if (before.moderation_status !== 'pending' || before.moderation_reason !== FORMERLY_CANCELLED)
    return edited(before, atOnce)
  const standing = { ...moderationOf(before), moderation_reason: null }
  if (!atOnce) return standing
  const publie_le = before.publie_le ?? now.toISOString()
  return { ...standing, moderation_status: 'published', valide: true, publie_le }
}

/** As after any edit: an approved text that changes is reviewed again, unless its acteur needs no review. */
function edited(before: Moderation, atOnce: boolean): Moderation {
  const after = afterEdit(before, true, atOnce)
  const moved = after.moderation_status !== before.moderation_status
  return {
    ...moderationOf(before),
    ...after,
    moderation_by: moved && after.moderation_by === 'member' ? 'import' : after.moderation_by,
  }
}
