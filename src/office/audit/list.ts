import type { Static } from 'typebox'
import {
  about,
  Data,
  Id,
  isId,
  List,
  Nullable,
  named,
  Obj,
  Optional,
  Text,
  Timestamp,
  WordOf,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { AUDIT_DECISIONS, type AuditDecision } from '../../../shared/words/audit-decisions.ts'
import { sealState } from '../../foundation/audit-seal.ts'
import { countRows, type Db, type Sql, sql, where } from '../../kernel/db/db.ts'
import { equal, From, onDays, To } from '../../kernel/lists/list-filters.ts'
import { highestFirst, pageRows } from '../../kernel/lists/orders.ts'
import { type Page, Paged, paged, pageOf, pageQuery } from '../../kernel/lists/paging.ts'
import { read } from '../../kernel/routes/action.ts'
import { KeyInBrief, keyInBrief, PersonInBrief } from '../../people/access/in-brief.ts'
import { FIND } from '../pick/found.ts'
import { KINDS_OF_ENTITIES, Names, namesIn } from './named.ts'

/** The audit trail, newest first. Ids follow the order of writing. */

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
    by: Nullable({
      ...PersonInBrief,
      description:
        'The user, by the address if they have no name; null for an API key, a command, a job, an import or an anonymous caller',
    }),
    key: about('The API key, where no person acted', Nullable(KeyInBrief)),
    app_source: Nullable(Text(100)),
    request_id: Nullable(Text(200)),
    ip_hash: Nullable(Text(100)),
    action: Text(100),
    entity: Text(100),
    entity_id: Text(100),
    label: about(
      'The present or last name of the record; null if it has none, or if the name was deleted with it',
      Nullable(Type.String()),
    ),
    before: Fields,
    after: Fields,
    names: Names,
    sealed: about('Covered by a seal, so that a later change would be detected', Type.Boolean()),
  }),
)
type Entry = Static<typeof Entry>

const AuditQuery = Obj({
  ...pageQuery,
  q: Optional(
    about(
      'Words of the name of the user or of the record (the fifty best matches of each kind), or an id',
      Text(200, 0),
    ),
  ),
  action: Optional(about('Only this action, such as `publication.moderated`', Text(100))),
  entity: Optional(about('Only records of this kind, such as `publication`', Text(100))),
  entity_id: Optional(about('Only the record with this id', Text(100))),
  decision: Optional(
    about('Only decisions about publications, claims and appeals with this outcome', WordOf(AUDIT_DECISIONS)),
  ),
  user_id: Optional(about('Only actions of this user', Id)),
  key_id: Optional(about('Only actions of this API key', Id)),
  request_id: Optional(about('Only the request with this id (`X-Request-Id` of its reply)', Text(200))),
  from: Optional(From),
  to: Optional(To),
})
type AuditQuery = Static<typeof AuditQuery>

export const list = read({
  summary: 'All actions that changed something, newest first; the days `from` and `to` are included',
  query: AuditQuery,
  reply: Paged(Entry),
  errors: ['page_too_deep'],
  async run({ db, query }) {
    const page = pageOf(query, NEWEST)
    const conditions = await conditionsOf(db, query)
    return await paged(page, listNamed(db, conditions, page), () => countMatching(db, conditions))
  },
})

const NEWEST = highestFirst(sql`l.id`)

async function conditionsOf(db: Db, query: AuditQuery): Promise<Sql[]> {
  const { q, action, entity, entity_id, decision, user_id, key_id, request_id, from, to } = query
  return [
    ...(q ? [await aboutWhom(db, q)] : []),
    ...equal(sql`l.action`, action),
    // An action starts with its entity, so one index answers both filters.
    ...(action?.split('.')[0] === entity ? [] : equal(sql`l.entity`, entity)),
    ...equal(sql`l.entity_id`, entity_id),
    ...(decision ? decidedAs(decision) : []),
    ...equal(sql`l.user_id`, user_id),
    ...equal(sql`l.key_id`, key_id),
    ...equal(sql`l.request_id`, request_id),
    ...onDays(sql`l.at`, from, to),
  ]
}

/** As the index `audit_log_decision` has them. */
const DECISION = sql`case l.action when 'publication.moderated' then l.after ->> 'moderation_status'
  when 'claim.decided' then l.after ->> 'status'
  when 'publication.appeal_decided' then l.after ->> 'appeal' when 'claim.appeal_decided' then l.after ->> 'appeal'
  when 'publication.reports_kept' then 'kept'
  when 'publication.moderation_undone' then 'undone' when 'claim.decision_undone' then 'undone' end`
