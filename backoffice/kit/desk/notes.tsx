import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ColleagueNote, NewColleagueNote, PersonInBrief } from '../api/contract.ts'
import { client } from '../api/queries.ts'
import { useActs } from '../forms/acts.tsx'
import { Editor } from '../forms/form-dialog.tsx'
import { useRecord } from '../forms/record.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { NotYet } from '../ui/message.tsx'
import { Actions, Section } from '../ui/section.tsx'
import { type Colleagues, Mentions } from './mentions.tsx'
import { NoteCard } from './note-card.tsx'
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
  add(note: NewColleagueNote, once: string): Promise<unknown>
  remove(noteId: string): Promise<unknown>
  /** How many there are, each time they were read. */
  onTotal?(total: number): void
  /** Those who can be mentioned. */
  readonly colleagues: Colleagues
  /** Begins with the field for a new note. */
  readonly begins?: boolean
}

const PER_PAGE = 10
const LONGEST = 5_000

/** The notes of colleagues about a record: list, add, remove. */
export function Notes({ id, read, add, remove, onTotal, colleagues, begins = false }: Props) {
  const [page, setPage] = useState(1)
  const key = ['notes', id]
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...key, page],
    queryFn: ({ signal }) => read(page, PER_PAGE, signal),
    placeholderData: keepPreviousData,
  })
  /** Undefined until it was opened: its button takes the focus when the form closes. */
  const [isWriting, setWriting] = useState<boolean | undefined>(begins || undefined)
  const reload = () => client.invalidateQueries({ queryKey: key })
  const { act, tell, outcomeLine } = useActs(reload)
  const keep = async (note: NewColleagueNote, once: string) => {
    await add(note, once)
    setPage(1)
  }
  const putBack = ({ body, mentions }: ColleagueNote) =>
    act(() => keep({ body, mentions: mentions.map(({ id }) => id) }, crypto.randomUUID()), t.kept)
  const takeAway = (note: ColleagueNote) =>
    act(
      () => remove(note.id),
      <>
        {t.removed}{' '}
        <Button look="link" onClick={() => putBack(note)}>
          {t.putBack}
        </Button>
      </>,
    )
  const keepTyped = async (note: NewColleagueNote, once: string) => {
    await keep(note, once)
    await reload()
    tell(t.kept)
  }
  const total = data?.meta.total ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: told again only when the notes were read again.
  useEffect(() => {
    if (data && !isPlaceholderData) onTotal?.(data.meta.total)
  }, [data, isPlaceholderData])
  return (
    <Section title={t.title}>
      <NotYet data={data} error={error} refetch={refetch} />
      {data && total === 0 && <p className="soft">{t.none}</p>}
      {data && data.data.length > 0 && (
        <ul className="stack gap-10 to-720">
          {data.data.map(note => (
            <li key={note.id}>
              <NoteCard note={note} onRemove={() => takeAway(note)} />
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
      {outcomeLine('soft')}
      {isWriting ? (
        <WriteNote id={id} colleagues={colleagues} onKeep={keepTyped} onDone={() => setWriting(false)} />
      ) : (
        <Actions>
          <Button icon="pen" autoFocus={isWriting === false} onClick={() => setWriting(true)}>
            {t.start}
          </Button>
        </Actions>
      )}
    </Section>
  )
}

interface Typed {
  readonly body: string
  readonly mentions: readonly PersonInBrief[]
}

/** The form of a note. */
export function WriteNote({
  id,
  colleagues,
  onKeep,
  onDone,
}: Pick<Props, 'id' | 'colleagues'> & {
  onKeep(note: NewColleagueNote, once: string): Promise<void>
  onDone(): void
}) {
  const form = useRecord<undefined, Typed>({
    key: `note ${id}`,
    record: undefined,
    typedOf: () => ({ body: '', mentions: [] }),
    labels: { body: t.yours },
    check: ({ body }) => ({ body: body.trim() === '' ? t.empty : undefined }),
    async send({ body, mentions }, _, once) {
      await onKeep({ body: body.trim(), mentions: mentions.map(({ id }) => id) }, once)
      onDone()
    },
  })
  return (
    <Editor form={form} className="stack gap-14 to-720" save={t.keep} leave={t.leave} onDone={onDone}>
      <TextArea {...form.field('body')} hint={t.hint} rows={4} maxLength={LONGEST} autoFocus />
      <Mentions
        colleagues={colleagues}
        chosen={form.value.mentions}
        onChange={mentions => form.type({ mentions })}
      />
    </Editor>
  )
}
