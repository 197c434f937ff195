import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { askForHelp } from './keys.ts'
import css from './shell.module.css'
import { t } from './texts.ts'

/** The head of a screen. Its name is the page's title, and where those who listen begin to read. */
export function PageHead({
  title,
  about,
  documentTitle,
  children,
}: {
  readonly title: string
  readonly about?: string | undefined
  /** “Modération, 37 en attente”. */
  readonly documentTitle?: string
  readonly children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${documentTitle ?? title} · Parvis`
  }, [documentTitle, title])
  useEffect(() => {
    // Not when the page is opened for the first time: then the browser begins where it should.
    if (document.activeElement && document.activeElement !== document.body) heading.current?.focus()
  }, [])
  return (
    <header className={css.top}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {about && <p className={css.about}>{about}</p>}
      <div className={css.right}>
        {children}
        <span className={css.shortcuts}>
          <Button look="quiet" icon="keys" hint="?" onClick={askForHelp}>
            {t.shortcuts}
          </Button>
        </span>
      </div>
    </header>
  )
}

export const Content = ({ children }: { readonly children: ReactNode }) => (
  <div className={css.content}>{children}</div>
)
