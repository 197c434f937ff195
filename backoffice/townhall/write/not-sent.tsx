import { Link } from '@tanstack/react-router'
import { Refused } from '../../kit/api/refused.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Failure, Problem } from '../../kit/ui/message.tsx'
import { t } from './texts.ts'

/** Why it was not sent, and the ways on. */
export function NotSent({
  failure,
  onInsist,
}: {
  readonly failure: unknown
  /** Overwrites what was changed meanwhile. */
  readonly onInsist: () => void
}) {
  if (failure instanceof Refused && failure.status === 412)
    return (
      <Failure>
        <p>{t.stale.title}</p>
        <Button onClick={onInsist}>{t.stale.keep}</Button>
      </Failure>
    )
  if (failure instanceof Refused && failure.code === 'idempotency_key_reused')
    return (
      <Failure>
        <p>
          {t.arrived} <Link to="/espace/publications">{t.from}</Link>
        </p>
      </Failure>
    )
  return <Problem error={failure} />
}
