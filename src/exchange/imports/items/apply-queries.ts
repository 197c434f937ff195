import { typed } from '../../../kernel/db/columns.ts'
import { sql, type Tx } from '../../../kernel/db/db.ts'
import type { Attached } from '../../../media/attached.ts'
import type { DuplicateKey } from '../../../publishing/publications/duplicates.ts'
import {
  announceGiven,
  CHANGED_GIVEN,
  insertGiven,
  NEW_GIVEN,
  rewriteGiven,
  spreadGiven,
} from '../../../publishing/publications/imported.ts'
import type { Moderation } from '../../../publishing/publications/rules.ts'
import type { NewPublication } from './plan.ts'
import type { ItemContent } from './rules.ts'

/** What a run writes: one statement for all new items, one for all changed ones. */

export type NewImported = NewPublication & { readonly external_id: string; readonly words_hash: string }

export const insertImported = (tx: Tx, sourceId: string, rows: readonly NewImported[]) =>
  tx.all<{ external_id: string; id: string }>(sql`
    with given as materialized (
      select new_id() as id, d.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(
        external_id text, words_hash text, ${typed(NEW_GIVEN)})),
    made as (
      ${insertGiven(sourceId)})
    insert into import_items (source_id, external_id, publication_id, words_hash, edited_at)
    select ${sourceId}, given.external_id, made.id, given.words_hash, made.edited_at
    from given join made on made.id = given.id
    returning external_id, publication_id as id`)

/** Renames items that were known by another spelling of the same identifier. */
export async function rename(tx: Tx, sourceId: string, former: ReadonlyMap<string, string>): Promise<void> {
  if (former.size === 0) return
  await tx.run(sql`
    update import_items i set external_id = d.name
    from unnest(${[...former.keys()]}::text[], ${[...former.values()]}::text[]) as d(name, before)
    where i.source_id = ${sourceId} and i.external_id = d.before`)
}

/** In id order, like all locks. */
export const lockThem = (tx: Tx, ids: readonly string[]) =>
  tx.run(sql`select id from publications where id = any(${[...ids]}::uuid[]) order by id for no key update`)

export type Rewritten = ItemContent &
  Attached &
  Moderation &
  DuplicateKey & {
    readonly id: string
    readonly external_id: string
    readonly words_hash: string
  }

/** Writes texts, dates and links; pinned, featured and scheduled stay as they are. */
export async function rewriteImported(tx: Tx, sourceId: string, rows: readonly Rewritten[]): Promise<void> {
  if (rows.length === 0) return
  await tx.run(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(
        id uuid, external_id text, words_hash text, ${typed(CHANGED_GIVEN)})),
    written as (
      ${rewriteGiven})
    update import_items i set words_hash = g.words_hash, edited_at = w.edited_at
    from given g join written w on w.id = g.id
    where i.source_id = ${sourceId} and i.external_id = g.external_id`)
}

interface Cancelled {
  readonly id: string
  readonly external_id: string
  readonly annule_le: string | null
}

/** They stay visible, with their text. */
export async function announceImported(tx: Tx, sourceId: string, rows: readonly Cancelled[]): Promise<void> {
  if (rows.length === 0) return
  await tx.run(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(
        id uuid, external_id text, annule_le timestamptz)),
    written as (
      ${announceGiven})
    update import_items i set cancelled = g.annule_le is not null from given g join written w on w.id = g.id
    where i.source_id = ${sourceId} and i.external_id = g.external_id`)
}

export async function spreadImported(
  tx: Tx,
  rows: readonly { readonly id: string; readonly commune_ids: readonly string[] }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.run(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(id uuid, commune_ids uuid[]))
    ${spreadGiven}`)
}
