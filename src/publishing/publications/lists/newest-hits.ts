import { type Db, empty, type Sql, sql, where } from '../../../kernel/db/db.ts'
import type { SearchContext } from './search.ts'

/**
 * The newest hits of words. The index of words is read by weeks, so that the hits of other weeks cost nothing: the bitmap of a
 * word that only old texts have would hold them all.
 */

interface HitsWanted {
  readonly words: SearchContext
  readonly by: TimeOrder
  /** Conditions on `p`, with its id, `visible_le` and `commune_ids`. */
  readonly conditions: readonly Sql[]
  /** Conditions that need the publication `p`. */
  readonly ofRow: readonly Sql[]
  /** Read by the index as well; null for all, or for so many that a condition is faster. */
  readonly communeIds: readonly string[] | null
  /** The time of the cursor. */
  readonly from?: string | undefined
  readonly enough: number
}

export interface NewestHits {
  /** Newest first. */
  readonly ids: readonly string[]
  /** All hits were read. */
  readonly isAll: boolean
  /** The search stopped: time and id of a cursor from which it goes on. Null: the hits are enough, or all. */
  readonly resumeKey: readonly [time: string, id: string] | null
}

export interface Limits {
  /** The search stops after this many candidates that are no hits. */
  readonly discarded: number
  /** The most publications read for the candidates of one week. */
  readonly looked: number
  /** A block of eight weeks with more candidates is read week by week. */
  readonly block: number
}
/** Together 40 ms. */
export const LIMITS: Limits = { discarded: 6_000, looked: 2_500, block: 500 }

/** The time by which hits are ordered, and where the texts of a week are. */
interface TimeOrder {
  /** The first time that a publication has. */
  readonly oldest: Sql
  /** Rows of words `w` of some weeks. */
  readonly inWeeks: (isFound: Sql, weeks: Sql) => Sql
  /** Rows of words `w` before a week. */
  readonly before: (isFound: Sql, week: Sql) => Sql
  /** The time of a candidate `p`, a row of words: at least that of its publication. */
  readonly ofCandidate: Sql
  /** The time of the publication `p`. */
  readonly ofPublication: Sql
  /** How much later than its time the week of a publication may begin. */
  readonly delay: Sql
  /** Whether rows of words have this time. Then texts that wait for their week are read apart. */
  readonly isOfWords: boolean
}

/** Newest first by `visible_le`. A text that appears in another week than that of its id is indexed by that week, or waits. */
export const BY_APPEARANCE: TimeOrder = {
  oldest: sql`(select min(visible_le) from publications where visible_le is not null)`,
  inWeeks: (isFound, weeks) => sql`
    publication_words w where weeks_of_words(w.week, w.publication_id) && ${weeks} and not w.moving and ${isFound}`,
  before: (isFound, week) => sql`
    publication_words w where (weeks_of_words(w.week, w.publication_id))[1] < ${week} and not w.moving and ${isFound}`,
  ofCandidate: sql`p.visible_le`,
  ofPublication: sql`p.visible_le`,
  delay: sql`interval '0'`,
  isOfWords: true,
}

