import { leaving } from '../../mail/shapes.ts'
import { type Locked, setDeleted } from '../queries.ts'
import type { Deciding, Done } from './deciding.ts'
import { keepLetters } from './held-mails.ts'
import { closeReportsOf, tellReporters } from './mails.ts'
import { openOperation } from './operations.ts'

/** Deletes a publication, once, whoever asks; its reporters are told. */
export async function removeReported(context: Deciding, before: Locked): Promise<Done> {
  const { tx, audit, caller } = context
  audit.considered()
  const there = before.deleted_at === null
  const operationId = await openOperation(
    tx,
    caller.id,
    { changed: there ? [before.id] : [] },
    { action: 'delete' },
  )
  if (!there) return { operation_id: operationId, mail: null }
  await setDeleted(tx, before.id, true)
  const told = await closeReportsOf(tx, [{ id: before.id, outcome: 'removed' }], operationId)
  const letters = await tellReporters(context, told)
  await keepLetters(tx, operationId, letters)
  audit.record({
    id: before.id,
    before: { deleted: false },
    after: { deleted: true, title: before.title, moderation_status: before.moderation_status },
  })
  return { operation_id: operationId, mail: leaving(letters) }
}

export async function bringBack({ tx, audit, caller }: Deciding, before: Locked): Promise<Done> {
  audit.considered()
  const gone = before.deleted_at !== null
  const operationId = await openOperation(
    tx,
    caller.id,
    { changed: gone ? [before.id] : [] },
    { action: 'restore' },
  )
  if (gone) {
    await setDeleted(tx, before.id, false)
    audit.record({ id: before.id, before: { deleted: true }, after: { deleted: false } })
  }
  return { operation_id: operationId, mail: null }
}
