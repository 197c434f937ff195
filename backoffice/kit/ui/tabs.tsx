import { type ReactNode, useEffect, useRef } from 'react'
import { number } from '../words/format.ts'
import css from './tabs.module.css'

/** Links of which one is where one is (`aria-current="page"`); on a narrow screen that one is always in sight. */
export function TabBar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const here = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (bar.current && here) bar.current.scrollLeft = here.offsetLeft - 40
  })
  return (
    <nav className={css.tabs} aria-label={label} ref={bar}>
      {children}
    </nav>
  )
}

/** How many wait behind a tab; nothing where nothing does. */
export const TabCount = ({ of }: { readonly of: number | undefined }) =>
  of ? <span className={`${css.count} figures`}>{number(of)}</span> : null
