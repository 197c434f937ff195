import { call } from '../api/session.ts'
import type { Publication } from './rules.ts'
import { t } from './texts.ts'

/** What a moderator does to one publication: sent, and how it is taken back. */

export type ReasonCode = NonNullable<Publication['moderation_reason_code']>

export type Action =
  | { readonly kind: 'publish' }
  | { readonly kind: 'reject'; readonly reason_code: ReasonCode; readonly reason: string | null }
  | { readonly kind: 'schedule'; readonly publie_le: string }
  | { readonly kind: 'hold' }
  | { readonly kind: 'feature' }
  | { readonly kind: 'unfeature' }
  | { readonly kind: 'delete' }
  | { readonly kind: 'restore' }
export type Kind = Action['kind']

export interface Done {
  readonly publication: Publication
  /** What `undo` names. */
  readonly operation: string
}

const decisionOf = (action: Extract<Action, { kind: 'publish' | 'reject' | 'schedule' | 'hold' }>) => {
  switch (action.kind) {
    case 'publish':
      return { moderation_status: 'published' } as const
    case 'reject':
      return {
        moderation_status: 'rejected',
        reason_code: action.reason_code,
        reason: action.reason,
      } as const
    case 'schedule':
      return { moderation_status: 'approved', publie_le: action.publie_le } as const
    case 'hold':
      return { moderation_status: 'pending' } as const
  }
}

/** `version`: refused with 412 when somebody changed it since it was read; absent: whatever it is now. */
export async function perform(action: Action, id: string, version: number | undefined): Promise<Done> {
  const params = { id }
  const { data, meta } = await sendAction(action, params, version)
  return { publication: data, operation: meta.operation_id }
}

function sendAction(action: Action, params: { readonly id: string }, version: number | undefined) {
  switch (action.kind) {
    case 'delete':
      return call('DELETE /api/v1/admin/publications/{id}', { params, version })
    case 'restore':
      return call('PATCH /api/v1/admin/publications/{id}/restore', { params, version })
    case 'feature':
    case 'unfeature':
      return call('PATCH /api/v1/admin/publications/{id}/feature', {
        params,
        body: { en_avant: action.kind === 'feature' },
        version,
      })
    default:
      return call('PATCH /api/v1/admin/publications/{id}/moderate', {
        params,
        body: decisionOf(action),
        version,
      })
  }
}

/** Up to 500 at once; who of them was not there any more is named. */
export const performMany = (
  action: Extract<Action, { kind: 'publish' | 'reject' | 'hold' }>,
  ids: readonly string[],
) => call('PATCH /api/v1/admin/publications/bulk/moderate', { body: { ids, ...decisionOf(action) } })

/** What can still be taken back. */
export interface Step {
  readonly sentence: string
  readonly operation: string
}

/** Answers the publications that are as they were before. */
export async function takeBack({ operation }: Step): Promise<readonly string[]> {
  const { data } = await call('POST /api/v1/admin/operations/{id}/undo', { params: { id: operation } })
  return data.restored
}

/** The latest of mine that stand, oldest first: further back than this page remembers, also after it was loaded anew. */
export async function earlierSteps(): Promise<readonly Step[]> {
  const { data } = await call('GET /api/v1/admin/operations', { query: { mine: true, per_page: 20 } })
  return data
    .filter(({ undone_at, total }) => undone_at === null && total > 0)
    .map(({ id, title, total }) => ({
      operation: id,
      sentence: total === 1 ? t.earlier(title) : t.earlierMany(total),
    }))
    .toReversed()
}
