import { empty, join, type Sql, sql } from '../../../kernel/db/db.ts'
import { deletedWanted } from '../../../kernel/lists/list-filters.ts'
import type { Territory } from '../../../people/access/territory.ts'
import { type Part, partsOf, seldomPublished } from './filter-parts.ts'
import { hitsQuery, matchesWords, type SearchContext } from './search.ts'
import type { AdminFilter } from './shapes.ts'

/** Translates the filter of the moderators' list into conditions, for lists, totals and bulk decisions. */

export interface FilterPlan {
  /** That of the caller. */
  readonly territory: Territory
  /** The source of all rows, to count or gather them. */
  readonly from: Sql
  readonly conditions: readonly Sql[]
  readonly communeIds: readonly string[] | null
  readonly along: Along
  /** The same rows in an index of all publications, for filters that match many. */
  readonly across: Along
  readonly words: SearchContext | undefined
  /** The rows of `publication_totals` that give the total without counting; `without` is subtracted. */
  readonly kept: readonly Sql[] | undefined
  /** An index by age has exactly these rows: a page reads only what it shows, and the total is stored. */
  readonly isShort: boolean
  /**
   * Rows without a publication time (pending, rejected or off): they come last by `publie_le`, so a walk does not meet
   * them.
   */
  readonly isSeldomPublished: boolean
  /** The same next to words, if the totals cover all other filters. */
  readonly keptBesideWords: readonly Sql[] | undefined
  readonly without: CountedRows | undefined
  /** Undefined if the filter matches deleted publications, which are in no group. */
  readonly grouped: Grouped | undefined
}

type CountedRows = Pick<FilterPlan, 'from' | 'conditions' | 'words'>

/** How the filter reads `duplicate_publications d`. */
interface Grouped {
  readonly conditions: readonly Sql[]
  /** Whether these conditions are the whole filter. */
  readonly isWhole: boolean
  /** Whether the filter matches all of them. */
  readonly isAll: boolean
}

/** How the rows are read along an order. */
export interface Along {
  readonly from: Sql
  /** Disjoint conditions with an index each; empty means everything. */
  readonly kinds: readonly Sql[]
  readonly conditions: readonly Sql[]
  /** Conditions that no index by age covers: their rows may be few, and anywhere. */
  readonly scattered: readonly Sql[]
}

export function planFilter(
  filter: AdminFilter,
  words: SearchContext | undefined,
  territory: Territory,
): FilterPlan {
  const { commune_id } = filter
  const parts = partsOf(filter, territory)
  const isSeldomPublished = seldomPublished(filter)
  const everything = commune_id === undefined ? sql`publications` : attachedTo(commune_id, isSeldomPublished)
  // A commune and words have indexes of their own; the other filters are then plain conditions.
  const apart = commune_id === undefined && words === undefined
  const inKinds = apart ? parts.find(part => part.kinds) : undefined
  const inRows = apart ? (parts.find(part => part.rows) ?? inKinds) : undefined
  const [partly, ...more] = parts.filter(part => !part.kept || part.opposite || part.except)
  const isKept =
    apart && more.length === 0 && (partly === undefined || Boolean(partly.opposite ?? partly.except))
  return {
    territory,
    from: inRows?.rows ?? (inRows?.kinds ? together(inRows.kinds) : everything),
    conditions: parts.filter(part => part !== inRows).map(part => part.condition),
    communeIds: commune_id === undefined ? null : [commune_id],
    along: {
      from: everything,
      kinds: inKinds?.kinds ?? [],
      conditions: parts.filter(part => part !== inKinds && !part.scattered).map(part => part.condition),
      scattered: parts.filter(part => part.scattered).map(part => part.condition),
    },
    across: {
      from: sql`publications`,
      kinds: [],
      conditions: [],
      scattered: [
        ...parts.map(part => part.condition),
        ...(commune_id === undefined ? [] : [sql`p.commune_ids && array[${commune_id}]::uuid[]`]),
      ],
    },
    words,
    kept: isKept ? parts.flatMap(part => part.kept ?? []) : undefined,
    isShort: apart && parts.every(part => part.indexed),
    isSeldomPublished,
    keptBesideWords:
      words && commune_id === undefined && partly === undefined
        ? parts.flatMap(part => part.kept ?? [])
        : undefined,
    without: isKept && partly ? withoutPart(partly, parts, filter, territory) : undefined,
    grouped: deletedWanted(filter.deleted) === false ? groupedBy(parts, commune_id, words) : undefined,
  }
}

function groupedBy(
  parts: readonly Part[],
  communeId: string | undefined,
  words: SearchContext | undefined,
): Grouped {
  return {
    conditions: [
      ...parts.flatMap(part => part.grouped ?? []),
      ...(communeId === undefined ? [] : [sql`d.commune_ids && array[${communeId}]::uuid[]`]),
    ],
    isWhole: words === undefined && parts.every(part => part.grouped),
    isAll: words === undefined && parts.length === 1 && communeId === undefined,
  }
}

function withoutPart(
  { opposite, except }: Part,
  parts: readonly Part[],
  filter: AdminFilter,
  territory: Territory,
): CountedRows | undefined {
  if (opposite) return planFilter({ ...filter, ...opposite }, undefined, territory)
  const others = parts.filter(part => !part.except).map(part => part.condition)
  return except && { from: sql`publications`, conditions: [...others, except], words: undefined }
}

/** All conditions, including the words, for counting and grouping. */
export const allConditions = ({ conditions, words }: Pick<FilterPlan, 'conditions' | 'words'>): Sql[] => [
  ...conditions,
  ...(words
    ? [
        words.indexable
          ? sql`p.id in (${hitsQuery({ ...words, communeIds: null, visible: false })})`
          : matchesWords(words),
      ]
    : []),
]

/**
 * Publications of the commune and those attached to it, by two indexes. `neverSeen`: the link has `visible_le`, so
 * only rows that are not visible are read for their status.
 */
const attachedTo = (communeId: string, neverSeen: boolean) => sql`(
  select * from publications where commune_id = ${communeId}
  union all
  select publications.* from publication_communes link join publications on publications.id = link.publication_id
  where link.commune_id = ${communeId}${neverSeen ? sql` and link.visible_le is null` : empty})`

const together = (kinds: readonly Sql[]) =>
  sql`(${join(
    kinds.map(kind => sql`select * from publications p where ${kind}`),
    ' union all ',
  )})`
