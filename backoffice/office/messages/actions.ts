import type { FlagColour, NewThreadNote, Thread } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { t } from './texts.ts'

/** Changes of a conversation: their optimistic update, request and inverse. */

interface Person {
  readonly id: string
  readonly nom: string | null
}
export type Change =
  | { readonly kind: 'close' | 'reopen' | 'read' | 'unread' }
  | { readonly kind: 'flag'; readonly flag: FlagColour | null }
  | { readonly kind: 'assign'; readonly to: Person | null }

/** The optimistic update. */
export function changed(thread: Thread, change: Change): Thread {
  switch (change.kind) {
    case 'close':
      return { ...thread, status: 'closed', awaiting: false }
    case 'reopen':
      return {
        ...thread,
        status: 'open',
        awaiting: thread.last_message?.direction === 'inbound' && !thread.last_message.automatic,
      }
    case 'read':
    case 'unread':
      return { ...thread, unread: change.kind === 'unread' }
    case 'flag':
      return { ...thread, flag: change.flag }
    case 'assign':
      return { ...thread, assignee: change.to }
  }
}

export async function sendChange(id: string, change: Change, version: number | undefined): Promise<Thread> {
  const at = { params: { id }, version, keepalive: true }
  switch (change.kind) {
    case 'close':
    case 'reopen': {
      const body = { closed: change.kind === 'close' }
      return (await call('PATCH /api/v1/admin/messages/threads/{id}/close', { ...at, body })).data
    }
    case 'read':
      return (await call('PATCH /api/v1/admin/messages/threads/{id}/read', at)).data
    case 'unread':
      return (await call('PATCH /api/v1/admin/messages/threads/{id}/unread', at)).data
    case 'flag':
      return (
        await call('PATCH /api/v1/admin/messages/threads/{id}/flag', { ...at, body: { flag: change.flag } })
      ).data
    case 'assign': {
      const body = { assignee_id: change.to?.id ?? null }
      return (await call('PATCH /api/v1/admin/messages/threads/{id}', { ...at, body })).data
    }
  }
}

/** As `isSame`; whoever closes a conversation has also seen its latest message. */
export const isStillSo = (change: Change, before: Thread, now: Thread): boolean =>
  isSame(change, before, now) &&
  (!['close', 'reopen'].includes(change.kind) || before.messages_count === now.messages_count)

/** Whether what a change is about is as it was. */
export function isSame(change: Change, before: Thread, now: Thread): boolean {
  switch (change.kind) {
    case 'close':
    case 'reopen':
      return before.status === now.status
    case 'read':
    case 'unread':
      return before.unread === now.unread
    case 'flag':
      return before.flag === now.flag
    case 'assign':
      return before.assignee?.id === now.assignee?.id
  }
}

/** The change that undoes it. */
export function inverse(before: Thread, change: Change): Change {
  switch (change.kind) {
    case 'close':
    case 'reopen':
      return { kind: before.status === 'closed' ? 'close' : 'reopen' }
    case 'read':
    case 'unread':
      return { kind: before.unread ? 'unread' : 'read' }
    case 'flag':
      return { kind: 'flag', flag: before.flag }
    case 'assign':
      return { kind: 'assign', to: before.assignee }
  }
}

export function noticeOf(change: Change): string {
  if (change.kind !== 'assign') return t.done[change.kind]
  return change.to ? t.done.assign(change.to.nom ?? t.unknown) : t.done.unassign
}

export const addNote = async ({ id }: Thread, body: NewThreadNote) =>
  (await call('POST /api/v1/admin/messages/threads/{id}/notes', { params: { id }, body })).data

export const removeNote = ({ id }: Thread, noteId: string) =>
  call('DELETE /api/v1/admin/messages/threads/{id}/notes/{noteId}', {
    params: { id, noteId },
    keepalive: true,
  })
