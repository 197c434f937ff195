import { useRef } from 'react'
import type { Thread } from '../../kit/api/contract.ts'
import { client, readNow, refreshCounts } from '../../kit/api/queries.ts'
import { isVersionConflict, Refused } from '../../kit/api/refused.ts'
import type { Reply } from '../../kit/api/send.ts'
import { call } from '../../kit/api/session.ts'
import { useDesk } from '../../kit/desk/use-desk.ts'
import { type Change, changed, inverse, isSame, isStillSo, noticeOf, sendChange } from './actions.ts'
import { t } from './texts.ts'
import { MESSAGE, threadActions, type Undo } from './thread-actions.ts'

/** The conversation as a colleague, or a new message, has changed it meanwhile. */
export interface ThreadConflict {
  readonly now: Thread
  /** The attempted action is a reply, written without knowing the latest message. */
  readonly isReply: boolean
}

interface Step extends Undo {
  readonly threadId: string
}

interface Sending {
  readonly thread: Thread
  readonly text: string
  readonly close: boolean
  /** The idempotency key: the same for the same text. */
  readonly once: string
  onSent(): void
  /** Whether the field still holds this text. */
  isStillWanted(): boolean
  /** Puts the text back into the field. */
  onTakenBack(): void
}

/** Changes, replies and notes: sent in the order of the actions, each with an undo. */
export function useMessages() {
  const desk = useDesk<Thread, Step, ThreadConflict>()
  const latestVersions = useRef(new Map<string, Thread>())
  /** The changes that unanswered actions make to their conversations. */
  const waiting = useRef<readonly { readonly id: string; readonly effect: (thread: Thread) => Thread }[]>([])
  /** Own replies are seen before they are loaded: how many messages there were with the last one. */
  const answered = useRef(new Map<string, number>())
  /** The record of a conversation counts a colleague's message before it is loaded: nobody has seen it then. */
  const seenOf = (id: string) => Math.max(loadedOf(id), answered.current.get(id) ?? 0)

  /** Answers may come late: a thread that was read before a newer one is not shown over it. */
  const show = (thread: Thread) => desk.mark(thread.id, keepLatest(thread))
  const keepLatest = (thread: Thread): Thread => {
    const newest = latest(thread)
    latestVersions.current.set(thread.id, newest)
    return newest
  }
  const latest = (thread: Thread) => {
    const known = latestVersions.current.get(thread.id)
    return known && known.version > thread.version ? known : thread
  }
  /** The conversation as it will be after the unanswered actions of this person: the screen may not show them. */
  const asPressed = (thread: Thread) =>
    waiting.current.reduce(
      (before, { id, effect }) => (id === thread.id ? effect(before) : before),
      latest(thread),
    )
  const whileWaiting = async <T>(id: string, effect: (thread: Thread) => Thread, work: () => Promise<T>) => {
    const mine = { id, effect }
    waiting.current = [...waiting.current, mine]
    return await work().finally(() => {
      waiting.current = waiting.current.filter(other => other !== mine)
    })
  }
  const addStep = (step: Step) => {
    desk.addStep(step)
    if (step.until) setTimeout(() => desk.removeStep(step), step.until - Date.now())
  }
  const reload = async (id: string) => {
    const now = keepLatest(await readThread(id))
    // A change that is not answered yet is shown already.
    if (!desk.isUnsent(id)) show(now)
    refresh(id)
    return now
  }
  /** After an action succeeded: a failure to reload is no failure of the action. */
  const tryReload = (id: string) => reload(id).catch(() => undefined)

  /** False where a colleague has changed the same since: that stays. */
  const takeChangeBack = async (
    left: Thread,
    wanted: Change,
    back: Change,
    now = latest(left),
  ): Promise<boolean> => {
    if (!isSame(wanted, left, now)) return false
    try {
      await sendChange(left.id, back, now.version)
      return true
    } catch (error) {
      if (!isVersionConflict(error)) throw error
      return await takeChangeBack(left, wanted, back, keepLatest(await readThread(left.id)))
    }
  }

  /** `quietly`: neither announced, nor undone, nor listed when it fails. */
  const change = async (
    thread: Thread,
    wanted: Change,
    { force = false, quietly = false } = {},
  ): Promise<void> => {
    const { id } = thread
    const before = asPressed(thread)
    const effect = (now: Thread) => changed(now, wanted)
    let from = before
    const request: Parameters<typeof desk.send<void>>[0] = {
      key: quietly ? undefined : `${id} ${subjectOf(wanted)}`,
      name: thread.subject,
      // A reply that is unanswered is not shown yet, so that it is not counted twice.
      shown: [id, { ...effect(before), messages_count: latest(thread).messages_count }],
      ...(!quietly && { notice: noticeOf(wanted) }),
      async perform() {
        const newest = latest(before)
        // It waited, and a colleague changed the same since: the version that was seen conflicts.
        if (isStillSo(wanted, before, newest)) from = newest
        const left = await sendChange(id, wanted, force ? undefined : from.version)
        show(left)
        if (!quietly)
          addStep({
            threadId: id,
            takeBack: () => takeChangeBack(left, wanted, inverse(from, wanted)),
            notice: t.done.undone,
          })
        void refreshCounts()
      },
      async rollBack(error) {
        const now = await readThread(id).catch(() => undefined)
        show(now ?? from)
        return now && !quietly && isVersionConflict(error) ? { now, isReply: false } : undefined
      },
      retry: () => change(thread, wanted, { force }),
    }
    const { conflict } = await whileWaiting(id, effect, () => desk.send(request))
    if (!conflict) return
    // A colleague has changed something else of it: this is sent without asking.
    const isSame = isStillSo(wanted, from, conflict.now)
    if (isSame || (await desk.confirmOverwrite(conflict)))
      await change(conflict.now, wanted, { force: !isSame })
  }

  /** An action announced once it succeeded. */
  const perform = (
    thread: Thread,
    notice: string,
    work: () => Promise<Undo | undefined>,
    isStillWanted = () => true,
  ): Promise<unknown> =>
    desk.send({
      key: `${thread.id} ${notice}`,
      name: thread.subject,
      async perform(notify) {
        const undo = await work()
        notify({ tone: 'ok', text: notice })
        if (undo) addStep({ ...undo, threadId: thread.id })
        void refreshCounts()
        await tryReload(thread.id)
      },
      retry: () => (isStillWanted() ? perform(thread, notice, work, isStillWanted) : undefined),
    })

  /** Answers once the reply is sent, refused or given up, so that it is not sent twice. */
  const reply = async (sending: Sending, force = false): Promise<void> => {
    const { thread, text, close, once, onSent, onTakenBack } = sending
    const { id } = thread
    const seen = seenOf(id)
    if (!force && seen > 0 && seen < thread.messages_count) {
      if (await desk.confirmOverwrite({ now: thread, isReply: true })) await reply(sending, true)
      return
    }
    const before = asPressed(thread)
    const request: Parameters<typeof desk.send<void>>[0] = {
      key: `${id} reply`,
      name: thread.subject,
      async perform(notify) {
        const newest = latest(before)
        // It waited behind another action: the version that was seen conflicts with a message that came since.
        const from = newest.messages_count === before.messages_count ? newest : before
        const { data, meta } = await call('POST /api/v1/admin/messages/threads/{id}/reply', {
          params: { id },
          body: { body: text, ...(close && { close }) },
          version: force ? undefined : from.version,
          once,
        })
        answered.current.set(id, (force ? thread.messages_count : seenOf(id)) + 1)
        onSent()
        addStep({
          threadId: id,
          until: Date.parse(meta.mail?.leaves_at ?? ''),
          notice: t.done.takenBack,
          takeBack: async () => {
            await call(`DELETE ${MESSAGE}`, { params: { id, messageId: data.id } })
            answered.current.delete(id)
            if (close && from.status === 'open') await sendChange(id, { kind: 'reopen' }, undefined)
            onTakenBack()
          },
        })
        notify({ tone: 'ok', text: close ? t.done.replyAndClose : t.done.reply })
        void refreshCounts()
        await tryReload(id)
      },
      async rollBack(error) {
        const now = isVersionConflict(error) ? await tryReload(id) : undefined
        return now && { now, isReply: true }
      },
      retry: () => (sending.isStillWanted() ? reply(sending, force) : undefined),
    }
    const { conflict } = await whileWaiting(id, afterReply(close), () => desk.send(request))
    if (!conflict) return
    // A colleague has only read, coloured or assigned it: the reply is sent without asking.
    const isSame = conflict.now.messages_count === before.messages_count
    const overwrites = !isSame && (await desk.confirmOverwrite(conflict))
    if (isSame || overwrites) await reply({ ...sending, thread: conflict.now }, overwrites)
  }

  /** Answers the conversation whose last action was undone. */
  const undo = async (): Promise<string | undefined> => {
    const undone = await desk.undo({
      nothing: t.done.nothingToUndo,
      async perform({ threadId, takeBack, notice }) {
        const isTakenBack = (await takeBack()) !== false
        void refreshCounts()
        await tryReload(threadId)
        return isTakenBack ? { tone: 'ok', text: notice } : { tone: 'bad', text: t.done.undoneNot }
      },
      // The request did not reach the service.
      isKept: error => error instanceof Refused && error.isUnreachable,
      failed: () => t.done.failed,
    })
    return undone?.threadId
  }

  return {
    ...desk,
    change,
    reply,
    undo,
    reload,
    ...threadActions(perform),
    startOver: () => {
      latestVersions.current.clear()
      desk.startOver()
    },
  }
}
export type MessagesDesk = ReturnType<typeof useMessages>

