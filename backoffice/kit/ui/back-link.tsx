import type { ReactNode } from 'react'
import css from './back-link.module.css'
import { Icon } from './icon.tsx'

/** The way back to the list, above a record. `children`: the link with the name of the list. */
export const BackLink = ({ children }: { readonly children: ReactNode }) => (
  <p className={`flex middle gap-4 ${css.back}`}>
    <Icon name="back" small />
    {children}
  </p>
)
