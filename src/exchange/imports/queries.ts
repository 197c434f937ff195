import type { CsvColumns } from '../../../shared/csv-columns.ts'
import type { WhenGone } from '../../../shared/words/imports.ts'
import { countRows, type Db, raw, type Sql, sql, type Tx, where } from '../../kernel/db/db.ts'
import { equal } from '../../kernel/lists/list-filters.ts'
import { newestFirst, pageRows } from '../../kernel/lists/orders.ts'
import type { Page } from '../../kernel/lists/paging.ts'
import type { Language } from '../../kernel/refusals/errors.ts'
import { acteurInBrief, communeInBrief } from '../../people/access/in-brief.ts'
import { isSourceGoverned, sourceInTerritory, type Territory } from '../../people/access/territory.ts'
import { type ImportExplanation, shownExplanation } from './explanations.ts'
import { RUN, runIn, type StoredRun } from './run-history.ts'
import type { Settings } from './settings.ts'
import type { ImportSource, SourcesQuery } from './shapes.ts'

/** Sources as the back-office reads and writes them. */

type Flat = Omit<ImportSource, 'options' | 'disabled_reason' | 'last_run'> & {
  readonly disabled_reason: ImportExplanation | null
  readonly last_run: StoredRun | null
  readonly max_items: number
  readonly max_age_days: number | null
  readonly when_gone: WhenGone
  readonly has_api_key: boolean
  readonly columns: CsvColumns | null
}
/** Inside JSON, PostgreSQL would write an instant in its own format. */
function isoInstant(column: Sql): Sql {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
/** As a caller with this territory sees it. */
const shown = (
  territory: Territory,
) => sql`s.id, s.nom, s.kind, s.url, s.acteur_id, s.commune_id, s.type_id, s.moderation, s.enabled, s.schedule,
  s.max_items, s.max_age_days, s.when_gone, s.api_key is not null as has_api_key, s.columns, s.last_run_at, s.last_status,
  s.consecutive_failures, s.disabled_reason, s.next_try_at, s.created_at, s.updated_at, s.version,
  ${acteurInBrief(sql`s.acteur_id`)} as acteur,
  ${communeInBrief(sql`s.commune_id`)} as commune,
  (select json_build_object('id', t.id, 'nom', t.nom) from publication_types t where t.id = s.type_id) as type,
  (select to_jsonb(r) || jsonb_build_object(
     'created_at', ${isoInstant(sql`r.created_at`)}, 'started_at', ${isoInstant(sql`r.started_at`)},
     'finished_at', ${isoInstant(sql`r.finished_at`)})
   from (select ${RUN} from import_runs r where r.source_id = s.id and not r.dry_run
   order by r.id desc limit 1) r) as last_run,
  case when ${isSourceGoverned(sql`s.id`, territory)} then array['describe', 'govern'] else '{}' end as may`

/** The record in the reader's language. */
export function sourceIn(language: Language) {
  return ({
    max_items,
    max_age_days,
    when_gone,
    has_api_key,
    columns,
    disabled_reason,
    last_run,
    ...rest
  }: Flat): ImportSource => ({
    ...rest,
    disabled_reason: disabled_reason && shownExplanation(disabled_reason, language),
    last_run: last_run && runIn(language)(last_run),
    options: { max_items, max_age_days, when_gone, has_api_key, columns },
  })
}

export async function findSource(
  db: Db,
  id: string,
  language: Language,
  territory: Territory,
): Promise<ImportSource | undefined> {
  const row = await db.one<Flat>(sql`select ${shown(territory)} from import_sources s where s.id = ${id}`)
  return row && sourceIn(language)(row)
}

export const sourceExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.one(sql`select id from import_sources where id = ${id}`)) !== undefined

export interface LockedSource extends Settings {
  readonly id: string
  readonly version: number
}
/** The settings alone. */
export const settingColumns =
  raw(`s.id, s.nom, s.kind, s.url, s.acteur_id, s.commune_id, s.type_id, s.moderation,
  s.enabled, s.schedule, s.max_items, s.max_age_days, s.when_gone, s.columns, s.api_key, s.version`)

export const lockSource = (tx: Tx, id: string) =>
  tx.one<LockedSource>(
    sql`select ${settingColumns} from import_sources s where s.id = ${id} for no key update`,
  )

export const insertSource = (tx: Tx, row: Settings) =>
  tx.one<{ id: string }>(sql`
    insert into import_sources (nom, kind, url, acteur_id, commune_id, type_id, moderation, enabled, schedule,
      max_items, max_age_days, when_gone, columns, api_key, next_try_at)
    values (${row.nom}, ${row.kind}, ${row.url}, ${row.acteur_id}, ${row.commune_id}, ${row.type_id},
      ${row.moderation}, ${row.enabled}, ${row.schedule}, ${row.max_items}, ${row.max_age_days}, ${row.when_gone}, ${asJson(row.columns)},
      ${row.api_key}, ${nextTry(row)})
    returning id`)

