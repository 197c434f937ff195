import { useRef, useState } from 'react'
import type { Thread } from '../../kit/api/contract.ts'
import { client, counts, readNow } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { useConflicts } from '../../kit/desk/conflicts.ts'
import { useFailures } from '../../kit/desk/failures.ts'
import type { Said } from '../../kit/desk/foot.tsx'
import { sentenceOf } from '../../kit/ui/message.tsx'
import { type Change, changed, inverse, perform, saidOf } from './actions.ts'
import { t } from './texts.ts'
import { MESSAGE, threadActions, type Way } from './thread-actions.ts'

/** Somebody was quicker: what is now. */
export interface Stale {
  readonly now: Thread
  /** An answer that was written without knowing what has come since. */
  readonly isReply: boolean
}

interface Step extends Way {
  /** The conversation. */
  readonly about: string
}

export interface Sending {
  readonly thread: Thread
  readonly text: string
  readonly close: boolean
  /** The same for the same words, however often they are sent. */
  readonly once: string
  /** Sent: nothing is left to write. */
  onSent(): void
  /** Not where other words stand in the field since. */
  isStillWanted(): boolean
  /** Taken back: the words are there again. */
  onTakenBack(): void
}

/** What is being done at this desk, one after the other in the order of the keys, and the way back. */
export function useWork() {
  const [threads, setThreads] = useState<Readonly<Record<string, Thread>>>({})
  const [steps, setSteps] = useState<readonly Step[]>([])
  const taken = useRef<readonly Step[]>([])
  const [said, setSaid] = useState<Said>()
  const { conflict, insistsOn } = useConflicts<Stale>()
  const failures = useFailures()
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const known = useRef(new Map<string, Thread>())

  const show = (thread: Thread) => {
    known.current.set(thread.id, thread)
    setThreads(before => ({ ...before, [thread.id]: thread }))
  }
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = line.current.then(work, work)
    line.current = mine
    return mine
  }
  const remember = (step: Step) => {
    taken.current = [...taken.current, step]
    setSteps(taken.current)
    if (step.until) setTimeout(() => forget(step), step.until - Date.now())
  }
  const forget = (step: Step) => {
    taken.current = taken.current.filter(one => one !== step)
    setSteps(taken.current)
  }
  const ok = (text: string) => setSaid({ tone: 'ok', text })
  const fails = (error: unknown, key: string, { subject }: Thread, said: string, again: () => unknown) => {
    // Keeps a message that is about another item.
    setSaid(now => (now?.text === said ? undefined : now))
    failures.failed({ key, names: [subject], again }, error)
  }
  const bad = (error: unknown) => setSaid({ tone: 'bad', text: `${t.done.failed} ${sentenceOf(error)}` })
  const latest = (thread: Thread) => {
    const mine = known.current.get(thread.id)
    return mine && mine.version > thread.version ? mine : thread
  }
  const again = async (id: string) => {
    const now = await readThread(id)
    show(now)
    refresh(id)
    return now
  }

  /** What was done is done, also where the line breaks before it is read. */
  const seenAgain = (id: string) => again(id).catch(() => undefined)

  const change = (thread: Thread, wanted: Change, { force = false, quietly = false } = {}): Promise<void> => {
    const before = latest(thread)
    const key = `${thread.id} ${subjectOf(wanted)}`
    if (!quietly) failures.begun(key)
    setThreads(all => ({ ...all, [thread.id]: changed(before, wanted) }))
    if (!quietly) ok(saidOf(wanted))
    return inOrder(async () => {
      const from = latest(before)
      try {
        show(await perform(thread.id, wanted, force ? undefined : from.version))
        if (!quietly)
          remember({
            about: thread.id,
            takeBack: () => perform(thread.id, inverse(from, wanted), undefined),
            said: t.done.undone,
          })
        countsMoved()
      } catch (error) {
        const now = await readThread(thread.id).catch(() => undefined)
        show(now ?? from)
        // That something is read is nobody's decision.
        if (quietly) return
        if (!now || !isStale(error))
          return fails(error, key, thread, saidOf(wanted), () => change(thread, wanted, { force }))
        setSaid(undefined)
        void insistsOn({ now, isReply: false }).then(insists => {
          if (insists) void change(now, wanted, { force: true })
        })
      }
    })
  }

  /** Something that happened; its way back is one more step. */
  const does = async (
    about: Thread,
    sentence: string,
    work: () => Promise<Way | undefined>,
    isStillWanted = () => true,
  ): Promise<void> => {
    const key = `${about.id} ${sentence}`
    failures.begun(key)
    await inOrder(async () => {
      try {
        const back = await work()
        ok(sentence)
        if (back) remember({ ...back, about: about.id })
        countsMoved()
        await seenAgain(about.id)
      } catch (error) {
        fails(error, key, about, sentence, () =>
          isStillWanted() ? does(about, sentence, work, isStillWanted) : undefined,
        )
      }
    })
  }

  /** As it is by now, where somebody was quicker. */
  const sent = async (sending: Sending, force: boolean): Promise<Thread | undefined> => {
    const { thread, text, close, once, onSent, onTakenBack } = sending
    const { id } = thread
    const from = latest(thread)
    try {
      const { data, meta } = await call('POST /api/v1/admin/messages/threads/{id}/reply', {
        params: { id },
        body: { body: text, ...(close && { close }) },
        version: force ? undefined : from.version,
        once,
      })
      onSent()
      remember({
        about: id,
        until: Date.parse(meta.mail?.leaves_at ?? ''),
        said: t.done.takenBack,
        takeBack: async () => {
          await call(`DELETE ${MESSAGE}`, { params: { id, messageId: data.id } })
          if (close && from.status === 'open') await perform(id, { kind: 'reopen' }, undefined)
          onTakenBack()
        },
      })
      ok(close ? t.done.replyAndClose : t.done.reply)
      countsMoved()
      await seenAgain(id)
    } catch (error) {
      const now = isStale(error) ? await seenAgain(id) : undefined
      if (now) return now
      fails(error, replyTo(thread), thread, '', () =>
        sending.isStillWanted() ? reply(sending, force) : undefined,
      )
    }
    return undefined
  }

  /** Ends when it is sent, refused or given up, so that nobody sends it twice; what is refused as late leaves under the same key. */
  const reply = async (sending: Sending, force = false): Promise<void> => {
    failures.begun(replyTo(sending.thread))
    const now = await inOrder(() => sent(sending, force))
    if (!now) return
    // Read, coloured or given to somebody: nothing that an answer has to know.
    const isSame = now.messages_count === sending.thread.messages_count
    const insists = !isSame && (await insistsOn({ now, isReply: true }))
    if (isSame || insists) await reply({ ...sending, thread: now }, insists)
  }

  const undo = () =>
    inOrder(async (): Promise<string | undefined> => {
      const step = taken.current.at(-1)
      if (!step) {
        setSaid({ tone: 'bad', text: t.done.nothingToUndo })
        return undefined
      }
      forget(step)
      try {
        await step.takeBack()
        ok(step.said)
        countsMoved()
        await seenAgain(step.about)
        return step.about
      } catch (error) {
        // Nobody answered: it can be tried again.
        if (error instanceof Refused && error.isUnreachable) remember(step)
        bad(error)
        return undefined
      }
    })

  return {
    threads,
    said,
    failures,
    conflict,
    lastStep: steps.at(-1),
    change,
    reply,
    undo,
    again,
    ...threadActions(does),
    startOver: () => {
      known.current.clear()
      setThreads({})
    },
  }
}
export type Work = ReturnType<typeof useWork>

const replyTo = ({ id }: Thread) => `${id} reply`
/** A later change replaces a failed one of the same kind. */
const subjectOf = ({ kind }: Change): string =>
  kind === 'reopen' ? 'close' : kind === 'unread' ? 'read' : kind

const isStale = (error: unknown) => error instanceof Refused && error.code === 'stale_version'

const countsMoved = () => void client.invalidateQueries({ queryKey: counts().queryKey })

const readThread = async (id: string): Promise<Thread> =>
  (await readNow('GET /api/v1/admin/messages/threads/{id}', { params: { id } })).data

/** What is written in it, and what stands beside it. */
function refresh(id: string): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [route, asked] }) =>
      typeof route === 'string' &&
      /messages\/threads\/\{id\}\/(messages|notes)/.test(route) &&
      (asked as { params?: { id?: string } })?.params?.id === id,
  })
  void client.invalidateQueries({
    predicate: ({ queryKey: [route, asked] }) =>
      route === 'GET /api/v1/admin/messages/threads' &&
      (asked as { query?: { same_requester_as?: string } })?.query?.same_requester_as === id,
  })
}
