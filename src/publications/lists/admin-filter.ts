import { isId } from '../../../shared/shapes.ts'
import { empty, join, type Sql, sql } from '../../kernel/db/db.ts'
import { deletedWanted, onDays } from '../../kernel/lists/list-filters.ts'
import { matchesWords, type SearchContext } from './search.ts'
import type { AdminFilter } from './shapes.ts'

/**
 * Which publications a moderator means: from the words of a filter to conditions, for lists, totals and whatever is done to
 * all of them.
 */

export interface Narrowed {
  /** All of them, to be counted or gathered. */
  readonly from: Sql
  readonly conditions: readonly Sql[]
  readonly communeIds: readonly string[] | null
  readonly along: Along
  /** As they are met among all, where no index has them alone: for those that are many. */
  readonly across: Along
  readonly words: SearchContext | undefined
  /** The filters that `publication_totals` answers without counting, but for those that are counted in `without`. */
  readonly kept: readonly Sql[] | undefined
  /** An index by age has them and no others: a page by age reads no more than it shows, and the total is kept. */
  readonly isShort: boolean
  /** What waits, is refused or is off: by publication it comes behind all else, and is not met on a walk. */
  readonly isSeldomPublished: boolean
  /** The same beside words, where it answers all of the filters. */
  readonly keptBesideWords: readonly Sql[] | undefined
  readonly without: Narrowed | undefined
}

/** How the same rows are met along an order. */
export interface Along {
  readonly from: Sql
  /** They exclude each other, and each has its index; none for everything at once. */
  readonly kinds: readonly Sql[]
  readonly conditions: readonly Sql[]
  /** The conditions that no index by age has: few rows may meet them, anywhere. */
  readonly scattered: readonly Sql[]
}

/** What one filter says. */
interface Part {
  readonly condition: Sql
  /** The same of `publication_totals`. */
  readonly kept?: Sql
  /** It leaves nearly everything: counted as all but these. */
  readonly opposite?: AdminFilter
  readonly kinds?: readonly Sql[]
  /** The same rows, read by indexes. */
  readonly rows?: Sql
  readonly scattered?: true
  /** An index by age has the same rows and no others. */
  readonly indexed?: true
}

export function narrow(filter: AdminFilter, words: SearchContext | undefined): Narrowed {
  const { commune_id } = filter
  const parts = partsOf(filter)
  const isSeldomPublished =
    filter.valide === false ||
    /^(pending|rejected)(,(pending|rejected))*$/.test(filter.moderation_status ?? '')
  const everything = commune_id === undefined ? sql`publications` : attachedTo(commune_id, isSeldomPublished)
  // A commune has indexes of its own, and words have: then all else is conditions.
  const apart = commune_id === undefined && words === undefined
  const inKinds = apart ? parts.find(part => part.kinds) : undefined
  const inRows = apart ? (parts.find(part => part.rows) ?? inKinds) : undefined
  const [uncounted, ...more] = parts.filter(part => !part.kept)
  const isKept = apart && more.length === 0 && (uncounted === undefined || uncounted.opposite !== undefined)
  return {
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
      words && commune_id === undefined && uncounted === undefined
        ? parts.flatMap(part => part.kept ?? [])
        : undefined,
    without: isKept && uncounted?.opposite ? narrow({ ...filter, ...uncounted.opposite }, words) : undefined,
  }
}

/** All conditions, with the words among them, for counting and grouping. */
export const allConditions = ({ conditions, words }: Pick<Narrowed, 'conditions' | 'words'>): Sql[] => [
  ...conditions,
  ...(words
    ? [
        words.indexable
          ? sql`p.id in (select publication_id from publication_words where recherche @@ ${words.query}::tsquery)`
          : matchesWords(words.query),
      ]
    : []),
]

