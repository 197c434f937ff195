import type { Static, TSchema } from 'typebox'
import {
  about,
  Data,
  Id,
  Nullable,
  named,
  Obj,
  Optional,
  Text,
  Timestamp,
  Word,
  WordOf,
} from '../../../../shared/shapes.ts'
import { Type } from '../../../../shared/type.ts'
import { OPERATION_STATES } from '../../../../shared/words/moderation.ts'
import { countRows, type Db, join, type Sql, sql, where } from '../../../kernel/db/db.ts'
import { cursorCondition, newestFirst, orderAndLimit, readPage } from '../../../kernel/lists/orders.ts'
import { type Page, Paged, paged, pageOf, pageQuery } from '../../../kernel/lists/paging.ts'
import { found } from '../../../kernel/refusals/errors.ts'
import { PersonInBrief } from '../../../people/access/in-brief.ts'
import { territoryOf } from '../../../people/access/permissions.ts'
import { meetsTerritory, type Territory } from '../../../people/access/territory.ts'
import { signedIn } from '../../../people/access/visitors.ts'
import { ModerationStatus } from '../shapes.ts'
import { OPERATION_ACTIONS, STEPS } from './operations.ts'
import { type Skipped, skippedRecord } from './selection.ts'
import { Left } from './shapes.ts'

/** Recent operations: the list, the progress of each, and its failures. */

const Count = Type.Integer({ minimum: 0, 'x-extension': true })
const further = <T extends TSchema>(shape: T) => Type.Unsafe<Static<T>>({ ...shape, 'x-extension': true })

const Operation = named(
  'Operation',
  Obj({
    id: Id,
    action: Word(OPERATION_ACTIONS, {
      moderate: 'decided publications',
      valide: 'showed or hid publications',
      feature: 'featured or unfeatured publications',
      delete: 'deleted publications',
      restore: 'restored publications',
      edit: 'corrected a publication',
      tell_apart: 'marked two publications as different',
    }),
    /** The new status, for `moderate` and `valide`. */
    moderation_status: Nullable(ModerationStatus),
    at: Timestamp,
    user: Nullable(PersonInBrief),
    total: Type.Integer({ minimum: 1 }),
    /** The title of its first publication; null if none is left, or if it lies outside of the caller's territory. */
    title: Nullable(Text(200)),
    publication_id: Nullable(Id),
    undone_at: Nullable(Timestamp),
    state: further(WordOf(OPERATION_STATES)),
    done: about('The number of publications processed so far, of `total`', Count),
    updated: about('The number of publications that it changed', Count),
    unchanged: about('The number of publications that needed no change', Count),
    failed: about('The number of failures; listed by `GET /admin/operations/{id}/failures`', Count),
    restored: about('After an undo: the number of publications restored', Count),
    skipped: about('After an undo: the number of publications skipped because they changed since', Count),
  }),
)
export type Operation = Static<typeof Operation>

const OperationsQuery = Obj({
  ...pageQuery,
  mine: Optional(Type.Boolean()),
  state: Optional(about('Only those in this state', WordOf(OPERATION_STATES))),
})

export const operations = signedIn.read({
  summary:
    'Operations of the last 30 days, newest first; with `mine=true`, or for a role limited to communes, the caller’s own',
  query: OperationsQuery,
  reply: Paged(Operation),
  errors: ['page_too_deep'],
  async run({ db, query, caller }) {
    const page = pageOf(query, NEWEST)
    const territory = territoryOf(caller, 'moderation')
    const conditions = [
      sql`o.total > 0`,
      ...(query.state ? [sql`o.state = ${query.state}`] : []),
      ...(query.mine || territory ? [sql`o.user_id = ${caller.id}`] : []),
    ]
    return await paged(page, list(db, conditions, page, territory), count(db, conditions), record)
  },
})

type Row = Omit<Operation, 'user'> & { readonly user_id: string | null; readonly nom: string | null }

const record = ({ user_id, nom, ...row }: Row): Operation => ({
  ...row,
  user: user_id === null ? null : { id: user_id, nom },
})

const NEWEST = newestFirst(sql`o.id`)
const list = (db: Db, conditions: readonly Sql[], page: Page<typeof NEWEST>, territory: Territory) =>
  db.all<Row>(sql`
    select ${shown} from (
      select * from moderation_operations o ${where([...conditions, ...cursorCondition(page)])} ${orderAndLimit(page)}) o ${beside(territory)}
    order by o.id desc`)

