import { type Static, Type } from 'typebox'
import { pageQuery } from '../kernel/lists/paging.ts'
import {
  Email,
  Id,
  Nullable,
  named,
  Obj,
  OneOf,
  Optional,
  Text,
  Timestamp,
  Version,
} from '../kernel/routes/shapes.ts'
import { MAIL_STATUSES } from '../mail/outbox.ts'
import { Telling } from '../mail/shapes.ts'

export const FLAGS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const
export const THREAD_STATUSES = ['open', 'closed'] as const
const Status = named('ThreadStatus', OneOf(...THREAD_STATUSES))
export const DIRECTIONS = ['inbound', 'outbound'] as const
const LONGEST_BODY = 20_000

export const Thread = named(
  'Thread',
  Obj({
    id: Id,
    subject: Text(200),
    status: Status,
    unread: Type.Boolean(),
    flag: Nullable(OneOf(...FLAGS)),
    requester: Obj({ nom: Nullable(Text(200)), email: Text(254), user_id: Nullable(Id) }),
    messages_count: Type.Integer({ minimum: 0 }),
    last_message_at: Timestamp,
    created_at: Timestamp,
    version: Version,
  }),
)
export type Thread = Static<typeof Thread>

export const Message = named(
  'Message',
  Obj({
    id: Id,
    direction: OneOf(...DIRECTIONS),
    /** Written by a program: an absence note, a newsletter. */
    automatic: Type.Boolean({ 'x-extension': true }),
    author: Obj({ nom: Nullable(Text(200)), email: Nullable(Text(254)) }),
    body: Text(25_000),
    created_at: Timestamp,
    /** Of an outbound message. */
    delivery: Nullable(
      Obj({
        status: OneOf(...MAIL_STATUSES),
        attempts: Type.Integer({ minimum: 0 }),
        error: Nullable(Text(500)),
        sent_at: Nullable(Timestamp),
      }),
    ),
  }),
)
export type Message = Static<typeof Message>

/** Signed-in people may leave these out. */
export const NewMessage = named(
  'NewMessage',
  Obj({
    subject: Text(200),
    body: Text(LONGEST_BODY),
    nom: Optional(Text(200)),
    email: Optional(Email),
  }),
)
export const Received = Obj({ id: Id, status: OneOf('received') })

export const Reply = named('Reply', Obj({ body: Text(LONGEST_BODY), close: Optional(Type.Boolean()) }))
export const Answered = named('AnsweredThread', Obj({ data: Message, meta: Telling }))
export const Flag = Obj({ flag: Nullable(OneOf(...FLAGS)) })
export const Close = Obj({ closed: Optional(Type.Boolean()) })

export const ThreadsQuery = Obj({
  ...pageQuery,
  status: Optional(Status),
  unread: Optional(Type.Boolean()),
  flag: Optional(OneOf(...FLAGS)),
  q: Optional(Text(100, 0)),
})
export type ThreadsQuery = Static<typeof ThreadsQuery>
export const MessagesQuery = Obj(pageQuery)
