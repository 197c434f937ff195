import { sql } from '../../kernel/db/db.ts'
import type { WriteContext } from '../../kernel/routes/action.ts'

/** The job that sends alerts to browsers of residents, `src/place/push/send.ts`. It finds by itself what is new. */
export const PUSH_JOB = 'place.push'

/**
 * Queues the job if one of the written publications is an alert. What becomes visible by its planned time waits for the run of
 * each minute.
 */
export async function pushAlerts(
  { tx, enqueue }: Pick<WriteContext<undefined, undefined, undefined>, 'tx' | 'enqueue'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const alert = await tx.one(sql`
    select from publications where id = any(${[...ids]}::uuid[])
      and type_id = (select id from publication_types where slug = 'alerte') limit 1`)
  if (alert) await enqueue(PUSH_JOB, {})
}
