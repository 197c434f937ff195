import type { PersonInBrief } from '../api/contract.ts'
import { usePerson } from '../person.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { moment } from '../words/format.ts'
import { common } from '../words/texts.ts'
import css from './note-card.module.css'
import { t } from './notes-texts.ts'
import { t as team } from './team-texts.ts'
import { t as work } from './team-work-texts.ts'

interface Noted {
  readonly author: PersonInBrief | null
  readonly body: string
  readonly mentions: readonly PersonInBrief[]
  readonly created_at: string
}

/** A note of a colleague, marked as internal. Its author can remove it. */
export function NoteCard({ note, onRemove }: { readonly note: Noted; readonly onRemove: () => void }) {
  const person = usePerson()
  const { author, body, mentions, created_at } = note
  const isMine = author !== null && author.id === person?.id
  return (
    <article className={css.note} aria-label={t.note}>
      <header className={`row middle soft second ${css.byline}`}>
        <Icon name="pen" small />
        <span className="bold wait">{t.note}</span>
        <b dir="auto">{isMine ? t.me : (author?.nom ?? common.nameless)}</b>
        <time dateTime={created_at}>{moment(new Date(created_at), new Date())}</time>
      </header>
      <p className="pre" dir="auto">
        {body}
      </p>
      {mentions.length > 0 && (
        <p className="pre soft second top-6">
          <Icon name="person" small />{' '}
          {work.mentioned(mentions.map(({ nom }) => nom ?? team.unknown).join(', '))}
        </p>
      )}
      {isMine && (
        <Button look="link" onClick={onRemove}>
          {t.remove}
        </Button>
      )}
    </article>
  )
}
