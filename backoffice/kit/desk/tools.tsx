import type { ReactNode } from 'react'
import css from './tools.module.css'

/** Above a table: the search, what narrows it, and at the end what adds to it. */
export const Tools = ({ end, children }: { readonly end?: ReactNode; readonly children: ReactNode }) => (
  <search className={css.tools}>
    {children}
    {end && <span className={css.end}>{end}</span>}
  </search>
)
