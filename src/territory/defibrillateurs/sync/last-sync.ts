import type { Static } from 'typebox'
import { type Db, type Sql, sql } from '../../../kernel/db/db.ts'
import type { SyncStatus } from '../shapes.ts'

/** The last syncs. A national sync counts for each commune as well. */
export interface LastSync {
  readonly last_synced_at: string | null
  readonly sync_status: Static<typeof SyncStatus> | null
  readonly sync_error: string | null
}

const NATIONAL = sql`commune_id is null`
const NEVER: LastSync = { last_synced_at: null, sync_status: null, sync_error: null }

export const lastSync = (db: Db) => among(db, [NATIONAL])
export const lastSyncOf = (db: Db, communeId: string) => among(db, [NATIONAL, sql`commune_id = ${communeId}`])

/** Each kind along its own index: communes may have been synced many times. */
async function among(db: Db, kinds: readonly Sql[]): Promise<LastSync> {
  const rows = await db.all<LastSync & { id: string | null }>(
    kinds
      .map(
        kind => sql`
          select latest.id, latest.status as sync_status, latest.error as sync_error,
            (select max(finished_at) from defibrillateur_syncs where status = 'ok' and ${kind}) as last_synced_at
          from (select) as one left join lateral (
            select id, status, error from defibrillateur_syncs where ${kind} order by id desc limit 1) latest on true`,
      )
      .reduce((all, one) => sql`${all} union all ${one}`),
  )
  const [latest = NEVER] = rows.toSorted((a, b) => ((a.id ?? '') < (b.id ?? '') ? 1 : -1))
  const succeeded = rows.flatMap(({ last_synced_at }) => last_synced_at ?? []).sort()
  const { sync_status, sync_error } = latest
  return { last_synced_at: succeeded.at(-1) ?? null, sync_status, sync_error }
}
