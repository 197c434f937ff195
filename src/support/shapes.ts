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
} from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { FLAGS, THREAD_STATUSES } from '../../shared/words/support.ts'
import { pageQuery } from '../kernel/lists/paging.ts'
import { MAIL_STATUSES } from '../mail/outbox.ts'
import { Telling } from '../mail/shapes.ts'
import { PersonInBrief } from '../users/shapes.ts'

const Status = named('ThreadStatus', WordOf(THREAD_STATUSES))
const FlagColour = named('FlagColour', WordOf(FLAGS))
export const DIRECTIONS = ['inbound', 'outbound'] as const
const Direction = Word(DIRECTIONS, { inbound: 'from whoever wrote to us', outbound: 'our answer' })
export const DeliveryStatus = Word(MAIL_STATUSES, {
  queued: 'waits to be sent',
  sent: 'the mail server took it',
  failed: 'it came back, or nobody took it',
  cancelled: 'taken back before it left',
})
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
    by: about('The name, else the address, of whoever wrote it', Nullable(Text(254))),
    excerpt: Type.String({ maxLength: LONGEST_EXCERPT }),
    delivery: about('What became of it, if it is ours', Nullable(DeliveryStatus)),
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
    awaiting: { ...about('Open, and the last word is the requester’s', Type.Boolean()), ...extension },
    undelivered: {
      ...about('Our last answer did not arrive, and nobody has said that this is known', Type.Boolean()),
      ...extension,
    },
    assignee: Type.Unsafe<Static<typeof PersonInBrief> | null>({
      ...Nullable(PersonInBrief),
      description: 'The colleague who looks after it',
      ...extension,
    }),
    merged: {
      ...about('The conversations that were put into this one', List(Obj({ id: Id, subject: Text(200) }))),
      ...extension,
    },
    merged_into: { ...about('The conversation that this one was put into', Nullable(Id)), ...extension },
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
      ...about('Names of the files that came with it; the files are not kept', List(Text(LONGEST_NAME))),
      ...extension,
    },
    merged_from: { ...about('The conversation that it came here with', Nullable(Id)), ...extension },
    created_at: Timestamp,
    /** Delivery of an outbound message. */
    delivery: Nullable(
      Obj({
        status: DeliveryStatus,
        attempts: Type.Integer({ minimum: 0 }),
        error: Nullable(Text(500)),
        sent_at: Nullable(Timestamp),
        known: { ...about('It did not arrive, and nobody tries again', Type.Boolean()), ...extension },
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

const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
export const ThreadsQuery = Obj({
  ...pageQuery,
  status: Optional(about('Only those that are open, or closed', Status)),
  unread: Optional(about('Only unread ones, or read ones', Type.Boolean())),
  flag: Optional(about('Only those with this colour', FlagColour)),
  awaiting: Optional(
    about('Only those that are open with the last word the requester’s, or all others', Type.Boolean()),
  ),
  failed: Optional(about('Only those whose last answer did not arrive, or all others', Type.Boolean())),
  assigned_to: Optional(
    Type.String({
      pattern: `^(me|nobody|${UUID})$`,
      description:
        'Only those that this colleague looks after: an id, `me` or `nobody` (also those of somebody who has no access any more)',
    }),
  ),
  same_requester_as: Optional(
    about('Only the others of whoever asked in this conversation: the same address, or the same account', Id),
  ),
  q: Optional(
    about('A part of the subject, of a message, or of the name or address of who wrote', Text(100, 0)),
  ),
})
export type ThreadsQuery = Static<typeof ThreadsQuery>
export const MessagesQuery = Obj(pageQuery)
