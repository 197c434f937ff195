import type { Tx } from '../../kernel/db/db.ts'
import type { Trail } from '../../kernel/records/audit.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { replaceDetails } from './details/details.ts'
import { type lockCommune, saveCommune } from './queries.ts'
import { type CommuneChanges, PARTS, type StoredCommune } from './shapes.ts'

type Locked = NonNullable<Awaited<ReturnType<typeof lockCommune>>>

/** Saves changes of a commune and records them in the audit trail, for the back-office and for a town hall. */
export async function saveChanges(
  { tx, audit }: { readonly tx: Tx; readonly audit: Trail },
  { versions, ...before }: Locked,
  { elus, collectes, infos, versions: known = {}, ...fields }: CommuneChanges,
): Promise<StoredCommune> {
  if (PARTS.some(part => (known[part] ?? versions[part]) !== versions[part]))
    throw new Problem('stale_version')
  const moved = await replaceDetails(tx, before.id, { elus, collectes, infos })
  const after = found(
    await saveCommune(tx, before.id, { ...before, ...fields }, Object.keys(moved?.after ?? {})),
  )
  audit.record({
    id: after.id,
    before: { ...before, ...moved?.before },
    after: { ...after, ...moved?.after },
  })
  return after
}
