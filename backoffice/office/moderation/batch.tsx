import { useState } from 'react'
import { KEYS } from '../../kit/desk/desk-keys.ts'
import { ITEM_TITLE } from '../../kit/desk/open-item.ts'
import { usePerson } from '../../kit/person.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Markdown } from '../../kit/ui/markdown.tsx'
import { Note } from '../../kit/ui/message.tsx'
import css from './batch.module.css'
import { BatchTeam } from './batch-team.tsx'
import { t } from './batch-texts.ts'
import { marksOf, type Publication, whereFrom } from './rules.ts'
import type { Selection } from './selection.ts'

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
      <header className={`stack gap-10 to-680 ${css.head}`}>
        <h2 id={ITEM_TITLE} tabIndex={-1}>
          {t.title(count)}
        </h2>
        <p className="soft">{t.about}</p>
        {flags.length > 0 && <Note tone="wait">{t.among(flags)}</Note>}
        <div role="status">{open && <Cursor at={open} selection={selection} />}</div>
      </header>
      <BatchTeam key={`${whole}`} selection={selection} onChange={onChange} />
      <ol className={`to-680 top-16 ${css.chosen}`} aria-label={t.list}>
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

/** Says whether the row that the keyboard is on is selected, because the text of that row is not shown beside a selection. */
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
      <p className={`soft second ${css.meta}`} dir="auto">
        {[author?.nom, whereFrom(publication)].filter(Boolean).join(' · ')}
      </p>
      {marks.length > 0 && (
        <p className={`row gap-6 ${css.marks}`}>
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
