import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useRef, useState } from 'react'
import type { Line } from '../api/contract.ts'
import { reading } from '../api/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Problem } from '../ui/message.tsx'
import css from './search.module.css'
import { t } from './texts.ts'

/** Fewer letters find everything. */
const SHORTEST = 2

/** `Ctrl K`: five of each kind that the person may see; what has no screen of its own here is not shown. */
export function Search({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const list = useRef<HTMLDivElement>(null)
  const { data, error } = useQuery({
    ...reading('GET /api/v1/admin/search', { query: { q } }),
    enabled: q.length >= SHORTEST,
    placeholderData: keepPreviousData,
  })
  const publications = (q.length >= SHORTEST && data?.data.publications) || []
  const move = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus()
  }
  return (
    <Dialog
      title={t.search.title}
      onClose={onClose}
      onSubmit={() => list.current?.querySelector('a')?.click()}
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
      {error && <Problem error={error} />}
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
          {q.length >= SHORTEST && data ? t.search.count(publications.length) : ''}
        </p>
        {publications.length > 0 && <Found lines={publications} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

const Found = ({ lines, onClose }: { readonly lines: readonly Line[]; readonly onClose: () => void }) => (
  <section>
    <h3>{t.search.publications}</h3>
    <ul>
      {lines.map(({ id, nom, hint }) => (
        <li key={id}>
          <Link to="/moderation" search={{ item: id }} onClick={onClose}>
            <b dir="auto">{nom}</b>
            <small>{hint}</small>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
