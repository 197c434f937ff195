import { Icon } from '../ui/icon.tsx'
import { age } from '../words/format.ts'
import { useTeamSettings } from './team-settings.ts'
import { t } from './team-texts.ts'
import css from './waiting-since.module.css'
import { stepOf } from './waiting-steps.ts'

/** How long an item waits, in three steps: by a quiet colour, and by a sign and words that do not need it. */
export function WaitingSince({ at, now }: { readonly at: string; readonly now: Date }) {
  const step = stepOf(new Date(at), now, useTeamSettings()?.target_hours)
  return (
    <time dateTime={at} className={`figures ${css.since}`} data-step={step} title={step && t.step[step]}>
      {step && <Icon name="clock" small />}
      {age(new Date(at), now)}
      {step && <span className="unseen">, {t.step[step]}</span>}
    </time>
  )
}

/** The age of an item, with how long it waits while it waits. */
export const ItemAge = ({
  at,
  now,
  isWaiting,
}: {
  readonly at: string
  readonly now: Date
  readonly isWaiting: boolean
}) =>
  isWaiting ? (
    <WaitingSince at={at} now={now} />
  ) : (
    <time dateTime={at} className="figures">
      {age(new Date(at), now)}
    </time>
  )
