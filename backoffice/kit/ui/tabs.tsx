import { Children, type ReactNode, useEffect, useRef } from 'react'
import { number } from '../words/format.ts'
import css from './tabs.module.css'

/** Tab links; the current one (`aria-current="page"`) is scrolled into view on a narrow screen. */
export function TabBar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const here = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (!bar.current || !here) return
    const { scrollLeft, clientWidth } = bar.current
    const isHidden =
      here.offsetLeft < scrollLeft || here.offsetLeft + here.offsetWidth > scrollLeft + clientWidth
    // Beside the fading edge, so that the tab before it is seen too.
    if (isHidden) bar.current.scrollLeft = here.offsetLeft - 60
  })
  return (
    <nav className={`flex gap-2 ${css.tabs}`} aria-label={label} ref={bar}>
      <ul>
        {Children.map(children, tab => (
          <li>{tab}</li>
        ))}
      </ul>
    </nav>
  )
}

/** The count of a tab; nothing for zero. */
export const TabCount = ({ of }: { readonly of: number | undefined }) =>
  of ? <span className={`${css.count} figures`}>{number(of)}</span> : null
