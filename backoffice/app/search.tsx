import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Line } from '../kit/api/contract.ts'
import { reading } from '../kit/api/queries.ts'
import { LINKS } from '../kit/links.ts'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Field } from '../kit/ui/field.tsx'
import { Problem } from '../kit/ui/message.tsx'
import { useSettled } from '../kit/ui/settled.ts'
import css from './search.module.css'
import { FOUND, KINDS } from './search-kinds.ts'
import { t } from './texts.ts'

/** Shorter queries match almost everything. */
const SHORTEST = 2

/** `Ctrl K`: up to five results of each kind that the person may see and that has a screen. */
export function Search({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  const list = useRef<HTMLDivElement>(null)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...reading('GET /api/v1/admin/search', { query: { q } }),
    enabled: q.length >= SHORTEST,
    placeholderData: keepPreviousData,
  })
  const asks = typed.trim().length >= SHORTEST
  const found = asks ? data?.data : undefined
  // The results of the previous query are still shown, but Enter does not open them.
  const isSettled = q === typed.trim() && data !== undefined && !isPlaceholderData
  const move = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus()
  }
  return (
    <Dialog
      title={t.search.title}
      onClose={onClose}
      onSubmit={() => isSettled && list.current?.querySelector('a')?.click()}
    >
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
        className={css.found}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          move(event.key === 'ArrowDown' ? 1 : -1)
        }}
      >
        <p role="status" className={css.soft}>
          {asks && !error && (isSettled ? announcementOf(data.data) : t.search.searching)}
        </p>
        {FOUND.map(kind => {
          const lines = found?.[kind] ?? []
          return lines.length > 0 && <Found key={kind} kind={kind} lines={lines} onClose={onClose} />
        })}
      </div>
    </Dialog>
  )
}

/** The service omits a kind whose search timed out, and one that the person may not see. */
function announcementOf(found: Readonly<Partial<Record<(typeof FOUND)[number], readonly Line[]>>>): string {
  const lists = FOUND.map(kind => found[kind])
  if (lists.every(list => list === undefined)) return t.search.late
  return lists.some(list => list && list.length > 0) ? '' : t.search.nothing
}

const Found = ({
  kind,
  lines,
  onClose,
}: {
  readonly kind: (typeof FOUND)[number]
  readonly lines: readonly Line[]
  readonly onClose: () => void
}) => (
  <section>
    <h3>{KINDS[kind].name}</h3>
    <ul>
      {lines.map(({ id, nom, hint }) => (
        <li key={id}>
          <Link {...LINKS[kind](id)} onClick={onClose}>
            <b dir="auto">{nom}</b>
            <small>{hint}</small>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
