import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { PersonInBrief } from '../api/contract.ts'
import type { reading } from '../api/queries.ts'
import { usePerson } from '../person.ts'
import { Button } from '../ui/button.tsx'
import lines from '../ui/combobox.module.css'
import { insertText } from '../ui/insert.ts'
import { insertionAt, matching } from './mentioned.ts'
import css from './notes.module.css'
import { t as team } from './team-texts.ts'
import { t } from './team-work-texts.ts'

/** The query of those who may read the records. */
export type Colleagues = ReturnType<typeof reading<'GET /api/v1/admin/messages/colleagues'>>

const MOST = 10
const CARET_KEYS = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'])
const nameOf = ({ nom }: PersonInBrief): string => nom ?? team.unknown

const fieldBeside = (place: HTMLElement | null) => place?.closest('form')?.querySelector('textarea')

/** The colleagues whom a note mentions: `@` in the text field of its form lists them, and each has a button that takes them out. */
export function Mentions({
  colleagues,
  chosen,
  onChange,
}: {
  readonly colleagues: Colleagues
  readonly chosen: readonly PersonInBrief[]
  onChange(chosen: readonly PersonInBrief[]): void
}) {
  const me = usePerson()
  const id = useId()
  const { data } = useQuery({ ...colleagues, staleTime: 60_000 })
  const others = (data?.data ?? []).filter(
    one => one.id !== me?.id && !chosen.some(({ id }) => id === one.id),
  )
  const place = useRef<HTMLDivElement>(null)
  /** The text after `@`; undefined outside a mention. */
  const [typed, setTyped] = useState<string>()
  const [moved, setMoved] = useState(0)
  const found = typed === undefined || chosen.length >= MOST ? [] : matching(others, typed)
  const active = Math.min(moved, found.length - 1)

  const choose = (one: PersonInBrief) => {
    const field = fieldBeside(place.current)
    if (field && typed !== undefined) {
      field.setSelectionRange(field.selectionStart - typed.length, field.selectionStart)
      insertText(field, `${nameOf(one)} `)
    }
    setTyped(undefined)
    onChange([...chosen, one])
  }
  const hear = (event: KeyboardEvent) => {
    const one = found[active]
    if (!one || event.isComposing || event.ctrlKey || event.metaKey) return
    // The caret leaves the name.
    if (CARET_KEYS.has(event.key)) return setTyped(undefined)
    if (event.shiftKey) return
    if (event.key === 'ArrowDown') setMoved((active + 1) % found.length)
    else if (event.key === 'ArrowUp') setMoved((active - 1 + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(one)
    else if (event.key === 'Escape') setTyped(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const latest = useRef(hear)
  latest.current = hear
  useEffect(() => {
    const field = fieldBeside(place.current)
    if (!field) return
    const look = () => {
      setMoved(0)
      setTyped(insertionAt(field.value.slice(0, field.selectionStart)))
    }
    const leave = () => setTyped(undefined)
    const press = (event: KeyboardEvent) => latest.current(event)
    field.addEventListener('input', look)
    field.addEventListener('click', look)
    field.addEventListener('blur', leave)
    field.addEventListener('keydown', press)
    return () => {
      field.removeEventListener('input', look)
      field.removeEventListener('click', look)
      field.removeEventListener('blur', leave)
      field.removeEventListener('keydown', press)
    }
  }, [])
  const activeId = found.length > 0 ? `${id}-${active}` : undefined
  useEffect(() => {
    const field = fieldBeside(place.current)
    if (!field) return
    field.setAttribute('aria-autocomplete', 'list')
    if (!activeId) return
    field.setAttribute('aria-controls', `${id}-list`)
    field.setAttribute('aria-activedescendant', activeId)
    return () => {
      field.removeAttribute('aria-controls')
      field.removeAttribute('aria-activedescendant')
    }
  }, [activeId, id])
  if (others.length === 0 && chosen.length === 0) return <div ref={place} />
  return (
    <div ref={place} className={`stack second gap-8 ${css.mentions}`}>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t.mention}
        className={`round if-any ${lines.lines} ${css.names}`}
      >
        {found.map((one, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, and the focus
          <div
            className="row middle anywhere round"
            key={one.id}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            data-active={at === active || undefined}
            onPointerDown={event => event.preventDefault()}
            onClick={() => choose(one)}
          >
            <span dir="auto">{nameOf(one)}</span>
          </div>
        ))}
      </div>
      <p className="unseen" role="status">
        {found.length > 0 && t.mentionFound(found.length)}
      </p>
      <ul className="row gap-8 if-any">
        {chosen.map(one => (
          <li key={one.id}>
            <Button
              icon="cross"
              aria-label={t.takeOut(nameOf(one))}
              onClick={() => {
                onChange(chosen.filter(({ id }) => id !== one.id))
                // This button goes.
                fieldBeside(place.current)?.focus()
              }}
            >
              {nameOf(one)}
            </Button>
          </li>
        ))}
      </ul>
      <p className="soft">{t.mentionHint}</p>
    </div>
  )
}
