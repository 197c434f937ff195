import { isId } from '../../../../shared/shapes.ts'
import type { OwnSort } from '../../../../shared/words/publications.ts'
import { type Sql, sql } from '../../../kernel/db/db.ts'
import { hourPart, type IndexOrder, timestampPart } from '../../../kernel/lists/orders.ts'
import { anyText } from '../../../kernel/lists/paging.ts'
import type { OwnRow } from '../record.ts'

/** The orders of members' lists; the rows of one acteur are gathered and sorted (20 000 in 30 ms). */

export type OwnListRow = OwnRow & { readonly key: readonly string[] }
export interface OwnOrder extends IndexOrder<OwnListRow> {
  /** The columns of the order as text, with all digits. */
  readonly key: Sql
}

const keyOf = (row: OwnListRow) => row.key
const byAge = { key: sql`array[p.created_at::text, p.id::text]`, checks: [timestampPart, isId], keyOf }

/** Publications without a day come last. */
const begin = sql`coalesce(p.debut, '-infinity')`

export const ORDERS: Readonly<Record<OwnSort, OwnOrder>> = {
  created_at_desc: {
    ...byAge,
    by: sql`p.created_at desc, p.id desc`,
    rowsAfter: ([at, id]) => sql`(p.created_at, p.id) < (${at}::timestamptz, ${id}::uuid)`,
  },
  created_at_asc: {
    ...byAge,
    by: sql`p.created_at, p.id`,
    rowsAfter: ([at, id]) => sql`(p.created_at, p.id) > (${at}::timestamptz, ${id}::uuid)`,
  },
  date_debut_desc: {
    by: sql`${begin} desc, p.id desc`,
    key: sql`array[${begin}::text, p.id::text]`,
    rowsAfter: ([last, id]) => sql`(${begin}, p.id) < (${last}::timestamp, ${id}::uuid)`,
    checks: [part => part === '-infinity' || hourPart(part), isId],
    keyOf,
  },
  title_asc: {
    by: sql`fold(p.title), p.id`,
    key: sql`array[fold(p.title), p.id::text]`,
    rowsAfter: ([title, id]) => sql`(fold(p.title), p.id) > (${title}, ${id}::uuid)`,
    checks: [anyText, isId],
    keyOf,
  },
}
