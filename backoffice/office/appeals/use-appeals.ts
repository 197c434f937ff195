import type { Appeal, AppealDecision } from '../../kit/api/contract.ts'
import { client, reading, readNow, refreshCounts } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { t as all } from '../../kit/desk/texts.ts'
import { useDesk } from '../../kit/desk/use-desk.ts'
import { giveBackDraft, keepDraft, type TakenDraft, takeDraft } from '../../kit/drafts.ts'
import { actions } from '../../kit/words/texts.ts'
import { sayMails } from '../moderation/leaving-mails.ts'
import { t } from './texts.ts'

/** The appeal as a colleague has decided it meanwhile. */
export interface AppealConflict {
  readonly now: Appeal
}

interface Step {
  readonly id: string
  readonly nom: string
  readonly version: number
  /** The words of the outcome; an undo gives them back. */
  readonly input: TakenDraft
}

/** Outcomes of appeals: shown at once, sent in order, undone one after the other until their mails leave. */
export function useAppeals() {
  const desk = useDesk<Appeal, Step, AppealConflict>()

  const decide = async (appeal: Appeal, decision: AppealDecision): Promise<void> => {
    const { id, nom } = appeal
    const { conflict } = await desk.send({
      key: `${id} decided`,
      name: nom,
      shown: [id, { ...appeal, status: decision.status }],
      notice: t.done[decision.status](nom),
      async perform(notify) {
        const { data, meta } = await call('PATCH /api/v1/admin/appeals/{id}', {
          params: { id },
          body: decision,
          version: appeal.version,
          keepalive: true,
        })
        desk.mark(id, data)
        const input = takeDraft(draftKey(id, decision.status))
        for (const status of ['upheld', 'overturned'] as const) keepDraft(draftKey(id, status), '')
        if (meta.mail) notify({ tone: 'ok', text: `${t.done[decision.status](nom)} ${sayMails(meta.mail)}` })
        const step = { id, nom, version: data.version, input }
        desk.addStep(step)
        if (meta.mail) setTimeout(() => desk.removeStep(step), Date.parse(meta.mail.leaves_at) - Date.now())
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

  /** Answers the appeal. */
  const undo = async (): Promise<string | undefined> => {
    const undone = await desk.undo({
      nothing: all.nothingToUndo,
      async perform({ id, nom, version, input }) {
        const { data } = await call('POST /api/v1/admin/appeals/{id}/undo', {
          params: { id },
          version,
          keepalive: true,
        })
        desk.mark(id, data)
        await refresh(id)
        giveBackDraft(input)
        return { tone: 'ok', text: t.undone(nom) }
      },
      isKept: error => error instanceof Refused && error.isUnreachable,
      failed: ({ nom }) => all.undoFailed(nom),
    })
    return undone?.id
  }

  const { lastStep } = desk
  /** The label of the undo button: it names the appeal, unless an outcome is still being sent. */
  const undoLabel = desk.isSending ? actions.undo : lastStep && t.undoOf(lastStep.nom)
  return { ...desk, undoLabel, decide, undo }
}

/** The key of the stored words of an outcome: they are kept until the service has taken it. */
export const draftKey = (id: string, status: AppealDecision['status']) => `appeal ${id} ${status}`

const isDecidedMeanwhile = (error: unknown) =>
  error instanceof Refused && ['appeal_already_decided', 'stale_version'].includes(error.code)

export const itemOf = (id: string) => reading('GET /api/v1/admin/appeals/{id}', { params: { id } })
const readAppeal = async (id: string): Promise<Appeal> =>
  (await readNow('GET /api/v1/admin/appeals/{id}', { params: { id } })).data

export const refresh = (id: string) =>
  Promise.all([refreshCounts(), client.invalidateQueries({ queryKey: itemOf(id).queryKey })])
