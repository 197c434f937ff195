import { sql, type Tx } from '../../kernel/db/db.ts'

/** Demo only: makes a commune without records a part of another one. Real mergers come with the national list. */
export const mergeInto = (tx: Tx, id: string, successor: string) =>
  tx.run(sql`update communes set successor_id = ${successor} where id = ${id}`)
