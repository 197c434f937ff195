import { firstLetters, shortened, storableLine } from '../../kernel/texts.ts'
import type { Note } from '../reading/item.ts'
import type { Counts, Finished, LogEntry, RunItem } from '../shapes.ts'
import type { ItemResult } from '../taking/apply.ts'
import { type Skipped, WORDS } from '../taking/rules.ts'

/** The log of a run: a line for every item that changed or was skipped, counts, and the items of a dry run. */

const SKIPPED: Record<Skipped, string> = {
  empty: 'it has neither a title nor a text',
  past: 'it is over',
  cancelled: 'it is cancelled',
  cancelled_but_decided_here:
    'the source cancelled it, but somebody edited it or decided about it here: please look at it',
  too_old: 'it is older than max_age_days',
  over_max_items: 'it is beyond max_items',
  no_commune: 'neither the source nor the acteur nor the item says which commune it belongs to',
  wrong_commune: 'it belongs to another commune than the source or the acteur',
  edited_here: 'it changed at the source, but somebody edited it here',
  moderated_away: 'it was deleted or rejected here',
}

const UPDATED = {
  cancelled: 'Cancelled by the source: waits for a moderator',
  no_longer_cancelled: 'No longer cancelled',
} as const

type Line = Pick<LogEntry, 'level' | 'message'>

/** Unchanged items have no line: their count is enough. */
function lineOf(one: ItemResult): Line | undefined {
  const named = one.item.title === null ? '' : `: ${shortened(one.item.title, 120)}`
  switch (one.action) {
    case 'unchanged':
      return undefined
    case 'created':
      return { level: 'info', message: `Created, ${one.row.moderation_status}${named}` }
    case 'updated': {
      const what = one.reason
        ? UPDATED[one.reason]
        : `Updated (${movedFields(one).join(', ') || 'as it was'})`
      return { level: one.reason === 'cancelled' ? 'warning' : 'info', message: `${what}${named}` }
    }
    case 'duplicate': {
      const of =
        one.duplicate_of === null ? 'another item of this reading' : `publication ${one.duplicate_of}`
      return { level: 'info', message: `Says the same as ${of}${named}` }
    }
    case 'skipped':
      return {
        level: one.reason === 'cancelled_but_decided_here' ? 'warning' : 'info',
        message: `Left out, ${SKIPPED[one.reason]}${named}`,
      }
    case 'failed':
      return { level: 'error', message: `Could not be taken in, ${one.reason}${named}` }
  }
}

const movedFields = ({ words, known }: Extract<ItemResult, { action: 'updated' }>) =>
  WORDS.filter(field => words[field] !== known[field])

export function entriesOf(
  notes: readonly Note[],
  outcomes: readonly ItemResult[],
  now: Date,
  conceal: (text: string) => string,
): LogEntry[] {
  const at = now.toISOString()
  const lines = outcomes.flatMap(one => {
    const line = lineOf(one)
    return line ? [{ ...line, item: one.item.external_id }] : []
  })
  return [...notes, ...lines].map(({ level, message, item }) => ({
    at,
    level,
    message: line(conceal(message), 1000),
    item: item === null ? null : line(conceal(item), 300),
  }))
}

/** Texts of a source, cut to a line and without what PostgreSQL cannot store. */
const line = (text: string, most: number) => firstLetters(storableLine(text), most)

/** Replaces the source's key where a server quotes it. */
export const concealing =
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
export function judged({ failed, fetched }: Counts): {
  readonly status: Finished
  readonly error: string | null
} {
  if (failed === 0) return { status: 'succeeded', error: null }
  return {
    status: failed < fetched ? 'partial' : 'failed',
    error: `${failed} of ${fetched} items could not be taken in.`,
  }
}

/** What a dry run shows of one item. */
export function itemOf(one: ItemResult, conceal: (text: string) => string): RunItem {
  const { external_id, title } = one.item
  const reason = 'reason' in one ? one.reason : null
  return {
    external_id: line(conceal(external_id), 300),
    title: title === null ? null : line(conceal(title), 200),
    action: one.action,
    reason: reason === null ? null : line(reason, 100),
    ...(one.action === 'duplicate' && { duplicate_of: one.duplicate_of }),
    ...(one.action === 'updated' && { publication_id: one.publication_id }),
    ...changesOf(one),
  }
}

const SHOWN = ['moderation_status', 'valide', 'publie_le'] as const

function changesOf(one: ItemResult): Pick<RunItem, 'changes'> {
  if (one.action === 'created') {
    const { row } = one
    const fields = [...WORDS, ...SHOWN, 'acteur_id', 'commune_id', 'type_id'] as const
    const shown = { ...row, body: beginning(row.body) }
    return { changes: moved(fields.map(field => [field, null, shown[field]] as const)) }
  }
  if (one.action === 'updated') {
    const { known, words, moderation, reason } = one
    const written = reason === 'cancelled' ? [] : WORDS
    return {
      changes: moved([
        ...written.map(field => [field, known[field], words[field]] as const),
        ...SHOWN.map(field => [field, known[field], moderation[field]] as const),
      ]),
    }
  }
  return {}
}

/** New texts are shown in part: five hundred whole ones would be ten megabytes. */
const LONGEST_SHOWN = 2_000
const beginning = (text: string) => shortened(text, LONGEST_SHOWN)

type Value = string | boolean | null
const moved = (fields: readonly (readonly [field: string, before: Value, after: Value])[]) =>
  Object.fromEntries(
    fields.flatMap(([field, before, after]) => (before === after ? [] : [[field, { before, after }]])),
  )
