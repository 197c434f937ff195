import { isId } from '../../../../shared/shapes.ts'
import { empty, join, type Sql, sql } from '../../../kernel/db/db.ts'
import { deletedWanted, onDays } from '../../../kernel/lists/list-filters.ts'
import type { Territory } from '../../../people/access/territory.ts'
import { assignedTo, isUnassigned } from '../../../people/teamwork/assignments.ts'
import { lateBefore } from '../../../people/teamwork/settings.ts'
import { SHOWN_STATUSES } from '../rules.ts'
import type { AdminFilter } from './shapes.ts'

/** The conditions of each filter of the moderators' list. */

/** The conditions of one filter. */
export interface Part {
  readonly condition: Sql
  /** The same condition on `publication_totals`. */
  readonly kept?: Sql
  /** The same condition on `duplicate_publications`. */
  readonly grouped?: Sql
  /** A filter that matches nearly everything is counted as all rows minus these. */
  readonly opposite?: AdminFilter
  /** The same as a condition, where no filter has it. */
  readonly except?: Sql
  readonly kinds?: readonly Sql[]
  /** The same rows, read by indexes. */
  readonly rows?: Sql
  readonly scattered?: true
  /** An index by age has exactly these rows. */
  readonly indexed?: true
}

/** Publications that wait or are refused, and those switched off, have no publication time. */
export const seldomPublished = ({ valide, moderation_status }: AdminFilter) =>
  valide === false ||
  (moderation_status !== undefined &&
    !moderation_status.split(',').some(one => SHOWN_STATUSES.some(shown => shown === one)))

export const partsOf = (filter: AdminFilter, territory: Territory): Part[] => [
  ...ofStatuses([...new Set(filter.moderation_status?.split(','))], filter.commune_id !== undefined),
  ...given(filter.valide, valide => ({
    condition: sql`p.valide = ${valide}`,
    kept: sql`valide = ${valide}`,
    grouped: sql`d.valide = ${valide}`,
  })),
  ...given(filter.type_id, id => ({
    condition: sql`p.type_id = ${id}`,
    kept: sql`type_id = ${id}`,
    grouped: sql`d.type_id = ${id}`,
  })),
  ...given(deletedWanted(filter.deleted), deleted => ({
    condition: deleted ? sql`p.deleted_at is not null` : sql`p.deleted_at is null`,
    kept: sql`deleted = ${deleted}`,
    ...(!deleted && { indexed: true, grouped: sql`true` }),
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
  ...given(filter.late, late => (late ? IS_LATE : { condition: sql`(${LATE}) is not true` })),
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
  ...given(filter.report_outcome, outcome => ({
    condition: sql`exists (select from publication_reports r where r.publication_id = p.id and r.outcome = ${outcome})`,
    scattered: true,
  })),
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
  ...within(territory, filter),
]

const given = <T>(value: T | undefined, part: (value: T) => Part): Part[] =>
  value === undefined ? [] : [part(value)]

const ofStatuses = (statuses: readonly string[], inCommune: boolean): Part[] => {
  const any = sql`moderation_status = any(${[...statuses]}::text[])`
  // With an equal sign an index keeps its order.
  const condition = statuses.length === 1 ? sql`moderation_status = ${statuses[0]}` : any
  // With a parameter, no kept plan would use the index of what waits in a commune.
  const isWaiting = inCommune && statuses.length === 1 && statuses[0] === 'pending'
  return statuses.length === 0
    ? []
    : [
        {
          condition: isWaiting ? sql`p.moderation_status = 'pending'` : sql`p.${condition}`,
          kept: any,
          grouped: sql`d.${condition}`,
          indexed: true,
          ...(statuses.length > 1 && { kinds: statuses.map(one => sql`p.moderation_status = ${one}`) }),
        },
      ]
}

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

/**
 * Most of a long queue is late, so the rest is counted: it was not edited before it was created. Without a target nothing
 * is late.
 */
const IS_LATE: Part = {
  condition: LATE,
  kept: sql`moderation_status = 'pending' and ${lateBefore} is not null`,
  except: sql`p.moderation_status = 'pending' and greatest(p.edited_at, p.moderated_at) >= ${lateBefore}`,
}

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
  return {
    condition: sql`p.commune_ids && ${communes}`,
    grouped: sql`d.commune_ids && ${communes}`,
    rows,
    scattered: true,
  }
}

/** Replies have milliseconds: excludes the whole millisecond that the caller has seen. */
function cameAfter(since: string): Sql {
  if (!isId(since))
    return sql`p.created_at >= date_trunc('milliseconds', ${since}::timestamptz) + interval '1 millisecond'`
  const at = sql`(select created_at from publications where id = ${since})`
  return sql`(p.created_at, p.id) > (${at}, ${since}::uuid)`
}
