import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ColleagueNote } from '../api/contract.ts'
import { client } from '../api/queries.ts'
import { draft, keepDraft } from '../drafts.ts'
import { usePerson } from '../person.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { Failure, Loading, Problem, sentenceOf } from '../ui/message.tsx'
import { Actions, Section } from '../ui/section.tsx'
import { NoteCard } from './note-card.tsx'
import css from './notes.module.css'
import { t } from './notes-texts.ts'
import { Pager } from './pager.tsx'

interface Page {
  readonly data: readonly ColleagueNote[]
  readonly meta: { readonly total: number }
}
interface Props {
  /** The record that the notes are about. */
  readonly id: string
  read(page: number, perPage: number, signal: AbortSignal): Promise<Page>
  add(body: string, once: string): Promise<unknown>
  remove(noteId: string): Promise<unknown>
}

const PER_PAGE = 10
const LONGEST = 5_000

/** The notes of colleagues about an acteur or a person: list, add, remove. */
export function Notes({ id, read, add, remove }: Props) {
  const [page, setPage] = useState(1)
  const key = ['notes', id]
  const { data, error, refetch } = useQuery({
    queryKey: [...key, page],
    queryFn: ({ signal }) => read(page, PER_PAGE, signal),
    placeholderData: keepPreviousData,
  })
  const [isWriting, setWriting] = useState(false)
  const [notice, setNotice] = useState<{ readonly text: string; readonly putBack?: () => void }>()
  const [failure, setFailure] = useState<unknown>()
  const again = () => client.invalidateQueries({ queryKey: key })
  const keep = async (body: string, once: string) => {
    setFailure(undefined)
    await add(body, once)
    setNotice({ text: t.kept })
    setPage(1)
    await again()
  }
  const takeAway = async ({ id: noteId, body }: ColleagueNote) => {
    setFailure(undefined)
    try {
      await remove(noteId)
      const putBack = () => void keep(body, crypto.randomUUID()).catch(setFailure)
      setNotice({ text: t.removed, putBack })
      await again()
    } catch (error) {
      setFailure(error)
    }
  }
  const total = data?.meta.total ?? 0
  return (
    <Section title={t.title}>
      {error && !data && <Problem error={error} retry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data && total === 0 && <p className={css.none}>{t.none}</p>}
      {data && data.data.length > 0 && (
        <ul className={css.notes}>
          {data.data.map(note => (
            <li key={note.id}>
              <NoteCard note={note} onRemove={() => void takeAway(note)} />
            </li>
          ))}
        </ul>
      )}
      {data && total > PER_PAGE && (
        <Pager
          page={page}
          shown={data.data.length}
          meta={{ total, per_page: PER_PAGE }}
          onPage={next => setPage(next ?? 1)}
        />
      )}
      <p role="status" className={css.notice}>
        {notice?.text}{' '}
        {notice?.putBack && (
          <Button look="link" onClick={notice.putBack}>
            {t.putBack}
          </Button>
        )}
      </p>
      {failure !== undefined && <Failure>{sentenceOf(failure)}</Failure>}
      {isWriting ? (
        <Write id={id} onKeep={keep} onDone={() => setWriting(false)} />
      ) : (
        <Actions>
          <Button icon="pen" onClick={() => setWriting(true)}>
            {t.start}
          </Button>
        </Actions>
      )}
    </Section>
  )
}

/** The form of a note. The browser keeps the draft until it is sent. */
function Write({
  id,
  onKeep,
  onDone,
}: {
  readonly id: string
  onKeep(body: string, once: string): Promise<void>
  onDone(): void
}) {
  const of = `${usePerson()?.id}.${id}.note`
  const [body, setBody] = useState(() => draft(of))
  const [once, setOnce] = useState(() => crypto.randomUUID())
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const write = (next: string) => {
    setBody(next)
    keepDraft(of, next)
    setOnce(crypto.randomUUID())
  }
  const submit = async () => {
    setTried(true)
    if (busy || body.trim() === '') return
    setBusy(true)
    setFailure(undefined)
    try {
      await onKeep(body.trim(), once)
      keepDraft(of, '')
      onDone()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      className={css.write}
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextArea
        label={t.yours}
        hint={t.hint}
        error={tried && body.trim() === '' ? t.empty : undefined}
        rows={4}
        maxLength={LONGEST}
        autoFocus
        value={body}
        onChange={event => write(event.currentTarget.value)}
      />
      {failure !== undefined && <Failure>{sentenceOf(failure)}</Failure>}
      <Actions>
        <Button look="primary" type="submit" off={busy}>
          {t.keep}
        </Button>
        <Button
          onClick={() => {
            keepDraft(of, '')
            onDone()
          }}
        >
          {t.leave}
        </Button>
      </Actions>
    </form>
  )
}
