import { raw, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { MOST_DOCUMENTS, MOST_IMAGES } from '../../media/attached.ts'
import type { StoredMedia } from '../../media/queries.ts'

/**
 * Removes files taken down for legal reasons from publications, their revisions and the contents that an undo would
 * restore. What publications showed can be put back; revisions and undo stay without.
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

interface AttachedFile {
  readonly id: string
  readonly key: string
  readonly list: 'images' | 'documents'
  /** The uploads that stood before it in the list. */
  readonly behind: readonly string[]
  /** What the list says besides the description of the content. */
  readonly shown: object
}
interface NamedPicture {
  readonly id: string
  readonly url: string
}
export interface TakenOff {
  /** The publications that showed them, or would after an undo. */
  readonly publications: readonly string[]
  readonly attached: readonly AttachedFile[]
  readonly named: readonly NamedPicture[]
}

/** The rows of the uploads are locked. */
export async function takeOffPublications(tx: Tx, files: RemovedFiles): Promise<TakenOff> {
  const shown = await tx.all<{ id: string }>(sql`
    select id from publications where id in (
      select pu.publication_id from publication_uploads pu join uploads u on u.id = pu.upload_id
        where u.media_key = any(${keysIn(files)})
      union select p.id from publications p join fetched_files f on f.id = p.picture_id
        where f.media_key = any(${keysIn(files)}) or md5(f.url) in (select md5(url) from unnest(${addressesIn(files)}) url))
    order by id for no key update`)
  const ids = shown.map(({ id }) => id)
  const these = sql`= any(${ids}::uuid[])`
  const attached = await tx.all<AttachedFile>(sql`
    select id, each ->> 'key' as key, list, behind, each - '{key,bytes,width,height,widths,placeholder}'::text[] as shown
    from (
      select p.id, list, at, each, coalesce(
          array_agg(each ->> 'id') over (partition by p.id, list order by at rows unbounded preceding exclude current row),
          '{}') as behind
      from publications p cross join lateral (values ('images', p.images), ('documents', p.documents)) as lists(list, files)
        cross join lateral jsonb_array_elements(case when jsonb_typeof(files) = 'array' then files end)
          with ordinality e(each, at)
      where p.id ${these}) attached
    where each ->> 'key' = any(${keysIn(files)}) order by id, list, at`)
  const named = await tx.all<NamedPicture>(sql`
    select p.id, p.image_url as url from publications p
    where p.id ${these} and p.image_url = any(${addressesIn(files)}) order by p.id`)
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
  return { publications: ids, attached, named }
}

const MOST = { images: MOST_IMAGES, documents: MOST_DOCUMENTS }

/** Puts back what publications showed, behind what stood before it. One that names another picture since, or is full, stays as it is. */
export async function putBackPublications(
  tx: Tx,
  media: StoredMedia | undefined,
  { attached, named }: Pick<TakenOff, 'attached' | 'named'>,
): Promise<string[]> {
  const all = [...new Set([...attached, ...named].map(({ id }) => id))]
  await tx.run(sql`select from publications where id = any(${all}::uuid[]) order by id for no key update`)
  const ids: string[] = []
  for (const list of ['images', 'documents'] as const) {
    const back = attached.filter(one => one.list === list)
    if (back.length > 0 && media) ids.push(...(await putBackList(tx, media, list, back)))
  }
  const pictures = await tx.all<{ id: string }>(sql`
    update publications p set image_url = back.url
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as back(id uuid, url text)
    where p.id = back.id and p.image_url is null returning p.id`)
  const pictured = pictures.map(({ id }) => id)
  await tx.run(sql`
    update publications p set picture_id = f.id from fetched_files f
    where p.id = any(${pictured}::uuid[]) and md5(f.url) = md5(p.image_url) and f.url = p.image_url`)
  return [...new Set([...ids, ...pictured])].sort()
}

const putBackList = async (
  tx: Tx,
  media: StoredMedia,
  list: keyof typeof MOST,
  back: readonly AttachedFile[],
): Promise<string[]> => {
  const files = sql`case when jsonb_typeof(p.${raw(list)}) = 'array' then p.${raw(list)} else '[]' end`
  return (
    await tx.all<{ id: string }>(sql`
      with back as materialized (
        select id, behind, ${JSON.stringify(descriptionOf(media))}::jsonb || shown as each
        from jsonb_to_recordset(${JSON.stringify(back)}::jsonb) as back(id uuid, behind text[], shown jsonb)
        where exists (select from uploads u where u.id = (shown ->> 'id')::uuid))
      update publications p set ${raw(list)} = (
        select jsonb_agg(each order by place) from (
          select each, at::numeric as place from jsonb_array_elements(${files}) with ordinality e(each, at)
          union all select back.each, 0.5 + coalesce(
              (select max(at) from jsonb_array_elements(${files}) with ordinality e(each, at)
               where e.each ->> 'id' = any(behind)), 0)
            from back where back.id = p.id) put)
      where p.id in (select id from back)
        and jsonb_array_length(${files}) + (select count(*) from back where back.id = p.id) <= ${MOST[list]}::int
      returning p.id`)
  ).map(({ id }) => id)
}

function descriptionOf(media: StoredMedia): object {
  const { key, bytes } = media
  if (media.kind === 'document') return { key, bytes }
  const { width, height, widths, placeholder } = media
  return { key, width, height, widths, placeholder }
}

export interface FetchedFile {
  readonly url: string
  readonly key: string | null
  readonly image: object | null
  readonly document: object | null
}
/** What these addresses led to: nothing, if they were never fetched. */
export async function fetchedFilesOf(tx: Tx, files: RemovedFiles): Promise<FetchedFile[]> {
  const fetched = await tx.all<FetchedFile>(sql`
    select url, media_key as key, image, document from fetched_files
    where media_key = any(${keysIn(files)}) or md5(url) in (select md5(u) from unnest(${addressesIn(files)}) u)
    order by id`)
  const known = new Set(fetched.map(({ url }) => url))
  const others = files.addresses.filter(url => !known.has(url))
  return [...fetched, ...others.map(url => ({ url, key: null, image: null, document: null }))]
}

/** They may be fetched again; what is in the store is shown as before. */
export const putBackAddresses = (tx: Tx, files: readonly FetchedFile[]) =>
  tx.run(sql`
    update fetched_files f set reason = null, attempts = 0, next_try_at = now(),
      status = case when m.key is null then 'waiting' else 'kept' end, answered_at = case when m.key is not null then now() end,
      image = case when m.key is not null then back.image end, document = case when m.key is not null then back.document end
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as back(url text, key text, image jsonb, document jsonb)
      left join media m on m.key = back.key
    where md5(f.url) = md5(back.url) and f.url = back.url and f.reason = 'removed'`)

/** Gives the addresses up, also those that no publication has named yet. */
export async function refuseAddresses(tx: Tx, files: RemovedFiles): Promise<void> {
  const never = sql`status = 'given_up', reason = 'removed', image = null, document = null, etag = null, last_modified = null,
    claimed_by = null, claimed_until = null, answered_at = now()`
  await tx.run(sql`
    insert into fetched_files as f (url, host, status, reason, answered_at)
    select distinct url, '', 'given_up', 'removed', now() from unnest(${addressesIn(files)}) url order by url
    on conflict (md5(url)) do update set ${never}`)
  await tx.run(sql`update fetched_files set ${never} where media_key = any(${keysIn(files)})`)
}
