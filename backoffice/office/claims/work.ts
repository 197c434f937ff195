import { useRef, useState } from 'react'
import type { Claim, ClaimDecision } from '../../kit/api/contract.ts'
import { client, counts, reading, readNow } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { useConflicts } from '../../kit/desk/conflicts.ts'
import { useFailures } from '../../kit/desk/failures.ts'
import type { Said } from '../../kit/desk/foot.tsx'
import { sentenceOf } from '../../kit/ui/message.tsx'
import { t } from './texts.ts'
import { forgetWords } from './words.ts'

/** A decision that somebody else has taken meanwhile, and the one that was meant. */
export interface Taken {
  readonly decision: ClaimDecision
  readonly now: Claim
}

interface Step {
  readonly id: string
  readonly nom: string
  readonly version: number
}

/** What is being done at this desk: shown at once, sent beside the work, and taken back one after the other. */
export function useWork() {
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Claim>>>({})
  const [steps, showSteps] = useState<readonly Step[]>([])
  // Beside what is shown: an undo means what was decided last, also while that is on its way.
  const done = useRef<readonly Step[]>([])
  const setSteps = (change: (before: readonly Step[]) => readonly Step[]) => {
    done.current = change(done.current)
    showSteps(done.current)
  }
  const [onTheWay, setOnTheWay] = useState(0)
  const [said, setSaid] = useState<Said>()
  const { conflict, insistsOn } = useConflicts<Taken>()
  const failures = useFailures()
  // One after the other: an undo means what was decided before it.
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = line.current.then(work, work)
    line.current = mine
    return mine
  }
  const mark = (claim: Claim) => setOutcomes(before => ({ ...before, [claim.id]: claim }))
  const fails = (error: unknown, key: string, nom: string, again: () => unknown) => {
    // Keeps a message that is about another item.
    setSaid(now => (now?.text.includes(nom) ? undefined : now))
    failures.failed({ key, names: [nom], again }, error)
  }

  const decide = (claim: Claim, decision: ClaimDecision): Promise<void> => {
    const { nom } = claim.acteur
    const key = `${claim.id} decided`
    failures.begun(key)
    mark({ ...claim, status: decision.status })
    setOnTheWay(n => n + 1)
    setSaid({ tone: 'ok', text: t.done[decision.status](nom) })
    return inOrder(async () => {
      try {
        const { data, meta } = await call('PATCH /api/v1/admin/claims/{id}', {
          params: { id: claim.id },
          body: decision,
          version: claim.version,
        })
        mark(data)
        forgetWords(claim.id)
        setSteps(before => [...before, { id: claim.id, nom, version: meta.undo_version }])
        await moved(claim.id)
      } catch (error) {
        mark(claim)
        const now = isTaken(error) ? await readClaim(claim.id).catch(() => undefined) : undefined
        if (!now) return fails(error, key, nom, () => decide(claim, decision))
        setSaid(undefined)
        void insistsOn({ decision, now }).then(insists => (insists ? decideAnew(now, decision) : mark(now)))
      } finally {
        setOnTheWay(n => n - 1)
      }
    })
  }

  const takeBack = async (id: string, version?: number) => {
    const { data } = await call('POST /api/v1/admin/claims/{id}/undo', { params: { id }, version })
    mark(data)
    await moved(id)
    return data
  }
  /** Theirs is taken back first. */
  const decideAnew = async (theirs: Claim, decision: ClaimDecision) => {
    try {
      const again = await inOrder(() => takeBack(theirs.id, theirs.version))
      await decide(again, decision)
    } catch (error) {
      fails(error, `${theirs.id} decided`, theirs.acteur.nom, () => decideAnew(theirs, decision))
    }
  }
  const undo = () =>
    inOrder(async () => {
      const step = done.current.at(-1)
      if (!step) return setSaid({ tone: 'bad', text: t.nothingToUndo })
      try {
        await takeBack(step.id, step.version)
        setSteps(before => before.filter(one => one !== step))
        setSaid({ tone: 'ok', text: t.undone(step.nom) })
      } catch (error) {
        setSteps(before => before.filter(one => one !== step))
        setSaid({ tone: 'bad', text: `${t.failed(step.nom)} ${sentenceOf(error)}` })
      }
    })

  const ask = (claim: Claim, message: string): Promise<void> => {
    const { nom } = claim.acteur
    const key = `${claim.id} asked`
    failures.begun(key)
    setSaid({ tone: 'ok', text: t.asked(nom) })
    return inOrder(async () => {
      try {
        const params = { id: claim.id }
        const { data } = await call('POST /api/v1/admin/claims/{id}/ask', { params, body: { message } })
        forgetWords(claim.id)
        mark(data)
        await moved(claim.id)
      } catch (error) {
        fails(error, key, nom, () => ask(claim, message))
      }
    })
  }

  return {
    outcomes,
    said,
    failures,
    conflict,
    /** What `U` takes back: by name, unless it is only just being decided. */
    undoes: onTheWay > 0 ? t.do.undo : steps.length > 0 ? t.undoOf(steps.at(-1)?.nom ?? '') : undefined,
    decide,
    ask,
    undo,
    /** Another list is shown. */
    startOver: () => setOutcomes({}),
  }
}

const isTaken = (error: unknown) =>
  error instanceof Refused && ['claim_already_decided', 'stale_version'].includes(error.code)

export const itemOf = (id: string) => reading('GET /api/v1/admin/claims/{id}', { params: { id } })
const readClaim = async (id: string): Promise<Claim> =>
  (await readNow('GET /api/v1/admin/claims/{id}', { params: { id } })).data

const moved = (id: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: counts().queryKey }),
    client.invalidateQueries({ queryKey: itemOf(id).queryKey }),
  ])
