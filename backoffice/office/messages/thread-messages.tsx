import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Message, Thread } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import noteCss from '../../kit/desk/note-card.module.css'
import { NoteCard } from '../../kit/desk/note-card.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { Loading, Note, Problem } from '../../kit/ui/message.tsx'
import { moment } from '../../kit/words/format.ts'
import { splitQuoted, timelineOf } from './rules.ts'
import { t } from './texts.ts'
import css from './thread-messages.module.css'
import type { MessagesDesk } from './use-messages.ts'

const PER_PAGE = 50
/** Polls often while a reply is being sent, otherwise for new messages. */
const SOON_MS = 2_000
const LATER_MS = 30_000

/** Mails and notes, oldest first. A long conversation loads its last page first. */
export function ThreadMessages({
  thread,
  desk,
  isWriting,
}: {
  readonly thread: Thread
  readonly desk: MessagesDesk
  readonly isWriting: boolean
}) {
  const { id, messages_count: count } = thread
  const last = Math.max(1, Math.ceil(count / PER_PAGE))
  const [more, setMore] = useState(0)
  const first = Math.max(1, last - more)
  const pages = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, at) => ({
      ...reading('GET /api/v1/admin/messages/threads/{id}/messages', {
        params: { id },
        query: { page: first + at, per_page: PER_PAGE },
      }),
      refetchInterval: ({ state }: { state: { data?: { data: readonly Message[] } | undefined } }) =>
        state.data?.data.some(({ delivery }) => delivery?.status === 'queued') ? SOON_MS : LATER_MS,
    })),
  })
  const notes = useQuery(
    reading('GET /api/v1/admin/messages/threads/{id}/notes', { params: { id }, query: { per_page: 100 } }),
  )
  const messages = pages.flatMap(({ data }) => data?.data ?? [])
  const total = pages.at(-1)?.data?.meta.total
  // A message came while the conversation is open: reloads its record.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come is what matters
  useEffect(() => {
    if (total !== undefined && total !== count) void desk.reload(id)
  }, [total])

  // Scrolls to the latest message, also when the reply field opens and takes its room.
  const end = useRef<HTMLLIElement>(null)
  const size = messages.length + (notes.data?.data.length ?? 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something is added to it
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [size, isWriting])

  const failed = pages.find(({ error, data }) => error && !data)
  if (failed) return <Problem error={failed.error} retry={() => void failed.refetch()} />
  if (messages.length === 0 && pages.some(({ isPending }) => isPending)) return <Loading />
  return (
    <>
      {first > 1 && (
        <Button look="quiet" icon="up" onClick={() => setMore(more + 1)}>
          {t.earlier}
        </Button>
      )}
      <ol className="stack gap-14 to-720">
        {timelineOf(messages, notes.data?.data ?? []).map(item => (
          <li key={item.kind === 'note' ? item.note.id : item.message.id}>
            {item.kind === 'note' ? (
              <NoteCard note={item.note} onRemove={() => void desk.removeNote(thread, item.note)} />
            ) : (
              <Mail message={item.message} thread={thread} desk={desk} />
            )}
          </li>
        ))}
        <li ref={end} className={css.end} data-writing={isWriting || undefined} aria-hidden="true" />
      </ol>
    </>
  )
}

function Mail({
  message,
  thread,
  desk,
}: {
  readonly message: Message
  readonly thread: Thread
  readonly desk: MessagesDesk
}) {
  const { direction, author, automatic, body, attachments, created_at, delivery, merged_from } = message
  const name = author.nom ?? author.email ?? (direction === 'outbound' ? t.team : t.unknown)
  const { own, quoted } = splitQuoted(body)
  return (
    <article
      className={css.mail}
      data-by={direction}
      data-off={delivery?.status === 'cancelled' || undefined}
    >
      <header className={`row middle soft second ${noteCss.byline}`}>
        <b dir="auto">{name}</b>
        {direction === 'inbound' && author.nom && <span>{author.email}</span>}
        <time dateTime={created_at}>{moment(new Date(created_at), new Date())}</time>
        {automatic && <Chip tone="plain">{t.automatic}</Chip>}
        {merged_from && (
          <Chip tone="plain" icon="twins">
            {t.cameFrom}
          </Chip>
        )}
        <Delivery message={message} />
      </header>
      <p className={`pre ${css.words}`} dir="auto">
        {own}
      </p>
      {quoted && (
        <details className="soft second top-8">
          <summary>{t.quoted}</summary>
          <p className={`pre ${css.words}`} dir="auto">
            {quoted}
          </p>
        </details>
      )}
      {attachments.length > 0 && (
        <p className="top-8 soft second">
          <Icon name="link" small /> <bdi>{t.files(attachments.join(', '))}</bdi>
        </p>
      )}
      {delivery?.status === 'failed' && (
        <div className={css.failed}>
          <Note tone="bad">
            <p>{t.notReceived(thread.requester.email)}</p>
            {delivery.error && <p className="soft second">{t.serverSaid(delivery.error)}</p>}
            {delivery.known ? (
              <p>{t.known}</p>
            ) : (
              <p className="row gap-8 top-8">
                <Button onClick={() => void desk.retry(thread, message.id)}>{t.do.retry}</Button>
                <Button look="quiet" onClick={() => void desk.giveUp(thread, message.id)}>
                  {t.do.giveUp}
                </Button>
              </p>
            )}
          </Note>
        </div>
      )}
    </article>
  )
}

const TONES = { queued: 'wait', sent: 'ok', failed: 'bad', cancelled: 'plain' } as const

/** Shows when a mail was sent, if later than it was written. */
const LATER = 120_000

const Delivery = ({ message }: { readonly message: Message }) => {
  const { delivery, created_at } = message
  if (!delivery) return null
  const sent = delivery.status === 'sent' && delivery.sent_at ? new Date(delivery.sent_at) : undefined
  const isLater = sent && sent.getTime() - Date.parse(created_at) > LATER
  return (
    <Chip tone={TONES[delivery.status]}>
      {isLater ? t.sentAt(moment(sent, new Date())) : t.delivery[delivery.status]}
    </Chip>
  )
}
