import { isId } from '../../../../shared/shapes.ts'
import { type Db, sql } from '../../../kernel/db/db.ts'
import { type IndexOrder, readPage } from '../../../kernel/lists/orders.ts'
import { anyText, type PageQuery, pageOf } from '../../../kernel/lists/paging.ts'
import type { ReplyTemplate } from './shapes.ts'

export const TEMPLATE = sql`id, nom, body, version, created_at, updated_at`

const BY_NAME: IndexOrder<{ readonly cle: string; readonly id: string }> = {
  by: sql`lower(nom), id`,
  rowsAfter: ([cle, id]) => sql`(lower(nom), id) > (${cle}, ${id}::uuid)`,
  checks: [anyText, isId],
  keyOf: ({ cle, id }) => [cle, id],
}

export const pageOfTemplates = (db: Db, query: PageQuery) =>
  readPage(
    db,
    pageOf(query, BY_NAME),
    { columns: sql`${TEMPLATE}, lower(nom) as cle`, from: sql`reply_templates`, conditions: [] },
    ({ cle: _, ...item }: ReplyTemplate & { readonly cle: string }) => item,
  )
