import { readNow } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import type { Action } from './actions.ts'
import type { Publication } from './rules.ts'

/** A colleague, or its author, was quicker. */
export interface Touched {
  /** What is decided about, as it was read, and as it is. */
  readonly seen: Publication
  readonly own: Publication
  /** What was changed, before and now: that one, or the one that it is compared with. */
  readonly before: Publication
  readonly now: Publication
}

export const readPublication = async (id: string): Promise<Publication> =>
  (await readNow('GET /api/v1/admin/publications/{id}', { params: { id } })).data

/** Nothing where the service refused for another reason, or cannot say what is. */
export async function touchedSince(
  error: unknown,
  action: Action,
  seen: Publication,
): Promise<Touched | undefined> {
  if (!(error instanceof Refused) || error.code !== 'stale_version') return undefined
  const compared = 'other' in action ? action.other : undefined
  try {
    const [own, other] = await Promise.all([
      readPublication(seen.id),
      compared && readPublication(compared.id),
    ])
    return compared && other && own.version === seen.version
      ? { seen, own, before: compared, now: other }
      : { seen, own, before: seen, now: own }
  } catch {
    return undefined
  }
}
