import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ColleagueNote } from '../api/contract.ts'
import { client } from '../api/queries.ts'
import { EditorActs } from '../forms/form-dialog.tsx'
import { useRecord } from '../forms/record.ts'
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

function Write({
  id,
  onKeep,
  onDone,
}: {
  readonly id: string
  onKeep(body: string, once: string): Promise<void>
  onDone(): void
}) {
  const form = useRecord<undefined, { readonly body: string }>({
    key: `note ${id}`,
    record: undefined,
    typedOf: () => ({ body: '' }),
    labels: { body: t.yours },
    check: ({ body }) => ({ body: body.trim() === '' ? t.empty : undefined }),
    async send({ body }, _, once) {
      await onKeep(body.trim(), once)
      onDone()
    },
  })
  return (
    <form noValidate className={css.write} onSubmit={form.onSubmit}>
      <TextArea {...form.field('body')} hint={t.hint} rows={4} maxLength={LONGEST} autoFocus />
      <EditorActs form={form} save={t.keep} leave={t.leave} onDone={onDone} />
    </form>
  )
}
