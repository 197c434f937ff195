import { type Db, raw, sql } from '../../kernel/db/db.ts'
import { newestFirst, readPage } from '../../kernel/lists/orders.ts'
import { type PageQuery, pageOf } from '../../kernel/lists/paging.ts'
import type { Language } from '../../kernel/refusals/errors.ts'
import { explain, type ImportExplanation, shownExplanation, textOf } from './explanations.ts'
import type {
  Counts,
  DayWithRuns,
  ImportRun,
  LogEntry,
  RunItem,
  StoredEntry,
  StoredItem,
} from './run-shapes.ts'

/** Runs, in the language of the reader. */

export type StoredRun = Omit<ImportRun, 'counts' | 'error'> &
  Counts & { readonly error: ImportExplanation | null }
export const RUN =
  raw(`r.id, r.source_id, r.trigger, r.dry_run, r.status, r.created_at, r.started_at, r.finished_at,
  r.fetched, r.created, r.updated, r.unchanged, r.duplicates, r.skipped, r.failed, r.error`)

export function runIn(language: Language) {
  return <Row extends StoredRun>(row: Row) => {
    const { fetched, created, updated, unchanged, duplicates, skipped, failed, error, ...rest } = row
    const counts = { fetched, created, updated, unchanged, duplicates, skipped, failed }
    return { ...rest, counts, error: error && shownExplanation(error, language) }
  }
}

export const findRun = (db: Db, id: string) =>
  db.one<StoredRun>(sql`select ${RUN} from import_runs r where r.id = ${id}`)

export const findRunWithItems = (db: Db, sourceId: string, id: string) =>
  db.one<StoredRun & { items: StoredItem[] }>(sql`
    select ${RUN}, r.items from import_runs r where r.id = ${id} and r.source_id = ${sourceId}`)

const NEWEST = newestFirst(sql`r.id`)

export const pageOfRuns = (db: Db, sourceId: string, query: PageQuery, language: Language) =>
  readPage(
    db,
    pageOf(query, NEWEST),
    { columns: RUN, from: sql`import_runs r`, conditions: [sql`r.source_id = ${sourceId}`] },
    runIn(language)<StoredRun>,
  )

/** The days of Paris on which it was run, as long as runs are kept: ninety at most, so no pages. */
export const daysOfRuns = (db: Db, sourceId: string) =>
  db.all<DayWithRuns>(sql`
    select (created_at at time zone 'Europe/Paris')::date as date, count(*)::int as runs,
      count(*) filter (where dry_run)::int as dry_runs,
      count(*) filter (where status = 'failed')::int as failed,
      (coalesce(sum(created) filter (where not dry_run), 0))::int as created,
      (coalesce(sum(updated) filter (where not dry_run), 0))::int as updated
    from import_runs where source_id = ${sourceId} group by 1 order by 1 desc`)

/** The most runs and lines that are shown of a day. */
const MOST_OF_A_DAY = 200
const MOST_LINES = 20_000

/** By the day (in Paris) on which they were requested. */
export async function runsOfDay(db: Db, sourceId: string, date: string, language: Language) {
  const rows = await db.all<StoredRun & { entries: StoredEntry[] | null }>(sql`
    select ${RUN},
      case when sum(jsonb_array_length(r.entries)) over (order by r.id desc) <= ${MOST_LINES} then r.entries end
        as entries
    from import_runs r
    where r.source_id = ${sourceId} and r.created_at >= ${date}::timestamp at time zone 'Europe/Paris'
      and r.created_at < (${date}::timestamp + interval '1 day') at time zone 'Europe/Paris'
    order by r.id desc limit ${MOST_OF_A_DAY}`)
  return rows.map(({ entries, ...row }) => ({
    ...runIn(language)(row),
    entries: (entries ?? [tooMany(row.created_at)]).map(entryIn(language)),
  }))
}

const tooMany = (at: string): StoredEntry => ({
  at,
  level: 'warning',
  ...explain('lines_not_shown'),
  item: null,
})

export const entryIn =
  (language: Language) =>
  (entry: StoredEntry): LogEntry => ({
    at: entry.at,
    level: entry.level,
    item: entry.item,
    ...shownExplanation(entry, language),
  })

export const itemIn =
  (language: Language) =>
  ({ why, ...item }: StoredItem): RunItem => ({
    ...item,
    // A failure has no word of its own.
    reason: item.reason ?? (why && textOf(why, language)),
    detail: why && shownExplanation(why, language),
  })

/** The acteurs, communes and types that items name by their ids. */
export async function namesIn(db: Db, items: readonly StoredItem[]): Promise<Record<string, string>> {
  const ids = items.flatMap(({ changes = {} }) =>
    ['acteur_id', 'commune_id', 'type_id'].flatMap(field => {
      const { before, after } = changes[field] ?? {}
      return [before, after].filter(id => typeof id === 'string')
    }),
  )
  const rows = await db.all<{ id: string; nom: string }>(sql`
    with given as (select unnest(${[...new Set(ids)]}::uuid[]) as id)
    select id, nom from acteurs where id in (select id from given)
    union all select id, nom from communes where id in (select id from given)
    union all select id, nom from publication_types where id in (select id from given)`)
  return Object.fromEntries(rows.map(({ id, nom }) => [id, nom]))
}
