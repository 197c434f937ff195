import { readNow } from '../../kit/api/queries.ts'
import { isVersionConflict } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import type { Action } from './actions.ts'
import type { Publication } from './rules.ts'

/** A colleague or the author changed the publication since it was read. */
export interface VersionConflict {
  /** The attempted action. */
  readonly action: Action
  /** The publication the action is about, as it was read and as it is. */
  readonly seen: Publication
  readonly own: Publication
  /** The publication that was changed, before and now: that one, or the one it is compared with. */
  readonly before: Publication
  readonly now: Publication
}

export const readPublication = async (id: string): Promise<Publication> =>
  (await readNow('GET /api/v1/admin/publications/{id}', { params: { id } })).data

const MOST_READ = 100

/** As they are now, in any state. */
export async function readPublications(ids: readonly string[]): Promise<readonly Publication[]> {
  const found: Publication[] = []
  for (let at = 0; at < ids.length; at += MOST_READ) {
    const some = ids.slice(at, at + MOST_READ)
    const query = { ids: `${some}`, deleted: 'with', per_page: MOST_READ } as const
    found.push(...(await call('GET /api/v1/admin/publications', { query })).data)
  }
  return found
}

/** Undefined where the error is another one, or the current record cannot be read. */
export async function findVersionConflict(
  error: unknown,
  action: Action,
  seen: Publication,
): Promise<VersionConflict | undefined> {
  if (!isVersionConflict(error)) return undefined
  const compared = 'other' in action ? action.other : undefined
  try {
    const [own, other] = await Promise.all([
      readPublication(seen.id),
      compared && readPublication(compared.id),
    ])
    return compared && other && own.version === seen.version
      ? { action, seen, own, before: compared, now: other }
      : { action, seen, own, before: seen, now: own }
  } catch {
    return undefined
  }
}
