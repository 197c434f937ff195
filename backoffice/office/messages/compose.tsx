import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PersonInBrief, Thread } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { Mentions } from '../../kit/desk/mentions.tsx'
import { draft, keepDraft } from '../../kit/drafts.ts'
import { editorKeys } from '../../kit/forms/form-dialog.tsx'
import { Button, IconButton } from '../../kit/ui/button.tsx'
import { useCut } from '../../kit/ui/cut.ts'
import { insertText } from '../../kit/ui/insert.ts'
import { Options } from '../../kit/ui/options.tsx'
import { nouns } from '../../kit/words/texts.ts'
import css from './compose.module.css'
import { t } from './texts.ts'

export interface Writing {
  readonly kind: 'reply' | 'note'
  /** Changes each time the field is opened; 0 for a restored draft. */
  readonly turn: number
}

/** The key of a draft. */
export const draftOf = (person: string, thread: string, kind: Writing['kind']) =>
  `${person}.${thread}.${kind}`

/** The idempotency key of a text, stored until the service has confirmed it: a retry, also after a reload, sends no second mail. */
function onceFor(of: string, words: string): string {
  const [key = '', before] = JSON.parse(draft(`${of}.once`) || '[]') as string[]
  if (before === words) return key
  const fresh = crypto.randomUUID()
  keepDraft(`${of}.once`, JSON.stringify([fresh, words]))
  return fresh
}
export const hasArrived = (of: string): void => keepDraft(`${of}.once`, '')

/** The colleagues whom the text of a note names are kept with it: it would be read as if they were told. */
const mentionsOf = (of: string) => `${of}.mentions`
export function forgetWords(of: string): void {
  keepDraft(of, '')
  keepDraft(mentionsOf(of), '')
}

const LONGEST = { reply: 20_000, note: 5_000 } as const

/** The field of a reply or note. The browser keeps the draft until it is sent. */
export function Compose({
  thread,
  kind,
  turn,
  of,
  onSend,
  onNote,
  onPutAway,
}: {
  readonly thread: Thread
  readonly kind: Writing['kind']
  readonly turn: number
  readonly of: string
  onSend(text: string, close: boolean, once: string): Promise<void>
  onNote(text: string, mentions: readonly string[]): Promise<void>
  onPutAway(): void
}) {
  const [text, setText] = useState(() => draft(of))
  const [mentions, setMentions] = useState<readonly PersonInBrief[]>(() =>
    JSON.parse(draft(mentionsOf(of)) || '[]'),
  )
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  // A restored draft does not take the focus.
  useEffect(() => {
    const area = field.current
    if (turn === 0 || !area) return
    area.focus()
    area.setSelectionRange(area.value.length, area.value.length)
  }, [turn])
  const write = (next: string) => {
    setText(next)
    setMissing(false)
    keepDraft(of, next)
  }
  const mention = (next: readonly PersonInBrief[]) => {
    setMentions(next)
    keepDraft(mentionsOf(of), next.length > 0 ? JSON.stringify(next) : '')
  }
  const send = async (close: boolean) => {
    if (busy) return
    const words = text.trim()
    if (words === '') {
      setMissing(true)
      return field.current?.focus()
    }
    setBusy(true)
    await (kind === 'reply'
      ? onSend(words, close, onceFor(of, `${close}${words}`))
      : onNote(
          words,
          mentions.map(({ id }) => id),
        ))
    setBusy(false)
  }
  const { cut, watch } = useCut<HTMLTextAreaElement>({
    maxLength: LONGEST[kind],
    onChange: event => write(event.currentTarget.value),
  })
  const wrong = missing ? t.write.empty : cut
  const label =
    kind === 'note' ? t.write.note : t.write.replyTo(thread.requester.nom ?? thread.requester.email)
  return (
    <form
      className={`stack gap-6 wide ${css.compose}`}
      data-kind={kind}
      onSubmit={event => {
        event.preventDefault()
        void send(false)
      }}
      onKeyDown={editorKeys(() => void send(false), onPutAway)}
    >
      <div className={`flex middle gap-10 ${css.head}`}>
        <label className="cut fits bold" htmlFor="words">
          <bdi>{label}</bdi>
        </label>
        {kind === 'reply' && (
          <Prepared
            thread={thread.id}
            onChoose={words => field.current && insertText(field.current, words)}
          />
        )}
        <IconButton icon="down" label={t.do.putAway} onClick={onPutAway} />
      </div>
      <textarea
        ref={field}
        id="words"
        rows={4}
        value={text}
        maxLength={LONGEST[kind]}
        aria-invalid={missing || undefined}
        aria-describedby="words-told"
        {...watch}
      />
      <p
        id="words-told"
        role={wrong && 'alert'}
        className={`least ${wrong ? 'bad medium' : 'soft'} ${css.told}`}
      >
        {wrong ?? (kind === 'note' ? t.noteHint : text === '' ? '' : t.write.draft)}
      </p>
      {kind === 'note' && (
        <Mentions
          colleagues={reading('GET /api/v1/admin/messages/colleagues', {})}
          chosen={mentions}
          onChange={mention}
        />
      )}
      <div className={`row gap-10 ${css.acts}`}>
        <Button look="primary" type="submit" hint="Ctrl ↵" off={busy}>
          {kind === 'note' ? t.do.keepNote : t.do.reply}
        </Button>
        {kind === 'reply' && thread.status === 'open' && (
          <Button off={busy} onClick={() => void send(true)}>
            {t.do.replyAndClose}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Inserts a prepared answer, filled in for this conversation. */
function Prepared({
  thread,
  onChoose,
}: {
  readonly thread: string
  readonly onChoose: (body: string) => void
}) {
  const { data } = useQuery(
    reading('GET /api/v1/admin/messages/threads/{id}/reply-templates', { params: { id: thread } }),
  )
  const templates = data?.data ?? []
  if (templates.length === 0) return null
  return (
    <select
      aria-label={nouns.preparedAnswers}
      value=""
      onChange={event => {
        const chosen = templates.find(({ id }) => id === event.currentTarget.value)
        if (chosen) onChoose(chosen.body)
      }}
    >
      <Options none={t.write.choose} of={templates.map(({ id, nom }) => [id, nom])} />
    </select>
  )
}
