import type { RunEnding } from '../../../../shared/words/imports.ts'
import type { Params } from '../../../kernel/refusals/explanations.ts'
import { firstLetters, shortened, storableLine } from '../../../kernel/texts/texts.ts'
import { because, explain, type ImportExplanation } from '../explanations.ts'
import type { ItemResult } from '../items/apply.ts'
import { isRewritten } from '../items/plan.ts'
import { CONTENT_FIELDS } from '../items/rules.ts'
import type { Note } from '../reading/item.ts'
import type { Counts, StoredEntry, StoredItem } from '../run-shapes.ts'

/** The log of a run: a line for every item that changed or was skipped, counts, and the items of a dry run. */

type Line = Pick<StoredEntry, 'level'> & ImportExplanation

/** Unchanged items have no line: their count is enough. */
function lineOf(one: ItemResult): Line | undefined {
  const title = shortened(one.item.title ?? one.item.external_id, 120)
  switch (one.action) {
    case 'unchanged':
      return undefined
    case 'created':
      return info(explain('created', { moderation_status: one.row.moderation_status, title }))
    case 'updated': {
      if (one.reason === 'cancelled') return { level: 'warning', ...explain('cancelled_there', { title }) }
      if (one.reason === 'no_longer_cancelled') return info(explain('on_again', { title }))
      const fields = movedFields(one)
      return info(
        fields.length > 0 ? explain('updated', { fields, title }) : explain('updated_as_it_was', { title }),
      )
    }
    case 'duplicate': {
      if (one.reason === 'shown_further')
        return info(explain('shown_further', { publication_id: one.duplicate_of, title }))
      const publication_id = one.duplicate_of
      return info(
        publication_id === null
          ? explain('duplicate_here', { title })
          : explain('duplicate_of', { publication_id, title }),
      )
    }
    case 'skipped': {
      return info(explain('left_out', { title, ...because(explain(`item_${one.reason}`)) }))
    }
    case 'failed':
      return { level: 'error', ...explain('not_taken', { title, ...because(one.reason) }) }
  }
}

const info = (what: ImportExplanation): Line => ({ level: 'info', ...what })

/** Why, in a sentence; null where nothing is to be explained. */
function whyOf(one: ItemResult): ImportExplanation | null {
  switch (one.action) {
    case 'skipped':
    case 'duplicate':
      return explain(`item_${one.reason}`)
    case 'updated':
      if (one.reason === null) return null
      return explain(one.reason === 'cancelled' ? 'item_called_off' : 'item_no_longer_cancelled')
    case 'failed':
      return one.reason
    default:
      return null
  }
}

const movedFields = ({ words, known }: Extract<ItemResult, { action: 'updated' }>) =>
  CONTENT_FIELDS.filter(field => shownValue(words[field]) !== shownValue(known[field]))

export function entriesOf(
  notes: readonly Note[],
  outcomes: readonly ItemResult[],
  now: Date,
  redact: (text: string) => string,
): StoredEntry[] {
  const at = now.toISOString()
  const lines = outcomes.flatMap(one => {
    const lines = [lineOf(one), one.filesLater && info(explain('files_later'))]
    return lines.flatMap(line => (line ? [{ ...line, item: one.item.external_id }] : []))
  })
  return [...notes, ...lines].map(({ level, code, params, item }) => ({
    at,
    level,
    code,
    params: clean(params, redact),
    item: item === null ? null : line(redact(item), 300),
  }))
}

/** Cuts the texts that come from the source and removes its API key from them. */
const clean = (params: Params, redact: (text: string) => string): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? line(redact(value), 300) : value,
    ]),
  )

/** Texts of a source, cut to a line and without what PostgreSQL cannot store. */
const line = (text: string, most: number) => firstLetters(storableLine(text), most)

/** Replaces the source's key where a server quotes it. */
export const keyRedactor =
  (key: string | null) =>
  (text: string): string =>
    key === null || key === '' ? text : text.replaceAll(key, '***').replaceAll(encodeURIComponent(key), '***')

export function countsOf(outcomes: readonly ItemResult[]): Counts {
  const number = (action: ItemResult['action']) => outcomes.filter(one => one.action === action).length
  return {
    fetched: outcomes.length,
    created: number('created'),
    updated: number('updated'),
    unchanged: number('unchanged'),
    duplicates: number('duplicate'),
    skipped: number('skipped'),
    failed: number('failed'),
  }
}