/** Newest first by `created_at`: the transaction began, then the id was made. Only the demo makes publications older. */
export const BY_AGE: TimeOrder = {
  oldest: sql`(select min(created_at) from publications)`,
  inWeeks: (isFound, weeks) => sql`(
    select * from publication_words w
    where weeks_of_words(w.week, w.publication_id) && ${weeks} and w.week is null and ${isFound}
    union all
    select * from publication_words w
    where weeks_of_words(null, w.publication_id) && ${weeks} and w.week is not null and ${isFound}) w where true`,
  before: (isFound, week) => sql`
    publication_words w where (weeks_of_words(null, w.publication_id))[1] < ${week} and ${isFound}`,
  ofCandidate: sql`uuid_extract_timestamp(p.id)`,
  ofPublication: sql`p.created_at`,
  delay: sql`interval '1 hour'`,
  isOfWords: false,
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Reads blocks of eight weeks, and single weeks of a block with many candidates. A publication appears in its indexed week or in
 * the next one, and has its id in the week in which it was created or right after it. So hits are complete down to the week after
 * the last one that was read: when there are enough, one step more is read. At least two weeks are read, so that the cursor of a
 * stopped search moves. Texts that are not indexed by their week yet are read from their own table.
 *
 * The index does not know where a week ends: of words that hardly meet, it reads on to the next text with all of them. So
 * where a step finds nearly nothing, the next one reads all weeks that are left; once, in case it finds too much.
 */
export async function newestHits(
  db: Db,
  { words, by, conditions, ofRow, communeIds, from, enough }: HitsWanted,
  limits: Limits = LIMITS,
): Promise<NewestHits> {
  const { query, candidates } = words
  const near = communeIds ? sql`and w.commune_ids && ${[...communeIds]}::uuid[]` : empty
  const isFound = sql`w.recherche @@ ${candidates}::tsquery ${near}`
  const isHit = candidates === query ? empty : sql`, w.recherche @@ ${query}::tsquery as is_hit`
  const candidate = sql`w.publication_id as id, w.visible_le, w.commune_ids${isHit}`
  const matching = where([...(candidates === query ? [] : [sql`p.is_hit`]), ...conditions])
  const isOfWords = by.isOfWords && ofRow.length === 0
  const hits = isOfWords
    ? sql`select * from looked`
    : sql`select p.id, ${by.ofPublication} as time from looked cross join lateral (
        select * from publications p where p.id = looked.id offset 0) p ${where(ofRow)}`
  const newestFirst = sql`order by time desc, id desc`
  const row = await db.one<NewestHits>(sql`
    with recursive bounds as materialized (
      select week_of(least(now(), ${from ?? null}::timestamptz) + ${by.delay}) as first, week_of(${by.oldest}) - 1 as last,
        numnode(${candidates}::tsquery) > 1 as has_several_words),
    moving as materialized (
      with candidates as materialized (
        select w.* from (
          select publication_id as id from publication_words_moving
          where ${by.isOfWords}::boolean and recherche @@ ${candidates}::tsquery offset 0) m
        cross join lateral (
          select ${candidate} from publication_words w where w.publication_id = m.id and w.moving ${near} offset 0) w),
      looked as materialized (select p.id, ${by.ofCandidate} as time from candidates p ${matching})
      ${hits} ${newestFirst} limit ${enough}),
    -- From which week on all are read; whether the block before has too many candidates to read it as one; whether the next step
    -- reads all that is left, and whether it may; how many candidates were discarded, how many are hits, and without the last
    -- step; the hits of the last step, and behind which of them it ended.
    walked (week, crowded, sparse, may_be_sparse, discarded, hits, before, ids, times, end_id, end_time) as (
      select first + 1, false, false, has_several_words, 0::bigint, 0::bigint, 0::bigint, '{}'::uuid[], '{}'::timestamptz[],
        null::uuid, null::timestamptz
      from bounds
      union all
      select case when here.rejected then walked.week else next.week end,
        case when walked.sparse then walked.crowded
          else here.rejected or (not next.is_block and here.candidates * 8 > ${limits.block}::int) end,
        walked.may_be_sparse and not walked.sparse and not here.rejected
          and here.candidates * (next.week - bounds.last) * 2 < ${limits.block}::int * (walked.week - next.week),
        walked.may_be_sparse and not walked.sparse,
        walked.discarded + case when cardinality(here.ids) < ${enough} then here.candidates - cardinality(here.ids) else 0 end,
        walked.hits + cardinality(here.ids),
        case when here.rejected then walked.before else walked.hits end, here.ids, here.times,
        coalesce(here.end_id, walked.end_id), coalesce(here.end_time, walked.end_time)
      from walked cross join bounds
      cross join lateral (
        select case when walked.sparse then bounds.last else walked.week - case when is_block then 8 else 1 end end as week,
          is_block
        from (select walked.week % 8 = 0 and not walked.crowded and not walked.sparse as is_block) as block) next
      cross join lateral (
        with candidates as materialized (
          (select ${candidate}
          from ${by.inWeeks(isFound, sql`array[case when next.is_block then -1 - next.week / 8 else next.week end]`)} and not walked.sparse
          limit case when next.is_block then ${limits.block}::int + 1 end)
          union all
          (select ${candidate} from ${by.before(isFound, sql`walked.week`)} and walked.sparse
          limit ${limits.block}::int + 1)),
        counted as materialized (select count(*) as candidates from candidates),
        judged as materialized (select candidates, (next.is_block or walked.sparse) and candidates > ${limits.block}::int as rejected from counted),
        looked as materialized (
          select p.id, ${by.ofCandidate} as time from candidates p ${matching}
          ${newestFirst} limit ${isOfWords ? enough : limits.looked}::int),
        found as materialized (
          select hit.* from judged cross join lateral (
            ${hits} ${newestFirst} limit ${enough}) hit where not rejected),
        ended as materialized (
          select id, time from looked
          where ${isOfWords ? sql`false` : sql`(select count(*) from looked) = ${limits.looked}::int`}
            and (select count(*) from found) < ${enough} and not (select rejected from judged)
          order by time, id limit 1)
        select rejected, case when rejected then 0 else candidates end as candidates,
          array(select id from found ${newestFirst}) as ids, array(select time from found ${newestFirst}) as times,
          (select id from ended) as end_id, (select time from ended) as end_time
        from judged) here
      where walked.week > bounds.last and walked.before < ${enough}
        and ((walked.discarded < ${limits.discarded}::int and walked.end_id is null) or walked.week >= bounds.first)),
    ends as (
      select end_time as time, end_id as id from walked where end_id is not null
      union all
      select to_timestamp((min(week) + 1) * 604800) - interval '1 microsecond', ${LAST_ID}::uuid
      from walked cross join bounds having max(before) < ${enough} and min(week) > min(last)),
    stopped as materialized (select time, id from ends order by time desc, id desc limit 1),
    found as materialized (
      select hit.id, hit.time from (
        select hit.* from walked cross join unnest(walked.ids, walked.times) as hit (id, time)
        union all select id, time from moving) as hit
      where not exists (select from stopped where (hit.time, hit.id) < (stopped.time, stopped.id))
      ${newestFirst} limit ${enough})
    select array(select id from found ${newestFirst}) as ids,
      (select array[time::text, id::text] from stopped) as "resumeKey",
      not exists (select from stopped) and (select count(*) from found) < ${enough} as "isAll"`)
  return row ?? { ids: [], isAll: true, resumeKey: null }
}
