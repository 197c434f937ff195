import { retention } from '../../foundation/retention.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { olderThan } from '../../kernel/records/retention.ts'
import { collectMedia, strangeNames, sweepStore, tooMany } from '../../media/collect.ts'
import { destroyOldSeals } from '../../media/sealed.ts'
import { sealedStoreOf, storeOf } from '../../media/which-store.ts'

/** Deletes uploads that nothing shows; their files follow in a separate job. */

/** Locked before they are checked again, so that an upload attached meanwhile is kept. */
export async function forgetUploads(tx: Tx): Promise<number> {
  const unattached = sql`
    not exists (select from publication_uploads p where p.upload_id = u.id)
    and not exists (select from acteurs a where a.image_upload_id = u.id)
    and not exists (select from commune_places p where p.blason_upload_id = u.id)
    and not exists (
      select from publication_drafts d where d.acteur_id = u.acteur_id and strpos(d.content::text, u.id::text) > 0)`
  const locked = await tx.all<{ id: string }>(sql`
    select u.id from uploads u where ${olderThan(retention.uploads.kept, sql`u.sent_at`)} and ${unattached}
    order by u.id for update of u skip locked`)
  const ids = locked.map(({ id }) => id)
  return await tx.run(sql`delete from uploads u where u.id = any(${ids}::uuid[]) and ${unattached}`)
}

/** The job `media.sweep`. */
export async function sweepMedia(_data: unknown, { db, config, log }: JobContext): Promise<void> {
  const store = storeOf(config)
  const collected = await collectMedia(db, store)
  const sealed = await destroyOldSeals(db, sealedStoreOf(config))
  const { removed: swept, in_doubt: _, ...sweep } = await sweepStore(db, store)
  if (sweep.refused) log.warn(sweep, tooMany(sweep))
  if (sweep.strange > 0) log.warn({ strange: sweep.strange }, strangeNames(sweep.strange))
  log.info({ removed: { collected, sealed, swept } }, 'media sweep')
}
