import { type Static, Type } from 'typebox'
import { pageQuery } from '../kernel/lists/paging.ts'
import {
  about,
  Email,
  Id,
  Nullable,
  named,
  Obj,
  Optional,
  Text,
  Timestamp,
  Version,
  Word,
} from '../kernel/routes/shapes.ts'
import { MAIL_STATUSES } from '../mail/outbox.ts'
import { Telling } from '../mail/shapes.ts'

export const FLAGS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const
export const THREAD_STATUSES = ['open', 'closed'] as const
const Status = named(
  'ThreadStatus',
  Word(THREAD_STATUSES, { open: 'still talked about', closed: 'done; it opens again when somebody writes' }),
)
const FlagColour = named(
  'FlagColour',
  Word(FLAGS, {
    red: 'a colour of the team’s own meaning',
    orange: 'as above',
    yellow: 'as above',
    green: 'as above',
    blue: 'as above',
    purple: 'as above',
  }),
)
export const DIRECTIONS = ['inbound', 'outbound'] as const
const LONGEST_BODY = 20_000

export const Thread = named(
  'Thread',
  Obj({
    id: Id,
    subject: Text(200),
    status: Status,
    unread: Type.Boolean(),
    flag: Nullable(FlagColour),
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
    direction: Word(DIRECTIONS, { inbound: 'from whoever wrote to us', outbound: 'our answer' }),
    /** Written by a program: an absence note, a newsletter. */
    automatic: Type.Boolean({ 'x-extension': true }),
    author: Obj({ nom: Nullable(Text(200)), email: Nullable(Text(254)) }),
    body: Text(25_000),
    created_at: Timestamp,
    /** Of an outbound message. */
    delivery: Nullable(
      Obj({
        status: Word(MAIL_STATUSES, {
          queued: 'waits to be sent',
          sent: 'the mail server took it',
          failed: 'it came back, or nobody took it',
          cancelled: 'taken back before it left',
        }),
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
  {
    subject: 'Horaires de la déchetterie',
    body: 'Bonjour, est-elle ouverte le lundi ?',
    nom: 'Anne Martin',
    email: 'anne@exemple.fr',
  },
)
export const Received = Obj({
  id: Id,
  status: Word(['received'], { received: 'it is kept, and somebody will answer' }),
})

export const Reply = named('Reply', Obj({ body: Text(LONGEST_BODY), close: Optional(Type.Boolean()) }), {
  body: 'Bonjour, elle est ouverte du mardi au samedi.',
  close: true,
})
export const Answered = named('AnsweredThread', Obj({ data: Message, meta: Telling }))
export const Flag = named('Flag', Obj({ flag: Nullable(FlagColour) }), { flag: 'orange' })
export const Close = named('CloseThread', Obj({ closed: Optional(Type.Boolean()) }), { closed: true })

export const ThreadsQuery = Obj({
  ...pageQuery,
  status: Optional(about('Only those that are open, or closed', Status)),
  unread: Optional(about('Only those that nobody has read, or somebody has', Type.Boolean())),
  flag: Optional(about('Only those with this colour', FlagColour)),
  q: Optional(
    about('A part of the subject, of a message, or of the name or address of who wrote', Text(100, 0)),
  ),
})
export type ThreadsQuery = Static<typeof ThreadsQuery>
export const MessagesQuery = Obj(pageQuery)