const asJson = (value: object | null): Sql => sql`${value && JSON.stringify(value)}::jsonb`

/** A scheduled source is due at once, and then at its own times. */
const nextTry = ({ enabled, schedule }: Settings): Sql =>
  enabled && schedule !== 'manual' ? sql`now()` : sql`null`

interface SourceMoves {
  /** Forgets the validators of the last reading: the next one is whole. */
  readonly readAnew: boolean
  /** Computes the next time anew. */
  readonly due: boolean
  /** Switched on: the reason it was off, and the count of failures, are reset. */
  readonly revived: boolean
}
export const saveSource = (tx: Tx, id: string, row: Settings, { readAnew, due, revived }: SourceMoves) =>
  tx.run(sql`
    update import_sources set nom = ${row.nom}, kind = ${row.kind}, url = ${row.url}, acteur_id = ${row.acteur_id},
      commune_id = ${row.commune_id}, type_id = ${row.type_id}, moderation = ${row.moderation},
      enabled = ${row.enabled}, schedule = ${row.schedule}, max_items = ${row.max_items},
      max_age_days = ${row.max_age_days}, when_gone = ${row.when_gone}, columns = ${asJson(row.columns)}, api_key = ${row.api_key},
      etag = case when not ${readAnew} then etag end,
      last_modified = case when not ${readAnew} then last_modified end,
      consecutive_failures = case when ${revived} then 0 else consecutive_failures end,
      disabled_reason = case when ${revived} then null else disabled_reason end,
      next_try_at = ${due ? nextTry(row) : sql`next_try_at`}
    where id = ${id}`)

export const deleteSource = (tx: Tx, id: string) => tx.run(sql`delete from import_sources where id = ${id}`)

////////////////////////////////////////////////////////////////////////////// lists

export const sourceConditions = (
  { q, enabled, kind, acteur_id, commune_id, last_status, failing }: SourcesQuery,
  territory: Territory,
): Sql[] => [
  ...sourceInTerritory(territory),
  ...(q ? [matchesText(q)] : []),
  ...equal(sql`s.enabled`, enabled),
  ...equal(sql`s.kind`, kind),
  ...equal(sql`s.acteur_id`, acteur_id),
  ...equal(sql`s.commune_id`, commune_id),
  ...equal(sql`s.last_status`, last_status),
  // The same condition as its index and the dashboard.
  ...(failing === undefined ? [] : [failing ? FAILING : sql`not ${FAILING}`]),
]

const FAILING = sql`(s.consecutive_failures > 0 or s.disabled_reason is not null)`

/** Matches a part of the name or address. */
const matchesText = (q: string): Sql =>
  sql`plain_text(s.nom || ' ' || s.url) like
    somewhere(${q})`

/** By name only: an address may hold a key, which a user without permission could otherwise guess. */
export const findSourcesByName = async (
  db: Db,
  q: string,
  most: number,
  territory: Territory,
): Promise<string[]> =>
  (
    await db.all<{ id: string }>(sql`
      select s.id from import_sources s
      ${where([sql`plain_text(s.nom) like somewhere(${q})`, ...sourceInTerritory(territory)])}
      order by s.nom, s.id limit ${most}`)
  ).map(({ id }) => id)

export const NEWEST = newestFirst(sql`s.id`)

export const listSources = (
  db: Db,
  conditions: readonly Sql[],
  page: Page<typeof NEWEST>,
  territory: Territory,
) =>
  db.all<Flat>(sql`
    select ${shown(territory)} from ${pageRows(sql`import_sources`, sql`s`, conditions, page)} order by ${page.order.by}`)

export const countSources = (db: Db, conditions: readonly Sql[]): Promise<number> =>
  countRows(db, sql`import_sources s ${where(conditions)}`)

////////////////////////////////////////////////////////////////////////////// what is around it

export interface ActeurFacts {
  readonly deleted: boolean
  /** Active and not deleted. */
  readonly open: boolean
  readonly can_publish: boolean
  readonly commune_id: string | null
  /** Its own first, then its zone. */
  readonly communes: readonly string[]
}
export const findActeur = (db: Db, id: string) =>
  db.one<ActeurFacts>(sql`
    select a.deleted_at is not null as deleted, a.active and a.deleted_at is null as open, a.can_publish,
      a.commune_id, array(select a.commune_id where a.commune_id is not null) || array(
        select commune_id from acteur_communes where acteur_id = a.id and commune_id is distinct from a.commune_id
        order by commune_id) as communes
    from acteurs a where a.id = ${id}`)
