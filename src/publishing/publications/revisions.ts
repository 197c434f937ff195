import type { Static } from 'typebox'
import { repliesOf } from '../../../shared/fields/field.ts'
import { WRITTEN } from '../../../shared/fields/publications.ts'
import { about, Id, isId, Nullable, named, Obj, Text, Timestamp, Word } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { columnsOf } from '../../kernel/db/columns.ts'
import { type Db, raw, sql, type Tx } from '../../kernel/db/db.ts'
import { readPage, timestampPart } from '../../kernel/lists/orders.ts'
import { Paged, pageOf, pageQuery } from '../../kernel/lists/paging.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { read } from '../../kernel/routes/action.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { type Attached, shown, shownFields } from '../../media/attached.ts'
import { PersonInBrief } from '../../people/access/in-brief.ts'
import { CONTENT, type Content } from './content.ts'

/** Revisions: each version that was approved or sent back, stored when it is replaced or hidden. */

/** `commune_ids` includes it. */
const { commune_id: _, ...REVISED } = CONTENT

const { commune_id: _id, ...written } = repliesOf(WRITTEN)
const words = { ...written, ...shownFields }

const Revision = named(
  'Revision',
  Obj({
    id: Id,
    ...words,
    /** Null for imported content. */
    written_by: Nullable(PersonInBrief),
    written_at: Timestamp,
    /** Null if it was sent back and not approved since. */
    approved_at: Nullable(Timestamp),
    sent_back_at: Nullable(Timestamp),
    sent_back_reason: about('What was asked of its author', Nullable(Text(1000))),
    /** Null if it was replaced before its publication time. */
    visible_from: Nullable(Timestamp),
    /** Whether it is the present content. */
    current: Type.Boolean(),
  }),
)
export type Revision = Static<typeof Revision>

export const revisions = read({
  summary: 'Revisions of a publication that were approved or sent back, newest first',
  params: Obj({ id: Id }),
  query: Obj(pageQuery),
  reply: Paged(Revision),
  errors: ['page_too_deep'],
  async run({ db, params, query, config }) {
    const page = pageOf(query, NEWEST)
    const [exists, answer] = await Promise.all([
      db.one(sql`select from publications where id = ${params.id}`),
      readPage(db, page, revisionsOf(params.id), (row: Row) => record(row, config)),
    ])
    if (!exists) throw new Problem('not_found')
    return answer
  },
})

type Row = Omit<Revision, 'written_by' | keyof Attached> &
  Attached & {
    readonly user_id: string | null
    readonly nom: string | null
    readonly kept: string
  }
const record = ({ user_id, nom, kept: _, ...row }: Row, config: Config): Revision => ({
  ...row,
  ...shown(row, config),
  written_by: user_id === null ? null : { id: user_id, nom },
})

const NEWEST = {
  by: sql`r.kept_at desc, r.id desc`,
  rowsAfter: ([at, id]: readonly string[]) => sql`(r.kept_at, r.id) < (${at}::timestamptz, ${id}::uuid)`,
  checks: [timestampPart, isId],
  keyOf: ({ kept, id }: Pick<Row, 'kept' | 'id'>) => [kept, id],
}

const columns = columnsOf(REVISED, 'r')
/** Uploads collected since are left out. The later of two columns with the same name is the one that is read. */
const thereOf = (list: 'images' | 'documents') => sql`(
  select jsonb_agg(each) from jsonb_array_elements(${raw(`r.${list}`)}) each
  where exists (select from uploads u where u.id = (each ->> 'id')::uuid)) as ${raw(list)}`
const attachedColumns = sql`${thereOf('images')}, ${thereOf('documents')}`
/** A text that was sent back has the same time in both columns until it is approved. */
const decidedColumns = sql`
  case when r.approved_at is distinct from r.sent_back_at then r.approved_at end as approved_at, r.sent_back_at,
  r.sent_back_reason`
/** Whether revision `r` equals its publication `p`. */
const same = sql`(${columns}) is not distinct from (${columnsOf(REVISED, 'p')})`

const revisionsOf = (id: string) => ({
  columns: sql`
    r.id, ${columns}, ${attachedColumns}, r.written_by as user_id, u.nom, r.written_at, ${decidedColumns}, r.visible_from,
    r.kept_at::text as kept, ${same} as current`,
  from: sql`publication_revisions r join publications p on p.id = r.publication_id
    left join users u on u.id = r.written_by`,
  conditions: [sql`r.publication_id = ${id}`],
  counted: sql`publication_revisions r`,
})

export const findRevision = (tx: Tx, publicationId: string, id: string) =>
  tx.one<Omit<Content, 'commune_id' | 'commune_ids'>>(sql`
    select ${columnsOf(REVISED)} from publication_revisions
    where id = ${id} and publication_id = ${publicationId}`)

////////////////////////////////////////////////////////////////////////////// beside the record

/** Whether publication `p` is hidden and differs from its last revision: what was approved, or sent back. */
export const changedSinceApproval = sql`
  not p.valide and coalesce((
    select not (${same}) from publication_revisions r where r.publication_id = p.id
    order by r.kept_at desc limit 1), false)`

/** The last content that was decided, compared with the content waiting for review. */
export const Approved = named(
  'ApprovedWords',
  Obj({
    ...words,
    at: Timestamp,
    decision: Word(['approved', 'sent_back'], {
      approved: 'it was approved at that time',
      sent_back: 'it was sent back to its author at that time',
    }),
    reason: about('What was asked of its author, where it was sent back', Nullable(Text(1000))),
  }),
)
export type Approved = Static<typeof Approved>

export async function approvedWords(db: Db, id: string, config: Config): Promise<Approved | undefined> {
  const row = await db.one<Omit<Approved, keyof Attached> & Attached>(sql`
    select ${columns}, ${attachedColumns}, r.approved_at as at,
           case when r.approved_at is distinct from r.sent_back_at then 'approved' else 'sent_back' end as decision,
           case when r.approved_at = r.sent_back_at then r.sent_back_reason end as reason
    from publication_revisions r
    where r.publication_id = ${id} order by r.kept_at desc limit 1`)
  return row && { ...row, ...shown(row, config) }
}
