import type { Db } from '../../kernel/db/db.ts'
import { found } from '../../kernel/refusals/errors.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { type Caller, territoryOf } from '../../people/access/permissions.ts'
import { watchedIn } from '../watched-words/watched.ts'
import { adminRecord } from './office-record.ts'
import { findForAdmin } from './queries.ts'
import type { AdminPublication } from './shapes.ts'

/** Adds what the watched words found to new records of publications that wait. `lists`: `watched_lists` of their rows. */
export async function addBadges(
  db: Db,
  lists: string | null,
  records: readonly AdminPublication[],
): Promise<void> {
  if (lists === null) return
  const waiting = records.filter(({ waits_since }) => waits_since !== null)
  const watched = await watchedIn(db, JSON.parse(lists), waiting)
  for (const [at, one] of waiting.entries()) {
    const shown = watched[at] ?? []
    if (shown.length > 0) one.watched = shown
  }
}

/** As the caller sees it. */
export async function itemForAdmin(
  db: Db,
  id: string,
  { caller, config }: { readonly caller: Caller; readonly config: Config },
): Promise<AdminPublication> {
  const row = found(await findForAdmin(db, id, territoryOf(caller, 'moderation')))
  const record = adminRecord(row, config)
  await addBadges(db, row.watched_lists, [record])
  return record
}
