import { type Locked, setDeleted } from '../queries.ts'
import { closeReportsOf, type Deciding, tellReporters } from './decide.ts'

/** Deletes a publication, once, whoever asks; its reporters are told. */
export async function removeReported(context: Deciding, before: Locked): Promise<void> {
  const { tx, audit } = context
  audit.considered()
  if (before.deleted_at !== null) return
  await setDeleted(tx, before.id, true)
  await tellReporters(context, await closeReportsOf(tx, [{ id: before.id, outcome: 'removed' }], null))
  audit.record({
    id: before.id,
    before: { deleted: false },
    after: { deleted: true, title: before.title, moderation_status: before.moderation_status },
  })
}
