import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Line } from '../api/contract.ts'
import { client, listing, reading } from '../api/queries.ts'
import { common } from '../words/texts.ts'
import { Button } from './button.tsx'
import css from './combobox.module.css'
import fields from './field.module.css'
import { Labelled } from './field.tsx'
import { Problem } from './message.tsx'
import { nameOfLine, PICKED, type PickedKind, usePicked } from './picked.ts'
import { useSettled } from './settled.ts'
import { t } from './texts.ts'
import { useUnder } from './under.ts'

export interface Choosing {
  readonly kind: PickedKind
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly optional?: boolean | undefined
  /** The id of the chosen line, shown by its name. */
  readonly value: string | undefined
  onChange(id: string | undefined): void
}

/** The page size of the service: there may be more. */
const MOST = 10

/**
 * The combobox of the ARIA practices: the focus stays in the field, arrows move through the suggestions, Enter chooses, Escape
 * cancels. Leaving the field empty removes the choice; other text that was not chosen is dropped.
 */
export function Combobox({ kind, label, hint, error, optional, value, onChange }: Choosing) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const [moved, setMoved] = useState<number>()
  const panel = useUnder(input, open)

  const named = usePicked(kind, value)
  const chosen = value === undefined ? undefined : named.data?.data[0]
  const q = useSettled((typed ?? '').trim())
  const found = useQuery({
    ...listing(PICKED[kind], { query: { q } }),
    enabled: open,
  })
  const lines = found.data?.data ?? []
  // Enter takes the first suggestion, but never one for an earlier query.
  const isSettled = q === (typed ?? '').trim() && !found.isPlaceholderData && !found.isPending
  const active = Math.min(moved ?? (q === '' || !isSettled ? -1 : 0), lines.length - 1)

  const leave = () => {
    setOpen(false)
    setTyped(undefined)
    setMoved(undefined)
  }
  const choose = (line: Line) => {
    client.setQueryData(reading(PICKED[kind], { query: { ids: line.id } }).queryKey, { data: [line] })
    onChange(line.id)
    leave()
  }
  const hear = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    const line = lines[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const by = event.key === 'ArrowDown' ? 1 : -1
      setOpen(true)
      if (open && lines.length > 0)
        setMoved(active < 0 && by < 0 ? lines.length - 1 : (active + by + lines.length) % lines.length)
    } else if (event.key === 'Enter' && open) {
      if (line) choose(line)
    } else if (event.key === 'Escape' && (open || typed !== undefined)) leave()
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus has left what is inside
    <div
      onBlur={event => {
        if (event.relatedTarget === input.current || panel.current?.contains(event.relatedTarget)) return
        if (typed?.trim() === '' && value !== undefined) onChange(undefined)
        leave()
      }}
    >
      <Labelled
        label={label}
        hint={hint}
        optional={optional}
        error={named.data && value !== undefined && !chosen ? t.picker.gone : error}
      >
        {wired => (
          <div className={`row gap-8 ${fields.beside}`}>
            <input
              {...wired}
              ref={input}
              className={fields.select}
              role="combobox"
              aria-expanded={open}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={open && lines[active] ? `${id}-${active}` : undefined}
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              placeholder={value !== undefined && named.isPending ? common.loading : t.picker.type}
              value={typed ?? (chosen ? nameOfLine(chosen) : '')}
              onFocus={event => event.currentTarget.select()}
              onClick={() => setOpen(true)}
              onChange={event => {
                setTyped(event.currentTarget.value)
                setMoved(undefined)
                setOpen(true)
              }}
              onKeyDown={hear}
            />
            {value !== undefined && (
              <Button
                onClick={() => {
                  onChange(undefined)
                  leave()
                  input.current?.focus()
                }}
              >
                {t.picker.clear}
                <span className="unseen">{label}</span>
              </Button>
            )}
          </div>
        )}
      </Labelled>
      <div ref={panel} popover="manual" className={`card ${css.panel}`}>
        <div id={`${id}-list`} role="listbox" aria-label={label} className={css.lines}>
          {lines.map((line, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, and the focus
            <div
              className="row middle apart anywhere gap-4-16 round"
              key={line.id}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={line.id === value}
              data-active={at === active || undefined}
              ref={at === active ? shown : undefined}
              onPointerDown={event => event.preventDefault()}
              onClick={() => choose(line)}
            >
              <span dir="auto">{nameOfLine(line)}</span>
              {line.nom && (
                <small className="soft least" dir="auto">
                  {line.hint}
                </small>
              )}
            </div>
          ))}
        </div>
        {found.error && !found.data ? (
          <Problem error={found.error} retry={() => void found.refetch()} />
        ) : (
          <p className={`soft second ${css.said}`} role="status">
            {open && saidOf(lines.length, isSettled)}
          </p>
        )}
      </div>
    </div>
  )
}

function shown(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

function saidOf(count: number, isSettled: boolean): string {
  if (!isSettled) return t.picker.searching
  if (count === 0) return t.picker.nothing
  return count < MOST ? t.picker.found(count) : t.picker.more
}
