import { type Db, empty, type Sql, sql, where } from '../../kernel/db/db.ts'
import type { SearchContext } from './search.ts'

/**
 * The newest hits of words. The index of words is read by weeks, so that the hits of other weeks cost nothing: the bitmap of a
 * word that only old texts have would hold them all.
 */

export interface HitsWanted {
  readonly words: SearchContext
  /** Conditions on `p`, with its id, `visible_le` and `commune_ids`. */
  readonly conditions: readonly Sql[]
  /** Conditions that need the publication `p`. */
  readonly ofRow: readonly Sql[]
  /** Read by the index as well; null for all, or for so many that a condition is faster. */
  readonly communeIds: readonly string[] | null
  /** `visible_le` of the cursor. */
  readonly from?: string | undefined
  readonly enough: number
}

export interface NewestHits {
  /** Newest first. */
  readonly ids: readonly string[]
  /** All hits were read. */
  readonly isAll: boolean
  /** The search stopped: `visible_le` and id of a cursor from which it goes on. Null: the hits are enough, or all. */
  readonly resumeKey: readonly [visibleLe: string, id: string] | null
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

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Reads blocks of eight weeks, and single weeks of a block with many candidates. A publication appears in its indexed week or in
 * the next one, so hits are complete down to the week after the last one that was read: when there are enough, one step more is
 * read. At least two weeks are read, so that the cursor of a stopped search moves. Texts that are not indexed by their week yet
 * are read from their own table.
 *
 * The index does not know where a week ends: of words that hardly meet, it reads on to the next text with all of them. So
 * where a step finds nearly nothing, the next one reads all weeks that are left; once, in case it finds too much.
 */
export async function newestHits(
  db: Db,
  { words, conditions, ofRow, communeIds, from, enough }: HitsWanted,
  limits: Limits = LIMITS,
): Promise<NewestHits> {
  const { query, candidates } = words
  const near = communeIds ? sql`and w.commune_ids && ${[...communeIds]}::uuid[]` : empty
  const isHit = candidates === query ? empty : sql`, w.recherche @@ ${query}::tsquery as is_hit`
  const candidate = sql`w.publication_id as id, w.visible_le, w.commune_ids${isHit}`
  const matching = where([...(candidates === query ? [] : [sql`p.is_hit`]), ...conditions])
  const isOfWords = ofRow.length === 0
  const hits = isOfWords
    ? sql`select * from looked`
    : sql`select looked.* from looked cross join lateral (
        select * from publications p where p.id = looked.id offset 0) p ${where(ofRow)}`
  const row = await db.one<NewestHits>(sql`
    with recursive bounds as materialized (
      select week_of(least(now(), ${from ?? null}::timestamptz)) as first, week_of(min(visible_le)) - 1 as last,
        numnode(${candidates}::tsquery) > 1 as has_several_words
      from publications where visible_le is not null),
    moving as materialized (
      with candidates as materialized (
        select w.* from (
          select publication_id as id from publication_words_moving where recherche @@ ${candidates}::tsquery offset 0) m
        cross join lateral (
          select ${candidate} from publication_words w where w.publication_id = m.id and w.moving ${near} offset 0) w),
      looked as materialized (select p.id, p.visible_le from candidates p ${matching})
      ${hits} order by visible_le desc, id desc limit ${enough}),
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
          (select ${candidate} from publication_words w
          where weeks_of_words(w.week, w.publication_id) && array[case when next.is_block then -1 - next.week / 8 else next.week end]
            and not w.moving and w.recherche @@ ${candidates}::tsquery ${near} and not walked.sparse
          limit case when next.is_block then ${limits.block}::int + 1 end)
          union all
          (select ${candidate} from publication_words w
          where walked.sparse and (weeks_of_words(w.week, w.publication_id))[1] < walked.week
            and not w.moving and w.recherche @@ ${candidates}::tsquery ${near}
          limit ${limits.block}::int + 1)),
        counted as materialized (select count(*) as candidates from candidates),
        judged as materialized (select candidates, (next.is_block or walked.sparse) and candidates > ${limits.block}::int as rejected from counted),
        looked as materialized (
          select p.id, p.visible_le from candidates p ${matching}
          order by p.visible_le desc, p.id desc limit ${isOfWords ? enough : limits.looked}::int),
        found as materialized (
          select hit.* from judged cross join lateral (
            ${hits} order by visible_le desc, id desc limit ${enough}) hit where not rejected),
        ended as materialized (
          select id, visible_le from looked
          where ${isOfWords ? sql`false` : sql`(select count(*) from looked) = ${limits.looked}::int`}
            and (select count(*) from found) < ${enough} and not (select rejected from judged)
          order by visible_le, id limit 1)
        select rejected, case when rejected then 0 else candidates end as candidates,
          array(select id from found order by visible_le desc, id desc) as ids,
          array(select visible_le from found order by visible_le desc, id desc) as times,
          (select id from ended) as end_id, (select visible_le from ended) as end_time
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
        union all select id, visible_le from moving) as hit
      where not exists (select from stopped where (hit.time, hit.id) < (stopped.time, stopped.id))
      order by hit.time desc, hit.id desc limit ${enough})
    select array(select id from found order by time desc, id desc) as ids,
      (select array[time::text, id::text] from stopped) as "resumeKey",
      not exists (select from stopped) and max(walked.hits) + (select count(*) from moving) < ${enough} as "isAll"
    from walked`)
  return row ?? { ids: [], isAll: true, resumeKey: null }
}
