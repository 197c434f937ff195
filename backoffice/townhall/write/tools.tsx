import { type KeyboardEvent, useState } from 'react'
import { t } from './texts.ts'
import css from './write.module.css'

export const NAMES = ['bold', 'list', 'link'] as const

export interface Tool {
  readonly name: (typeof NAMES)[number]
  readonly isOn: boolean
  readonly use: () => void
}

const KEYS = { bold: 'Control+B', list: undefined, link: 'Control+K' } as const

/** One stop of the Tab key; the arrows go from button to button. */
export function Tools({ of, off = false }: { readonly of: readonly Tool[]; readonly off?: boolean }) {
  const [current, setCurrent] = useState(0)
  const go = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (current + step + of.length) % of.length
    setCurrent(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div className={`row ${css.tools}`} role="toolbar" aria-label={t.tools.name} onKeyDown={go}>
      {of.map(({ name, isOn, use }, at) => (
        <button
          key={name}
          type="button"
          className={name === 'list' ? undefined : css[name]}
          tabIndex={at === current ? 0 : -1}
          aria-pressed={name === 'link' ? undefined : isOn}
          aria-haspopup={name === 'link' ? 'dialog' : undefined}
          aria-disabled={off || undefined}
          aria-keyshortcuts={KEYS[name]}
          // The text keeps its selection.
          onMouseDown={event => event.preventDefault()}
          onFocus={() => setCurrent(at)}
          onClick={use}
        >
          {t.tools[name]}
        </button>
      ))}
    </div>
  )
}
