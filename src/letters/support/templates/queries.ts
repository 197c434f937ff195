import { isId } from '../../../../shared/shapes.ts'
import { type Db, sql, where } from '../../../kernel/db/db.ts'
import { cursorCondition, type IndexOrder, orderAndLimit } from '../../../kernel/lists/orders.ts'
import { anyText, type Page } from '../../../kernel/lists/paging.ts'
import type { ReplyTemplate } from './shapes.ts'

export const TEMPLATE = sql`id, nom, body, version, created_at, updated_at`

export const BY_NAME: IndexOrder<{ readonly cle: string; readonly id: string }> = {
  by: sql`lower(nom), id`,
  rowsAfter: ([cle, id]) => sql`(lower(nom), id) > (${cle}, ${id}::uuid)`,
  checks: [anyText, isId],
  keyOf: ({ cle, id }) => [cle, id],
}

export const listTemplates = (db: Db, page: Page<typeof BY_NAME>) =>
  db.all<ReplyTemplate & { cle: string }>(sql`
    select ${TEMPLATE}, lower(nom) as cle from reply_templates ${where(cursorCondition(page))} ${orderAndLimit(page)}`)

export const countTemplates = async (db: Db) =>
  (await db.one<{ n: number }>(sql`select count(*) as n from reply_templates`))?.n ?? 0