const shown = sql`o.id, o.action, o.moderation_status, o.created_at as at, o.user_id, u.nom, o.total, o.undone_at,
  o.state, o.updated + o.unchanged + o.failed as done, o.updated, o.unchanged, o.failed, o.restored, o.skipped,
  first.title, first.id as publication_id`
/** An operator may have decided about publications that lie outside of a later limit: these have no title. */
const publicationOf = (id: Sql, territory: Territory) =>
  join([sql`p.id = ${id}`, ...meetsTerritory(sql`p.commune_ids`, territory)], ' and ')

const beside = (territory: Territory) => sql`
  left join users u on u.id = o.user_id
  left join lateral (
    select p.id, p.title from (
      (select publication_id as id from moderation_operation_items where operation_id = o.id
       order by publication_id limit 1)
      union all
      (select ids[1] from moderation_pieces where operation_id = o.id and step = 'decide' order by place limit 1)
      union all
      (select publication_id from moderation_failures where operation_id = o.id order by publication_id limit 1)) one
    join publications p on ${publicationOf(sql`one.id`, territory)} limit 1) first on true`

const count = (db: Db, conditions: readonly Sql[]) =>
  countRows(db, sql`moderation_operations o ${where(conditions)}`)

////////////////////////////////////////////////////////////////////////////// one operation, with its mails

const OperationMail = named(
  'OperationMail',
  Obj({
    count: about('The number of people who are notified by mail', Count),
    leaves_at: about('When the first mail is sent; null once all were sent', Nullable(Timestamp)),
  }),
)
const OperationItem = named(
  'OperationItem',
  Obj({
    ...Operation.properties,
    /** Null until a mail is queued. */
    mail: Nullable(OperationMail),
  }),
)

export const operation = signedIn.read({
  summary: 'Progress of an operation',
  params: Obj({ id: Id }),
  reply: Data(OperationItem),
  async run({ db, params, caller }) {
    const row = found(await find(db, params.id, territoryOf(caller, 'moderation')))
    const { count, leaves_at, ...rest } = row
    return { data: { ...record(rest), mail: count > 0 ? { count, leaves_at } : null } }
  },
})

const find = (db: Db, id: string, territory: Territory) =>
  db.one<Row & { readonly count: number; readonly leaves_at: string | null }>(sql`
    select ${shown}, letters.count, letters.leaves_at from moderation_operations o ${beside(territory)}
    cross join lateral (
      select count(*)::int as count, min(m.next_try_at) filter (where m.status = 'queued') as leaves_at
      from moderation_letters l join mails m on m.id = l.mail_id where l.operation_id = o.id) letters
    where o.id = ${id}`)

const Failure = named(
  'OperationFailure',
  Obj({
    ...Left.properties,
    step: Word(STEPS, { decide: 'it was not done to it', restore: 'it was not taken back' }),
  }),
)

export const failures = signedIn.read({
  summary: 'Publications that a bulk operation failed to change, with the reason',
  params: Obj({ id: Id }),
  query: Obj(pageQuery),
  reply: Paged(Failure),
  errors: ['page_too_deep'],
  async run({ db, params, query, language, caller }) {
    found(await db.one(sql`select from moderation_operations where id = ${params.id}`))
    const page = pageOf(query, BY_PUBLICATION)
    return await readPage(
      db,
      page,
      failuresOf(params.id, territoryOf(caller, 'moderation')),
      ({ step, ...left }: FailureRow) => ({ ...skippedRecord(left, language), step }),
    )
  },
})

type FailureRow = Skipped & { readonly step: (typeof STEPS)[number] }

const BY_PUBLICATION = newestFirst(sql`f.publication_id`)
/** As an undo says it: publications outside of the territory are `not_found`, without a title. */
const failuresOf = (id: string, territory: Territory) => ({
  columns: sql`f.publication_id as id, p.title, f.step,
    ${territory ? sql`case when p.id is null then 'not_found' else f.error end as error` : sql`f.error`}`,
  from: sql`moderation_failures f
    left join publications p on ${publicationOf(sql`f.publication_id`, territory)}`,
  conditions: [sql`f.operation_id = ${id}`],
  counted: sql`moderation_failures f`,
})
