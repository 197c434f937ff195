import { useMatches } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, use, useEffect, useRef } from 'react'
import { ScreenArea } from './area.ts'
import { type Onglet, openTab, TabLinks, type Tabs } from './desk/tab-links.tsx'
import { askForHelp } from './keys.ts'
import css from './page.module.css'
import { usePerson } from './person.ts'
import { t } from './texts.ts'
import { Button } from './ui/button.tsx'
import { Pane } from './ui/pane.tsx'

const Views = lazy(() => import('./views/views.tsx').then(({ Views }) => ({ default: Views })))

/** On the first screen after a load, the browser places the focus itself. */
let isFirst = true

/** The head of a screen. Sets the document's title, and moves the focus of screen readers to the heading. */
export function PageHead<Tab extends Onglet>({
  title,
  about,
  documentTitle,
  tabs,
  viewless,
  children,
}: {
  readonly title: string
  readonly about?: string | undefined
  /** “Modération, 37 en attente”. */
  readonly documentTitle?: string
  /** Below the head. The document's title names the open tab: each has its own entry in the history. */
  readonly tabs?: Tabs<Tab> | undefined
  /** No list: there is nothing of it to keep as a view. */
  readonly viewless?: true
  readonly children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const area = use(ScreenArea)
  const tab = tabs && openTab(tabs)
  // Only the office has shortcuts.
  const treats = (usePerson()?.areas.length ?? 0) > 0
  useEffect(() => {
    document.title = [...(tab ? [tab] : []), documentTitle ?? title, 'Parvis'].join(' · ')
  }, [documentTitle, tab, title])
  useEffect(() => {
    if (!isFirst) heading.current?.focus()
    isFirst = false
  }, [])
  return (
    <>
      <header className={`flex middle gap-14 ${css.top}`}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {about && <p className={`soft fine ${css.about}`}>{about}</p>}
        <div className={`row middle last gap-4 ${css.right}`}>
          {children}
          {!viewless && area && area !== 'dashboard' && (
            <Pane part="views" name={t.views}>
              <Suspense>
                <Views area={area} />
              </Suspense>
            </Pane>
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
      {tabs && <TabLinks {...tabs} />}
    </>
  )
}

/** The content below the head, with an error boundary that each tab resets. */
export function Content({ children }: { readonly children: ReactNode }) {
  // Identifies the screen that is rendered; the address changes before it.
  const shown = useMatches({
    select: matches => JSON.stringify([matches.at(-1)?.pathname, matches.at(-1)?.search]),
  })
  return (
    <div className={css.content}>
      <Pane part="content" of={shown}>
        {children}
      </Pane>
    </div>
  )
}
