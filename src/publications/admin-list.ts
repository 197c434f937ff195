import { type Db, type Sql, sql } from '../kernel/db.ts'
import { anyText, type Page } from '../kernel/paging.ts'
import { countPart, pick, type Run, type RunKey, stepColumns, timestampPart, where } from '../kernel/runs.ts'
import { isId } from '../kernel/shapes.ts'
import { type AdminRow, columns, relations } from './record.ts'
import { rowsOf, type Search, type Understood } from './search.ts'
import type { AdminQuery } from './shapes.ts'

/** The moderator's list: every filter, every order, and a total that is exact. */

const newest: Run = {
  order: sql`p.created_at desc, p.id desc`,
  key: [sql`p.created_at::text`, sql`p.id::text`],
  behind: ([at, id]) => sql`(p.created_at, p.id) < (${at}::timestamptz, ${id}::uuid)`,
  checks: [timestampPart, isId],
}
const oldest: Run = {
  ...newest,
  order: sql`p.created_at, p.id`,
  behind: ([at, id]) => sql`(p.created_at, p.id) > (${at}::timestamptz, ${id}::uuid)`,
}
/** Never shown and never scheduled: behind the others, whichever way those go. */
const unpublished: Run = {
  where: sql`p.publie_le is null`,
  order: sql`p.id desc`,
  key: [sql`''`, sql`p.id::text`],
  behind: ([, id]) => sql`p.id < ${id}::uuid`,
  checks: [part => part === '', isId],
}

export const RUNS: Readonly<Record<NonNullable<AdminQuery['sort']>, readonly Run[]>> = {
  created_at_desc: [newest],
  created_at_asc: [oldest],
  publie_le_desc: [
    {
      where: sql`p.publie_le is not null`,
      order: sql`p.publie_le desc, p.id desc`,
      key: [sql`p.publie_le::text`, sql`p.id::text`],
      behind: ([at, id]) => sql`(p.publie_le, p.id) < (${at}::timestamptz, ${id}::uuid)`,
      checks: [timestampPart, isId],
    },
    unpublished,
  ],
  publie_le_asc: [
    {
      where: sql`p.publie_le is not null`,
      order: sql`p.publie_le, p.id`,
      key: [sql`p.publie_le::text`, sql`p.id::text`],
      behind: ([at, id]) => sql`(p.publie_le, p.id) > (${at}::timestamptz, ${id}::uuid)`,
      checks: [timestampPart, isId],
    },
    unpublished,
  ],
  title_asc: [
    {
      order: sql`fold(p.title), p.id`,
      key: [sql`fold(p.title)`, sql`p.id::text`],
      behind: ([title, id]) => sql`(fold(p.title), p.id) > (${title}, ${id}::uuid)`,
      checks: [anyText, isId],
    },
  ],
  reports_desc: [
    {
      where: sql`p.reports_count > 0`,
      order: sql`p.reports_count desc, p.created_at desc, p.id desc`,
      key: [sql`p.reports_count::text`, sql`p.created_at::text`, sql`p.id::text`],
      behind: ([count, at, id]) => sql`p.reports_count <= ${count}::int
        and (p.reports_count, p.created_at, p.id) < (${count}::int, ${at}::timestamptz, ${id}::uuid)`,
      checks: [countPart, timestampPart, isId],
    },
    {
      where: sql`p.reports_count = 0`,
      order: sql`p.created_at desc, p.id desc`,
      key: [sql`''`, sql`p.created_at::text`, sql`p.id::text`],
      behind: ([, at, id]) => sql`(p.created_at, p.id) < (${at}::timestamptz, ${id}::uuid)`,
      checks: [part => part === '', timestampPart, isId],
    },
  ],
}

export interface Narrowed {
  readonly conditions: readonly Sql[]
  readonly words: Understood | undefined
  /** What `publication_totals` knows without counting. */
  readonly kept: readonly Sql[] | undefined
}

const DELETED = { without: false, false: false, only: true, with: undefined, true: undefined } as const

export function narrow(query: AdminQuery, words: Understood | undefined): Narrowed {
  const deleted = DELETED[query.deleted ?? 'without']
  const { moderation_status, valide, type_id } = query
  const counted = [
    ...(moderation_status === undefined ? [] : [sql`moderation_status = ${moderation_status}`]),
    ...(valide === undefined ? [] : [sql`valide = ${valide}`]),
    ...(type_id === undefined ? [] : [sql`type_id = ${type_id}`]),
  ]
  const others = [
    ...(query.commune_id === undefined ? [] : [attachedTo(query.commune_id)]),
    ...(query.acteur_id === undefined ? [] : [sql`p.acteur_id = ${query.acteur_id}`]),
    ...(query.import_source_id === undefined ? [] : [sql`p.import_source_id = ${query.import_source_id}`]),
    ...(query.reported === undefined
      ? []
      : [query.reported ? sql`p.reports_count > 0` : sql`p.reports_count = 0`]),
    ...(query.from === undefined
      ? []
      : [sql`p.created_at >= ${query.from}::timestamp at time zone 'Europe/Paris'`]),
    ...(query.to === undefined
      ? []
      : [sql`p.created_at < (${query.to}::timestamp + interval '1 day') at time zone 'Europe/Paris'`]),
  ]
  return {
    conditions: [
      ...counted.map(one => sql`p.${one}`),
      ...(deleted === undefined ? [] : [deleted ? sql`p.deleted_at is not null` : sql`p.deleted_at is null`]),
      ...others,
    ],
    words,
    kept:
      others.length > 0 || words
        ? undefined
        : [...counted, ...(deleted === undefined ? [] : [sql`deleted = ${deleted}`])],
  }
}

/** Its own commune, or one of the others it is attached to. */
const attachedTo = (communeId: string) => sql`(p.commune_id = ${communeId} or p.id in (
  select publication_id from publication_communes where commune_id = ${communeId}))`

export type ListedRow = AdminRow & { readonly run: number; readonly key: readonly string[] }

export const listForAdmin = (
  db: Db,
  { conditions }: Narrowed,
  runs: readonly Run[],
  page: Page<RunKey>,
  search?: Search,
) =>
  db.all<ListedRow>(sql`
    select shown.*, picked.run, picked.key from (${pick(runs, page, step => {
      const { order } = step.run
      const rows = rowsOf(search, {
        from: sql`publications`,
        conditions: [...conditions, ...step.conditions],
        order,
      })
      return sql`select ${stepColumns(step)} from (${rows}) p order by ${order} limit ${step.enough}`
    })}) as picked
    cross join lateral (select ${columns.admin} from publications p ${relations} where p.id = picked.id offset 0) shown
    order by picked.run, picked.place`)

/** A walk that broke off knows the beginning of its first run alone. */
export const isFilled = (rows: readonly ListedRow[], page: Page<RunKey>) =>
  rows.length > page.perPage && rows.at(-1)?.run === Number(page.after?.[0] ?? 0)

export async function countForAdmin(db: Db, narrowed: Narrowed): Promise<number> {
  const row = await db.one<{ total: number }>(
    narrowed.kept
      ? sql`select coalesce(sum(total), 0)::bigint as total from publication_totals ${where(narrowed.kept)}`
      : sql`select count(*) as total from publications p ${where(allConditions(narrowed))}`,
  )
  return row?.total ?? 0
}

/** With the words among them, for who counts or groups everything. */
export const allConditions = ({ conditions, words }: Narrowed): Sql[] => [
  ...conditions,
  ...(words
    ? [sql`p.id in (select publication_id from publication_words where recherche @@ ${words.query}::tsquery)`]
    : []),
]