/**
 * Publications of the commune, and those attached to it: two indexes, and no row of other communes. Where nothing that is
 * seen is meant, the attachment tells: of eleven thousand, the few that are not seen are fetched to know their status.
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

////////////////////////////////////////////////////////////////////////////// filter by filter

const partsOf = (filter: AdminFilter): Part[] => [
  ...ofStatuses([...new Set(filter.moderation_status?.split(','))]),
  ...given(filter.valide, valide => ({
    condition: sql`p.valide = ${valide}`,
    kept: sql`valide = ${valide}`,
  })),
  ...given(filter.type_id, id => ({ condition: sql`p.type_id = ${id}`, kept: sql`type_id = ${id}` })),
  ...given(deletedWanted(filter.deleted), deleted => ({
    condition: deleted ? sql`p.deleted_at is not null` : sql`p.deleted_at is null`,
    kept: sql`deleted = ${deleted}`,
    ...(!deleted && { indexed: true }),
  })),
  ...given(filter.acteur_id, id => ({ condition: sql`p.acteur_id = ${id}` })),
  ...given(filter.import_source_id, id => ({ condition: sql`p.import_source_id = ${id}` })),
  ...given(filter.moderation_by, decider => ({ condition: sql`p.moderation_by = ${decider}` })),
  ...given(filter.created_by, id => ({ condition: sql`p.created_by = ${id}` })),
  ...given(filter.moderated_by, id => ({ condition: sql`p.moderated_by = ${id}` })),
  ...onDays(sql`p.created_at`, filter.from, filter.to).map(condition => ({ condition })),
  ...given(filter.since, since => ({ condition: cameAfter(since) })),
  ...given(filter.updated_since, at => ({
    condition: sql`p.updated_at >= ${at}::timestamptz`,
    scattered: true,
  })),
  ...given(filter.ids, ids => ({ condition: sql`p.id = any(${ids.split(',')}::uuid[])`, scattered: true })),
  ...given(filter.reported, reported =>
    reported
      ? { condition: sql`p.reports_count > 0` }
      : { condition: sql`p.reports_count = 0`, opposite: { reported: true } },
  ),
  ...given(filter.scheduled, scheduled =>
    scheduled
      ? { condition: sql`p.visible_le > now()`, scattered: true }
      : {
          condition: sql`(p.visible_le is null or p.visible_le <= now())`,
          opposite: { scheduled: true },
        },
  ),
  ...given(filter.visible, visible =>
    visible
      ? { condition: sql`p.visible_le <= now()`, opposite: { visible: false } }
      : notVisible(deletedWanted(filter.deleted)),
  ),
  ...given(filter.departement, inDepartement),
]

const given = <T>(value: T | undefined, part: (value: T) => Part): Part[] =>
  value === undefined ? [] : [part(value)]

const ofStatuses = (statuses: readonly string[]): Part[] =>
  statuses.length === 0
    ? []
    : [
        {
          condition:
            statuses.length === 1
              ? sql`p.moderation_status = ${statuses[0]}`
              : sql`p.moderation_status = any(${[...statuses]}::text[])`,
          kept: sql`moderation_status = any(${[...statuses]}::text[])`,
          indexed: true,
          ...(statuses.length > 1 && { kinds: statuses.map(one => sql`p.moderation_status = ${one}`) }),
        },
      ]

const notVisible = (deleted: boolean | undefined): Part => ({
  condition: sql`(p.visible_le is null or p.visible_le > now())`,
  kinds: [
    sql`not p.valide`,
    sql`p.valide and p.deleted_at is null and p.publie_le is null`,
    sql`p.visible_le > now()`,
    ...(deleted === false ? [] : [sql`p.valide and p.deleted_at is not null`]),
  ],
})

function inDepartement(code: string): Part {
  const communes = sql`array(select id from communes where departement = ${code})`
  const rows = sql`(
    select * from publications where commune_id = any(${communes})
    union all
    select publications.* from (
      select distinct publication_id from publication_communes where commune_id = any(${communes})) link
    join publications on publications.id = link.publication_id and publications.commune_id <> all(${communes}))`
  return { condition: sql`p.commune_ids && ${communes}`, rows, scattered: true }
}

/** Replies have milliseconds: what came within the same one is not new to who has read that. */
function cameAfter(since: string): Sql {
  if (!isId(since))
    return sql`p.created_at >= date_trunc('milliseconds', ${since}::timestamptz) + interval '1 millisecond'`
  const at = sql`(select created_at from publications where id = ${since})`
  return sql`(p.created_at, p.id) > (${at}, ${since}::uuid)`
}
