import { useEffect, useRef, useState } from 'react'
import { client, counts, reading } from '../api/queries.ts'
import { Refused } from '../api/refused.ts'
import { sentenceOf } from '../ui/message.tsx'
import { type Action, earlierSteps, type Kind, perform, performMany, type Step, takeBack } from './actions.ts'
import { PER_PAGE } from './address.ts'
import type { Publication } from './rules.ts'
import { t } from './texts.ts'

/** What became of a row of the list since it was loaded. */
export interface Outcome {
  readonly at: 'on its way' | 'done' | 'failed'
  readonly kind: Kind
  /** As the service answered it; until then, as it was. */
  readonly publication: Publication
}

/** The last thing that happened, said once. */
export interface Said {
  readonly tone: 'ok' | 'bad'
  readonly text: string
}

/** Somebody changed it meanwhile: what was wanted, and what is now. */
export interface Stale {
  readonly action: Action
  readonly wanted: Publication
  readonly now: Publication
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
  const [stale, setStale] = useState<Stale>()
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

  const act = (publication: Publication, action: Action, { force = false } = {}) => {
    const { id, title } = publication
    const { kind } = action
    const sentence = t.done[kind](title)
    mark(id, { at: 'on its way', kind, publication })
    setSaid({ tone: 'ok', text: sentence })
    void inOrder(async () => {
      try {
        const done = await perform(action, id, force ? undefined : versionOf(publication))
        versions.current.set(id, done.publication.version)
        mark(id, { at: 'done', kind, publication: done.publication })
        setSteps(before => [...before, { sentence, operation: done.operation }])
        countsMoved()
      } catch (error) {
        mark(id, undefined)
        if (error instanceof Refused && error.code === 'stale_version') {
          const { data } = await client.fetchQuery({
            ...reading('GET /api/v1/admin/publications/{id}', { params: { id } }),
            staleTime: 0,
          })
          setStale({ action, wanted: publication, now: data })
          setSaid(undefined)
          return
        }
        mark(id, { at: 'failed', kind, publication })
        setSaid({ tone: 'bad', text: `${t.failed(title)} ${sentenceOf(error)}` })
      }
    })
  }

  const actOnMany = async (
    publications: readonly Publication[],
    action: Extract<Action, { kind: 'publish' | 'reject' | 'hold' }>,
  ) => {
    const { kind } = action
    for (const publication of publications) mark(publication.id, { at: 'on its way', kind, publication })
    try {
      const ids = publications.map(({ id }) => id)
      const { data, meta } = await inOrder(() => performMany(action, ids))
      const failed = new Set(data.failed.map(({ id }) => id))
      for (const publication of publications)
        mark(publication.id, { at: failed.has(publication.id) ? 'failed' : 'done', kind, publication })
      const done = data.updated.length + data.unchanged.length
      const sentence = t.doneMany[kind](done)
      const names = publications.filter(({ id }) => failed.has(id)).map(({ title }) => `« ${title} »`)
      setSaid(
        names.length === 0
          ? { tone: 'ok', text: sentence }
          : { tone: 'bad', text: `${sentence} ${names.join(', ')} : ${t.someFailed(names.length)}` },
      )
      setSteps(before => [...before, { sentence, operation: meta.operation_id }])
      countsMoved()
    } catch (error) {
      for (const publication of publications) mark(publication.id, { at: 'failed', kind, publication })
      setSaid({ tone: 'bad', text: sentenceOf(error) })
    }
  }

  /** Answers what is to be looked at again. */
  const undo = () =>
    inOrder(async (): Promise<string | undefined> => {
      const step = taken.current.at(-1)
      if (!step) {
        setSaid({ tone: 'bad', text: t.nothingToUndo })
        return undefined
      }
      setSteps(before => before.filter(one => one !== step))
      try {
        const restored = await takeBack(step)
        for (const { id, version } of await readAgain(restored)) versions.current.set(id, version)
        for (const id of restored) mark(id, undefined)
        setSaid(
          restored.length > 0
            ? { tone: 'ok', text: t.undone(step.sentence) }
            : { tone: 'bad', text: t.undoneNot },
        )
        countsMoved()
        return restored[0]
      } catch (error) {
        setSteps(before => [...before, step])
        setSaid({ tone: 'bad', text: sentenceOf(error) })
        return undefined
      }
    })

  return {
    outcomes,
    said,
    stale,
    canUndo: steps.length > 0,
    act,
    actOnMany,
    undo,
    keepTheirs: () => {
      if (stale) mark(stale.now.id, { at: 'done', kind: stale.action.kind, publication: stale.now })
      setStale(undefined)
    },
    insist: () => {
      if (stale) act(stale.now, stale.action, { force: true })
      setStale(undefined)
    },
    /** Another list is shown. */
    startOver: () => setOutcomes({}),
  }
}

const countsMoved = () => void client.invalidateQueries({ queryKey: counts().queryKey })

/** Where they are shown, and as many of them as a list may show: their versions have moved on. */
async function readAgain(ids: readonly string[]): Promise<readonly Publication[]> {
  const lists = client.invalidateQueries({
    predicate: ({ queryKey: [route] }) =>
      ids.length > 0 && typeof route === 'string' && route.startsWith('GET /api/v1/admin/publications'),
  })
  const fresh = await Promise.all(
    ids.slice(0, PER_PAGE).map(id =>
      client.fetchQuery({
        ...reading('GET /api/v1/admin/publications/{id}', { params: { id } }),
        staleTime: 0,
      }),
    ),
  )
  await lists
  return fresh.map(({ data }) => data)
}
