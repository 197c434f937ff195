import type { NewThreadNote, Thread, ThreadNote } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { addNote, removeNote } from './actions.ts'
import { t } from './texts.ts'

/** How an action is undone. */
export interface Undo {
  /** Answers false where nothing was undone, because a colleague has changed the same since. */
  readonly takeBack: () => Promise<unknown>
  /** The message shown after the action. */
  readonly notice: string
  /** When the reply is sent: until then the button says “Annuler l’envoi”. */
  readonly until?: number
}

export const MESSAGE = '/api/v1/admin/messages/threads/{id}/messages/{messageId}'

/** Actions on a conversation other than replies and marks, each with its undo. */
export const threadActions = (
  perform: (
    thread: Thread,
    notice: string,
    work: () => Promise<Undo | undefined>,
    isStillWanted?: () => boolean,
  ) => Promise<unknown>,
) => ({
  retry: (thread: Thread, messageId: string) =>
    perform(thread, t.done.retry, async () => {
      const params = { id: thread.id, messageId }
      const { meta } = await call(`POST ${MESSAGE}/retry`, { params })
      return {
        until: Date.parse(meta.mail?.leaves_at ?? ''),
        notice: t.done.undone,
        takeBack: () => call(`DELETE ${MESSAGE}`, { params }),
      }
    }),
  giveUp: (thread: Thread, messageId: string) =>
    perform(thread, t.done.giveUp, async () => {
      await call(`POST ${MESSAGE}/give-up`, { params: { id: thread.id, messageId } })
      return undefined
    }),
  note: (thread: Thread, body: NewThreadNote, onKept: () => void, isStillWanted: () => boolean) =>
    perform(
      thread,
      t.done.note,
      async () => {
        const { id } = await addNote(thread, body)
        onKept()
        return {
          notice: t.done.undone,
          takeBack: () => removeNote(thread, id),
        }
      },
      isStillWanted,
    ),
  removeNote: (thread: Thread, { id, body, mentions }: ThreadNote) =>
    perform(thread, t.done.removeNote, async () => {
      await removeNote(thread, id)
      return {
        notice: t.done.undone,
        takeBack: () => addNote(thread, { body, mentions: mentions.map(one => one.id) }),
      }
    }),
  merge: (thread: Thread, other: string) =>
    perform(thread, t.done.merge, async () => {
      await call('POST /api/v1/admin/messages/threads/{id}/merge', {
        params: { id: thread.id },
        body: { thread_id: other },
      })
      return {
        notice: t.done.separate,
        takeBack: () => call('POST /api/v1/admin/messages/threads/{id}/separate', { params: { id: other } }),
      }
    }),
  separate: (thread: Thread, other: string) =>
    perform(thread, t.done.separate, async () => {
      await call('POST /api/v1/admin/messages/threads/{id}/separate', { params: { id: other } })
      return undefined
    }),
})
