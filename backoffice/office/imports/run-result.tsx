import { useEffect, useRef } from 'react'
import type { ImportExplanation, ImportItem } from '../../kit/api/contract.ts'
import { Note } from '../../kit/ui/message.tsx'
import { adviceFor } from './advice.ts'
import css from './imports.module.css'
import { Items } from './items.tsx'
import { t } from './texts.ts'

interface Outcome {
  readonly error: ImportExplanation | null
  readonly counts: Parameters<typeof t.counts>[0]
  readonly items?: readonly ImportItem[]
  readonly names?: Readonly<Record<string, string>>
}

/** The result of a run: one sentence, then the items. After a failure: what to do. */
export function RunResult({
  of: { error, counts, items = [], names = {} },
  isNew = false,
}: {
  readonly of: Outcome
  readonly isNew?: boolean
}) {
  return (
    <>
      {error && <Why why={error} isNew={isNew} />}
      {counts.fetched > 0 && <p className={css.sum}>{t.counts(counts)}</p>}
      {!error && counts.fetched === 0 && <p className={css.sum}>{t.trial.nothing}</p>}
      {/* Too long to be read aloud by itself. */}
      <div aria-live="off">
        <Items items={items} names={names} />
      </div>
    </>
  )
}

/** A result beside or below its button: announced, and a failure is scrolled into view. */
export function Seen({
  of,
  children,
}: {
  readonly of: Outcome | undefined
  readonly children: React.ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (of?.error) place.current?.scrollIntoView({ block: 'nearest' })
  }, [of])
  return (
    <div ref={place} className={of && 'top-20'} aria-live="polite">
      {of && children}
    </div>
  )
}

/** What failed, and what the operator can do about it. */
export function Why({
  title,
  why,
  isNew = false,
  children,
}: {
  readonly title?: string
  readonly why: ImportExplanation
  /** The source is being added. */
  readonly isNew?: boolean
  readonly children?: React.ReactNode
}) {
  return (
    <Note tone="bad">
      {title && <strong>{title}</strong>}
      <p>{why.message}</p>
      <p>{adviceFor(why, isNew)}</p>
      {children}
    </Note>
  )
}
