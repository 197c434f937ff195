import { type Sql, sql, type Tx } from '../kernel/db/db.ts'

/**
 * Removes files taken down for legal reasons from publications, their revisions and the contents that an undo would
 * restore.
 */

export interface RemovedFiles {
  readonly keys: readonly string[]
  /** Addresses of remote pictures; they are never fetched again. */
  readonly addresses: readonly string[]
}

const keysIn = ({ keys }: RemovedFiles) => sql`${[...keys]}::text[]`
const addressesIn = ({ addresses }: RemovedFiles) => sql`${[...addresses]}::text[]`

/** The list without these files; null if none is left. */
const without = (list: Sql, files: RemovedFiles) => sql`(
  select jsonb_agg(each order by at) from jsonb_array_elements(case when jsonb_typeof(${list}) = 'array' then ${list} end)
    with ordinality e(each, at) where each ->> 'key' <> all(${keysIn(files)}))`
const urlWithout = (url: Sql, files: RemovedFiles) =>
  sql`case when ${url} <> all(${addressesIn(files)}) then ${url} end`

/** Returns the publications that showed them, or would after an undo. The rows of the uploads are locked. */
export async function takeOffPublications(tx: Tx, files: RemovedFiles): Promise<string[]> {
  const shown = await tx.all<{ id: string }>(sql`
    select id from publications where id in (
      select pu.publication_id from publication_uploads pu join uploads u on u.id = pu.upload_id
        where u.media_key = any(${keysIn(files)})
      union select p.id from publications p join fetched_files f on f.id = p.picture_id
        where f.media_key = any(${keysIn(files)}) or md5(f.url) in (select md5(url) from unnest(${addressesIn(files)}) url))
    order by id for no key update`)
  const ids = shown.map(({ id }) => id)
  const these = sql`= any(${ids}::uuid[])`
  await tx.run(sql`
    update publications p set images = ${without(sql`p.images`, files)}, documents = ${without(sql`p.documents`, files)},
      image_url = ${urlWithout(sql`p.image_url`, files)}
    where p.id ${these}`)
  // Includes the revision that the update above has created.
  await tx.run(sql`
    update publication_revisions r set images = ${without(sql`r.images`, files)}, documents = ${without(sql`r.documents`, files)},
      image_url = ${urlWithout(sql`r.image_url`, files)}
    where r.publication_id ${these}`)
  await tx.run(sql`
    update moderation_operation_items i set words = i.words || jsonb_build_object(
      'images', ${without(sql`i.words -> 'images'`, files)}, 'documents', ${without(sql`i.words -> 'documents'`, files)},
      'image_url', ${urlWithout(sql`i.words ->> 'image_url'`, files)})
    where i.publication_id ${these} and i.words is not null`)
  await tx.run(sql`
    delete from publication_uploads pu using uploads u
    where u.id = pu.upload_id and u.media_key = any(${keysIn(files)})`)
  return ids
}

/** Gives the addresses up for good, also those that no publication has named yet. */
export async function refuseAddresses(tx: Tx, files: RemovedFiles): Promise<void> {
  const never = sql`status = 'given_up', reason = 'removed', image = null, document = null, etag = null, last_modified = null,
    claimed_by = null, claimed_until = null, answered_at = now()`
  await tx.run(sql`
    insert into fetched_files as f (url, host, status, reason, answered_at)
    select distinct url, '', 'given_up', 'removed', now() from unnest(${addressesIn(files)}) url order by url
    on conflict (md5(url)) do update set ${never}`)
  await tx.run(sql`update fetched_files set ${never} where media_key = any(${keysIn(files)})`)
}
