import { isId } from '../../../shared/shapes.ts'
import type { Territory } from '../../access/territory.ts'
import { empty, join, type Sql, sql } from '../../kernel/db/db.ts'
import { deletedWanted, onDays } from '../../kernel/lists/list-filters.ts'
import { assignedTo, isUnassigned } from '../../teamwork/assignments.ts'
import { lateBefore } from '../../teamwork/settings.ts'
import { SHOWN_STATUSES } from '../rules.ts'
import { hitsQuery, matchesWords, type SearchContext } from './search.ts'
import type { AdminFilter } from './shapes.ts'

/** Translates the filter of the moderators' list into conditions, for lists, totals and bulk decisions. */

export interface FilterPlan {
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
  readonly without: FilterPlan | undefined
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

/** Publications that wait or are refused, and those switched off, have no publication time. */
const seldomPublished = ({ valide, moderation_status }: AdminFilter) =>
  valide === false ||
  (moderation_status !== undefined &&
    !moderation_status.split(',').some(one => SHOWN_STATUSES.some(shown => shown === one)))

/** What one filter contributes. */
interface Part {
  readonly condition: Sql
  /** The same condition on `publication_totals`. */
  readonly kept?: Sql
  /** A filter that matches nearly everything is counted as all rows minus these. */
  readonly opposite?: AdminFilter
  readonly kinds?: readonly Sql[]
  /** The same rows, read by indexes. */
  readonly rows?: Sql
  readonly scattered?: true
  /** An index by age has exactly these rows. */
  readonly indexed?: true
}

export function planFilter(
  filter: AdminFilter,
  words: SearchContext | undefined,
  territory: Territory,
): FilterPlan {
  const { commune_id } = filter
  const parts = [...partsOf(filter), ...within(territory, filter)]
  const isSeldomPublished = seldomPublished(filter)
  const everything = commune_id === undefined ? sql`publications` : attachedTo(commune_id, isSeldomPublished)
  // A commune and words have indexes of their own; the other filters are then plain conditions.
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
    without:
      isKept && uncounted?.opposite
        ? planFilter({ ...filter, ...uncounted.opposite }, words, territory)
        : undefined,
  }
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
  ...decidedOn(filter),
  ...given(filter.moderation_reason_code, code => ({
    condition: sql`p.moderation_reason_code = ${code}`,
    scattered: true,
  })),
  ...given(filter.assigned_to, assignedFilter),
  ...given(filter.late, late => ({ condition: late ? LATE : sql`(${LATE}) is not true` })),
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
  ...given(filter.departement, code => inDepartement(code, filter)),
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

/** Decisions of the back-office: a later one of the author counts no more. */
function decidedOn({ decided_from, decided_to }: AdminFilter): Part[] {
  const days = onDays(sql`p.moderated_at`, decided_from, decided_to)
  if (days.length === 0) return []
  const condition = join(
    [sql`p.moderation_by = 'backoffice' and p.moderated_at is not null`, ...days],
    ' and ',
  )
  return [{ condition, rows: sql`(select p.* from publications p where ${condition})`, scattered: true }]
}

const notVisible = (deleted: boolean | undefined): Part => ({
  condition: sql`(p.visible_le is null or p.visible_le > now())`,
  kinds: [
    sql`not p.valide`,
    sql`p.valide and p.deleted_at is null and p.publie_le is null`,
    sql`p.visible_le > now()`,
    ...(deleted === false ? [] : [sql`p.valide and p.deleted_at is not null`]),
  ],
})

/** `created_at` is what the index knows: what is late was not created later. */
const LATE = sql`p.moderation_status = 'pending' and p.created_at < ${lateBefore}
  and greatest(p.edited_at, p.moderated_at) < ${lateBefore}`

/** Few are assigned to one person: they are gathered from the assignments. */
const assignedFilter = (to: string): Part => {
  if (to === 'nobody') return { condition: isUnassigned('publications', sql`p.id`) }
  const ids = assignedTo('publications', to)
  const rows = sql`(select * from publications where id in (${ids}))`
  return { condition: sql`p.id in (${ids})`, rows, scattered: true }
}

const inDepartement = (code: string, filter: AdminFilter): Part =>
  attachedToAny(sql`array(select id from communes where departement = ${code})`, filter)

const within = (territory: Territory, filter: AdminFilter): Part[] =>
  territory === null ? [] : [attachedToAny(sql`${[...territory]}::uuid[]`, filter)]

/** As for one commune: of links to visible publications the row is not read. */
function attachedToAny(communes: Sql, filter: AdminFilter): Part {
  const neverSeen = seldomPublished(filter) ? sql` and visible_le is null` : empty
  const rows = sql`(
    select * from publications where commune_id = any(${communes})
    union all
    select publications.* from (
      select distinct publication_id from publication_communes where commune_id = any(${communes})${neverSeen}) link
    join publications on publications.id = link.publication_id and publications.commune_id <> all(${communes}))`
  return { condition: sql`p.commune_ids && ${communes}`, rows, scattered: true }
}

/** Replies have milliseconds: excludes the whole millisecond that the caller has seen. */
function cameAfter(since: string): Sql {
  if (!isId(since))
    return sql`p.created_at >= date_trunc('milliseconds', ${since}::timestamptz) + interval '1 millisecond'`
  const at = sql`(select created_at from publications where id = ${since})`
  return sql`(p.created_at, p.id) > (${at}, ${since}::uuid)`
}
