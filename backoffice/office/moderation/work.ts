import { useEffect, useRef, useState } from 'react'
import { client, counts } from '../../kit/api/queries.ts'
import { useConflicts } from '../../kit/desk/conflicts.ts'
import { useFailures } from '../../kit/desk/failures.ts'
import type { Said } from '../../kit/desk/foot.tsx'
import { sentenceOf } from '../../kit/ui/message.tsx'
import {
  type Action,
  type Kind,
  perform,
  performMany,
  type Selected,
  settles,
  type Together,
} from './actions.ts'
import { PER_PAGE } from './address.ts'
import { type Publication, stateOf } from './rules.ts'
import { doneToMany, earlierSteps, type Step, takenBack } from './steps.ts'
import { t } from './texts.ts'
import { readPublication, type Touched, touchedSince } from './touched.ts'

/** What became of a row of the list since it was loaded. */
export interface Outcome {
  /** `theirs`: a colleague was quicker, and what they decided stands. */
  readonly at: 'on its way' | 'done' | 'failed' | 'theirs'
  readonly kind: Kind
  /** As the service answered it; until then, as it was. */
  readonly publication: Publication
}

/** Nothing is left to decide about it here. */
export const isSettled = (outcome: Outcome | undefined): outcome is Outcome =>
  outcome?.at === 'theirs' || (outcome !== undefined && outcome.at !== 'failed' && settles(outcome.kind))

/** Somebody was quicker: what was wanted, and what is. */
export interface Stale extends Touched {
  readonly action: Action
}

/**
 * What is being done at this desk. A decision is shown at once and sent beside the work; what fails is said, and its row is
 * open again. Decisions about one publication are sent one after the other.
 */
