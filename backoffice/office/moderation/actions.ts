import type { AdminPublicationFilter, BulkOutcome, Correction, LeavingMail } from '../../kit/api/contract.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { isPutOff, type Publication } from './rules.ts'

/** The actions on publications, and the requests that carry them out. */

export type ReasonCode = NonNullable<Publication['moderation_reason_code']>

/** A moderator does not change attachments. */
export type CorrectedWords = Omit<Correction, 'images' | 'documents'>

/** `draft`: the stored input of the dialog, kept until the service has taken the action. */
interface FromDialog {
  readonly draft?: string
}

interface Removal extends FromDialog {
  readonly reason: string
  /** `purge`: the addresses that a cache may still hold. */
  onRemoved(purge: readonly string[]): void
}

export type Action =
  | { readonly kind: 'publish'; readonly putOff: boolean }
  | ({
      readonly kind: 'reject'
      readonly reason_code: ReasonCode
      readonly reason: string | null
    } & FromDialog)
  | ({ readonly kind: 'send back'; readonly reason: string } & FromDialog)
  | ({ readonly kind: 'schedule'; readonly publie_le: string } & FromDialog)
  | { readonly kind: 'hold' }
  /** `featured_until`: null for no end. */
  | ({ readonly kind: 'feature'; readonly featured_until: string | null } & FromDialog)
  | { readonly kind: 'unfeature' }
  /** Shows or hides it; the decision stays. */
  | { readonly kind: 'show' }
  | { readonly kind: 'hide' }
  /** `illegal`: also removes its files permanently. */
  | { readonly kind: 'delete'; readonly illegal?: Removal }
  | { readonly kind: 'restore' }
  /** `andPublish`: publishes it once it is corrected. */
  | { readonly kind: 'correct'; readonly words: CorrectedWords; readonly andPublish: boolean }
  | { readonly kind: 'go back'; readonly revision: string }
  /** For duplicates: reject the other one, reject this one, or mark them as different. */
  | { readonly kind: 'keep this'; readonly other: Publication }
  | { readonly kind: 'keep other'; readonly other: Publication }
  | { readonly kind: 'tell apart'; readonly other: Publication }
export type Kind = Action['kind']

/** Actions after which nothing is left to decide about the publication. */
const SETTLING: ReadonlySet<Kind> = new Set([
  'publish',
  'reject',
  'send back',
  'schedule',
  'hold',
  'delete',
  'restore',
  'keep other',
])
export const settles = (kind: Kind): boolean => SETTLING.has(kind)

interface Done {
  readonly publication: Publication
  /** The duplicate that was rejected with it. */
  readonly rejected?: Publication
  /** The id for `undo`. */
  readonly operation: string
  /** The mails that are queued; an undo cancels them. */
  readonly mail: LeavingMail | null
}

type Decision = Extract<Action, { kind: 'publish' | 'reject' | 'send back' | 'schedule' | 'hold' }>
/** Actions that apply to many publications at once. */
export type BulkAction = Decision | Extract<Action, { kind: 'feature' | 'unfeature' | 'delete' }>

const FOR_MANY: ReadonlySet<Kind> = new Set([
  'publish',
  'reject',
  'send back',
  'schedule',
  'hold',
  'feature',
  'unfeature',
  'delete',
] satisfies BulkAction['kind'][])
export const publishing = (publications: readonly Publication[]): BulkAction => ({
  kind: 'publish',
  putOff: publications.some(one => isPutOff(one, new Date())),
})

/** Permanent removal works on one item at a time. */
export const isForMany = (action: Action): action is BulkAction =>
  FOR_MANY.has(action.kind) && !(action.kind === 'delete' && action.illegal !== undefined)

/** The name under which the browser keeps what was typed for the action. */
export const draftOf = (action: Action): string | undefined =>
  'draft' in action ? action.draft : 'illegal' in action ? action.illegal?.draft : undefined

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
    case 'send back':
      return { moderation_status: 'changes_requested', reason: action.reason } as const
    case 'schedule':
      return { moderation_status: 'approved', publie_le: action.publie_le } as const
    case 'hold':
      return { moderation_status: 'pending' } as const
  }
}

const featureOf = (action: Extract<Action, { kind: 'feature' | 'unfeature' }>) =>
  action.kind === 'feature' ? { en_avant: true, featured_until: action.featured_until } : { en_avant: false }

/** `version`: refused with 412 if the publication changed since. Absent: applies to any version. */
export async function sendAction(action: Action, id: string, version: number | undefined): Promise<Done> {
  if (action.kind === 'keep this' || action.kind === 'keep other') {
    // Without a version of this one, the version of the other is not checked either.
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
  return { publication: data, operation: meta.operation_id, mail: meta.mail }
}

type Single = Exclude<Action, { kind: 'keep this' | 'keep other' }>

function sendSingle(action: Single, params: { readonly id: string }, version: number | undefined) {
  switch (action.kind) {
    case 'delete':
      if (action.illegal !== undefined) return deleteWithFiles(params.id, action.illegal)
      return call('DELETE /api/v1/admin/publications/{id}', { params, version, keepalive: true })
    case 'restore':
      return call('PATCH /api/v1/admin/publications/{id}/restore', { params, version })
    case 'feature':
    case 'unfeature':
      return call('PATCH /api/v1/admin/publications/{id}/feature', {
        params,
        body: featureOf(action),
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
        keepalive: true,
      })
  }
}

/** One request, so that no publication stays without its files. */
async function deleteWithFiles(id: string, { reason, onRemoved }: Removal) {
  const { data } = await call('POST /api/v1/admin/media/forget', {
    body: { publication_id: id, delete_publication: true, reason },
    keepalive: true,
  })
  if (!data.deletion) throw new Error('A deletion that was asked for is answered.')
  onRemoved(data.purge)
  return data.deletion
}

/** All that the filter finds: refused if it finds another number than `expected_total`. */
export interface Whole {
  readonly filter: AdminPublicationFilter
  readonly expected_total: number
}
/** Publications as they were read: those that were changed since fail. */
interface Read {
  readonly ids: readonly string[]
  readonly versions: readonly number[]
}

/** A request that is answered as the first time when it is sent again. The reply names those that failed. */
export type BulkRequest = () => Promise<BulkOutcome>

export function bulkRequest(action: BulkAction, selected: Whole | Read): BulkRequest {
  const once = crypto.randomUUID()
  switch (action.kind) {
    case 'delete':
      return () => call('PATCH /api/v1/admin/publications/bulk/delete', { body: selected, once })
    case 'feature':
    case 'unfeature': {
      const body = { ...selected, ...featureOf(action) }
      return () => call('PATCH /api/v1/admin/publications/bulk/feature', { body, once })
    }
    default: {
      const body = { ...selected, ...decisionOf(action) }
      return () => call('PATCH /api/v1/admin/publications/bulk/moderate', { body, once })
    }
  }
}

/** Without a version: any version. */
interface Seen {
  readonly id: string
  readonly version?: number | undefined
}

/** Keeps one of two duplicates and rejects the other. */
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
  return { kept, rejected, operation: meta.operation_id, mail: meta.mail }
}
