import { Data, Id, Obj } from '../../../shared/shapes.ts'
import { Paged, paged, pageOf } from '../../kernel/lists/paging.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { read, type WriteContext, write } from '../../kernel/routes/action.ts'
import { territoryOf } from '../../people/access/permissions.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { refuseAssigning } from '../../people/teamwork/assignments.ts'
import { listMessages, OLDEST_FIRST } from './messages.ts'
import {
  countThreads,
  findThread,
  LAST_WRITTEN_FIRST,
  listThreads,
  lockOwnThread,
  setThread,
} from './queries.ts'
import { Assign, Close, Flag, Message, MessagesQuery, Thread, ThreadsQuery } from './shapes.ts'

const byId = Obj({ id: Id })

export const threads = signedIn.read({
  summary: 'Conversations by their last message, newest first; a merged one appears in its target',
  query: ThreadsQuery,
  reply: Paged(Thread),
  errors: ['page_too_deep'],
  async run({ db, query: { assigned_to: to, ...query }, caller }) {
    const page = pageOf(query, LAST_WRITTEN_FIRST)
    const filter = {
      ...query,
      assignee: to === 'me' ? caller.id : to === 'nobody' ? null : to,
      territory: territoryOf(caller, 'support'),
    }
    return await paged(
      page,
      listThreads(db, filter, page),
      () => countThreads(db, filter),
      ({ at: _, ...item }) => item,
    )
  },
})

export const one = read({
  summary: 'One conversation, without its messages',
  params: byId,
  reply: Data(Thread),
  run: async ({ db, params }) => ({ data: found(await findThread(db, params.id)) }),
})

export const messages = read({
  summary: 'Messages of a conversation, oldest first, with the delivery state of each answer',
  params: byId,
  query: MessagesQuery,
  reply: Paged(Message),
  errors: ['page_too_deep'],
  async run({ db, params, query }) {
    const page = pageOf(query, OLDEST_FIRST)
    const [thread, rows] = await Promise.all([findThread(db, params.id), listMessages(db, params.id, page)])
    return await paged(page, rows, found(thread).messages_count, ({ place: _, ...item }) => item)
  },
})

type Needed = 'tx' | 'params' | 'audit' | 'refuseStale'
type Change = Partial<Pick<Thread, 'status' | 'unread' | 'flag'>>
const errors = ['thread_merged'] as const

/** Setting the current value changes nothing, not even the version. */
async function change(
  { tx, params, audit, refuseStale }: Pick<WriteContext<typeof byId, undefined, undefined>, Needed>,
  to: Change,
): Promise<{ data: Thread }> {
  const before = await lockOwnThread(tx, params.id)
  refuseStale(before.version)
  await setThread(tx, before.id, { ...before, ...to })
  const after = found(await findThread(tx, before.id))
  audit.record({
    id: before.id,
    before: { status: before.status },
    after: { status: after.status },
    ...(after.status === 'open' && { action: 'thread.opened' }),
  })
  return { data: after }
}

export const markRead = write({
  summary: 'Mark a conversation as read',
  params: byId,
  reply: Data(Thread),
  versioned: true,
  errors,
  run: context => change(context, { unread: false }),
})

export const markUnread = write({
  summary: 'Mark a conversation as unread',
  params: byId,
  reply: Data(Thread),
  versioned: true,
  errors,
  run: context => change(context, { unread: true }),
})

export const flag = write({
  summary: 'Set or remove the flag of a conversation',
  params: byId,
  body: Flag,
  reply: Data(Thread),
  versioned: true,
  errors,
  run: context => change(context, { flag: context.body.flag }),
})

export const close = write({
  summary: 'Close a conversation; `{"closed": false}` opens it again',
  params: byId,
  body: Close,
  reply: Data(Thread),
  versioned: true,
  errors,
  run: context => change(context, { status: context.body.closed === false ? 'open' : 'closed' }),
})

export const assign = write({
  summary: 'Assign a conversation to a colleague, or to nobody',
  params: byId,
  body: Assign,
  reply: Data(Thread),
  versioned: true,
  errors,
  async run({ tx, params, body, audit, refuseStale }) {
    audit.considered()
    const before = await lockOwnThread(tx, params.id)
    refuseStale(before.version)
    const { assignee_id: id = before.assignee?.id ?? null } = body
    if (id === (before.assignee?.id ?? null)) return { data: found(await findThread(tx, before.id)) }
    if (id !== null) await refuseAssigning(tx, 'threads', before.id, id)
    await setThread(tx, before.id, { ...before, assignee: id === null ? null : { id, nom: null } })
    audit.record({
      id: before.id,
      before: { assignee_id: before.assignee?.id ?? null },
      after: { assignee_id: id },
    })
    return { data: found(await findThread(tx, before.id)) }
  },
})