export function useWork() {
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({})
  const [steps, showSteps] = useState<readonly Step[]>([])
  // Beside what is shown: a key may be pressed before the page has been drawn anew.
  const taken = useRef<readonly Step[]>([])
  const setSteps = (change: (before: readonly Step[]) => readonly Step[]) => {
    taken.current = change(taken.current)
    showSteps(taken.current)
  }
  // Undo goes further back than this page: what was done before it was loaded is taken back as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the desk is opened
  useEffect(() => {
    earlierSteps().then(
      earlier => setSteps(since => [...earlier, ...since]),
      () => {},
    )
  }, [])
  const [said, setSaid] = useState<Said>()
  const doing = useRef(0)
  /** Of what was begun last; of what was begun before it only that it failed. */
  const saying = () => {
    const mine = ++doing.current
    return (next: Said | undefined) => {
      if (mine === doing.current || next?.tone === 'bad') setSaid(next)
    }
  }
  const { conflict, insistsOn } = useConflicts<Stale>()
  const failures = useFailures()
  // One after the other, in the order of the keys: an undo means what was decided before it, and what follows an undo
  // must know the versions that it left.
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const versions = useRef(new Map<string, number>())

  const mark = (id: string, outcome: Outcome | undefined) =>
    setOutcomes(({ [id]: _, ...others }) => (outcome ? { ...others, [id]: outcome } : others))

  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = line.current.then(work, work)
    line.current = mine
    return mine
  }
  const versionOf = ({ id, version }: Publication) => Math.max(version, versions.current.get(id) ?? 0)

  /** Answers the publication as it is then, or nothing where it was not done. */
  const act = async (
    publication: Publication,
    action: Action,
    { force = false, again = () => void act(publication, action, { force }) } = {},
  ): Promise<Publication | undefined> => {
    const { id, title } = publication
    const { kind } = action
    const key = `${id} ${subjectOf(kind)}`
    const say = saying()
    failures.begun(key)
    mark(id, { at: 'on its way', kind, publication })
    say({ tone: 'ok', text: t.done[kind](title) })
    const { done, touched } = await inOrder(async (): Promise<{ done?: Publication; touched?: Touched }> => {
      try {
        const done = await perform(action, id, force ? undefined : versionOf(publication))
        versions.current.set(id, done.publication.version)
        mark(id, { at: 'done', kind, publication: done.publication })
        if (done.rejected) {
          versions.current.set(done.rejected.id, done.rejected.version)
          mark(done.rejected.id, { at: 'done', kind: 'reject', publication: done.rejected })
        }
        const said = done.writes ? `${t.done[kind](title)} ${t.writtenTo}` : t.done[kind](title)
        if (done.writes) say({ tone: 'ok', text: said })
        setSteps(before => [...before, { what: t.earlier(title), operation: done.operation, said }])
        countsMoved()
        return { done: done.publication }
      } catch (error) {
        const found = await touchedSince(error, action, { ...publication, version: versionOf(publication) })
        mark(id, found ? undefined : { at: 'failed', kind, publication })
        say(undefined)
        if (!found) failures.failed({ key, names: [title], again }, error)
        return found ? { touched: found } : {}
      }
    })
    if (!touched) return done
    // What is decided about others meanwhile does not wait for the answer.
    const { seen, own } = touched
    if (await insistsOn({ ...touched, action })) return await act(own, action, { force: true })
    const isTheirs = stateOf(own, new Date()) !== stateOf(seen, new Date())
    mark(id, { at: isTheirs ? 'theirs' : 'failed', kind, publication: own })
    return undefined
  }

  /** `publications`: those of them that are shown. */
  const actOnMany = async (action: Together, selected: Selected, publications: readonly Publication[]) => {
    const { kind } = action
    const say = saying()
    const key = keyOf(selected)
    failures.begun(key)
    for (const publication of publications) mark(publication.id, { at: 'on its way', kind, publication })
    try {
      const { data, meta } = await inOrder(() => performMany(action, selected))
      const operation = meta.operation_id
      // From now on it can be taken back, also while it is going on.
      const amount = meta.queued ?? data.updated.length + data.unchanged.length
      const what = t.earlierMany(amount)
      setSteps(before => [...before, { what, operation }])
      const { done, failed, titles } =
        meta.queued === undefined
          ? {
              done: amount,
              failed: data.failed.length,
              titles: data.failed.flatMap(({ title }) => title ?? []),
            }
          : await doneToMany(operation, (done, total) => say({ tone: 'ok', text: t.underWay(done, total) }))
      const left = new Set(data.failed.map(({ id }) => id))
      for (const publication of publications)
        mark(publication.id, { at: left.has(publication.id) ? 'failed' : 'done', kind, publication })
      const text = t.doneMany[kind](done)
      say({ tone: 'ok', text })
      if (failed > 0)
        failures.failedInPart({
          key,
          names: titles,
          count: failed,
          sentence: t.someFailed,
          again:
            left.size > 0
              ? () =>
                  void actOnMany(
                    action,
                    { ids: [...left] },
                    publications.filter(({ id }) => left.has(id)),
                  )
              : undefined,
        })
      setSteps(before => before.map(step => (step.operation === operation ? { ...step, said: text } : step)))
      countsMoved()
    } catch (error) {
      for (const publication of publications) mark(publication.id, { at: 'failed', kind, publication })
      say(undefined)
      const names = publications.map(({ title }) => title)
      const count = 'filter' in selected ? selected.expected_total : names.length
      const again = () => void actOnMany(action, selected, publications)
      failures.failed({ key, names, count, again }, error)
    }
  }

  /** Answers what is to be looked at again. */
  const takeBack = () => {
    const say = saying()
    return inOrder(async (): Promise<readonly string[]> => {
      const step = taken.current.at(-1)
      if (!step) {
        say({ tone: 'bad', text: t.nothingToUndo })
        return []
      }
      setSteps(before => before.filter(one => one !== step))
      try {
        const { count, ids: restored } = await takenBack(step, (done, total) =>
          say({ tone: 'ok', text: t.underWay(done, total) }),
        )
        for (const { id, version } of await readAgain(restored)) versions.current.set(id, version)
        for (const id of restored) mark(id, undefined)
        say(count > 0 ? { tone: 'ok', text: t.undone(step.what) } : { tone: 'bad', text: t.undoneNot })
        countsMoved()
        return restored
      } catch (error) {
        setSteps(before => [...before, step])
        say({ tone: 'bad', text: sentenceOf(error) })
        return []
      }
    })
  }

  return {
    outcomes,
    said,
    failures,
    conflict,
    /** What `U` takes back, by name unless it is what was just said. */
    undo: undoOf(
      steps.at(-1),
      said,
      Object.values(outcomes).some(({ at }) => at === 'on its way'),
    ),
    act,
    actOnMany,
    takeBack,
    /** Another list is shown. */
    startOver: () => setOutcomes({}),
  }
}

const undoOf = (step: Step | undefined, said: Said | undefined, isBusy: boolean): string | undefined =>
  step && (isBusy || (said && step.said === said.text) ? t.do.undo : t.do.undoOf(step.what))

/** A later decision replaces a failed one where both are about the same: to publish and to reject, to feature and not to. */
const subjectOf = (kind: Kind): string => (settles(kind) ? 'decided' : (OPPOSITES[kind] ?? kind))
const OPPOSITES: Partial<Record<Kind, Kind>> = { unfeature: 'feature', show: 'hide' }
const keyOf = (selected: Selected): string => JSON.stringify(selected)

const countsMoved = () => void client.invalidateQueries({ queryKey: counts().queryKey })

/** Where they are shown, and as many of them as a list may show: their versions have moved on. */
async function readAgain(ids: readonly string[]): Promise<readonly Publication[]> {
  const lists = client.invalidateQueries({
    predicate: ({ queryKey: [route] }) =>
      ids.length > 0 && typeof route === 'string' && route.startsWith('GET /api/v1/admin/publications'),
  })
  const fresh = await Promise.all(ids.slice(0, PER_PAGE).map(readPublication))
  await lists
  return fresh
}
