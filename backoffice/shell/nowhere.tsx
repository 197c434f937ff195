import { type ReactNode, useEffect } from 'react'
import { Refused } from '../api/refused.ts'
import { Reference } from '../crashes/reference.tsx'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/message.tsx'
import { common } from '../words/texts.ts'
import { Content, PageHead } from './page.tsx'
import { type Person, usePerson } from './person.ts'
import { ROLE_FOR, screenAt } from './screens.ts'
import css from './shell.module.css'
import { t } from './texts.ts'

/** The screen of this address, or why it is not shown, and who can change that. */
export function Allowed({ pathname, children }: { readonly pathname: string; readonly children: ReactNode }) {
  const areas: Person['areas'] = usePerson()?.areas ?? []
  const area = screenAt(pathname)?.area
  if (area === undefined || areas.includes(area)) return children
  return (
    <Nowhere title={common.forbidden} next={common.forbiddenNext(t.role[ROLE_FOR[area]])}>
      <a href="/">{common.home}</a>
    </Nowhere>
  )
}

export const NotFound = () => (
  <Nowhere title={common.notFound} next={common.notFoundNext}>
    <a href="/">{common.home}</a>
  </Nowhere>
)

interface Failed {
  readonly error: unknown
  readonly retry?: () => void
}

/** A screen that failed, inside the shell. */
export const Broken = (failed: Failed) => (
  <Nowhere title={common.failed} next={common.failedNext}>
    <WhatFailed {...failed} />
  </Nowhere>
)

/** Instead of the shell, which may be what failed: neither router nor session are there for certain. */
export function Alone(failed: Failed) {
  useEffect(() => {
    document.title = `${common.failed} · Parvis`
  }, [])
  return (
    <main className={css.content}>
      <h1>{common.failed}</h1>
      <p className={css.next}>{common.failedNext}</p>
      <WhatFailed {...failed} />
    </main>
  )
}

const WhatFailed = ({ error, retry }: Failed) => (
  <>
    {error instanceof Refused ? (
      <Problem error={error} retry={retry} />
    ) : (
      <Reference error={error} part="screen" />
    )}
    <p className={css.next}>
      <Button look="primary" onClick={() => location.reload()}>
        {common.reload}
      </Button>
    </p>
  </>
)

function Nowhere({
  title,
  next,
  children,
}: {
  readonly title: string
  readonly next: string
  readonly children?: ReactNode
}) {
  return (
    <>
      <PageHead title={title} />
      <Content>
        <p className={css.next}>{next}</p>
        {children}
      </Content>
    </>
  )
}
