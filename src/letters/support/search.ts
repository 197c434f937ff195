import { countRows, type Db, type Sql, sql, where } from '../../kernel/db/db.ts'

/**
 * How threads with these words are found: by the two indexes (`index`), by walking the list where matches are frequent
 * (`walk`), or by reading every message once (`scan`). A single plan takes more than five seconds for a common word,
 * or a hundred times too long for a rare one.
 */
export type Way = 'index' | 'walk' | 'scan'

const GLANCE = 500
/** The words are common if so many of the newest threads match. */
const COMMON = 50
/** The index (trigrams) needs three characters. */
const SHORTEST = 3

export async function wayTo(db: Db, q: string, conditions: readonly Sql[]): Promise<Way> {
  const row = await db.one<{ n: number; length: number }>(sql`
    select count(*)::int as n, length(plain_text(${q})) as length from (
      select * from support_threads t ${where(conditions)} order by t.last_message_at desc, t.id desc limit ${GLANCE}) t
    where ${says(q)}`)
  if ((row?.n ?? 0) >= COMMON) return 'walk'
  return (row?.length ?? 0) < SHORTEST ? 'scan' : 'index'
}

const FEW = 10_000

/** Whether checking each matching thread is faster than reading every message (100 ms, not 600). */
export const areFew = async (db: Db, conditions: readonly Sql[]): Promise<boolean> =>
  (await countRows(db, sql`(select from support_threads t ${where(conditions)} limit ${FEW + 1}) few`)) <= FEW

/** The condition that the thread has the words, in its own columns or in a message. */
export function withWords(q: string, way: Way): Sql {
  if (way === 'walk') return says(q)
  // `|| ''` keeps the planner from the index: without three characters it would read all of it, and the table too.
  if (way === 'scan')
    return sql`(t.recherche like ${once(q)} or t.id in (
      select m.thread_id from support_messages m where m.recherche || '' like ${once(q)}))`
  return sql`t.id in (
    select s.id from support_threads s where s.recherche like ${part(q)}
    union select s.thread_id from support_messages s where s.recherche like ${part(q)})`
}

const part = (q: string): Sql => sql`somewhere(${q})`
/** A subquery, so that the pattern is computed once and not for each row. */
const once = (q: string): Sql => sql`(select ${part(q)})`

/** `offset 0`: evaluated thread by thread, not for all threads beforehand. */
const says = (q: string): Sql => sql`(t.recherche like ${once(q)} or exists (
  select from support_messages m where m.thread_id = t.id and m.recherche like ${once(q)} offset 0))`
