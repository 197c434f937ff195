import type { Thread, ThreadNote } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { addNote, removeNote } from './actions.ts'
import { t } from './texts.ts'

/** How something is undone. */
export interface Way {
  readonly takeBack: () => Promise<unknown>
  /** The message shown after the action. */
  readonly said: string
  /** An answer that leaves soon: “Annuler l’envoi”. */
  readonly until?: number
}

export const MESSAGE = '/api/v1/admin/messages/threads/{id}/messages/{messageId}'

/** Actions on a conversation other than replies and marks, each with its undo. */
export const threadActions = (
  does: (
    about: Thread,
    sentence: string,
    work: () => Promise<Way | undefined>,
    isStillWanted?: () => boolean,
  ) => Promise<void>,
) => ({
  retry: (thread: Thread, messageId: string) =>
    does(thread, t.done.retry, async () => {
      const params = { id: thread.id, messageId }
      const { meta } = await call(`POST ${MESSAGE}/retry`, { params })
      return {
        until: Date.parse(meta.mail?.leaves_at ?? ''),
        said: t.done.undone,
        takeBack: () => call(`DELETE ${MESSAGE}`, { params }),
      }
    }),
  giveUp: (thread: Thread, messageId: string) =>
    does(thread, t.done.giveUp, async () => {
      await call(`POST ${MESSAGE}/give-up`, { params: { id: thread.id, messageId } })
      return undefined
    }),
  note: (thread: Thread, body: string, onKept: () => void, isStillWanted: () => boolean) =>
    does(
      thread,
      t.done.note,
      async () => {
        const { id } = await addNote(thread, body)
        onKept()
        return {
          said: t.done.undone,
          takeBack: () => removeNote(thread, id),
        }
      },
      isStillWanted,
    ),
  removeNote: (thread: Thread, { id, body }: ThreadNote) =>
    does(thread, t.done.removeNote, async () => {
      await removeNote(thread, id)
      return {
        said: t.done.undone,
        takeBack: () => addNote(thread, body),
      }
    }),
  merge: (thread: Thread, other: string) =>
    does(thread, t.done.merge, async () => {
      await call('POST /api/v1/admin/messages/threads/{id}/merge', {
        params: { id: thread.id },
        body: { thread_id: other },
      })
      return {
        said: t.done.separate,
        takeBack: () => call('POST /api/v1/admin/messages/threads/{id}/separate', { params: { id: other } }),
      }
    }),
  separate: (thread: Thread, other: string) =>
    does(thread, t.done.separate, async () => {
      await call('POST /api/v1/admin/messages/threads/{id}/separate', { params: { id: other } })
      return undefined
    }),
})
