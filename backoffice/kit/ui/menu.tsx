import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import css from './menu.module.css'

/** A menu as a native popover: the browser puts it on top, closes it, and returns the focus. */
export function Menu({
  trigger,
  children,
}: {
  /** Receives the props of the trigger. */
  readonly trigger: (props: {
    readonly popoverTarget: string
    readonly ref: RefObject<HTMLButtonElement | null>
  }) => ReactNode
  readonly children: ReactNode
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const menu = panel.current
    if (!menu) return
    const place = (event: Event) => {
      if ((event as ToggleEvent).newState !== 'open' || !button.current) return
      const at = button.current.getBoundingClientRect()
      const above = at.top > window.innerHeight / 2
      menu.style.setProperty('right', `${Math.max(8, window.innerWidth - at.right)}px`)
      menu.style.setProperty(
        above ? 'bottom' : 'top',
        `${above ? window.innerHeight - at.top + 6 : at.bottom + 6}px`,
      )
    }
    menu.addEventListener('beforetoggle', place)
    return () => menu.removeEventListener('beforetoggle', place)
  }, [])
  const move = (by: number) => {
    const items = [...(panel.current?.querySelectorAll<HTMLElement>('button, a') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    items[(at + by + items.length) % items.length]?.focus()
  }
  return (
    <>
      {trigger({ popoverTarget: id, ref: button })}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its entries are buttons and links of their own */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={`card ${css.menu}`}
        onClick={event => {
          if ((event.target as Element).closest('button, a')) panel.current?.hidePopover()
        }}
        onKeyDown={event => {
          if (event.key === 'ArrowDown') move(1)
          else if (event.key === 'ArrowUp') move(-1)
          else return
          event.preventDefault()
        }}
      >
        {children}
      </div>
    </>
  )
}

export const menuGrave = css.grave
