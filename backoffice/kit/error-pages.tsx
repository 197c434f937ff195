import { type ReactNode, useEffect } from 'react'
import { Refused } from './api/refused.ts'
import css from './page.module.css'
import { Content, PageHead } from './page.tsx'
import { Button } from './ui/button.tsx'
import { Reference } from './ui/crash-reference.tsx'
import { Problem } from './ui/message.tsx'
import { common } from './words/texts.ts'

export const NotFound = () => (
  <Instead title={common.notFound} next={common.notFoundNext}>
    <a href="/">{common.home}</a>
  </Instead>
)

export const Forbidden = ({ next }: { readonly next: string }) => (
  <Instead title={common.forbidden} next={next}>
    <a href="/">{common.home}</a>
  </Instead>
)

/** The page in place of a screen whose record is missing, or is not open to the user. */
export function insteadOf(error: unknown): ReactNode {
  if (!(error instanceof Refused)) return undefined
  if (error.status === 404) return <NotFound />
  return error.status === 403 ? <Forbidden next={error.message} /> : undefined
}

interface Failed {
  readonly error: unknown
  readonly retry?: () => void
}

/** A screen that crashed, inside the frame. */
export const Broken = (failed: Failed) => (
  <Instead title={common.failed} next={common.failedNext}>
    <WhatFailed {...failed} />
  </Instead>
)

/** Replaces the frame when it crashed itself: router and session may be missing. */
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

/** A page instead of the screen: the reason, and what to do. */
function Instead({
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
      <PageHead title={title} viewless />
      <Content>
        <p className={css.next}>{next}</p>
        {children}
      </Content>
    </>
  )
}
