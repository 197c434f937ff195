import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { askForHelp } from './keys.ts'
import { usePerson } from './person.ts'
import { screenAt } from './screens.ts'
import css from './shell.module.css'
import { t } from './texts.ts'

const Views = lazy(() => import('../views/views.tsx').then(({ Views }) => ({ default: Views })))

/** The first screen since the page was loaded: then the browser begins where it should. */
let isFirst = true

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
  const area = screenAt(useLocation().pathname)?.area
  // Whoever only publishes has no shortcuts.
  const treats = (usePerson()?.areas.length ?? 0) > 0
  useEffect(() => {
    document.title = `${documentTitle ?? title} · Parvis`
  }, [documentTitle, title])
  useEffect(() => {
    if (!isFirst) heading.current?.focus()
    isFirst = false
  }, [])
  return (
    <header className={css.top}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {about && <p className={css.about}>{about}</p>}
      <div className={css.right}>
        {children}
        {area && area !== 'dashboard' && (
          <Suspense>
            <Views area={area} />
          </Suspense>
        )}
        {treats && (
          <span className={css.shortcuts}>
            <Button look="quiet" icon="keys" hint="?" onClick={askForHelp}>
              {t.shortcuts}
            </Button>
          </span>
        )}
      </div>
    </header>
  )
}

export const Content = ({ children }: { readonly children: ReactNode }) => (
  <div className={css.content}>{children}</div>
)
