import type { LeftAside, OperationItem } from '../../kit/api/contract.ts'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import type { TakenDraft } from '../../kit/drafts.ts'
import { t } from './texts.ts'

/** A decision that can be undone. */
export interface Step {
  /** “la décision sur « X »”. */
  readonly what: string
  readonly operation: string
  /** The notice shown when it was decided at this desk. */
  readonly notice?: string
  /** The stored input of the dialog it was decided in; an undo gives it back. */
  readonly input?: TakenDraft | undefined
}

/** The user’s latest operations that are not undone, oldest first: undo also covers decisions made before the page was loaded. */
export async function loadEarlierSteps(): Promise<readonly Step[]> {
  const mine = reading('GET /api/v1/admin/operations', { query: { mine: true, per_page: 20 } })
  const { data } = await client.fetchQuery({ ...mine, staleTime: 0 })
  return (
    data
      // The only publication is gone, or outside of the communes of the role by now: nothing can be undone.
      .filter(({ undone_at, total, title }) => undone_at === null && (total > 1 || title !== null))
      .map(({ id, title, total }) => ({
        operation: id,
        what: total === 1 && title !== null ? t.earlier(title) : t.earlierMany(total),
      }))
      .toReversed()
  )
}

interface Undone {
  readonly count: number
  /** How many stay as they are, because somebody changed them since. */
  readonly left: number
  /** The restored publications; empty for an operation that runs as a job. */
  readonly ids: readonly string[]
}

export async function undoOperation({ operation }: Step, onProgress: Progress): Promise<Undone> {
  const { data, meta } = await call('POST /api/v1/admin/operations/{id}/undo', {
    params: { id: operation },
    keepalive: true,
  })
  if (meta.queued === undefined)
    return { count: data.restored.length, left: data.skipped.length, ids: data.restored }
  const { restored, skipped } = await waitForEnd(operation, 'undone', onProgress)
  return { count: restored, left: skipped, ids: [] }
}

interface BulkResult {
  readonly done: number
  readonly failed: number
  /** Some that failed. */
  readonly left: readonly LeftAside[]
}

/** Waits for a bulk operation of more than five hundred, which runs as a job. */
export async function waitForBulk(operation: string, onProgress: Progress): Promise<BulkResult> {
  const { updated, unchanged, failed } = await waitForEnd(operation, 'done', onProgress)
  const left =
    failed === 0
      ? []
      : (
          await call('GET /api/v1/admin/operations/{id}/failures', {
            params: { id: operation },
            query: { per_page: 5 },
          })
        ).data
  return { done: updated + unchanged, failed, left }
}

type Progress = (done: number, total: number) => void

const POLL_MS = 1_000
const ENDED: Readonly<Record<'done' | 'undone', ReadonlySet<OperationItem['state']>>> = {
  done: new Set(['done', 'undone', 'stopped']),
  undone: new Set(['undone', 'stopped']),
}

/** An operation undone while it runs ends as `undone`; either ends as `stopped` when its user loses the right. */
async function waitForEnd(id: string, end: 'done' | 'undone', onProgress: Progress): Promise<OperationItem> {
  for (;;) {
    const { data } = await call('GET /api/v1/admin/operations/{id}', { params: { id } })
    if (ENDED[end].has(data.state)) return data
    onProgress(end === 'done' ? data.done : data.restored + data.skipped, data.total)
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
}
