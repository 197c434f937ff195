import type { PictureRefusal } from '../../../../shared/words/publications.ts'
import { type Db, type Sql, sql, type Tx } from '../../../kernel/db/db.ts'
import type { FetchHeaders } from '../../../kernel/fetch/headers.ts'
import type { AttachedImage } from '../../../media/attached.ts'
import type { StoredMedia } from '../../../media/queries.ts'

/** While more wait, only addresses of new publications are added. */
const MOST_DUE = 1_000
const NEW = sql`interval '1 hour'`
const ENLISTED_AT_ONCE = 200
export const STATUSES = ['waiting', 'kept', 'given_up'] as const

/** How long the result for an address is reused by further publications. */
const BELIEVED = sql`interval '7 days'`
const hostOf = (url: Sql) =>
  sql`coalesce(lower(substring(${url} from '^\\w+://(?:[^/?#@]*@)?([^/?#:]+)')), '')`

/**
 * Links publications, newest first, to the row of their picture's address: while many wait, only new ones, so that up to a
 * million old ones come last. The picture counts for the acteur that names it first; if its quota is full, for the
 * next.
 */
export const enlist = (db: Db): Promise<number> =>
  db.run(sql`
    with newest as (
      select id, created_at from publications where image_url is not null and picture_id is null and deleted_at is null
      order by id desc limit ${ENLISTED_AT_ONCE}::int),
    wanted as (
      select id, image_url, md5(image_url) as hash, acteur_id from publications
      where image_url is not null and picture_id is null and deleted_at is null and id in (
        select id from newest where created_at > now() - ${NEW} or (select count(*) from (
          select from fetched_files where status = 'waiting' and next_try_at <= now() limit ${MOST_DUE}::int) due) < ${MOST_DUE}::int)
      for no key update skip locked),
    known as (
      insert into fetched_files as f (url, host, acteur_id)
      select distinct on (hash) image_url, ${hostOf(sql`image_url`)}, acteur_id
      from wanted order by hash, id
      on conflict (md5(url)) do update set (status, reason, attempts, next_try_at, acteur_id) = (
        select 'waiting', null, 0, now(), case when f.media_key is null then excluded.acteur_id else f.acteur_id end
        where f.status <> 'waiting' and f.reason is distinct from 'removed'
          and (f.answered_at < now() - ${BELIEVED} or f.reason in ('storage_full', 'forbidden'))
        union all select f.status, f.reason, f.attempts, f.next_try_at, f.acteur_id limit 1)
      returning f.id, md5(f.url) as hash)
    update publications p set picture_id = known.id from wanted join known using (hash) where p.id = wanted.id`)

interface WantedFile {
  readonly url: string
  readonly kind: StoredMedia['kind']
  /** The acteur whose quota it counts for; null without one. */
  readonly acteur_id: string | null
}
/** Between two requests for a file that is here: a source may change an item, and its files, every hour. */
const ASKED_AGAIN = sql`interval '1 day'`

/**
 * Adds the files of imported items that were created or changed. A file that is here already is requested again, to see
 * whether it has changed.
 */
export const wantFiles = (tx: Tx, wanted: readonly WantedFile[]) =>
  tx.all<{ id: string; url: string }>(sql`
    insert into fetched_files as f (url, host, kind, acteur_id)
    select distinct on (md5(url)) url, ${hostOf(sql`url`)}, kind, acteur_id
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(url text, kind text, acteur_id uuid)
    order by md5(url)
    on conflict (md5(url)) do update set (status, reason, attempts, next_try_at, acteur_id) = (
      select 'waiting', null, 0,
        case when f.media_key is null then now() else greatest(now(), f.answered_at + ${ASKED_AGAIN}) end,
        case when f.media_key is null then excluded.acteur_id else f.acteur_id end
      where f.status <> 'waiting' and f.reason is distinct from 'removed'
        and (f.media_key is not null or f.answered_at < now() - ${BELIEVED} or f.reason in ('storage_full', 'forbidden'))
      union all select f.status, f.reason, f.attempts, f.next_try_at, f.acteur_id limit 1)
    returning f.id, f.url`)

/** A job that is given to another worker keeps its lease, since the id of the job is the same. */
const isFree = (job: string) => sql`(claimed_until is null or claimed_until < now() or claimed_by = ${job})`

/** The registrable domain of a host: its names below one domain share turns. */
const DOMAIN = sql`push_service_of('https://' || f.host)`
/** Files of a domain that are looked at, fewer of each if there are many; and how many of one host and acteur are returned. */
const LOOKED_AT = 200
const OF_ONE_HOST = 20

export interface Due {
  readonly id: string
  readonly host: string
  readonly domain: string
  /** The acteur whose quota it counts for; the id of the file where there is none. */
  readonly acteur: string
}
/**
 * Files that are due: of each domain one, before a second. It goes along an index from one domain to the next, so that all that
 * waits for one of them is not read.
 */
