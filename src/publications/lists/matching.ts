import { type Db, type Sql, sql, where } from '../../kernel/db/db.ts'
import { countAll } from './admin-count.ts'
import { allConditions, narrow } from './admin-filter.ts'
import { countDuplicates, duplicatesIn } from './duplicates-list.ts'
import { loadSearchContext } from './search.ts'
import type { AdminFilter } from './shapes.ts'

/** The rows that a filter of the moderators' list matches, on all pages, by the list's own conditions. */
interface Matching {
  /** Selects `id` and `version`. */
  readonly rows: Sql
  count(): Promise<number>
}

export async function matching(db: Db, filter: AdminFilter): Promise<Matching> {
  const narrowed = narrow(filter, await loadSearchContext(db, filter.q))
  if (!filter.duplicates)
    return {
      rows: sql`select p.id, p.version from ${narrowed.from} p ${where(allConditions(narrowed))}`,
      count: () => countAll(db, narrowed),
    }
  return { rows: duplicatesIn(narrowed), count: () => countDuplicates(db, narrowed) }
}
