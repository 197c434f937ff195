import { useShortcuts } from '../keys.ts'
import { Icon } from '../ui/icon.tsx'
import css from './find.module.css'
import { t } from './texts.ts'

/** The search field of a list, focused by `/`. The address holds the text. */
export function Find({
  label,
  q,
  onFind,
}: {
  /** “Rechercher dans les publications”. */
  readonly label: string
  readonly q: string
  readonly onFind: (q: string) => void
}) {
  useShortcuts([{ key: '/', does: label, run: () => document.getElementById('find')?.focus() }])
  return (
    <form
      className={css.find}
      onSubmit={event => {
        event.preventDefault()
        onFind(String(new FormData(event.currentTarget).get('q') ?? '').trim())
      }}
    >
      <Icon name="search" />
      <input
        key={q}
        id="find"
        name="q"
        type="search"
        defaultValue={q}
        maxLength={200}
        aria-label={label}
        placeholder={t.search}
        enterKeyHint="search"
        onKeyDown={event => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      {q === '' && (
        <span aria-hidden="true">
          <kbd data-letter="">/</kbd>
        </span>
      )}
    </form>
  )
}
