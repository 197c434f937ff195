import { type Db, type Sql, sql, where } from '../../../kernel/db/db.ts'
import type { Territory } from '../../../people/access/territory.ts'
import { countAll } from './admin-count.ts'
import { allConditions, planFilter } from './admin-filter.ts'
import { countDuplicates, duplicatesIn } from './duplicates-list.ts'
import { loadOfficeSearch } from './office-search.ts'
import type { AdminFilter } from './shapes.ts'

/** The rows that a filter of the moderators' list matches, on all pages, by the list's own conditions. */
interface Matching {
  /** Selects `id` and `version`. */
  readonly rows: Sql
  count(): Promise<number>
}

export async function matching(db: Db, filter: AdminFilter, territory: Territory): Promise<Matching> {
  const plan = planFilter(filter, await loadOfficeSearch(db, filter.q, territory), territory)
  if (!filter.duplicates)
    return {
      rows: sql`select p.id, p.version from ${plan.from} p ${where(allConditions(plan))}`,
      count: () => countAll(db, plan),
    }
  return { rows: duplicatesIn(plan), count: () => countDuplicates(db, plan) }
}
