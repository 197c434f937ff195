import { type Sql, sql } from '../../kernel/db/db.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Territory } from '../../people/access/territory.ts'
import { activeLists } from '../watched-words/watched.ts'
import { adminBeside } from './beside.ts'
import { builtOf, copierOf, decidedColumns, type Flat, record } from './record.ts'
import { changedSinceApproval } from './revisions.ts'
import { AdminPublication } from './shapes.ts'

/** The record of a publication for the office. */

/** With `relations` of the public record. `territory`: duplicates are counted there. */
export const officeColumns = (
  territory: Territory,
): Sql => sql`${decidedColumns}, p.deleted_at, p.moderated_by, p.reports_count, p.import_source_id,
  p.created_by, p.duplicate_key, p.duplicate_reason, ${changedSinceApproval} as changed_since_approval, ${adminBeside(territory)}, ${activeLists}`

/** `watched_lists`: the same in each row, so that a page needs no second statement. */
export type AdminRow = Flat<AdminPublication> & { readonly watched_lists: string | null }

const copy = copierOf<AdminPublication>(AdminPublication)

/** For the moderators' lists. */
export const adminListed = (row: AdminRow, config: Config): AdminPublication =>
  copy(row, builtOf(row, config))

/** Only the list of duplicates has `duplicate_key`. */
export function adminRecord(
  { duplicate_key, duplicate_reason, watched_lists, ...row }: AdminRow,
  config: Config,
): AdminPublication {
  return record(row, config)
}
