import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '../keys.ts'
import { Icon } from '../ui/icon.tsx'
import { KEYS } from './desk-keys.ts'
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
  const field = useRef<HTMLInputElement>(null)
  const applied = useRef(q)
  const [typed, setTyped] = useState(q)
  useEffect(() => {
    const input = field.current
    const isTyping = input === document.activeElement && input?.value !== applied.current
    if (input && !isTyping) {
      input.value = q
      setTyped(q)
    }
    applied.current = q
  }, [q])
  // React has no event for the cross that browsers show in the field.
  useEffect(() => {
    const input = field.current
    const onSearch = () => {
      if (input?.value === '' && applied.current !== '') input.form?.requestSubmit()
    }
    input?.addEventListener('search', onSearch)
    return () => input?.removeEventListener('search', onSearch)
  }, [])
  useShortcuts([{ key: KEYS.find, does: label, run: () => document.getElementById('find')?.focus() }])
  return (
    <form
      className={css.find}
      onSubmit={event => {
        event.preventDefault()
        const words = String(new FormData(event.currentTarget).get('q') ?? '').trim()
        if (words !== '') field.current?.blur()
        onFind(words)
      }}
    >
      <Icon name="search" />
      <input
        className="wide round"
        ref={field}
        id="find"
        name="q"
        type="search"
        defaultValue={q}
        maxLength={200}
        aria-label={label}
        placeholder={t.search}
        enterKeyHint="search"
        onInput={event => setTyped(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          // The browser would empty the field.
          event.preventDefault()
          event.currentTarget.value = q
          setTyped(q)
          event.currentTarget.blur()
        }}
      />
      {typed.trim() !== q && (
        <span aria-hidden="true">
          <kbd>↵</kbd>
        </span>
      )}
      {typed === '' && q === '' && (
        <span aria-hidden="true">
          <kbd data-letter="">/</kbd>
        </span>
      )}
    </form>
  )
}
