import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../kit/ui/icon.tsx'
import { Pane } from '../kit/ui/pane.tsx'
import css from './layout.module.css'

/** The first screen after a load: the browser sets the focus itself. */
let isFirst = true

/** The layout of a screen: a back link, the title, the content. `wide`: with a second column. */
export function Page({
  title,
  about,
  from,
  wide,
  children,
}: {
  readonly title: string
  readonly about?: ReactNode
  readonly from?: { readonly to: LinkProps['to']; readonly name: string } | undefined
  readonly wide?: boolean
  readonly children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Parvis`
  }, [title])
  useEffect(() => {
    if (!isFirst) heading.current?.focus()
    isFirst = false
  }, [])
  return (
    <div className={wide ? `${css.page} ${css.wide}` : css.page}>
      {from && (
        <p className={css.from}>
          <Link to={from.to as '/espace'}>
            <Icon name="back" small /> {from.name}
          </Link>
        </p>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {about && <div className={`soft anywhere top-6 ${css.about}`}>{about}</div>}
      <Pane part="content">{children}</Pane>
    </div>
  )
}

/** A section of a screen, with its heading. */
export const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={css.part}>
    <h2>{title}</h2>
    <Pane name={title} part="section">
      {children}
    </Pane>
  </section>
)
