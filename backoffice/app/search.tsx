import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { listing } from '../kit/api/queries.ts'
import type { Reply } from '../kit/api/send.ts'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Field } from '../kit/ui/field.tsx'
import { Problem } from '../kit/ui/message.tsx'
import { Pane } from '../kit/ui/pane.tsx'
import { useSettled } from '../kit/ui/settled.ts'
import css from './search.module.css'
import { FOUND } from './search-kinds.ts'
import { t } from './texts.ts'

const Commands = lazy(() => import('./search-commands.tsx').then(({ Commands }) => ({ default: Commands })))
// Loaded with the first results: typing begins at once.
const Results = lazy(() => import('./search-results.tsx').then(({ Results }) => ({ default: Results })))

/** Shorter queries match almost everything. */
const SHORTEST = 2

/** The results: the arrow keys move between them, and Enter opens the first. */
const WAYS = 'a, button'

/**
 * `Ctrl K`: what can be done here, screens and settings, and up to five results of each kind that the person may see and
 * that has a screen.
 */
export function Search({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  const list = useRef<HTMLDivElement>(null)
  const commands = useRef<HTMLDivElement>(null)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...listing('GET /api/v1/admin/search', { query: { q } }),
    enabled: q.length >= SHORTEST,
  })
  const asks = typed.trim().length >= SHORTEST
  const found = asks ? data?.data : undefined
  // The results of the previous query are still shown, but Enter does not open them.
  const isSettled = q === typed.trim() && data !== undefined && !isPlaceholderData
  const announcement = asks && !error && (isSettled ? announcementOf(data) : t.search.searching)
  const move = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>(WAYS) ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus()
  }
  /** The commands are those of what is typed; the results may still be those of the words before. */
  const submit = () => {
    if (typed.trim() === '') return
    const command = commands.current?.querySelector<HTMLElement>(WAYS)
    if (command) command.click()
    else if (isSettled) list.current?.querySelector<HTMLElement>(WAYS)?.click()
  }
  return (
    <Dialog title={t.search.title} onClose={onClose} onSubmit={submit}>
      <Field
        label={t.search.label}
        type="search"
        autoFocus
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          move(1)
        }}
      />
      {error && <Problem error={error} retry={() => void refetch()} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows are a shorter way between its links */}
      <div
        ref={list}
        className={`stack gap-14 ${css.found}`}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          move(event.key === 'ArrowDown' ? 1 : -1)
        }}
      >
        <div ref={commands} className={`stack gap-14 if-any ${css.commands}`}>
          <Suspense>
            <Commands typed={typed.trim()} onClose={onClose} />
          </Suspense>
        </div>
        <p role="status" className="soft" data-nothing={announcement === t.search.nothing || undefined}>
          {announcement}
        </p>
        <Pane part="found" name={t.search.title} of={q}>
          <Suspense>{found && <Results found={found} onClose={onClose} />}</Suspense>
        </Pane>
      </div>
    </Dialog>
  )
}

/** The service omits a kind whose search timed out, and one that the person may not see. */
function announcementOf({ data: found, meta }: Reply<'GET /api/v1/admin/search'>): string {
  const lists = FOUND.map(kind => found[kind])
  if (lists.every(list => list === undefined)) return t.search.late
  if (meta.corrected !== null) return t.search.corrected(meta.corrected)
  return lists.some(list => list && list.length > 0) ? '' : t.search.nothing
}
