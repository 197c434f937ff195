import { type Static, Type } from 'typebox'
import { type Db, type Sql, sql, where } from '../kernel/db/db.ts'
import { equal, From, onDays, To } from '../kernel/lists/list-filters.ts'
import { behind, highestFirst, inOrder } from '../kernel/lists/orders.ts'
import { type Page, Paged, paged, pageOf, pageQuery } from '../kernel/lists/paging.ts'
import { read } from '../kernel/routes/action.ts'
import { about, Id, Nullable, named, Obj, Optional, Text, Timestamp } from '../kernel/routes/shapes.ts'

/** What was done, newest first. Rows are numbered in the order in which they were written. */

const Fields = Type.Unsafe<Record<string, unknown> | null>({
  type: ['object', 'null'],
  additionalProperties: true,
})
const Entry = named(
  'AuditEntry',
  Obj({
    id: Type.Integer({ minimum: 1 }),
    at: Timestamp,
    user_id: Nullable(Id),
    app_source: Nullable(Text(100)),
    request_id: Nullable(Text(200)),
    ip_hash: Nullable(Text(100)),
    action: Text(100),
    entity: Text(100),
    entity_id: Text(100),
    before: Fields,
    after: Fields,
  }),
)
type Entry = Static<typeof Entry>

const AuditQuery = Obj({
  ...pageQuery,
  action: Optional(about('What was done: `publication.moderated`', Text(100))),
  entity: Optional(about('To what kind of thing: `publication`', Text(100))),
  entity_id: Optional(about('To which one', Text(100))),
  user_id: Optional(about('By whom', Id)),
  from: Optional(From),
  to: Optional(To),
})
type AuditQuery = Static<typeof AuditQuery>

export const list = read({
  summary: 'The trail of every decision, newest first; `from` and `to` are days, both included',
  query: AuditQuery,
  reply: Paged(Entry),
  errors: ['page_too_deep'],
  async run({ db, query }) {
    const page = pageOf(query, NEWEST)
    const conditions = conditionsOf(query)
    return await paged(page, listEntries(db, conditions, page), countEntries(db, conditions))
  },
})

const conditionsOf = ({ action, entity, entity_id, user_id, from, to }: AuditQuery): Sql[] => [
  ...equal(sql`action`, action),
  ...equal(sql`entity`, entity),
  ...equal(sql`entity_id`, entity_id),
  ...equal(sql`user_id`, user_id),
  ...onDays(sql`at`, from, to),
]

const NEWEST = highestFirst(sql`id`)
const listEntries = (db: Db, conditions: readonly Sql[], page: Page<typeof NEWEST>) =>
  db.all<Entry>(sql`
    select id, at, user_id, app_source, request_id, ip_hash, action, entity, entity_id, before, after
    from audit_log ${where([...conditions, ...behind(page)])} ${inOrder(page)}`)

/** Nothing is ever taken out, and every seal says how many rows it covers: only what is not sealed yet is counted. */
async function countEntries(db: Db, conditions: readonly Sql[]): Promise<number> {
  const row = await db.one<{ total: number }>(
    conditions.length > 0
      ? sql`select count(*) as total from audit_log ${where(conditions)}`
      : sql`
        select (sealed.rows + (select count(*) from audit_log where id > sealed.last_id))::bigint as total
        from (select coalesce(sum(rows), 0) as rows, coalesce(max(last_id), 0) as last_id from audit_seals) sealed`,
  )
  return row?.total ?? 0
}
