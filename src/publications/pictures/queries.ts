import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import type { FetchHeaders } from '../../kernel/fetch/headers.ts'
import type { AttachedImage } from '../../media/attached.ts'

export const REASONS = [
  'forbidden',
  'gone',
  'unreachable',
  'too_large',
  'unreadable',
  'storage_full',
  'removed',
] as const
export type Reason = (typeof REASONS)[number]

/** A host is asked once at a time, so that a thousand of one are a long wait for the others. */
const MOST_DUE = 1_000
const ENLISTED_AT_ONCE = 200
export const STATUSES = ['waiting', 'kept', 'given_up'] as const

/** What an address gave is believed for so long, whoever else names it. */
const BELIEVED = sql`interval '7 days'`

/**
 * Publications whose picture was not looked for yet, the newest first: each is tied to the row of its address. Only while not
 * many wait, so that the old ones, of which there may be a million, come when nothing else is to do. The picture counts for the
 * acteur that names it first; where that one has no room, for the next.
 */
export const enlist = (db: Db): Promise<number> =>
  db.run(sql`
    with wanted as (
      select id, image_url, md5(image_url) as hash, acteur_id from publications
      where image_url is not null and picture_id is null and deleted_at is null
        and (select count(*) from (
          select from fetched_pictures where status = 'waiting' and next_try_at <= now() limit ${MOST_DUE}::int) due) < ${MOST_DUE}::int
      order by id desc limit ${ENLISTED_AT_ONCE}::int for no key update skip locked),
    known as (
      insert into fetched_pictures as f (url, host, acteur_id)
      select distinct on (hash) image_url, coalesce(lower(substring(image_url from '^\\w+://(?:[^/?#@]*@)?([^/?#:]+)')), ''), acteur_id
      from wanted order by hash, id
      on conflict (md5(url)) do update set (status, reason, attempts, next_try_at, acteur_id) = (
        select 'waiting', null, 0, now(), case when f.image is null then excluded.acteur_id else f.acteur_id end
        where f.status <> 'waiting' and f.reason is distinct from 'removed'
          and (f.answered_at < now() - ${BELIEVED} or f.reason = 'storage_full')
        union all select f.status, f.reason, f.attempts, f.next_try_at, f.acteur_id limit 1)
      returning f.id, md5(f.url) as hash)
    update publications p set picture_id = known.id from wanted join known using (hash) where p.id = wanted.id`)

/** The same job, which another worker goes on with when the first gives no sign, need not wait for its end. */
const isFree = (job: string) => sql`(claimed_until is null or claimed_until < now() or claimed_by = ${job})`

export interface Due {
  readonly id: string
  readonly host: string
}
/** Some of each host, those first that wait the longest. */
export const duePictures = (db: Db, job: string) =>
  db.all<Due>(sql`
    select id, host from (
      select id, host, next_try_at, row_number() over (partition by host order by next_try_at) as nth
      from (
        select id, host, next_try_at from fetched_pictures
        where status = 'waiting' and next_try_at <= now() and ${isFree(job)}
        order by next_try_at limit ${2 * MOST_DUE}::int) oldest) each
    where nth <= 20 order by next_try_at limit 200`)

/** Longer than one may take: fetched, encoded and put into the store. */
const LEASE_SECONDS = 180

export interface Claimed extends FetchHeaders {
  readonly id: string
  readonly url: string
  readonly host: string
  /** Whose quota it counts for; null where the publication has no acteur. */
  readonly acteur_id: string | null
  /** The fence: who comes back with an older number changes nothing. */
  readonly attempts: number
  readonly etag: string | null
  readonly last_modified: string | null
}

export const claimPicture = (db: Db, id: string, job: string) =>
  db.one<Claimed>(sql`
    update fetched_pictures set attempts = attempts + 1, claimed_by = ${job},
      claimed_until = now() + ${LEASE_SECONDS}::int * interval '1 second'
    where id = ${id} and status = 'waiting' and next_try_at <= now()
      and ${isFree(job)}
    returning id, url, host, acteur_id, attempts,
      case when image is not null then etag end as etag, case when image is not null then last_modified end as last_modified`)

const ended = sql`claimed_by = null, claimed_until = null`
const still = ({ id, attempts }: Claimed) =>
  sql`id = ${id} and attempts = ${attempts} and status = 'waiting' and claimed_until is not null`

export const keep = (
  tx: Tx,
  claimed: Claimed,
  image: Omit<AttachedImage, 'id' | 'alt'>,
  { etag, lastModified }: { readonly etag: string | null; readonly lastModified: string | null },
) =>
  tx.run(sql`
    update fetched_pictures set status = 'kept', attempts = 0, answered_at = now(), etag = ${etag}, ${ended},
      last_modified = ${lastModified}, image = ${JSON.stringify({ id: claimed.id, alt: '', ...image })}::jsonb
    where ${still(claimed)}`)

/** Another one is not there: that of before stays. */
export const leaveAsItWas = (db: Db, claimed: Claimed) =>
  db.run(sql`
    update fetched_pictures set status = 'kept', attempts = 0, answered_at = now(), ${ended}
    where ${still(claimed)} and image is not null`)

/** One that is shown stays so, although its address gives none any more. */
export const giveUp = (db: Db, claimed: Claimed, reason: Reason) =>
  db.run(sql`
    update fetched_pictures set status = case when image is null then 'given_up' else 'kept' end,
      reason = case when image is null then ${reason} end, answered_at = now(), ${ended}
    where ${still(claimed)}`)

export const postpone = (db: Db, claimed: Claimed, seconds: number, { counted }: { counted: boolean }) =>
  db.run(sql`
    update fetched_pictures set next_try_at = now() + ${seconds}::int * interval '1 second', ${ended},
      attempts = attempts - ${counted ? 0 : 1}::int
    where ${still(claimed)}`)

/** A host that is away, or wants to be left alone, is asked for none of its pictures meanwhile. */
export const leaveHostAlone = (db: Db, host: string, seconds: number) =>
  db.run(sql`
    update fetched_pictures set next_try_at = now() + ${seconds}::int * interval '1 second'
    where status = 'waiting' and host = ${host} and next_try_at <= now()
      and (claimed_until is null or claimed_until < now())`)
