import { type Sql, sql } from '../db/db.ts'

/** A smaller number of people could tell who they are. */
const FEWEST_TOLD = 5

/** The count itself; null for one to four. */
export const toldCount = (count: Sql): Sql =>
  sql`case when ${count} = 0 or ${count} >= ${FEWEST_TOLD} then ${count} end`
