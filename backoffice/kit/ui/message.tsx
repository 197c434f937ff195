import { type ReactNode, useEffect, useState } from 'react'
import { Refused } from '../api/refused.ts'
import { common } from '../words/texts.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import css from './message.module.css'

/** Why there is nothing here, and what to do next. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={css.empty}>
      <h2>{title}</h2>
      {children}
    </div>
  )
}

const ICONS = { bad: 'warn', wait: 'warn', info: 'clock', ok: 'check' } as const satisfies Record<
  string,
  IconName
>

/** A sentence that matters, beside what it is about. */
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
    <div className={`${css.note} ${css[tone]}`}>
      <Icon name={icon ?? ICONS[tone]} />
      <div>{children}</div>
    </div>
  )
}

/** What went wrong with what somebody just did: said at once, also to those who listen. */
export const Failure = ({ children }: { readonly children: ReactNode }) => (
  <div role="alert">
    <Note tone="bad">{children}</Note>
  </div>
)

/** What failed, what can be done, and what to quote to whoever looks into it. */
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
      {refused?.requestId && <p className={css.reference}>{common.reference(refused.requestId)}</p>}
    </Failure>
  )
}

/** In place of what is read: that it is on its way, or why it did not come. Nothing once it is here. */
export const NotYet = ({
  data,
  error,
  refetch,
}: {
  readonly data: unknown
  readonly error: unknown
  readonly refetch: () => unknown
}) => (error && !data ? <Problem error={error} retry={() => void refetch()} /> : !data && <Loading />)

export function sentenceOf(error: unknown): string {
  if (!(error instanceof Refused)) return common.failed
  if (error.isUnreachable) return navigator.onLine ? common.unreachable : common.offline
  const fields = error.details.map(({ message }) => message).filter(message => message !== error.message)
  return [error.message, ...fields].join(' ')
}

/** After a fifth of a second, and only where there is nothing older to show. */
export function Loading() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={css.lines} aria-busy="true">
      <span className="unseen">{common.loading}</span>
      {late && [0, 1, 2, 3, 4, 5].map(line => <i key={line} />)}
    </div>
  )
}
