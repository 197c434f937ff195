import { useState } from 'react'
import type { NewColleagueNote } from '../../kit/api/contract.ts'
import { client } from '../../kit/api/queries.ts'
import { KEYS } from '../../kit/desk/desk-keys.ts'
import { WriteNote } from '../../kit/desk/notes.tsx'
import { ITEM_TITLE } from '../../kit/desk/open-item.ts'
import { patchCached } from '../../kit/desk/patch-cached.ts'
import { t as team } from '../../kit/desk/team-texts.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { useShortcuts } from '../../kit/keys.ts'
import { usePerson } from '../../kit/person.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Markdown } from '../../kit/ui/markdown.tsx'
import { Note } from '../../kit/ui/message.tsx'
import css from './batch.module.css'
import { t } from './batch-texts.ts'
import { decisions } from './decision-texts.ts'
import { marksOf, type Publication, subjectKey, whereFrom } from './rules.ts'
import type { Selection } from './selection.ts'
import { CALLS } from './team.tsx'

interface Props {
  readonly selection: Selection
  /** All that are selected; `selection.publications` are those that were loaded. */
  readonly count: number
  /** The row of the list where the keys J and K are. */
  readonly open: Publication | undefined
  onChange(id: string, change: Partial<Publication>): void
}

/** The pane of a selection: it lists the selected publications, and every key of the desk acts on them alone. */
export function Batch({ selection, count, open, onChange }: Props) {
  const { publications, whole } = selection
  const flags = useFlags(publications)
  const more = count - publications.length
  return (
    <>
      <header className={css.head}>
        <h2 id={ITEM_TITLE} tabIndex={-1}>
          {t.title(count)}
        </h2>
        <p className="soft">{t.about}</p>
        {flags.length > 0 && <Note tone="wait">{t.among(flags)}</Note>}
        <div role="status">{open && <Cursor at={open} selection={selection} />}</div>
      </header>
      <BatchTeam key={`${whole}`} selection={selection} onChange={onChange} />
      <ol className={css.chosen} aria-label={t.list}>
        {publications.map(publication => (
          <Chosen
            key={publication.id}
            publication={publication}
            onLeaveOut={() => selection.choose(publication.id, false, false)}
          />
        ))}
      </ol>
      {more > 0 && <p className="soft">{t.more(more)}</p>}
    </>
  )
}

function useFlags(publications: readonly Publication[]): readonly string[] {
  const me = usePerson()
  const flags = [
    [t.reported, (one: Publication) => one.reports_count > 0],
    [t.twins, (one: Publication) => one.duplicates_count > 0],
    [t.watched, (one: Publication) => (one.watched ?? []).length > 0],
    [t.changed, (one: Publication) => one.changed_since_approval],
    [t.given, (one: Publication) => one.assignee !== null && one.assignee.id !== me?.id],
  ] as const
  return flags.flatMap(([say, is]) => {
    const n = publications.filter(is).length
    return n > 0 ? [say(n)] : []
  })
}

/** Whether the row of the list at which the keys are is selected: its text is not shown here. */
function Cursor({
  at: { id, title },
  selection,
}: {
  readonly at: Publication
  readonly selection: Selection
}) {
  if (selection.has(id))
    return (
      <p className="soft" dir="auto">
        {t.isChosen(title)}
      </p>
    )
  return (
    <Note tone="info" icon="eye">
      <p dir="auto">{t.isNotChosen(title)}</p>
      <p className="row gap-10">
        <Button look="link" hint={KEYS.select} onClick={() => selection.choose(id, true, false)}>
          {t.choose}
        </Button>
        <Button look="link" onClick={selection.clear}>
          {t.read}
        </Button>
      </p>
    </Note>
  )
}

/** One of them; its text opens in place. */
function Chosen({ publication, onLeaveOut }: { readonly publication: Publication; onLeaveOut(): void }) {
  const [isRead, setRead] = useState(false)
  const { title, body, author } = publication
  const marks = marksOf(publication, new Date())
  return (
    <li>
      <details onToggle={event => setRead(event.currentTarget.open)}>
        <summary dir="auto">{title}</summary>
        {isRead && <Markdown text={body} />}
      </details>
      <Button look="quiet" aria-label={`${t.leaveOut} « ${title} »`} onClick={onLeaveOut}>
        {t.leaveOut}
      </Button>
      <p className={css.meta} dir="auto">
        {[author?.nom, whereFrom(publication)].filter(Boolean).join(' · ')}
      </p>
      {marks.length > 0 && (
        <p className={css.marks}>
          {marks.map(({ text, tone, icon }) => (
            <Chip key={text} tone={tone} icon={icon}>
              {text}
            </Chip>
          ))}
        </p>
      )}
    </li>
  )
}

/** The assignee and the note of several: one request for each. */
function BatchTeam({ selection, onChange }: Pick<Props, 'onChange' | 'selection'>) {
  const { publications, whole } = selection
  const me = usePerson()
  const [isWriting, setWriting] = useState(false)
  const { act, tell, outcomeLine } = useActs()
  const patch = (id: string, change: Partial<Publication>) => {
    patchCached(CALLS.held, id, change)
    selection.update(id, change)
    onChange(id, change)
    void client.invalidateQueries({ queryKey: ['history', id] })
  }
  const take = () => {
    if (whole) return tell(t.notWhole)
    if (!me) return
    const isMine = ({ assignee }: Publication) => assignee?.id === me.id
    // As for one: the key also lets go of what is taken.
    const to = publications.every(isMine) ? null : { id: me.id, nom: me.nom }
    const changing = publications.filter(one => one.assignee?.id !== to?.id)
    const assign = async ({ id, assignee }: Publication) => {
      await CALLS.assign(id, { assignee_id: to?.id ?? null, instead_of: assignee?.id ?? null })
      patch(id, { assignee: to })
    }
    void act(() => forEach(changing, assign), to ? t.taken(publications.length) : t.left(publications.length))
  }
  const write = () => (whole ? tell(t.notWhole) : setWriting(true))
  const addNote = async (note: NewColleagueNote, once: string) => {
    await forEach(publications, async ({ id, notes_count }) => {
      await CALLS.addNote(id, note, `${once}-${id}`)
      patch(id, { notes_count: notes_count + 1 })
    })
    tell(t.noted(publications.length))
  }
  useShortcuts([
    { key: KEYS.take, does: team.take, run: take },
    { key: KEYS.give, does: team.give, run: () => tell(decisions.oneOnly) },
    { key: KEYS.note, does: team.note, run: write },
  ])
  return (
    <section className={css.team} aria-label={team.team}>
      <div className="row gap-10">
        <Button hint={KEYS.take} onClick={take}>
          {team.take}
        </Button>
        <Button icon="pen" hint={KEYS.note} onClick={write}>
          {team.note}
        </Button>
      </div>
      {outcomeLine('soft')}
      {isWriting && (
        <WriteNote
          id={subjectKey(publications, publications.length)}
          colleagues={CALLS.colleagues}
          onKeep={addNote}
          onDone={() => setWriting(false)}
        />
      )}
    </section>
  )
}

/** One request after the other, also after a failed one; the first failure is told. */
async function forEach(
  publications: readonly Publication[],
  send: (publication: Publication) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const publication of publications)
    await send(publication).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
