import type { AdminPublicationFilter, Correction } from '../../kit/api/contract.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import type { Publication } from './rules.ts'

/** What a moderator does to one publication: sent, and how it is taken back. */

export type ReasonCode = NonNullable<Publication['moderation_reason_code']>

/** What is attached is its author’s. */
export type CorrectedWords = Omit<Correction, 'images' | 'documents'>

interface Removal {
  readonly reason: string
  /** With the addresses that a cache may still hold. */
  onRemoved(purge: readonly string[]): void
}

export type Action =
  | { readonly kind: 'publish'; readonly putOff: boolean }
  | { readonly kind: 'reject'; readonly reason_code: ReasonCode; readonly reason: string | null }
  | { readonly kind: 'schedule'; readonly publie_le: string }
  | { readonly kind: 'hold' }
  | { readonly kind: 'feature' }
  | { readonly kind: 'unfeature' }
  /** Citizens see it, or no longer; what was decided stays. */
  | { readonly kind: 'show' }
  | { readonly kind: 'hide' }
  /** `illegal`: its files are removed for good as well, and why. */
  | { readonly kind: 'delete'; readonly illegal?: Removal }
  | { readonly kind: 'restore' }
  /** `andPublish`: what follows once it is corrected. */
  | { readonly kind: 'correct'; readonly words: CorrectedWords; readonly andPublish: boolean }
  | { readonly kind: 'go back'; readonly revision: string }
  /** Of two that say the same: the other one is rejected, this one is, or they are not the same after all. */
  | { readonly kind: 'keep this'; readonly other: Publication }
  | { readonly kind: 'keep other'; readonly other: Publication }
  | { readonly kind: 'tell apart'; readonly other: Publication }
export type Kind = Action['kind']

/** What settles a publication; after the others it is still to be decided about. */
const SETTLING: ReadonlySet<Kind> = new Set([
  'publish',
  'reject',
  'schedule',
  'hold',
  'delete',
  'restore',
  'keep other',
])
export const settles = (kind: Kind): boolean => SETTLING.has(kind)

export interface Done {
  readonly publication: Publication
  /** Another one, in favour of which it was kept. */
  readonly rejected?: Publication
  /** What `undo` names. */
  readonly operation: string
  /** Somebody is written to, unless it is taken back first. */
  readonly writes: boolean
}

type Decision = Extract<Action, { kind: 'publish' | 'reject' | 'schedule' | 'hold' }>
/** What is done to many alike. */
export type BulkAction = Decision | Extract<Action, { kind: 'feature' | 'unfeature' | 'delete' }>

const FOR_MANY: ReadonlySet<Kind> = new Set([
  'publish',
  'reject',
  'schedule',
  'hold',
  'feature',
  'unfeature',
  'delete',
] satisfies BulkAction['kind'][])
/** Permanent removal works on one item at a time. */
export const isForMany = (action: Action): action is BulkAction =>
  FOR_MANY.has(action.kind) && !(action.kind === 'delete' && action.illegal !== undefined)

const decisionOf = (action: Decision) => {
  switch (action.kind) {
    case 'publish':
      return action.putOff
        ? ({ moderation_status: 'approved', publie_le: new Date().toISOString() } as const)
        : ({ moderation_status: 'published' } as const)
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
export async function sendAction(action: Action, id: string, version: number | undefined): Promise<Done> {
  if (action.kind === 'keep this' || action.kind === 'keep other') {
    // Whatever it is now: that goes for both of them.
    const other = version === undefined ? { id: action.other.id } : action.other
    if (action.kind === 'keep this') {
      const { kept, ...done } = await keepOne({ id, version }, other)
      return { publication: kept, ...done }
    }
    const { rejected, kept: _, ...done } = await keepOne(other, { id, version })
    return { publication: rejected, ...done }
  }
  const params = { id }
  const { data, meta } = await sendSingle(action, params, version)
  return { publication: data, operation: meta.operation_id, writes: Boolean(meta.mail) }
}

type Single = Exclude<Action, { kind: 'keep this' | 'keep other' }>

function sendSingle(action: Single, params: { readonly id: string }, version: number | undefined) {
  switch (action.kind) {
    case 'delete':
      if (action.illegal !== undefined) return deleteWithFiles(params.id, action.illegal)
      return call('DELETE /api/v1/admin/publications/{id}', { params, version, outlives: true })
    case 'restore':
      return call('PATCH /api/v1/admin/publications/{id}/restore', { params, version })
    case 'feature':
    case 'unfeature':
      return call('PATCH /api/v1/admin/publications/{id}/feature', {
        params,
        body: { en_avant: action.kind === 'feature' },
        version,
      })
    case 'show':
    case 'hide':
      return call('PATCH /api/v1/admin/publications/{id}/valide', {
        params,
        body: { valide: action.kind === 'show' },
        version,
      })
    case 'correct':
      return call('PATCH /api/v1/admin/publications/{id}', { params, body: action.words, version })
    case 'tell apart':
      return call('POST /api/v1/admin/publications/{id}/duplicates/dismiss', {
        params,
        body: { other_id: action.other.id },
      })
    case 'go back':
      return call('POST /api/v1/admin/publications/{id}/revisions/{revisionId}/restore', {
        params: { ...params, revisionId: action.revision },
        version,
      })
    default:
      return call('PATCH /api/v1/admin/publications/{id}/moderate', {
        params,
        body: decisionOf(action),
        version,
        outlives: true,
      })
  }
}

/** The files first: they are what must go. Taking them off is another version, which is deleted as it is. */
async function deleteWithFiles(id: string, { reason, onRemoved }: Removal) {
  const { data } = await call('POST /api/v1/admin/media/forget', { body: { publication_id: id, reason } })
  onRemoved(data.purge)
  return await call('DELETE /api/v1/admin/publications/{id}', { params: { id }, outlives: true })
}

/** Those that are named, or all that a filter finds: refused when it finds another number than was seen. */
export type Selected =
  | { readonly ids: readonly string[] }
  | { readonly filter: AdminPublicationFilter; readonly expected_total: number }

/** Those to whom it could not be done are named. */
export function sendBulkAction(action: BulkAction, selected: Selected) {
  switch (action.kind) {
    case 'delete':
      return call('PATCH /api/v1/admin/publications/bulk/delete', { body: selected })
    case 'feature':
    case 'unfeature':
      return call('PATCH /api/v1/admin/publications/bulk/feature', {
        body: { ...selected, en_avant: action.kind === 'feature' },
      })
    default:
      return call('PATCH /api/v1/admin/publications/bulk/moderate', {
        body: { ...selected, ...decisionOf(action) },
      })
  }
}

/** Without a version: whatever it is now. */
interface Seen {
  readonly id: string
  readonly version?: number | undefined
}

/** Of two that say the same the other one is rejected. */
async function keepOne(one: Seen, other: Seen) {
  const { data, meta } = await call('POST /api/v1/admin/publications/{id}/duplicates/keep', {
    params: { id: one.id },
    body: { other_ids: [other.id], ...(other.version && { versions: [other.version] }) },
    version: one.version,
  })
  const [left] = data.failed
  if (left) throw new Refused(412, { ...left, request_id: '', details: [] })
  const read = async (one: string) =>
    (await call('GET /api/v1/admin/publications/{id}', { params: { id: one } })).data
  const [kept, rejected] = await Promise.all([read(one.id), read(other.id)])
  return { kept, rejected, operation: meta.operation_id, writes: Boolean(meta.mail) }
}
