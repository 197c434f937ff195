import { type ReactNode, useEffect, useState } from 'react'
import { Refused } from '../api/refused.ts'
import { common } from '../words/texts.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import css from './message.module.css'

/** An empty state: why, and what to do next. */
export function Empty({
  title,
  next,
  children,
}: {
  readonly title: string
  readonly next?: string
  readonly children?: ReactNode
}) {
  return (
    <div className={`stack start gap-8 ${css.empty}`}>
      <h2>{title}</h2>
      {next !== undefined && <p className="soft">{next}</p>}
      {children}
    </div>
  )
}

const ICONS = { bad: 'warn', wait: 'warn', info: 'clock', ok: 'check' } as const satisfies Record<
  string,
  IconName
>

/** An inline notice. */
export function Note({
  tone,
  icon,
  children,
}: {
  readonly tone: keyof typeof ICONS
  readonly icon?: IconName
  readonly children: ReactNode
}) {
  return (
    <div className={`flex fine gap-10 round ${css.note} ${css[tone]}`}>
      <Icon name={icon ?? ICONS[tone]} />
      <div className="stack gap-6 start fits">{children}</div>
    </div>
  )
}

/** A confirmation. It is announced, and scrolled into view: the button may be far from it. */
export const Done = ({ children }: { readonly children: ReactNode }) => (
  <div role="status">
    {children && (
      <div ref={intoView} key={typeof children === 'string' ? children : undefined}>
        <Note tone="ok">{children}</Note>
      </div>
    )}
  </div>
)

function intoView(place: HTMLElement | null): void {
  place?.scrollIntoView({ block: 'nearest' })
}

/** Around the outcome above a long list: it stays in view while the focus goes to the next row, far below. */
export const InView = ({
  className = '',
  children,
}: {
  readonly className?: string
  readonly children: ReactNode
}) => <div className={`${css.inView} ${className}`}>{children}</div>

/** An error of the last action, announced at once and scrolled into view. */
export const Failure = ({ children }: { readonly children: ReactNode }) => (
  <div role="alert" ref={intoView}>
    <Note tone="bad">{children}</Note>
  </div>
)

/** An error with a retry button, and the reference to quote to support. */
export function Problem({
  error,
  retry,
}: {
  readonly error: unknown
  readonly retry?: (() => void) | undefined
}) {
  const refused = error instanceof Refused ? error : undefined
  return (
    <Failure>
      <p>{sentenceOf(error)}</p>
      {retry && <Button onClick={retry}>{common.retry}</Button>}
      {refused?.requestId && <p className="least soft anywhere">{common.reference(refused.requestId)}</p>}
    </Failure>
  )
}

/** Shown in place of a query's data: loading, or its error. Nothing once the data is there. */
export const NotYet = ({
  data,
  error,
  refetch,
}: {
  readonly data: unknown
  readonly error: unknown
  readonly refetch: () => unknown
}) => {
  if (!error || data) return !data && <Loading />
  // Another try would end the same.
  const isFinal = error instanceof Refused && (error.status === 403 || error.status === 404)
  return <Problem error={error} retry={isFinal ? undefined : () => void refetch()} />
}

export function sentenceOf(error: unknown): string {
  if (!(error instanceof Refused)) return common.failed
  if (error.isUnreachable) return navigator.onLine ? common.unreachable : common.offline
  const fields = error.details.map(({ message }) => message).filter(message => message !== error.message)
  return [error.message, ...fields].join(' ')
}

/** Placeholder lines, after 200 ms. */
export function Loading() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={`stack gap-12 ${css.lines}`} aria-busy="true">
      <span className="unseen">{common.loading}</span>
      {late && [0, 1, 2, 3, 4, 5].map(line => <i key={line} />)}
    </div>
  )
}
