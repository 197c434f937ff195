import type { Static } from 'typebox'
import {
  about,
  Email,
  Id,
  List,
  Name,
  Nullable,
  named,
  Obj,
  Optional,
  Patch,
  Text,
  Timestamp,
  Version,
  Word,
  WordOf,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { FLAGS, THREAD_STATUSES } from '../../../shared/words/support.ts'
import { pageQuery } from '../../kernel/lists/paging.ts'
import { PersonInBrief } from '../../people/access/in-brief.ts'
import { AssignedTo } from '../../people/teamwork/assignments.ts'
import { MailStatus, Telling } from '../mail/shapes.ts'

const Status = named('ThreadStatus', WordOf(THREAD_STATUSES))
const FlagColour = named('FlagColour', WordOf(FLAGS))
export const DIRECTIONS = ['inbound', 'outbound'] as const
const Direction = Word(DIRECTIONS, { inbound: 'from the requester', outbound: 'an answer of the support' })
const LONGEST_BODY = 20_000
/** Longest name of an attachment. */
export const LONGEST_NAME = 100
export const LONGEST_EXCERPT = 200
const extension = { 'x-extension': true } as const
const StoredName = Nullable(Text(200))

/** Shown in lists below the subject. */
const LastMessage = named(
  'LastMessage',
  Obj({
    direction: Direction,
    automatic: Type.Boolean(),
    by: about('The name of its sender, or the address if the name is unknown', Nullable(Text(254))),
    excerpt: Type.String({ maxLength: LONGEST_EXCERPT }),
    delivery: about('Delivery of an answer; null for messages of the requester', Nullable(MailStatus)),
  }),
)

export const Thread = named(
  'Thread',
  Obj({
    id: Id,
    subject: Text(200),
    status: Status,
    unread: Type.Boolean(),
    flag: Nullable(FlagColour),
    requester: Obj({ nom: StoredName, email: Text(254), user_id: Nullable(Id) }),
    messages_count: Type.Integer({ minimum: 0 }),
    last_message_at: Timestamp,
    last_message: Type.Unsafe<Static<typeof LastMessage> | null>({ ...Nullable(LastMessage), ...extension }),
    awaiting: { ...about('Open, and the last message is the requester’s', Type.Boolean()), ...extension },
    undelivered: {
      ...about('The last answer was not delivered, and the failure was not dismissed', Type.Boolean()),
      ...extension,
    },
    assignee: Type.Unsafe<Static<typeof PersonInBrief> | null>({
      ...Nullable(PersonInBrief),
      description: 'The colleague it is assigned to',
      ...extension,
    }),
    merged: {
      ...about('The conversations merged into this one', List(Obj({ id: Id, subject: Text(200) }))),
      ...extension,
    },
    merged_into: { ...about('The conversation this one was merged into', Nullable(Id)), ...extension },
    created_at: Timestamp,
    version: Version,
  }),
)
export type Thread = Static<typeof Thread>

export const Message = named(
  'Message',
  Obj({
    id: Id,
    direction: Direction,
    /** Whether a program sent it: an out-of-office note or a newsletter. */
    automatic: Type.Boolean(extension),
    author: Obj({ nom: StoredName, email: Nullable(Text(254)) }),
    body: Text(25_000),
    attachments: {
      ...about('Names of the attached files; the files themselves are not stored', List(Text(LONGEST_NAME))),
      ...extension,
    },
    merged_from: {
      ...about('The merged conversation that the message belongs to', Nullable(Id)),
      ...extension,
    },
    created_at: Timestamp,
    /** Delivery of an outbound message. */
    delivery: Nullable(
      Obj({
        status: MailStatus,
        attempts: Type.Integer({ minimum: 0 }),
        error: Nullable(Text(500)),
        sent_at: Nullable(Timestamp),
        known: {
          ...about('The failure was dismissed: there is no other attempt', Type.Boolean()),
          ...extension,
        },
      }),
    ),
  }),
)
export type Message = Static<typeof Message>

/** Signed-in users may leave these out. */
export const NewMessage = named(
  'NewMessage',
  Obj({
    subject: Text(200),
    body: Text(LONGEST_BODY),
    nom: Optional(Name(200)),
    email: Optional(Email),
    commune_id: Optional(
      Type.Unsafe<string>({
        ...Id,
        description: 'The commune that the question is about: its own support reads it',
        'x-extension': true,
      }),
    ),
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
  status: Word(['received'], { received: 'stored; the support will answer' }),
})

export const Reply = named('Reply', Obj({ body: Text(LONGEST_BODY), close: Optional(Type.Boolean()) }), {
  body: 'Bonjour, elle est ouverte du mardi au samedi.',
  close: true,
})
export const Answered = named('AnsweredThread', Obj({ data: Message, meta: Telling }))
export const Flag = named('Flag', Obj({ flag: Nullable(FlagColour) }), { flag: 'orange' })
export const Close = named('CloseThread', Obj({ closed: Optional(Type.Boolean()) }), { closed: true })

export const Assign = named('AssignThread', Patch({ assignee_id: Nullable(Id) }), { assignee_id: null })

export const ThreadsQuery = Obj({
  ...pageQuery,
  status: Optional(about('Only conversations with this status', Status)),
  unread: Optional(about('`true`: only unread conversations; `false`: only read ones', Type.Boolean())),
  flag: Optional(about('Only conversations with this flag', FlagColour)),
  awaiting: Optional(
    about(
      '`true`: only open conversations whose last message is the requester’s; `false`: all others',
      Type.Boolean(),
    ),
  ),
  failed: Optional(
    about(
      '`true`: only conversations whose last answer was not delivered; `false`: all others',
      Type.Boolean(),
    ),
  ),
  assigned_to: Optional(AssignedTo),
  late: Optional({
    ...about(
      '`true`: only conversations that wait for an answer for longer than the team’s target; `false`: all others',
      Type.Boolean(),
    ),
    'x-extension': true,
  }),
  same_requester_as: Optional(
    about('Only other conversations of the same requester (same address or account) as this one', Id),
  ),
  q: Optional(
    about('Part of the subject, of a message, or of the requester’s name or address', Text(100, 0)),
  ),
})
export type ThreadsQuery = Static<typeof ThreadsQuery>
export const MessagesQuery = Obj(pageQuery)
