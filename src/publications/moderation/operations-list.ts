import { type Static, Type } from 'typebox'
import { signedIn } from '../../access/visitors.ts'
import { type Db, type Sql, sql, where } from '../../kernel/db/db.ts'
import { behind, inOrder, newestFirst } from '../../kernel/lists/orders.ts'
import { type Page, Paged, paged, pageOf, pageQuery } from '../../kernel/lists/paging.ts'
import { Id, Nullable, named, Obj, Optional, Text, Timestamp, Word } from '../../kernel/routes/shapes.ts'
import { PersonInBrief } from '../../users/shapes.ts'
import { ModerationStatus } from '../shapes.ts'
import { OPERATION_ACTIONS } from './operations.ts'

/** What was done lately, to be taken back also after a reload. */

export const Operation = named(
  'Operation',
  Obj({
    id: Id,
    action: Word(OPERATION_ACTIONS, {
      moderate: 'decided about it',
      valide: 'switched it on or off',
      feature: 'put it in front, or back',
      delete: 'deleted it',
      restore: 'brought it back',
      edit: 'changed its words',
    }),
    /** What `moderate` and `valide` made of them. */
    moderation_status: Nullable(ModerationStatus),
    at: Timestamp,
    user: Nullable(PersonInBrief),
    total: Type.Integer({ minimum: 1 }),
    /** Of the first of them, and which one it is. */
    title: Text(200),
    publication_id: Id,
    undone_at: Nullable(Timestamp),
  }),
)
export type Operation = Static<typeof Operation>

const OperationsQuery = Obj({ ...pageQuery, mine: Optional(Type.Boolean()) })

export const operations = signedIn.read({
  summary: 'What was done to publications in the last 30 days, newest first; `mine=true`: by oneself',
  query: OperationsQuery,
  reply: Paged(Operation),
  errors: ['page_too_deep'],
  async run({ db, query, caller }) {
    const page = pageOf(query, NEWEST)
    const conditions = [sql`o.total > 0`, ...(query.mine ? [sql`o.user_id = ${caller.id}`] : [])]
    return await paged(page, list(db, conditions, page), count(db, conditions), record)
  },
})

type Row = Omit<Operation, 'user'> & { readonly user_id: string | null; readonly nom: string | null }

const record = ({ user_id, nom, ...row }: Row): Operation => ({
  ...row,
  user: user_id === null ? null : { id: user_id, nom },
})

const NEWEST = newestFirst(sql`o.id`)
const list = (db: Db, conditions: readonly Sql[], page: Page<typeof NEWEST>) =>
  db.all<Row>(sql`
    select o.id, o.action, o.moderation_status, o.created_at as at, o.user_id, u.nom, o.total, o.undone_at,
           first.title, first.id as publication_id
    from (select * from moderation_operations o ${where([...conditions, ...behind(page)])} ${inOrder(page)}) o
    left join users u on u.id = o.user_id
    cross join lateral (
      select p.id, p.title from moderation_operation_items i join publications p on p.id = i.publication_id
      where i.operation_id = o.id order by i.publication_id limit 1) first
    order by o.id desc`)

const count = async (db: Db, conditions: readonly Sql[]) =>
  (
    await db.one<{ total: number }>(
      sql`select count(*) as total from moderation_operations o ${where(conditions)}`,
    )
  )?.total ?? 0
