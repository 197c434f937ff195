import pg from 'pg'
import { type Db, type Sql, sql, txOf } from '../../src/kernel/db/db.ts'
import type { SearchContext } from '../../src/publishing/publications/lists/search.ts'

export interface Compared {
  readonly question: string
  readonly difference: string | undefined
  /** The reply said that it leaves some out: only what it shows was compared. */
  readonly isPartial?: boolean
}

/**
 * The plain side of a comparison, in tables of one session: all rows of a snapshot, the words of each text, and the texts
 * of some searches, found by reading all of them.
 */

const TEXT_HASH = sql`md5(concat_ws('|', p.title, coalesce(p.lieu, '-'), p.body))::uuid`

/** The words of all texts, kept for the next run: folding them takes minutes. */
export async function readTexts(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const db = txOf(client)
  await db.run(sql`
    create unlogged table if not exists trial_texts (id uuid, text_hash uuid, texts tsvector, folded text, primary key (id, text_hash))`)
  await db.run(sql`
    insert into trial_texts select p.id, ${TEXT_HASH}, words_of(p), fold(p.title) from publications p
    where not exists (select from trial_texts t where t.id = p.id and t.text_hash = ${TEXT_HASH})`)
  await client.end()
}

export async function prepare(db: Db): Promise<void> {
  await db.run(sql`create temporary table plain_words as select * from trial_texts`)
  await db.run(sql`alter table plain_words add primary key (id, text_hash)`)
  await db.run(sql`analyze plain_words`)
}

/** Fills the tables from the snapshot of the transaction. */
export async function takeSnapshot(db: Db, searches: readonly SearchContext[]): Promise<void> {
  await db.run(sql`
    create temporary table plain_rows on commit drop as
    select id, created_at, updated_at, edited_at, moderated_at, deleted_at, visible_le, publie_le, debut, date_debut, date_fin, dates,
      acteur_id, type_id, commune_ids, en_avant, featured_until, epingle, moderation_status, valide, moderation_by, moderated_by,
      moderation_reason_code, reports_count, import_source_id, created_by, duplicate_key,
      ${TEXT_HASH} as text_hash
    from publications p`)
  await db.run(sql`
    insert into plain_words
    select p.id, r.text_hash, words_of(p), fold(p.title) from plain_rows r join publications p on p.id = r.id
    where not exists (select from plain_words w where w.id = r.id and w.text_hash = r.text_hash)`)
  await db.run(sql`
    create temporary table plain_hits on commit drop as
    select search.n, r.*, w.texts from plain_rows r join plain_words w using (id, text_hash)
    join unnest(${searches.map(({ query }) => query)}::text[]) with ordinality as search(query, n)
      on w.texts @@ search.query::tsquery`)
  await db.run(sql`analyze plain_rows, plain_hits`)
}

/** The rows with the texts that the search with this number finds. */
export const rowsWith = (search: number | undefined): Sql =>
  search === undefined ? sql`plain_rows` : sql`(select * from plain_hits where n = ${search + 1})`
