import type { Claim, ClaimDecision, NewClaimCall } from '../../kit/api/contract.ts'
import { client, reading, readNow, refreshCounts } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { t as all } from '../../kit/desk/texts.ts'
import { useDesk } from '../../kit/desk/use-desk.ts'
import { giveBackDraft, keepDraft, type TakenDraft, takeDraft } from '../../kit/drafts.ts'
import { actions } from '../../kit/words/texts.ts'
import { draftKey, forgetDrafts } from './drafts.ts'
import { t } from './texts.ts'

/** The decision that was attempted, and the claim as a colleague has decided it meanwhile. */
export interface ClaimConflict {
  readonly decision: ClaimDecision
  readonly now: Claim
}

interface Step {
  readonly id: string
  readonly nom: string
  /** The version of the decided claim. Absent: a question was asked. */
  readonly version?: number
  /** The dialog as it was filled in; an undo gives it back. */
  readonly input: TakenDraft
}

const DIALOG = { approved: 'approve', rejected: 'reject' } as const

/** Decisions about claims: shown at once, sent in order, undone one after the other. */
export function useClaims() {
  const desk = useDesk<Claim, Step, ClaimConflict>()
  const show = (claim: Claim) => desk.mark(claim.id, claim)

  const decide = async (claim: Claim, decision: ClaimDecision): Promise<void> => {
    const { id } = claim
    const { nom } = claim.acteur
    const { conflict } = await desk.send({
      key: decisionKey(claim),
      name: nom,
      shown: [id, { ...claim, status: decision.status }],
      notice: t.done[decision.status](nom),
      async perform() {
        const { data, meta } = await call('PATCH /api/v1/admin/claims/{id}', {
          params: { id },
          body: decision,
          version: claim.version,
          keepalive: true,
        })
        show(data)
        const input = takeDraft(draftKey(id, DIALOG[decision.status]))
        forgetDrafts(id)
        desk.addStep({ id, nom, version: meta.undo_version, input })
        await refresh(id)
      },
      async rollBack(error) {
        show(claim)
        const now = isDecidedMeanwhile(error) ? await readClaim(id).catch(() => undefined) : undefined
        return now && { decision, now }
      },
      retry: () => decide(claim, decision),
    })
    if (!conflict) return
    if (await desk.confirmOverwrite(conflict)) await overwrite(conflict)
    else show(conflict.now)
  }

  const withdraw = async (id: string, version?: number) => {
    const { data } = await call('POST /api/v1/admin/claims/{id}/undo', {
      params: { id },
      version,
      keepalive: true,
    })
    show(data)
    await refresh(id)
    return data
  }
  /** Undoes the colleague's decision, then decides again. */
  const overwrite = async (conflict: ClaimConflict) => {
    const { now, decision } = conflict
    const { done } = await desk.send({
      key: decisionKey(now),
      name: now.acteur.nom,
      perform: () => withdraw(now.id, now.version),
      retry: () => overwrite(conflict),
    })
    if (done) await decide(done, decision)
  }

  /** Answers the claim. */
  const undo = async (): Promise<string | undefined> => {
    const undone = await desk.undo({
      nothing: all.nothingToUndo,
      async perform({ id, nom, version, input }) {
        if (version !== undefined) await withdraw(id, version)
        else {
          const { data } = await call('POST /api/v1/admin/claims/{id}/ask/undo', {
            params: { id },
            keepalive: true,
          })
          show(data)
          await refresh(id)
        }
        giveBackDraft(input)
        return { tone: 'ok', text: version === undefined ? t.unasked(nom) : t.undone(nom) }
      },
      isKept: () => false,
      failed: ({ nom }) => all.undoFailed(nom),
    })
    return undone?.id
  }

  const ask = (claim: Claim, message: string): Promise<unknown> =>
    desk.send({
      key: `${claim.id} asked`,
      name: claim.acteur.nom,
      notice: t.asked(claim.acteur.nom),
      async perform() {
        const params = { id: claim.id }
        const { data, meta } = await call('POST /api/v1/admin/claims/{id}/ask', {
          params,
          body: { message },
          keepalive: true,
        })
        const input = takeDraft(draftKey(claim.id, 'question'))
        const step = { id: claim.id, nom: claim.acteur.nom, input }
        desk.addStep(step)
        if (meta.mail) setTimeout(() => desk.removeStep(step), Date.parse(meta.mail.leaves_at) - Date.now())
        show(data)
        await refresh(claim.id)
      },
      retry: () => ask(claim, message),
    })

  const recordCall = (claim: Claim, body: NewClaimCall): Promise<unknown> =>
    desk.send({
      key: callKey(claim),
      name: claim.acteur.nom,
      notice: t.called(claim.acteur.nom),
      async perform() {
        await call('POST /api/v1/admin/claims/{id}/call', { params: { id: claim.id }, body })
        keepDraft(draftKey(claim.id, 'call'), '')
        await refresh(claim.id)
      },
      retry: () => recordCall(claim, body),
    })

  const removeCall = (claim: Claim): Promise<unknown> =>
    desk.send({
      key: callKey(claim),
      name: claim.acteur.nom,
      notice: t.callRemoved(claim.acteur.nom),
      async perform() {
        await call('DELETE /api/v1/admin/claims/{id}/call', { params: { id: claim.id } })
        await refresh(claim.id)
      },
      retry: () => removeCall(claim),
    })

  const askOwners = (claim: Claim): Promise<unknown> =>
    desk.send({
      key: `${claim.id} owners`,
      name: claim.acteur.nom,
      async perform(notify) {
        const { data } = await call('POST /api/v1/admin/claims/{id}/ask-owners', { params: { id: claim.id } })
        notify({ tone: 'ok', text: t.ownersAsked(data.asked) })
        await refresh(claim.id)
      },
      retry: () => askOwners(claim),
    })

  /** What a code granted: nobody here has decided, so it is no step of this desk. */
  const takeBack = (claim: Claim): Promise<unknown> =>
    desk.send({
      key: decisionKey(claim),
      name: claim.acteur.nom,
      // Unchanged until it is answered; the list, in which it will no longer be, is not read again.
      shown: [claim.id, claim],
      notice: t.takenBack(claim.acteur.nom),
      perform: () => withdraw(claim.id, claim.version),
      retry: () => takeBack(claim),
    })

  const { lastStep } = desk
  /** The label of the undo button: it names the claim, unless a decision is still being sent. */
  const undoLabel = desk.isSending ? actions.undo : lastStep && t.undoOf(lastStep.nom)
  return { ...desk, undoLabel, decide, ask, askOwners, recordCall, removeCall, takeBack, undo }
}

const callKey = ({ id }: Claim) => `${id} called`
const decisionKey = ({ id }: Claim) => `${id} decided`

const isDecidedMeanwhile = (error: unknown) =>
  error instanceof Refused && ['claim_already_decided', 'stale_version'].includes(error.code)

export const itemOf = (id: string) => reading('GET /api/v1/admin/claims/{id}', { params: { id } })
const readClaim = async (id: string): Promise<Claim> =>
  (await readNow('GET /api/v1/admin/claims/{id}', { params: { id } })).data

export const refresh = (id: string) =>
  Promise.all([refreshCounts(), client.invalidateQueries({ queryKey: itemOf(id).queryKey })])
