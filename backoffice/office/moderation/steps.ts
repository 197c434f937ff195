import type { OperationItem } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { t } from './texts.ts'

/** What was done, as one that can be taken back. */
export interface Step {
  /** “la décision sur « X »”. */
  readonly what: string
  readonly operation: string
  /** As it was said when it was done here. */
  readonly said?: string
}

/** The latest of mine that stand, oldest first: further back than this page remembers, also after it was loaded anew. */
export async function earlierSteps(): Promise<readonly Step[]> {
  const { data } = await call('GET /api/v1/admin/operations', { query: { mine: true, per_page: 20 } })
  return data
    .filter(({ undone_at, total }) => undone_at === null && total > 0)
    .map(({ id, title, total }) => ({
      operation: id,
      what: total === 1 && title !== null ? t.earlier(title) : t.earlierMany(total),
    }))
    .toReversed()
}

export interface TakenBack {
  readonly count: number
  /** Those that are as they were before; of very many none is named. */
  readonly ids: readonly string[]
}

export async function takenBack({ operation }: Step, onProgress: Progress): Promise<TakenBack> {
  const { data, meta } = await call('POST /api/v1/admin/operations/{id}/undo', { params: { id: operation } })
  if (meta.queued === undefined) return { count: data.restored.length, ids: data.restored }
  const { restored } = await followed(operation, 'undone', onProgress)
  return { count: restored, ids: [] }
}

export interface DoneToMany {
  readonly done: number
  readonly failed: number
  /** Some of those that failed, by name. */
  readonly titles: readonly string[]
}

/** More than five hundred are done one after the other, beside the work. */
export async function doneToMany(operation: string, onProgress: Progress): Promise<DoneToMany> {
  const { updated, unchanged, failed } = await followed(operation, 'done', onProgress)
  const failures =
    failed === 0
      ? []
      : (
          await call('GET /api/v1/admin/operations/{id}/failures', {
            params: { id: operation },
            query: { per_page: 5 },
          })
        ).data
  return { done: updated + unchanged, failed, titles: failures.flatMap(({ title }) => title ?? []) }
}

type Progress = (done: number, total: number) => void

const ASK_EVERY_MS = 1_000
const ENDED: ReadonlySet<OperationItem['state']> = new Set(['done', 'undone'])

/** Until it has ended: an operation that somebody takes back meanwhile ends as `undone`. */
async function followed(id: string, end: 'done' | 'undone', onProgress: Progress): Promise<OperationItem> {
  for (;;) {
    const { data } = await call('GET /api/v1/admin/operations/{id}', { params: { id } })
    if (data.state === end || (end === 'done' && ENDED.has(data.state))) return data
    onProgress(end === 'done' ? data.done : data.restored + data.skipped, data.total)
    await new Promise(resolve => setTimeout(resolve, ASK_EVERY_MS))
  }
}