/** An item that fails does not stop the others: the run has failed only when all items did. */
export function endingOf(
  { failed, fetched }: Counts,
  fault?: ImportExplanation,
): {
  readonly status: RunEnding
  readonly error: ImportExplanation | null
} {
  if (failed === 0) return fault ? { status: 'partial', error: fault } : { status: 'succeeded', error: null }
  return {
    status: failed < fetched ? 'partial' : 'failed',
    error: explain('items_failed', { failed, fetched }),
  }
}

/** What a dry run shows of one item. */
export function storedItem(one: ItemResult, redact: (text: string) => string): StoredItem {
  const { external_id, title } = one.item
  const why = whyOf(one)
  const publication_id = 'publication_id' in one ? one.publication_id : one.made
  return {
    external_id: line(redact(external_id), 300),
    title: title === null ? null : line(redact(title), 200),
    action: one.action,
    reason: 'reason' in one && typeof one.reason === 'string' ? one.reason : null,
    why: why && { ...why, params: clean(why.params, redact) },
    ...(one.action === 'duplicate' && { duplicate_of: one.duplicate_of }),
    ...(publication_id !== undefined && { publication_id }),
    ...changesOf(one),
    ...(one.files &&
      one.files.added.length > 0 && {
        files: one.files.added.map(({ kind, name, url }) => ({ kind, name, url: redact(url) })),
      }),
  }
}

/** What stays of the items of a run: those that nothing happened to are a count. */
export const storedItems = (
  outcomes: readonly ItemResult[],
  redact: (text: string) => string,
): StoredItem[] =>
  outcomes
    .filter(({ action }) => action !== 'unchanged')
    .map(one => storedItem(one, redact))
    .map(({ changes, ...item }) => ({ ...item, ...(changes && { changes: inPart(changes) }) }))

type Changes = NonNullable<StoredItem['changes']>
/** Shortens two long texts to the part where they begin to differ. */
const inPart = (changes: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).map(([field, { before, after }]) => {
      const at = Math.max(0, commonStart(String(before ?? ''), String(after ?? '')) - BEFORE_IT)
      return [field, { before: partOf(before, at), after: partOf(after, at) }]
    }),
  )
const BEFORE_IT = 200
const partOf = (value: Value, at: number): Value =>
  typeof value !== 'string' || value.length <= LONGEST_SHOWN
    ? value
    : `${at > 0 ? '…' : ''}${beginning(value.slice(at)).toWellFormed()}`

function commonStart(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}

const SHOWN = ['moderation_status', 'valide', 'publie_le'] as const

function changesOf(one: ItemResult): Pick<StoredItem, 'changes'> {
  if (one.action === 'created') {
    const { row } = one
    const fields = [...CONTENT_FIELDS, ...SHOWN, 'acteur_id', 'commune_id', 'type_id'] as const
    const shown = { ...row, body: beginning(row.body) }
    return { changes: changedOnly(fields.map(field => [field, null, shown[field]] as const)) }
  }
  if (one.action === 'updated') {
    const { known, words, moderation, annule_le = known.annule_le } = one
    const written = isRewritten(one) ? CONTENT_FIELDS : []
    return {
      changes: changedOnly([
        ...written.map(field => [field, known[field], words[field]] as const),
        ...SHOWN.map(field => [field, known[field], moderation[field]] as const),
        ['annule_le', known.annule_le, annule_le],
      ]),
    }
  }
  return {}
}

/** New texts are shown in part: five hundred whole ones would be ten megabytes. */
const LONGEST_SHOWN = 2_000
const beginning = (text: string) => shortened(text, LONGEST_SHOWN)

type Value = string | boolean | null
/** Days stand as one text, separated by commas. */
const shownValue = (value: Value | readonly string[]): Value =>
  typeof value === 'object' ? value?.join(', ') || null : value
const changedOnly = (
  fields: readonly (readonly [
    field: string,
    before: Value | readonly string[],
    after: Value | readonly string[],
  ])[],
) =>
  Object.fromEntries(
    fields
      .map(([field, before, after]) => [field, shownValue(before), shownValue(after)] as const)
      .flatMap(([field, before, after]) => (before === after ? [] : [[field, { before, after }]])),
  )
