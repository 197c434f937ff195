import type { Database } from '../../kernel/db/database.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { behind } from '../../place/purge/queries.ts'
import { explain } from './explanations.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** A worker tells them after some seconds; a run of the job may wait for a minute. */
const LATE_SECONDS = 90

/** One finding for each cache in front of the pages. */
export async function caches(db: Database, { placePurge }: Config): Promise<Finding[]> {
  const all = placePurge ? await behind(db.pool, placePurge.urls) : []
  return all.map(({ cache, seconds, error }) => {
    const { host } = new URL(cache)
    return seconds < LATE_SECONDS
      ? ok('caches', `${host} was told of all changes`, explain('caches_told'))
      : wrong(
          'caches',
          `${host} was not told of changes for ${Math.round(seconds)} s (${error ?? 'no worker tells it'}): it may show pages of an hour ago`,
          explain('caches_behind', { minutes: Math.max(1, Math.round(seconds / 60)) }),
        )
  })
}
