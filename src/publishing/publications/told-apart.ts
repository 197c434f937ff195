import { raw, type Sql, sql, type Tx, where } from '../../kernel/db/db.ts'
import { meetsTerritory, type Territory } from '../../people/access/territory.ts'

/**
 * Pairs of publications with the same duplicate key that a moderator marked as different. Stored in both directions; a
 * pair is valid as long as both have that key.
 */

interface Alike {
  readonly id: string
  readonly duplicate_key: string
}

/** Both rows are locked and have the same key. Replaces pairs of earlier keys. */
export const tellApart = (tx: Tx, one: Alike, other: Alike, operationId: string): Promise<number> =>
  tx.run(sql`
    insert into publications_told_apart (publication_id, other_id, duplicate_key, operation_id)
    values (${one.id}, ${other.id}, ${one.duplicate_key}, ${operationId}),
           (${other.id}, ${one.id}, ${one.duplicate_key}, ${operationId})
    on conflict (publication_id, other_id) do update
      set duplicate_key = excluded.duplicate_key, operation_id = excluded.operation_id`)

/** Undoes the mark. */
export const bringTogether = (tx: Tx, operationId: string): Promise<{ id: string; other_id: string }[]> =>
  tx.all(sql`
    with gone as (delete from publications_told_apart where operation_id = ${operationId} returning *)
    select publication_id as id, other_id from gone order by publication_id`)

/** Runs `rekey`, which gives these rows new keys, and keeps the marks of pairs that share a key before and after it. */
export async function stayingApart(
  tx: Tx,
  ids: readonly string[],
  rekey: () => Promise<void>,
): Promise<void> {
  const pairs = await tx.all<Pair>(sql`
    select apart.publication_id, apart.other_id from publications_told_apart apart
      join publications p on p.id = apart.publication_id and p.duplicate_key = apart.duplicate_key
      join publications other on other.id = apart.other_id and other.duplicate_key = apart.duplicate_key
    where apart.publication_id = any(${[...ids]}::uuid[]) and apart.other_id = any(${[...ids]}::uuid[])`)
  await rekey()
  if (pairs.length > 0)
    await tx.run(sql`
      update publications_told_apart apart set duplicate_key = p.duplicate_key
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair(publication_id uuid, other_id uuid)
        join publications p on p.id = pair.publication_id
        join publications other on other.id = pair.other_id and other.duplicate_key = p.duplicate_key
      where (apart.publication_id, apart.other_id) = (pair.publication_id, pair.other_id)`)
}
interface Pair {
  readonly publication_id: string
  readonly other_id: string
}

/** Whether publication `p` is marked as different from another one with the same key. */
export const isToldApartFrom = (otherId: Sql): Sql => sql`exists (
  select from publications_told_apart apart
  where apart.publication_id = p.id and apart.other_id = ${otherId} and apart.duplicate_key = p.duplicate_key)`

/** Duplicates are counted among the newest rows only. */
export const MOST_COUNTED = 99

/** The number of duplicates of `p` in the territory, without deleted ones and those rejected as duplicates. */
export const countOfAlike = (territory: Territory): Sql => sql`(
  select count(*)::int from (
    select id, moderation_status, moderation_reason_code from publications alike ${where([
      sql`duplicate_key = p.duplicate_key and deleted_at is null and id <> p.id`,
      ...meetsTerritory(sql`alike.commune_ids`, territory),
    ])}
    order by created_at desc, id desc limit ${raw(`${MOST_COUNTED}`)}) other
  where not (other.moderation_status = 'rejected' and other.moderation_reason_code is not distinct from 'duplicate')
    and not ${isToldApartFrom(sql`other.id`)})`