export const dueFiles = (db: Db, job: string) =>
  db.all<Due>(sql`
    with recursive domains (domain) as (
      (select ${DOMAIN} from fetched_files f where status = 'waiting' order by 1 limit 1)
      union all
      select next.domain from domains d cross join lateral (
        select ${DOMAIN} as domain from fetched_files f where status = 'waiting' and ${DOMAIN} > d.domain order by 1 limit 1) next)
    select id, host, domain, acteur from (
      select d.domain, due.*, row_number() over (partition by d.domain order by due.nth, due.next_try_at) as turn
      from (select domain, count(*) over () as others from domains) d cross join lateral (
        select id, host, acteur, next_try_at, row_number() over (partition by host, acteur order by next_try_at) as nth
        from (
          select f.id, f.host, coalesce(f.acteur_id, f.id)::text as acteur, f.next_try_at from fetched_files f
          where f.status = 'waiting' and ${DOMAIN} = d.domain and f.next_try_at <= now() and ${isFree(job)}
          order by f.next_try_at limit least(${LOOKED_AT}, greatest(1, ${MOST_DUE} / d.others))) oldest) due) each
    where nth <= ${OF_ONE_HOST}::int order by turn, next_try_at limit ${MOST_DUE}::int`)

/** Longer than one file may take: fetching, encoding and storing. */
const LEASE_SECONDS = 180

export interface Claimed extends FetchHeaders {
  readonly id: string
  readonly url: string
  readonly host: string
  readonly kind: StoredMedia['kind']
  /** The acteur whose quota it counts for; null without one. */
  readonly acteur_id: string | null
  /** The import sources that name it, through items that nobody has edited since. */
  readonly source_urls: readonly string[]
  /** The fence: a worker with an older number changes nothing. */
  readonly attempts: number
  readonly etag: string | null
  readonly last_modified: string | null
}

export const claimFile = (db: Db, id: string, job: string) =>
  db.one<Claimed>(sql`
    update fetched_files f set attempts = attempts + 1, claimed_by = ${job},
      claimed_until = now() + ${LEASE_SECONDS}::int * interval '1 second'
    where id = ${id} and status = 'waiting' and next_try_at <= now()
      and ${isFree(job)}
    returning id, url, host, kind, acteur_id, attempts, array(
        select s.url from import_sources s where s.id in (
          select w.source_id from import_files w where w.file_id = f.id
          union select i.source_id from publications p join import_items i on i.publication_id = p.id
          where p.picture_id = f.id and p.edited_at = i.edited_at)) as source_urls,
      case when media_key is not null then etag end as etag,
      case when media_key is not null then last_modified end as last_modified`)

const ended = sql`claimed_by = null, claimed_until = null`
const still = ({ id, attempts }: Claimed) =>
  sql`id = ${id} and attempts = ${attempts} and status = 'waiting' and claimed_until is not null`

export const keep = (
  tx: Tx,
  claimed: Claimed,
  kept: StoredMedia,
  { etag, lastModified }: { readonly etag: string | null; readonly lastModified: string | null },
) =>
  tx.run(sql`
    update fetched_files set status = 'kept', attempts = 0, answered_at = now(), etag = ${etag}, ${ended},
      last_modified = ${lastModified}, image = ${jsonOrNull(imageOf(claimed, kept))}::jsonb,
      document = ${jsonOrNull(kept.kind === 'document' ? { key: kept.key, bytes: kept.bytes } : null)}::jsonb
    where ${still(claimed)}`)

const jsonOrNull = (value: object | null) => value && JSON.stringify(value)

function imageOf({ id }: Claimed, kept: StoredMedia): AttachedImage | null {
  if (kept.kind !== 'image') return null
  const { key, width, height, widths, placeholder } = kept
  return { id, alt: '', key, width, height, widths, placeholder }
}

/** 304 Not Modified: the stored file stays. */
export const leaveAsItWas = (db: Db, claimed: Claimed) =>
  db.run(sql`
    update fetched_files set status = 'kept', attempts = 0, answered_at = now(), ${ended}
    where ${still(claimed)} and media_key is not null`)

/** A stored file stays, even if its address is gone. */
export const giveUp = (db: Db, claimed: Claimed, reason: PictureRefusal) =>
  db.run(sql`
    update fetched_files set status = case when media_key is null then 'given_up' else 'kept' end,
      reason = case when media_key is null then ${reason} end, answered_at = now(), ${ended}
    where ${still(claimed)}`)

export const postpone = (db: Db, claimed: Claimed, seconds: number, { counted }: { counted: boolean }) =>
  db.run(sql`
    update fetched_files set next_try_at = now() + ${seconds}::int * interval '1 second', ${ended},
      attempts = attempts - ${counted ? 0 : 1}::int
    where ${still(claimed)}`)

/** A host that is down or asks for a pause is not asked for any file meanwhile. */
export const leaveHostAlone = (db: Db, host: string, seconds: number) =>
  db.run(sql`
    update fetched_files set next_try_at = now() + ${seconds}::int * interval '1 second'
    where status = 'waiting' and host = ${host} and next_try_at <= now()
      and (claimed_until is null or claimed_until < now())`)
