import type { Appeal, AppealDecision } from '../../kit/api/contract.ts'
import { client, reading, readNow, refreshCounts } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { useDesk } from '../../kit/desk/use-desk.ts'
import { keepDraft } from '../../kit/drafts.ts'
import { t } from './texts.ts'

/** The appeal as a colleague has decided it meanwhile. */
export interface AppealConflict {
  readonly now: Appeal
}

/** Outcomes of appeals: shown at once, sent in order. They are final: there is no undo. */
export function useAppeals() {
  const desk = useDesk<Appeal, never, AppealConflict>()

  const decide = async (appeal: Appeal, decision: AppealDecision): Promise<void> => {
    const { id, nom } = appeal
    const { conflict } = await desk.send({
      key: `${id} decided`,
      name: nom,
      shown: [id, { ...appeal, status: decision.status }],
      notice: t.done[decision.status](nom),
      async perform() {
        const { data } = await call('PATCH /api/v1/admin/appeals/{id}', {
          params: { id },
          body: decision,
          version: appeal.version,
        })
        desk.mark(id, data)
        for (const status of ['upheld', 'overturned'] as const) keepDraft(draftKey(id, status), '')
        await refresh(id)
      },
      async rollBack(error) {
        desk.mark(id, appeal)
        const now = isDecidedMeanwhile(error) ? await readAppeal(id).catch(() => undefined) : undefined
        return now && { now }
      },
      retry: () => decide(appeal, decision),
    })
    if (!conflict) return
    await desk.confirmOverwrite(conflict)
    desk.mark(id, conflict.now)
    await refresh(id)
  }

  return { ...desk, decide }
}

/** The key of the stored words of an outcome: they are kept until the service has taken it. */
export const draftKey = (id: string, status: AppealDecision['status']) => `appeal ${id} ${status}`

const isDecidedMeanwhile = (error: unknown) =>
  error instanceof Refused && ['appeal_already_decided', 'stale_version'].includes(error.code)

export const itemOf = (id: string) => reading('GET /api/v1/admin/appeals/{id}', { params: { id } })
const readAppeal = async (id: string): Promise<Appeal> =>
  (await readNow('GET /api/v1/admin/appeals/{id}', { params: { id } })).data

const refresh = (id: string) =>
  Promise.all([refreshCounts(), client.invalidateQueries({ queryKey: itemOf(id).queryKey })])
