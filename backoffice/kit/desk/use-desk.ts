import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../ui/message.tsx'
import { useConflicts } from './conflicts.ts'
import type { Notice } from './decision-bar.tsx'
import { useFailures } from './failures.ts'
import { t } from './texts.ts'
import { keepPageFor } from './unsent.ts'

export type Notify = (notice: Notice | undefined) => void

interface Sending<Shown, Done, Conflict> {
  /** The item and what is done to it: a later action with this key replaces the failure of this one. Absent: failures are not listed. */
  readonly key: string | undefined
  /** The title of the item, for the list of failures. */
  readonly name: string
  /** The optimistic update of an item, shown at once. */
  readonly shown?: readonly [id: string, as: Shown]
  /** Shown at once; removed when the action fails. */
  readonly notice?: string
  perform(notify: Notify): Promise<Done>
  /** Corrects the optimistic update after an error. Answers the version conflict where that is the cause. */
  rollBack?(error: unknown): Promise<Conflict | undefined>
  /** Sends it again, from the list of failures. */
  retry(): unknown
}

interface Undoing<Step> {
  readonly nothing: string
  /** Answers the sentence that says what was undone. */
  perform(step: Step, notify: Notify): Promise<Notice>
  /** Whether the step can be undone later, after this error. */
  isKept(error: unknown): boolean
  failed?(step: Step): string
}

/**
 * The work of a desk: optimistic updates, requests sent one after the other in the order of the keys, steps to undo, failures to
 * retry, and version conflicts.
 */
export function useDesk<Shown, Step extends object, Conflict extends object>() {
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Shown>>>({})
  const [steps, showSteps] = useState<readonly Step[]>([])
  // A copy of the React state: a key may be pressed before the next render.
  const taken = useRef<readonly Step[]>([])
  const [notice, setNotice] = useState<Notice>()
  const [unanswered, setUnanswered] = useState(0)
  const { conflict, confirmOverwrite } = useConflicts<Conflict>()
  const failures = useFailures()
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  /** The ids of optimistic updates that are still unanswered, one for each action. */
  const unsent = useRef<readonly string[]>([])
  const latestNotifier = useRef(0)
  /** Undos that the service has not answered. */
  const undoing = useRef(0)

  const changeSteps = (change: (before: readonly Step[]) => readonly Step[]) => {
    taken.current = change(taken.current)
    showSteps(taken.current)
  }
  const addStep = (step: Step) => changeSteps(before => [...before, step])
  const removeStep = (step: Step) => changeSteps(before => before.filter(other => other !== step))

  /** `shown`: absent, the item is shown as it was loaded. */
  const mark = (id: string, shown: Shown | undefined) =>
    setOutcomes(({ [id]: _, ...others }) => (shown === undefined ? others : { ...others, [id]: shown }))

  /** Each request waits for the answer to the one before: an undo means the decision before it, and needs the version it left. */
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = queue.current.then(work, work)
    queue.current = mine
    keepPageFor(mine)
    return mine
  }

  /** The notices of one action. Those of an earlier action do not replace them, except to say that it failed. */
  const notifier = (): Notify => {
    const mine = ++latestNotifier.current
    return next => {
      if (mine === latestNotifier.current || next?.tone === 'bad') setNotice(next)
    }
  }

  /** Sends one action. Answers its result or the version conflict; another failure is listed and answers neither. */
  const send = async <Done>({
    key,
    name,
    shown,
    notice: text,
    perform,
    rollBack,
    retry,
  }: Sending<Shown, Done, Conflict>): Promise<{
    readonly done?: Done
    readonly conflict?: Conflict | undefined
  }> => {
    if (key !== undefined) failures.begun(key)
    if (shown) {
      mark(...shown)
      unsent.current = [...unsent.current, shown[0]]
      setUnanswered(count => count + 1)
    }
    const notify = text === undefined ? undefined : notifier()
    notify?.({ tone: 'ok', text: text ?? '' })
    return await inOrder(async () => {
      try {
        return { done: await perform(notify ?? (next => notifier()(next))) }
      } catch (error) {
        const conflict = await rollBack?.(error)
        notify?.(undefined)
        if (!conflict && key !== undefined) failures.failed({ key, names: [name], again: retry }, error)
        return { conflict }
      } finally {
        if (shown) {
          unsent.current = unsent.current.toSpliced(unsent.current.indexOf(shown[0]), 1)
          setUnanswered(count => count - 1)
        }
      }
    })
  }

  /** Undoes the last step, and answers it. Its first notice says that the service has answered. */
  const undo = ({ nothing, perform, isKept, failed }: Undoing<Step>): Promise<Step | undefined> => {
    const tell = notifier()
    tell({ tone: 'ok', text: t.undoing })
    undoing.current++
    let isAnswered = false
    const notify: Notify = next => {
      if (!isAnswered) undoing.current--
      isAnswered = true
      tell(next)
      // Also where a later action took the place of this notice: the refusal of a key ends with the undo.
      if (undoing.current === 0) setNotice(now => (now?.text === t.undoingStill ? next : now))
    }
    return inOrder(async () => {
      const step = taken.current.at(-1)
      if (!step) {
        notify({ tone: 'bad', text: nothing })
        return undefined
      }
      removeStep(step)
      try {
        notify(await perform(step, notify))
        return step
      } catch (error) {
        if (isKept(error)) addStep(step)
        notify(noticeOf(error, failed?.(step)))
        return undefined
      }
    })
  }

  /**
   * A key that is pressed while an undo is unanswered may mean the item that the undo is about to open: it does nothing and says
   * so. The notice of the undo replaces this one.
   */
  const refuseWhileUndoing = (): boolean => {
    if (undoing.current === 0) return false
    setNotice({ tone: 'bad', text: t.undoingStill })
    return true
  }

  return {
    /** How items are shown since the list was loaded, by id. */
    outcomes,
    mark,
    /** Forgets the outcomes: the list is loaded anew. It may still have what waits to be sent as undecided. */
    startOver() {
      // As of now: React calls the function below later, when some of them may be answered.
      const kept = unsent.current
      setOutcomes(before => Object.fromEntries(Object.entries(before).filter(([id]) => kept.includes(id))))
    },
    /** Whether an optimistic update of this item is unanswered now, also before the next render. */
    isUnsent: (id: string) => unsent.current.includes(id),
    notice,
    notifier,
    /** Says that something failed which no item shows. */
    fail: (error: unknown, sentence: string) => notifier()(noticeOf(error, sentence)),
    lastStep: steps.at(-1),
    addStep,
    changeSteps,
    removeStep,
    /** Whether an optimistic update is still unanswered. */
    isSending: unanswered > 0,
    inOrder,
    send,
    undo,
    refuseWhileUndoing,
    failures,
    conflict,
    confirmOverwrite,
  }
}

const noticeOf = (error: unknown, sentence?: string): Notice => ({
  tone: 'bad',
  text: [sentence, sentenceOf(error)].filter(Boolean).join(' '),
})

/** Clears the optimistic updates when the filters change: the new list already contains them. */
export function useStartOver({ startOver }: { startOver(): void }, view: unknown): void {
  const key = JSON.stringify(view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a view
  useEffect(() => {
    startOver()
  }, [key])
}