const DECIDING = sql`l.action in ('publication.moderated', 'claim.decided', 'publication.appeal_decided',
  'claim.appeal_decided', 'publication.reports_kept', 'publication.moderation_undone', 'claim.decision_undone')`

export const decidedAs = (decision: AuditDecision): Sql[] => [DECIDING, sql`${DECISION} = ${decision}`]

const MOST_NAMED = 50

/** The ids that the lists of users, acteurs and so on find for the words; then each by the trail's index. */
async function aboutWhom(db: Db, q: string): Promise<Sql> {
  if (isId(q)) return sql`(l.entity_id = ${q.toLowerCase()} or l.user_id = ${q})`
  const found = await Promise.all(
    KINDS_OF_ENTITIES.map(async ([entity, kind]) => ({
      entity,
      ids: await FIND[kind](db, q, MOST_NAMED, null),
    })),
  )
  const people = found.find(({ entity }) => entity === 'user')?.ids ?? []
  const things = found.flatMap(({ entity, ids }) => ids.map(id => ({ entity, id })))
  return sql`l.id in (
    select id from audit_log where user_id = any(${people}::uuid[]) union all
    select t.id from unnest(${things.map(({ entity }) => entity)}::text[], ${things.map(({ id }) => id)}::text[])
      as thing(entity, id) join audit_log t on t.entity = thing.entity and t.entity_id = thing.id)`
}

type Row = Omit<Entry, 'label' | 'names'>

const listRows = (db: Db, conditions: readonly Sql[], page: Page<typeof NEWEST>) =>
  db.all<Row>(sql`
    select l.id, l.at, l.user_id, l.app_source, l.request_id, l.ip_hash, l.action, l.entity, l.entity_id,
      l.before, l.after, l.id <= (select coalesce(max(last_id), 0) from audit_seals) as sealed,
      (select json_build_object('id', u.id, 'nom', coalesce(u.nom, u.email)) from users u where u.id = l.user_id) as by,
      ${keyInBrief(sql`l.key_id`)} as key
    from ${pageRows(sql`audit_log`, sql`l`, conditions, page)} order by ${page.order.by}`)

async function listNamed(db: Db, conditions: readonly Sql[], page: Page<typeof NEWEST>): Promise<Entry[]> {
  const rows = await listRows(db, conditions, page)
  const namesOf = await namesIn(db, rows)
  return rows.map(row => ({ ...row, ...namesOf(row) }))
}

/** Rows are never deleted, and every seal says how many rows it covers: only unsealed rows are counted. */
async function countMatching(db: Db, conditions: readonly Sql[]): Promise<number> {
  if (conditions.length === 0) {
    const { sealed_rows, open_rows } = await sealState(db)
    return sealed_rows + open_rows
  }
  return await countRows(db, sql`audit_log l ${where(conditions)}`)
}

////////////////////////////////////////////////////////////////////////////// beside the list

const Action = named(
  'AuditAction',
  Obj({ action: Text(100), last_at: about('When the action was last recorded', Timestamp) }),
)

export const actions = read({
  summary: 'All actions that occur in the audit trail, for filters',
  reply: Data(List(Action)),
  run: async ({ db }) => ({ data: await listActions(db) }),
})

/** From one action to the next along the index: sixty steps, however long the trail is. */
const listActions = (db: Db) =>
  db.all<Static<typeof Action>>(sql`
    with recursive each(action) as (
      (select action from audit_log order by action limit 1)
      union all
      select (select l.action from audit_log l where l.action > each.action order by l.action limit 1)
      from each where each.action is not null)
    select action, (select at from audit_log l where l.action = each.action order by id desc limit 1) as last_at
    from each where action is not null order by action`)

const Count = Type.Integer({ minimum: 0 })
const Seal = named(
  'AuditSeal',
  Obj({
    seals: Count,
    sealed_rows: Count,
    open_rows: about('The number of rows written since the last seal', Count),
    sealed_at: Nullable(Timestamp),
    head: about(
      'The last hash of the chain. If you store it elsewhere, `parvis audit verify --head` can prove later that no rows were cut off',
      Nullable(Text(64)),
    ),
  }),
)

export const seal = read({
  summary: 'How much of the audit trail is sealed, and the head of the hash chain',
  reply: Data(Seal),
  run: async ({ db }) => ({ data: await sealState(db) }),
})