const afterReply = (close: boolean) => (thread: Thread) => {
  const answered = { ...thread, messages_count: thread.messages_count + 1 }
  return close ? changed(answered, { kind: 'close' }) : answered
}

/** A later change replaces a failed one of the same kind. */
const subjectOf = ({ kind }: Change): string =>
  kind === 'reopen' ? 'close' : kind === 'unread' ? 'read' : kind

const readThread = async (id: string): Promise<Thread> =>
  (await readNow('GET /api/v1/admin/messages/threads/{id}', { params: { id } })).data

const isOf =
  (id: string, routes: RegExp) =>
  ({ queryKey: [route, asked] }: { readonly queryKey: readonly unknown[] }): boolean =>
    typeof route === 'string' &&
    routes.test(route) &&
    (asked as { params?: { id?: string } })?.params?.id === id

/** How many messages a conversation had when its messages were last loaded; 0 before. */
const loadedOf = (id: string): number =>
  client
    .getQueriesData<Reply<'GET /api/v1/admin/messages/threads/{id}/messages'>>({
      predicate: isOf(id, /threads\/\{id\}\/messages$/),
    })
    .reduce((most, [, page]) => Math.max(most, page?.meta.total ?? 0), 0)

/** Refetches the messages and notes of a conversation, and the other conversations of its author. */
function refresh(id: string): void {
  void client.invalidateQueries({ predicate: isOf(id, /threads\/\{id\}\/(messages|notes)$/) })
  void client.invalidateQueries({
    predicate: ({ queryKey: [route, asked] }) =>
      route === 'GET /api/v1/admin/messages/threads' &&
      (asked as { query?: { same_requester_as?: string } })?.query?.same_requester_as === id,
  })
}
