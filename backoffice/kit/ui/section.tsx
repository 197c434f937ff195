import type { ReactNode } from 'react'
import { Pane } from './pane.tsx'
import css from './section.module.css'

/** A section of a page, with its heading. */
export const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={`card stack gap-14 ${css.section}`}>
    <h2>{title}</h2>
    <Pane name={title} part="section">
      {children}
    </Pane>
  </section>
)

export const Actions = ({ children }: { readonly children: ReactNode }) => (
  <div className="row gap-10">{children}</div>
)
